//! The connection that writes, with what it knows by heart.
//!
//! Every move of a table looks up the same few things: the table's key and owner, its last entry, the player's key, and whether a command is
//! new. They are remembered from one write to the next. What is taken back makes the pen forget the tables that were written to;
//! whatever another connection writes, and whoever writes a log anew, all of them; a new owner or the end of a table, where that table
//! stands. Remembering is for speed, and the file alone is right.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::ops::Deref;

use rusqlite::{Connection, Params, Statement, params};

use super::chain::{self, Link};
use super::names::{Name, Names, list, listed};
use super::{players, write};
use crate::engine::column;
use crate::fault::StoreFault;
use crate::id::{Epoch, PlayerId, TableId};

/// How many tables and players are known by heart; one more, and all are looked up again.
const MOST: usize = 20_000;
/// How many commands of all tables are known by heart, likewise: some ten bytes each.
const MOST_COMMANDS: usize = 4_000_000;

/// Where a table stands.
pub(super) struct Place {
    pub(super) key: i64,
    pub(super) epoch: Epoch,
    /// The last entry.
    pub(super) head: Option<Link>,
    /// The last mark: all commands up to it are filed.
    pub(super) filed: u64,
    /// The commands since then.
    pub(super) unfiled: Vec<Name>,
    /// All commands, filed or not.
    known: Names,
    /// The transaction that was the last to write to it.
    written_in: u64,
}

impl Place {
    /// Of a table that was just made.
    pub(super) fn new(key: i64) -> Self {
        Self {
            key,
            epoch: Epoch::FIRST,
            head: None,
            filed: 0,
            unfiled: Vec::new(),
            known: Names::new(),
            written_in: 0,
        }
    }

    /// The number of the last entry.
    pub(super) fn head(&self) -> u64 {
        self.head.map_or(0, |head| head.seq)
    }
}

/// A statement of every move: prepared once and kept at hand, where others are looked for by their text.
struct Kept<'c> {
    sql: &'static str,
    prepared: RefCell<Option<Statement<'c>>>,
}

impl<'c> Kept<'c> {
    const fn new(sql: &'static str) -> Self {
        Self { sql, prepared: RefCell::new(None) }
    }

    fn execute(&self, connection: &'c Connection, params: impl Params) -> Result<(), StoreFault> {
        let mut prepared = self.prepared.borrow_mut();
        let statement = match &mut *prepared {
            Some(statement) => statement,
            none => none.insert(connection.prepare(self.sql)?),
        };
        statement.execute(params)?;
        Ok(())
    }
}

/// The connection that writes.
pub(super) struct Pen<'c> {
    connection: &'c Connection,
    run: i64,
    /// `None` while a write is at a table, and after one that failed.
    tables: RefCell<HashMap<TableId, Option<Place>>>,
    players: RefCell<HashMap<PlayerId, i64>>,
    /// How many commands were learnt since everything was forgotten.
    learnt: Cell<usize>,
    /// Changes when another connection has written.
    version: Cell<i64>,
    /// How many transactions there were.
    transaction: Cell<u64>,
    add_entry: Kept<'c>,
    move_head: Kept<'c>,
}

impl<'c> Pen<'c> {
    /// The connection of a run (`life`).
    pub(super) fn new(connection: &'c Connection, run: i64) -> Self {
        Self {
            connection,
            run,
            tables: RefCell::default(),
            players: RefCell::default(),
            learnt: Cell::new(0),
            version: Cell::new(0),
            transaction: Cell::new(0),
            add_entry: Kept::new(
                "INSERT INTO log (table_key, seq, before, at, kind, body, player, command, digest, until)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
            ),
            move_head: Kept::new("UPDATE heads SET seq = ?2, entry = ?3 WHERE table_key = ?1"),
        }
    }

    /// The key of this run.
    pub(super) const fn run(&self) -> i64 {
        self.run
    }

    /// Adds an entry to the log: table, number, the entry before it, time, kind, body, player, command, digest, until. Its key.
    pub(super) fn add_entry(&self, entry: impl Params) -> Result<i64, StoreFault> {
        self.add_entry.execute(self.connection, entry)?;
        Ok(self.last_insert_rowid())
    }

