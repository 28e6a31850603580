//! An answer that is known but not given yet.

use crate::fault::StoreFault;
use crate::interface::Done;

/// The answer to one write: known when its part of the transaction is made, given when the group is durable. Whoever waits is answered exactly
/// once, whatever becomes of the thread that writes.
pub struct Pending<T> {
    outcome: Option<Result<T, StoreFault>>,
    done: Option<Done<T>>,
}

impl<T> Pending<T> {
    /// An answer that is not known yet.
    #[must_use]
    pub fn new(done: Done<T>) -> Self {
        Self { outcome: None, done: Some(done) }
    }

    /// Takes note of how it went; replaces what was noted before something was taken back. Says whether it is to be kept.
    ///
    /// # Errors
    /// With the fault that was given.
    pub fn settle(&mut self, outcome: Result<T, StoreFault>) -> Result<(), StoreFault> {
        let kept = outcome.as_ref().map(|_| ()).map_err(Clone::clone);
        self.outcome = Some(outcome);
        kept
    }

    /// Whether it is known that nothing came of it.
    #[must_use]
    pub fn is_refused(&self) -> bool {
        matches!(self.outcome, Some(Err(_)))
    }

    /// Tells how it went before the group is durable: the fault of which tests must show that it is found.
    pub fn answer_early(&mut self) {
        if let Some(outcome) = self.outcome.take() {
            self.tell(outcome);
        }
    }

    /// Tells how it ended, after the group has.
    pub fn answer(mut self, group: Result<(), StoreFault>) {
        let outcome = self.outcome.take().unwrap_or(Err(StoreFault::Closed));
        self.tell(group.and(outcome));
    }

    fn tell(&mut self, answer: Result<T, StoreFault>) {
        if let Some(done) = self.done.take() {
            done(answer);
        }
    }
}

impl<T> Drop for Pending<T> {
    fn drop(&mut self) {
        self.tell(Err(StoreFault::Closed));
    }
}

impl<T> std::fmt::Debug for Pending<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pending").field("known", &self.outcome.is_some()).finish_non_exhaustive()
    }
}
