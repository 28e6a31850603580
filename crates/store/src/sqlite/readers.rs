//! A few connections that read, shared by many threads.
//!
//! The write-ahead log lets them read what was durable when they began while the one writer goes on.

use std::path::PathBuf;
use std::time::Duration;

use rusqlite::Connection;

use super::connection;
use crate::engine::Shelf;
use crate::fault::StoreFault;
use crate::settings::Settings;

pub(super) struct Readers {
    path: PathBuf,
    settings: Settings,
    shelf: Shelf<Connection>,
}

impl Readers {
    pub(super) fn new(path: PathBuf, settings: Settings) -> Self {
        // A file answers, so whoever waits comes to read.
        Self { path, shelf: Shelf::new(settings.readers, Duration::MAX), settings }
    }

    /// Reads in one transaction, so that everything read belongs together.
    pub(super) fn read<T>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StoreFault>,
    ) -> Result<T, StoreFault> {
        let open = || connection::reader(&self.path, &self.settings);
        self.shelf.lend(open, |connection| (whole(&connection, read), Some(connection)))?
    }

    /// Lends nothing from now on, and waits for what is lent.
    pub(super) fn close(&self) {
        self.shelf.close();
    }
}

fn whole<T>(
    connection: &Connection,
    read: impl FnOnce(&Connection) -> Result<T, StoreFault>,
) -> Result<T, StoreFault> {
    let transaction = connection.unchecked_transaction()?;
    let answer = read(&transaction)?;
    transaction.commit()?;
    Ok(answer)
}
