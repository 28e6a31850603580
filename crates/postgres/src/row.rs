//! Rows that are types of ours.

use store::engine::{number, status_of};
use store::{Epoch, GameResult, PlayedGame, Player, PlayerId, StoreFault, TableRecord, TableRow};
use tokio_postgres::Row;

use crate::failure::Failure;

/// A query for tables, to which conditions are added.
macro_rules! tables {
    ($rest:literal) => {
        concat!(
            "SELECT id, epoch, head, created_at, changed_at, status, game, public, code, name, seats, people, bots,
                    wake_at, keep, details
             FROM tables WHERE ",
            $rest
        )
    };
}
pub(crate) use tables;

/// A small number from a wider column.
fn small<T: TryFrom<i64>>(column: i64) -> Result<T, Failure> {
    let wide = || StoreFault::Corrupt(format!("{column} is too large for its column"));
    T::try_from(column).map_err(|_| wide().into())
}

/// A row of [`tables!`].
pub(crate) fn table(row: &Row) -> Result<TableRecord, Failure> {
    let status: i16 = row.try_get(5)?;
    let count = |column| small(i64::from(row.try_get::<_, i32>(column)?));
    Ok(TableRecord {
        id: row.try_get::<_, &str>(0)?.into(),
        epoch: Epoch(number(row.try_get(1)?)?),
        head: number(row.try_get(2)?)?,
        created_at_ms: row.try_get(3)?,
        changed_at_ms: row.try_get(4)?,
        row: TableRow {
            status: status_of(status)
                .ok_or_else(|| StoreFault::Corrupt(format!("a table of status {status}")))?,
            game: row.try_get(6)?,
            public: row.try_get(7)?,
            code: row.try_get(8)?,
            name: row.try_get(9)?,
            seats: count(10)?,
            people: count(11)?,
            bots: count(12)?,
            wake_at_ms: row.try_get(13)?,
            keep: row.try_get(14)?,
            details: row.try_get(15)?,
        },
    })
}

/// A query for players, to which tables and conditions are added.
macro_rules! players {
    ($rest:literal) => {
        concat!("SELECT id, name, players.created_at, seen_at, muted, banned, erased_at IS NOT NULL ", $rest)
    };
}
pub(crate) use players;

/// A row of [`players!`].
pub(crate) fn player(row: &Row) -> Result<Player, Failure> {
    Ok(Player {
        id: row.try_get::<_, &str>(0)?.into(),
        name: row.try_get(1)?,
        created_at_ms: row.try_get(2)?,
        seen_at_ms: row.try_get(3)?,
        muted: row.try_get(4)?,
        banned: row.try_get(5)?,
        erased: row.try_get(6)?,
    })
}

/// A query for results and whose they are, to which conditions are added.
macro_rules! results {
    ($rest:literal) => {
        concat!(
            "SELECT results.key, players.id, game, table_id, game_number, seat, score, won, at, details
             FROM results JOIN players ON players.key = results.player WHERE ",
            $rest
        )
    };
}
pub(crate) use results;

/// A row of [`results!`].
pub(crate) fn result(row: &Row) -> Result<PlayedGame, Failure> {
    let result = GameResult {
        player: PlayerId::from(row.try_get::<_, &str>(1)?),
        game: row.try_get(2)?,
        table: row.try_get::<_, &str>(3)?.into(),
        game_number: small(row.try_get(4)?)?,
        seat: small(i64::from(row.try_get::<_, i16>(5)?))?,
        score: row.try_get(6)?,
        won: row.try_get(7)?,
        at_ms: row.try_get(8)?,
        details: row.try_get(9)?,
    };
    Ok(PlayedGame { key: number(row.try_get(0)?)?, result })
}

/// A hash from a column.
pub(crate) fn digest(row: &Row, column: usize) -> Result<[u8; 32], Failure> {
    let bytes: &[u8] = row.try_get(column)?;
    bytes.try_into().map_err(|_| StoreFault::Corrupt("a hash of the wrong length".to_owned()).into())
}

/// A number of at most 32 bits from a column.
pub(crate) fn count(row: &Row, column: usize) -> Result<u32, Failure> {
    small(row.try_get(column)?)
}

/// A number of at most 8 bits from a column.
pub(crate) fn byte(row: &Row, column: usize) -> Result<u8, Failure> {
    small(i64::from(row.try_get::<_, i16>(column)?))
}
