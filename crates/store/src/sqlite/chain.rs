//! The log of one table, found by going from each entry to the one before it.
//!
//! Entries stand in the order in which they arrived, whatever table they belong to, so that a group of appends fills one page after the
//! other and touches no more. An index by table would cost a page for every append: neighbours in time are no neighbours there. So an
//! entry names the one before it, `heads` names the last one of each table, and now and then a *mark* names one in between,
//! from which a walk can begin. A mark also has the names of the commands since the one before it, as numbers: so it is known in which part of
//! a log a command can be, and only that is walked (`filing`, `names`).

use rusqlite::{CachedStatement, Connection, OptionalExtension, Row, params};

use super::names::{Name, listed};
use crate::commit::CommandKey;
use crate::engine::column;
use crate::fault::StoreFault;
use crate::record::Entry;

/// An entry of a table: its number, and its key in the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Link {
    pub(super) seq: u64,
    pub(super) entry: i64,
}

impl Link {
    fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self { seq: row.get(0)?, entry: row.get(1)? })
    }
}

/// The last entry of a table.
pub(super) fn head(connection: &Connection, table_key: i64) -> Result<Option<Link>, StoreFault> {
    let mut find = connection.prepare_cached("SELECT seq, entry FROM heads WHERE table_key = ?1")?;
    Ok(find.query_row([table_key], Link::read).optional()?)
}

/// The first place from this number on where a walk can begin; the end of the log, if there is no mark.
fn start(connection: &Connection, table_key: i64, seq: u64) -> Result<Option<Link>, StoreFault> {
    let mut find = connection.prepare_cached(
        "SELECT seq, entry FROM marks WHERE table_key = ?1 AND seq >= ?2 ORDER BY seq LIMIT 1",
    )?;
    let mark = find.query_row(params![table_key, column(seq)?], Link::read).optional()?;
    mark.map_or_else(|| head(connection, table_key), |mark| Ok(Some(mark)))
}

/// What a walk reads of each entry: number, the one before, and whatever else is wanted.
macro_rules! links {
    ($columns:literal) => {
        concat!("SELECT seq, before", $columns, " FROM log WHERE key = ?1 AND table_key = ?2")
    };
}

/// A walk from one entry to the one before it, and so on.
struct Walk<'c> {
    find: CachedStatement<'c>,
    table_key: i64,
    next: Option<i64>,
    /// The number of the entry that was read last.
    above: u64,
}

impl<'c> Walk<'c> {
    /// Begins with this entry. The statement is one of [`links!`].
    fn new(
        connection: &'c Connection,
        sql: &str,
        table_key: i64,
        from: Option<Link>,
    ) -> Result<Self, StoreFault> {
        let above = from.map_or(0, |from| from.seq.saturating_add(1));
        let next = from.map(|from| from.entry);
        Ok(Self { find: connection.prepare_cached(sql)?, table_key, next, above })
    }

