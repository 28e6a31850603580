//! The connection that writes, with what it knows by heart.
//!
//! Every move of a table looks up the same few things: the table's key and owner, its last entry, the player's key. They are remembered
//! from one write to the next. Whatever is taken back, whatever else is written than a commit, and whatever another connection
//! writes makes the pen forget all of it: remembering is for speed, and the file alone is right.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::ops::Deref;

use rusqlite::Connection;

use super::{players, write};
use crate::fault::StoreFault;
use crate::id::{Epoch, PlayerId, TableId};

/// How many tables and players are known by heart; one more, and all are looked up again.
const MOST: usize = 20_000;

/// Where a table stands.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) key: i64,
    pub(super) epoch: Epoch,
    /// The last entry.
    pub(super) head: u64,
}

/// The connection that writes.
pub(super) struct Pen {
    connection: Connection,
    run: i64,
    tables: RefCell<HashMap<TableId, Place>>,
    players: RefCell<HashMap<PlayerId, i64>>,
    /// Changes when another connection has written.
    version: Cell<i64>,
}

impl Pen {
    /// The connection of a run (`life`).
    pub(super) fn new(connection: Connection, run: i64) -> Self {
        let (tables, players) = (RefCell::default(), RefCell::default());
        Self { connection, run, tables, players, version: Cell::new(0) }
    }

    /// The key of this run.
    pub(super) const fn run(&self) -> i64 {
        self.run
    }

    /// Forgets everything if another connection has written; to be asked inside a transaction, which keeps others from it.
    pub(super) fn notice_others(&self) -> Result<(), StoreFault> {
        let version = self.prepare_cached("PRAGMA data_version")?.query_row([], |row| row.get(0))?;
        if self.version.replace(version) != version {
            self.forget();
        }
        Ok(())
    }

    /// Forgets everything.
    pub(super) fn forget(&self) {
        self.tables.borrow_mut().clear();
        self.players.borrow_mut().clear();
    }

    /// Where a table stands, if there is such a table.
    pub(super) fn table(&self, table: &TableId) -> Result<Option<Place>, StoreFault> {
        if let Some(place) = self.tables.borrow().get(table) {
            return Ok(Some(*place));
        }
        let Some((key, epoch)) = write::find(self, table)? else { return Ok(None) };
        let place = Place { key, epoch, head: write::head(self, key)? };
        self.remember(table, place);
        Ok(Some(place))
    }

    /// Takes note of where a table stands now.
    pub(super) fn remember(&self, table: &TableId, place: Place) {
        let mut tables = self.tables.borrow_mut();
        if let Some(known) = tables.get_mut(table) {
            *known = place;
            return;
        }
        if tables.len() >= MOST {
            tables.clear();
        }
        tables.insert(table.clone(), place);
    }

    /// A player's key.
    pub(super) fn player(&self, player: &PlayerId) -> Result<i64, StoreFault> {
        if let Some(key) = self.players.borrow().get(player) {
            return Ok(*key);
        }
        let key = players::key(self, player)?;
        let mut players = self.players.borrow_mut();
        if players.len() >= MOST {
            players.clear();
        }
        players.insert(player.clone(), key);
        Ok(key)
    }
}

impl Deref for Pen {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        &self.connection
    }
}
