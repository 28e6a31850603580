//! A commit, written inside the group's transaction.
//!
//! Each function either has written all of its part or returns a fault; the savepoint around the whole commit then takes back
//! what was written before it. The owner's epoch is looked at before anything else.

use rusqlite::{Connection, Error, ErrorCode, OptionalExtension, params};

use super::pen::{Pen, Place};
use super::{filing, ledger, players};
use crate::commit::{
    ChatLine, Commit, GameResult, Receipt, RollCount, Sitting, Snapshot, TableRow, TableWrite,
};
use crate::engine::column;
use crate::fault::StoreFault;
use crate::id::{Epoch, TableId};

pub(super) fn commit(pen: &Pen, commit: &Commit) -> Result<Receipt, StoreFault> {
    let mut receipt = Receipt::default();
    if let Some(write) = &commit.table {
        receipt.head = table(pen, write, commit.at_ms)?;
    }
    for transfer in &commit.transfers {
        ledger::transfer(pen, transfer, commit.at_ms)?;
    }
    for result in &commit.results {
        game_result(pen, result)?;
    }
    for count in &commit.rolls {
        roll_count(pen, count)?;
    }
    Ok(receipt)
}

/// A table's key and epoch.
pub(super) fn find(connection: &Connection, table: &TableId) -> Result<Option<(i64, Epoch)>, StoreFault> {
    Ok(connection
        .prepare_cached("SELECT key, epoch FROM tables WHERE id = ?1")?
        .query_row([table.as_str()], |row| Ok((row.get(0)?, Epoch(row.get(1)?))))
        .optional()?)
}

fn table(pen: &Pen, write: &TableWrite, at_ms: i64) -> Result<Option<u64>, StoreFault> {
    let mut place = match (pen.table(&write.id)?, &write.row) {
        (Some(place), _) if place.epoch != write.epoch => {
            return Err(StoreFault::StaleEpoch { given: write.epoch, current: place.epoch });
        }
        (Some(place), Some(row)) => {
            update(pen, place.key, row, at_ms)?;
            place
        }
        (Some(place), None) => place,
        (None, Some(row)) if write.epoch == Epoch::FIRST => Place::new(insert(pen, &write.id, row, at_ms)?),
        (None, _) => return Err(StoreFault::UnknownTable(write.id.clone())),
    };
    let key = place.key;
    let append = write.append.as_ref();
    let head = append.map(|append| filing::append(pen, &mut place, append)).transpose()?;
    if let Some(snapshot) = &write.snapshot {
        self::snapshot(pen, key, place.head(), snapshot)?;
    }
    if let Some(seats) = &write.seats {
        self::seats(pen, key, seats)?;
    }
    for line in &write.chat {
        chat(pen, key, line)?;
    }
    pen.remember(&write.id, place);
    Ok(head)
}

fn insert(pen: &Pen, id: &TableId, row: &TableRow, at_ms: i64) -> Result<i64, StoreFault> {
    pen.prepare_cached(
        "INSERT INTO tables (status, game, public, code, name, seats, people, bots, wake_at, keep, details,
                                 changed_at, created_at, id, run, epoch)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?12, ?13, ?14, 1)",
    )?
    .execute(params![
        row.status,
        row.game,
        row.public,
        row.code,
        row.name,
        row.seats,
        row.people,
        row.bots,
        row.wake_at_ms,
        row.keep,
        row.details,
        at_ms,
        id.as_str(),
        pen.run()
    ])
    .map_err(|error| taken(error, "code"))?;
    Ok(pen.last_insert_rowid())
}

fn update(connection: &Connection, key: i64, row: &TableRow, at_ms: i64) -> Result<(), StoreFault> {
    connection
        .prepare_cached(
            "UPDATE tables SET status = ?1, game = ?2, public = ?3, code = ?4, name = ?5, seats = ?6, people = ?7,
                    bots = ?8, wake_at = ?9, keep = ?10, details = ?11, changed_at = ?12
             WHERE key = ?13",
        )?
        .execute(params![
            row.status, row.game, row.public, row.code, row.name, row.seats, row.people, row.bots,
            row.wake_at_ms, row.keep, row.details, at_ms, key
        ])
        .map_err(|error| taken(error, "code"))?;
    Ok(())
}

/// A name that must be the only one of its kind turned out to be there.
pub(super) fn taken(error: Error, what: &'static str) -> StoreFault {
    if is_unique(&error) { StoreFault::Taken(what) } else { error.into() }
}

fn is_unique(error: &Error) -> bool {
    error.sqlite_error().is_some_and(|e| {
        e.code == ErrorCode::ConstraintViolation
            && [rusqlite::ffi::SQLITE_CONSTRAINT_UNIQUE, rusqlite::ffi::SQLITE_CONSTRAINT_PRIMARYKEY]
                .contains(&e.extended_code)
    })
}

fn snapshot(connection: &Connection, key: i64, head: u64, snapshot: &Snapshot) -> Result<(), StoreFault> {
    snapshot.check(head)?;
    connection
        .prepare_cached(
            "INSERT INTO snapshots (table_key, seq, body) VALUES (?1, ?2, ?3)
             ON CONFLICT (table_key) DO UPDATE SET seq = excluded.seq, body = excluded.body",
        )?
        .execute(params![key, column(snapshot.seq)?, snapshot.body])?;
    Ok(())
}

fn seats(connection: &Connection, key: i64, seats: &[Sitting]) -> Result<(), StoreFault> {
    connection.prepare_cached("DELETE FROM seats WHERE table_key = ?1")?.execute([key])?;
    let mut insert =
        connection.prepare_cached("INSERT INTO seats (table_key, player, seat) VALUES (?1, ?2, ?3)")?;
    for sitting in seats {
        insert
            .execute(params![key, players::key(connection, &sitting.player)?, sitting.seat])
            .map_err(|error| taken(error, "seat"))?;
    }
    Ok(())
}

fn chat(connection: &Connection, key: i64, line: &ChatLine) -> Result<(), StoreFault> {
    let player = line.player.as_ref().map(|player| players::key(connection, player)).transpose()?;
    let (id, digest) = line.said_as.as_ref().map(|said| (said.id.as_str(), said.digest.as_slice())).unzip();
    connection
        .prepare_cached(
            "INSERT INTO chat (table_key, at, player, text, command, digest) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )?
        .execute(params![key, line.at_ms, player, line.text, id, digest])?;
    Ok(())
}

fn game_result(connection: &Connection, result: &GameResult) -> Result<(), StoreFault> {
    connection
        .prepare_cached(
            "INSERT INTO results (player, game, table_id, game_number, seat, score, won, at, details)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        )?
        .execute(params![
            players::key(connection, &result.player)?,
            result.game,
            result.table.as_str(),
            result.game_number,
            result.seat,
            result.score,
            result.won,
            result.at_ms,
            result.details,
        ])
        .map_err(|error| taken(error, "result"))?;
    Ok(())
}

fn roll_count(connection: &Connection, count: &RollCount) -> Result<(), StoreFault> {
    let player = players::key(connection, &count.player)?;
    if count.times > 0 {
        connection
            .prepare_cached(
                "INSERT INTO rolls (player, game, value, times) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT DO UPDATE SET times = times + excluded.times",
            )?
            .execute(params![player, count.game, count.value, column(count.times)?])?;
    }
    Ok(())
}
