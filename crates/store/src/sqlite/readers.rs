//! A few connections that read, shared by many threads.
//!
//! The write-ahead log lets them read what was durable when they began while the one writer goes on. They are opened when first
//! needed; who comes when all are in use waits.

use std::path::PathBuf;
use std::sync::{Condvar, Mutex, PoisonError};

use rusqlite::Connection;

use super::connection;
use crate::fault::StoreFault;
use crate::settings::Settings;

pub(super) struct Readers {
    path: PathBuf,
    settings: Settings,
    shelf: Mutex<Shelf>,
    returned: Condvar,
}

#[derive(Default)]
struct Shelf {
    idle: Vec<Connection>,
    lent: usize,
    closed: bool,
}

impl Readers {
    pub(super) fn new(path: PathBuf, settings: Settings) -> Self {
        Self { path, settings, shelf: Mutex::default(), returned: Condvar::new() }
    }

    /// Reads in one transaction, so that everything read belongs together.
    pub(super) fn read<T>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StoreFault>,
    ) -> Result<T, StoreFault> {
        let lent = Lent { connection: Some(self.borrow()?), readers: self };
        let Some(connection) = lent.connection.as_ref() else { return Err(StoreFault::Closed) };
        let transaction = connection.unchecked_transaction()?;
        let answer = read(&transaction)?;
        transaction.commit()?;
        Ok(answer)
    }

    fn borrow(&self) -> Result<Connection, StoreFault> {
        let mut lending = self.shelf.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if lending.closed {
                return Err(StoreFault::Closed);
            }
            if let Some(connection) = lending.idle.pop() {
                lending.lent += 1;
                return Ok(connection);
            }
            if lending.lent < self.settings.readers.max(1) {
                let connection = connection::reader(&self.path, &self.settings)?;
                lending.lent += 1;
                return Ok(connection);
            }
            lending = self.returned.wait(lending).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn give_back(&self, connection: Connection) {
        let mut lending = self.shelf.lock().unwrap_or_else(PoisonError::into_inner);
        if lending.closed {
            drop(connection);
        } else {
            lending.idle.push(connection);
        }
        lending.lent -= 1;
        drop(lending);
        self.returned.notify_all();
    }

    /// Lends nothing from now on, and waits for what is lent.
    pub(super) fn close(&self) {
        let mut lending = self.shelf.lock().unwrap_or_else(PoisonError::into_inner);
        lending.closed = true;
        lending.idle.clear();
        self.returned.notify_all();
        while lending.lent > 0 {
            lending = self.returned.wait(lending).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// A connection that finds its way back, even from a read that panics.
struct Lent<'a> {
    connection: Option<Connection>,
    readers: &'a Readers,
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        if let Some(connection) = self.connection.take() {
            self.readers.give_back(connection);
        }
    }
}