    /// The next entry: where it is, and what is read of it. Numbers fall, so no walk is without end, whatever stands in the file.
    fn step<T>(
        &mut self,
        read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Option<(Link, T)>, StoreFault> {
        let Some(entry) = self.next else { return Ok(None) };
        let found = self
            .find
            .query_row(params![entry, self.table_key], |row| {
                Ok((Link { seq: row.get(0)?, entry }, row.get(1)?, read(row)?))
            })
            .optional()?;
        match found {
            Some((link, before, read)) if link.seq < self.above => {
                (self.next, self.above) = (before, link.seq);
                Ok(Some((link, read)))
            }
            Some(_) | None => {
                Err(StoreFault::Corrupt(format!("the log of a table breaks off before entry {}", self.above)))
            }
        }
    }
}

/// Entries from this number on, so many at the most.
pub(super) fn entries(
    connection: &Connection,
    table_key: i64,
    from: u64,
    limit: u32,
) -> Result<Vec<Entry>, StoreFault> {
    let after = from.max(1).saturating_add(limit.into());
    let start = start(connection, table_key, after - 1)?;
    let sql =
        links!(", at, kind, body, (SELECT id FROM players WHERE players.key = log.player), command, digest");
    let mut walk = Walk::new(connection, sql, table_key, start)?;
    let mut entries = Vec::new();
    while let Some((link, entry)) = walk.step(entry)? {
        if link.seq < from {
            break;
        }
        if link.seq < after {
            entries.push(entry);
        }
    }
    entries.reverse();
    Ok(entries)
}

/// A row of number, anything, time, kind, body, player, command, digest.
pub(super) fn entry(row: &Row<'_>) -> rusqlite::Result<Entry> {
    let command = match (row.get::<_, Option<String>>(5)?, row.get::<_, Option<String>>(6)?) {
        (Some(player), Some(id)) => Some(CommandKey { player: player.into(), id, digest: row.get(7)? }),
        _ => None,
    };
    Ok(Entry { seq: row.get(0)?, at_ms: row.get(2)?, kind: row.get(3)?, body: row.get(4)?, command })
}

/// The key of the entry with this number.
pub(super) fn entry_at(connection: &Connection, table_key: i64, seq: u64) -> Result<Option<i64>, StoreFault> {
    let start = start(connection, table_key, seq)?;
    let mut walk = Walk::new(connection, links!(""), table_key, start)?;
    while let Some((link, ())) = walk.step(|_| Ok(()))? {
        if link.seq <= seq {
            return Ok((link.seq == seq).then_some(link.entry));
        }
    }
    Ok(None)
}

/// The last entry that was written with the command of an entry, and the hash of its contents.
pub(super) fn answer(connection: &Connection, entry: i64) -> Result<(u64, [u8; 32]), StoreFault> {
    let mut find =
        connection.prepare_cached("SELECT coalesce(until, seq), digest FROM log WHERE key = ?1")?;
    Ok(find.query_row([entry], |row| Ok((row.get(0)?, row.get(1)?)))?)
}

/// A part of a log: from one mark to the next, or from the last mark to the end.
pub(super) struct Part {
    /// Its last entry.
    pub(super) end: Link,
    /// The number of the mark before it; 0 if there is none.
    pub(super) after: u64,
    /// Whether it ends with a mark.
    pub(super) marked: bool,
    /// The names of its commands, if they were filed.
    pub(super) filed: Option<Vec<u8>>,
}

/// All parts of the log of a table, the newest first.
pub(super) fn parts(connection: &Connection, table_key: i64) -> Result<Vec<Part>, StoreFault> {
    let part = |end: Link, filed| Part { end, after: 0, marked: true, filed };
    let mut find = connection
        .prepare_cached("SELECT seq, entry, commands FROM marks WHERE table_key = ?1 ORDER BY seq DESC")?;
    let marks = find.query_map([table_key], |row| Ok(part(Link::read(row)?, row.get(2)?)))?;
    let mut parts = Vec::new();
    if let Some(head) = head(connection, table_key)? {
        parts.push(Part { marked: false, ..part(head, None) });
    }
    for mark in marks {
        let mark = mark?;
        match parts.last_mut() {
            // Nothing came after the last mark.
            Some(last) if last.end == mark.end => *last = mark,
            Some(last) => {
                last.after = mark.end.seq;
                parts.push(mark);
            }
            None => parts.push(mark),
        }
    }
    Ok(parts)
}

/// Goes through the commands in a part of a log, the newest first, until one is what is looked for.
fn search<T>(
    connection: &Connection,
    table_key: i64,
    part: &Part,
    mut look: impl FnMut(i64, &str, Link) -> Option<T>,
) -> Result<Option<T>, StoreFault> {
    let mut walk = Walk::new(connection, links!(", player, command"), table_key, Some(part.end))?;
    while walk.above > part.after + 1 {
        let command = |row: &Row<'_>| Ok((row.get::<_, Option<i64>>(2)?, row.get::<_, Option<Box<str>>>(3)?));
        let Some((link, command)) = walk.step(command)? else { break };
        if let (Some(player), Some(id)) = command
            && link.seq > part.after
            && let Some(found) = look(player, &id, link)
        {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// The names of all commands in a part of a log, in order.
pub(super) fn names(connection: &Connection, table_key: i64, part: &Part) -> Result<Vec<Name>, StoreFault> {
    let mut names = Vec::new();
    search(connection, table_key, part, |player, id, _| {
        names.push(Name::new(player, id));
        None::<()>
    })?;
    names.reverse();
    Ok(names)
}

/// Where a command stands in the log of a table. Only parts are read in which one of this name may be.
pub(super) fn command(
    connection: &Connection,
    table_key: i64,
    player: i64,
    id: &str,
) -> Result<Option<i64>, StoreFault> {
    let name = Name::new(player, id);
    for part in parts(connection, table_key)? {
        if part.filed.as_ref().is_none_or(|filed| listed(filed).any(|filed| filed == name)) {
            let same = |by, named: &str, at: Link| (by == player && named == id).then_some(at.entry);
            if let Some(entry) = search(connection, table_key, &part, same)? {
                return Ok(Some(entry));
            }
        }
    }
    Ok(None)
}

/// Deletes the log of a table.
pub(super) fn delete(connection: &Connection, table_key: i64) -> Result<(), StoreFault> {
    let length = head(connection, table_key)?.map_or(0, |head| head.seq);
    let deleted = connection
        .prepare_cached(
            "WITH RECURSIVE chain (key) AS (
                 SELECT entry FROM heads WHERE table_key = ?1
                 UNION SELECT before FROM log JOIN chain USING (key) WHERE before IS NOT NULL)
             DELETE FROM log WHERE key IN (SELECT key FROM chain) AND table_key = ?1",
        )?
        .execute([table_key])?;
    if deleted as u64 != length {
        // A damaged log is not found by walking: all of it goes the slow way.
        connection.prepare_cached("DELETE FROM log WHERE table_key = ?1")?.execute([table_key])?;
    }
    for sql in ["DELETE FROM marks WHERE table_key = ?1", "DELETE FROM heads WHERE table_key = ?1"] {
        connection.prepare_cached(sql)?.execute([table_key])?;
    }
    Ok(())
}