    /// Notes the last entry of a table that had one before: table, number, key.
    pub(super) fn move_head(&self, head: impl Params) -> Result<(), StoreFault> {
        self.move_head.execute(self.connection, head)
    }

    /// Begins a transaction. What another connection has written meanwhile makes the pen forget everything; from here on none can.
    pub(super) fn begin(&self) -> Result<(), StoreFault> {
        self.prepare_cached("BEGIN IMMEDIATE")?.execute([])?;
        self.transaction.set(self.transaction.get() + 1);
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

    /// Forgets what this transaction has written, or some of it: it is taken back.
    pub(super) fn forget_transaction(&self) {
        let now = self.transaction.get();
        let mut tables = self.tables.borrow_mut();
        tables.retain(|_, place| place.as_ref().is_some_and(|place| place.written_in != now));
        self.learnt.set(tables.values().flatten().map(|place| place.known.len()).sum());
        self.players.borrow_mut().clear();
    }

    /// Forgets where a table stands.
    pub(super) fn forget_table(&self, table: &TableId) {
        self.tables.borrow_mut().remove(table);
    }

    /// Whether it is known by heart where a table stands.
    #[cfg(test)]
    pub(super) fn knows(&self, table: &TableId) -> bool {
        self.tables.borrow().get(table).is_some_and(Option::is_some)
    }

    /// Where a table stands, if there is such a table. It is forgotten until it is [remembered](Self::remember), so that nothing is
    /// left behind of a write that fails.
    pub(super) fn table(&self, table: &TableId) -> Result<Option<Place>, StoreFault> {
        if let Some(place) = self.tables.borrow_mut().get_mut(table).and_then(Option::take) {
            return Ok(Some(place));
        }
        let Some((key, epoch)) = write::find(self, table)? else { return Ok(None) };
        let mut place = Place { epoch, head: chain::head(self, key)?, ..Place::new(key) };
        self.learn(&mut place)?;
        self.learnt.set(self.learnt.get() + place.known.len());
        Ok(Some(place))
    }

    /// Learns the commands of a table. Those of earlier versions were filed elsewhere: they are read from the log, and filed here.
    fn learn(&self, place: &mut Place) -> Result<(), StoreFault> {
        for part in chain::parts(self, place.key)? {
            if let Some(filed) = &part.filed {
                place.known.extend(listed(filed));
            } else {
                let names = chain::names(self, place.key, &part)?;
                place.known.extend(&names);
                if part.marked {
                    self.prepare_cached("UPDATE marks SET commands = ?3 WHERE table_key = ?1 AND seq = ?2")?
                        .execute(params![place.key, column(part.end.seq)?, list(&names)])?;
                } else {
                    place.unfiled = names;
                }
            }
            if part.marked {
                place.filed = place.filed.max(part.end.seq);
            }
        }
        Ok(())
    }

    /// Takes note of where a table stands now.
    pub(super) fn remember(&self, table: &TableId, mut place: Place) {
        place.written_in = self.transaction.get();
        let mut tables = self.tables.borrow_mut();
        if tables.len() >= MOST || self.learnt.get() > MOST_COMMANDS {
            tables.clear();
            self.learnt.set(0);
        }
        if let Some(slot) = tables.get_mut(table) {
            *slot = Some(place);
        } else {
            tables.insert(table.clone(), Some(place));
        }
    }

    /// The entry of a command, if it is in the log of this table.
    pub(super) fn command(&self, place: &Place, player: i64, id: &str) -> Result<Option<i64>, StoreFault> {
        if place.known.contains(&Name::new(player, id)) {
            return chain::command(self, place.key, player, id);
        }
        Ok(None)
    }

    /// Takes note of a command that is now in the log of a table.
    pub(super) fn note_command(&self, place: &mut Place, player: i64, id: &str) {
        let name = Name::new(player, id);
        place.known.insert(name);
        place.unfiled.push(name);
        self.learnt.set(self.learnt.get() + 1);
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

impl Deref for Pen<'_> {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        self.connection
    }
}
