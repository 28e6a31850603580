//! Turns: one at a time for each of many things, and different things at the same time.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::OwnedMutexGuard;

/// Who waits for each of many things.
#[derive(Debug)]
pub(crate) struct Turns<K>(Mutex<HashMap<K, Arc<tokio::sync::Mutex<()>>>>);

/// Somebody's turn, or their wait for it; the next one's when dropped.
#[derive(Debug)]
pub(crate) struct Turn<'a, K: Eq + Hash> {
    turns: &'a Turns<K>,
    of: K,
    held: Option<OwnedMutexGuard<()>>,
}

impl<K> Default for Turns<K> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Clone + Eq + Hash> Turns<K> {
    /// Waits until nobody else has this thing.
    pub(crate) async fn take(&self, of: &K) -> Turn<'_, K> {
        let mut turn = Turn { turns: self, of: of.clone(), held: None };
        let lock = Arc::clone(self.known().entry(of.clone()).or_default());
        turn.held = Some(lock.lock_owned().await);
        turn
    }
}

impl<K> Turns<K> {
    fn known(&self) -> MutexGuard<'_, HashMap<K, Arc<tokio::sync::Mutex<()>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Eq + Hash> Drop for Turn<'_, K> {
    fn drop(&mut self) {
        let mut known = self.turns.known();
        self.held = None;
        // Whoever waits has a share of the lock, and takes it while they are known: nobody can come in between.
        if known.get(&self.of).is_some_and(|lock| Arc::strong_count(lock) == 1) {
            known.remove(&self.of);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;

    #[tokio::test]
    async fn each_thing_has_one_turn_at_a_time_and_leaves_nothing_behind() {
        let turns = Turns::default();
        let first = turns.take(&1).await;
        assert!(turns.take(&1).now_or_never().is_none());
        let other = turns.take(&2).now_or_never().expect("another thing waits for nobody");
        let next = turns.take(&1);
        tokio::pin!(next);
        assert!(next.as_mut().now_or_never().is_none());
        drop(first);
        assert!(turns.take(&1).now_or_never().is_none(), "whoever waits comes first");
        drop(next.await);
        drop(other);
        assert!(turns.known().is_empty());
    }
}
