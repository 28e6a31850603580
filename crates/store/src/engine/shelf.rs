//! A few connections, shared by many threads.
//!
//! They are opened when first needed; who comes when all are in use waits, as long as the store has patience.

use std::fmt;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::fault::StoreFault;

/// A few connections, lent one at a time each.
pub struct Shelf<C> {
    most: usize,
    patience: Duration,
    state: Mutex<State<C>>,
    returned: Condvar,
}

struct State<C> {
    idle: Vec<C>,
    lent: usize,
    closed: bool,
}

impl<C> Shelf<C> {
    /// A shelf for so many connections, on which nobody waits longer than this.
    #[must_use]
    pub fn new(most: usize, patience: Duration) -> Self {
        let state = Mutex::new(State { idle: Vec::new(), lent: 0, closed: false });
        Self { most: most.max(1), patience, state, returned: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, State<C>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does something with a connection, which is opened if none is idle and there may be more. A connection that is not given
    /// back is thrown away.
    ///
    /// # Errors
    /// If none can be opened, none comes back in time, or the shelf is closed.
    pub fn lend<T>(
        &self,
        open: impl FnOnce() -> Result<C, StoreFault>,
        with: impl FnOnce(C) -> (T, Option<C>),
    ) -> Result<T, StoreFault> {
        let idle = self.take()?;
        let mut lent = Lent { returned: None, shelf: self };
        let connection = idle.map_or_else(open, Ok)?;
        let (answer, returned) = with(connection);
        lent.returned = returned;
        Ok(answer)
    }

    /// An idle connection, or leave to open one: it is counted as lent already, so that nobody else waits while it is opened.
    fn take(&self) -> Result<Option<C>, StoreFault> {
        let begun = Instant::now();
        let mut state = self.state();
        loop {
            if state.closed {
                return Err(StoreFault::Closed);
            }
            if !state.idle.is_empty() || state.lent < self.most {
                state.lent += 1;
                return Ok(state.idle.pop());
            }
            let left = self.patience.saturating_sub(begun.elapsed());
            if left.is_zero() {
                return Err(StoreFault::Disk("all connections are busy".to_owned()));
            }
            state = self.returned.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Throws away what is idle: the database was gone, and none of it is good any more.
    pub fn clear(&self) {
        self.state().idle.clear();
    }

    /// Lends nothing from now on, and waits for what is lent.
    pub fn close(&self) {
        let mut state = self.state();
        state.closed = true;
        state.idle.clear();
        self.returned.notify_all();
        while state.lent > 0 {
            state = self.returned.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn give_back(&self, connection: Option<C>) {
        let mut state = self.state();
        if let Some(connection) = connection
            && !state.closed
        {
            state.idle.push(connection);
        }
        state.lent -= 1;
        drop(state);
        self.returned.notify_all();
    }
}

impl<C> fmt::Debug for Shelf<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shelf").field("most", &self.most).finish_non_exhaustive()
    }
}

/// A place on the shelf that is free again afterwards, even after a read that panics.
struct Lent<'a, C> {
    returned: Option<C>,
    shelf: &'a Shelf<C>,
}

impl<C> Drop for Lent<'_, C> {
    fn drop(&mut self) {
        self.shelf.give_back(self.returned.take());
    }
}
