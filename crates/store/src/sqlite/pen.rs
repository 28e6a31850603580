//! The connection that writes, with what it knows by heart.
//!
//! Every move of a table looks up the same few things: the table's key and owner, its last entry, the player's key. They are remembered
//! from one write to the next. Whatever is taken back, whatever another connection writes, and whoever writes a log anew
//! makes the pen forget all of it; a new owner or the end of a table, where that table stands. Remembering is for speed, and the file alone is right.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::ops::Deref;

use rusqlite::Connection;

use super::chain::{self, Link, Unfiled};
use super::heart::{Heart, Names};
use super::{players, write};
use crate::fault::StoreFault;
use crate::id::{Epoch, PlayerId, TableId};

/// How many tables and players are known by heart; one more, and all are looked up again.
const MOST: usize = 20_000;
/// How many commands of all tables are known by heart, likewise: some ten bytes each.
const MOST_COMMANDS: usize = 4_000_000;
/// After how many commands of a table that was read from the file all of its commands are learnt by heart. To learn them costs as much as to
/// look up some; after a restart, when all tables come at once, each is looked up first.
const LEARN_AFTER: u32 = 16;

/// Where a table stands.
pub(super) struct Place {
    pub(super) key: i64,
    pub(super) epoch: Epoch,
    /// The last entry.
    pub(super) head: Option<Link>,
    /// The last mark: all commands up to it are filed.
    pub(super) filed: u64,
    /// The commands since then.
    pub(super) unfiled: Vec<Unfiled>,
    /// All commands, filed or not.
    known: Known,
}

/// What is known of the commands of a table.
enum Known {
    /// All of them.
    All(Heart),
    /// Nothing; so many were looked up in the file.
    Nothing { looked_up: u32 },
}

impl Place {
    /// Of a table that was just made.
    pub(super) fn new(key: i64) -> Self {
        let known = Known::All(Heart::default());
        Self { key, epoch: Epoch::FIRST, head: None, filed: 0, unfiled: Vec::new(), known }
    }

    /// The number of the last entry.
    pub(super) fn head(&self) -> u64 {
        self.head.map_or(0, |head| head.seq)
    }
}

/// The connection that writes.
pub(super) struct Pen {
    connection: Connection,
    run: i64,
    tables: RefCell<HashMap<TableId, Place>>,
    players: RefCell<HashMap<PlayerId, i64>>,
    names: Names,
    /// How many commands were learnt since everything was forgotten.
    learnt: Cell<usize>,
    /// Changes when another connection has written.
    version: Cell<i64>,
}

impl Pen {
    /// The connection of a run (`life`).
    pub(super) fn new(connection: Connection, run: i64) -> Self {
        let (tables, players) = (RefCell::default(), RefCell::default());
        let (names, learnt) = (Names::default(), Cell::new(0));
        Self { connection, run, tables, players, names, learnt, version: Cell::new(0) }
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
        self.learnt.set(0);
    }

    /// Forgets where a table stands.
    pub(super) fn forget_table(&self, table: &TableId) {
        self.tables.borrow_mut().remove(table);
    }

    /// Whether it is known by heart where a table stands.
    #[cfg(test)]
    pub(super) fn knows(&self, table: &TableId) -> bool {
        self.tables.borrow().contains_key(table)
    }

    /// Where a table stands, if there is such a table. It is forgotten until it is [remembered](Self::remember), so that nothing is
    /// left behind of a write that fails.
    pub(super) fn table(&self, table: &TableId) -> Result<Option<Place>, StoreFault> {
        if let Some(place) = self.tables.borrow_mut().remove(table) {
            return Ok(Some(place));
        }
        let Some((key, epoch)) = write::find(self, table)? else { return Ok(None) };
        let (head, filed) = (chain::head(self, key)?, chain::last_mark(self, key)?);
        let known = Known::Nothing { looked_up: 0 };
        Ok(Some(Place { key, epoch, head, filed, unfiled: chain::unfiled(self, key)?, known }))
    }

    /// Takes note of where a table stands now.
    pub(super) fn remember(&self, table: &TableId, place: Place) {
        let mut tables = self.tables.borrow_mut();
        if tables.len() >= MOST || self.learnt.get() > MOST_COMMANDS {
            tables.clear();
            self.learnt.set(0);
        }
        tables.insert(table.clone(), place);
    }

    /// The entry of a command, if it is in the log of this table.
    pub(super) fn command(
        &self,
        place: &mut Place,
        player: i64,
        id: &str,
    ) -> Result<Option<i64>, StoreFault> {
        if let Known::Nothing { looked_up } = &mut place.known {
            *looked_up += 1;
            if *looked_up > LEARN_AFTER {
                place.known = Known::All(self.learn(place)?);
            }
        }
        if let Known::All(known) = &place.known
            && !known.contains(&self.names.name(player, id))
        {
            return Ok(None);
        }
        let same = |unfiled: &&Unfiled| unfiled.player == player && *unfiled.id == *id;
        match place.unfiled.iter().rev().find(same) {
            None if place.filed > 0 => chain::filed(self, place.key, player, id),
            unfiled => Ok(unfiled.map(|unfiled| unfiled.entry)),
        }
    }

    fn learn(&self, place: &Place) -> Result<Heart, StoreFault> {
        let mut known: Heart = chain::all_filed(self, place.key, |player, id| self.names.name(player, id))?;
        known.extend(place.unfiled.iter().map(|unfiled| self.names.name(unfiled.player, &unfiled.id)));
        self.learnt.set(self.learnt.get() + known.len());
        Ok(known)
    }

    /// Takes note of a command that is now in the log of a table.
    pub(super) fn note_command(&self, place: &mut Place, command: Unfiled) {
        if let Known::All(known) = &mut place.known {
            known.insert(self.names.name(command.player, &command.id));
            self.learnt.set(self.learnt.get() + 1);
        }
        place.unfiled.push(command);
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
