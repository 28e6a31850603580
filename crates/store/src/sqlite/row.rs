//! Columns that are types of ours.

use rusqlite::Row;
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};

use crate::commit::{Status, TableRow};
use crate::engine::{status_column, status_of};
use crate::id::{Epoch, TableId};
use crate::record::{Player, TableRecord};

impl ToSql for Status {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::from(status_column(*self)))
    }
}

impl FromSql for Status {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let number = value.as_i64()?;
        let status = i16::try_from(number).ok().and_then(status_of);
        status.ok_or(FromSqlError::OutOfRange(number))
    }
}

/// A query for tables, to which conditions are added.
macro_rules! tables {
    ($rest:literal) => {
        concat!(
            "SELECT id, epoch, ifnull((SELECT seq FROM heads WHERE table_key = tables.key), 0), created_at,
                    changed_at, status, game, public, code, name, seats, people, bots, wake_at, keep, details
             FROM tables WHERE ",
            $rest
        )
    };
}
pub(super) use tables;

/// A row of [`tables!`].
pub(super) fn table(row: &Row<'_>) -> rusqlite::Result<TableRecord> {
    Ok(TableRecord {
        id: TableId::from(row.get::<_, String>(0)?),
        epoch: Epoch(row.get(1)?),
        head: row.get(2)?,
        created_at_ms: row.get(3)?,
        changed_at_ms: row.get(4)?,
        row: TableRow {
            status: row.get(5)?,
            game: row.get(6)?,
            public: row.get(7)?,
            code: row.get(8)?,
            name: row.get(9)?,
            seats: row.get(10)?,
            people: row.get(11)?,
            bots: row.get(12)?,
            wake_at_ms: row.get(13)?,
            keep: row.get(14)?,
            details: row.get(15)?,
        },
    })
}

/// A query for players, to which tables and conditions are added.
macro_rules! players {
    ($rest:literal) => {
        concat!("SELECT id, name, players.created_at, seen_at, muted, banned, erased_at IS NOT NULL ", $rest)
    };
}
pub(super) use players;

/// A row of [`players!`].
pub(super) fn player(row: &Row<'_>) -> rusqlite::Result<Player> {
    Ok(Player {
        id: row.get::<_, String>(0)?.into(),
        name: row.get(1)?,
        created_at_ms: row.get(2)?,
        seen_at_ms: row.get(3)?,
        muted: row.get(4)?,
        banned: row.get(5)?,
        erased: row.get(6)?,
    })
}
