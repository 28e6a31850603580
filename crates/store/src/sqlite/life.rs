//! Signs of life: when the server that has the file was last known to be there.
//!
//! A *run* is one opening of the file. It signs every now and then, in one row however many tables there are, and when it closes the file.
//! Tables name the run that had them last: so whoever claims one knows how long nobody has served it (`docs/storage.md` §4).

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, params};

use super::pen::Pen;
use crate::fault::StoreFault;

/// Begins a run; gives its key.
pub(super) fn begin(connection: &mut Connection) -> Result<i64, StoreFault> {
    let transaction = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    let gone =
        "DELETE FROM runs WHERE key NOT IN (SELECT run FROM tables WHERE status < 3 AND run IS NOT NULL)";
    transaction.execute(gone, [])?;
    transaction.execute("INSERT INTO runs (seen) VALUES (?1)", [now()])?;
    let run = transaction.last_insert_rowid();
    transaction.commit()?;
    Ok(run)
}

/// Notes that this run is there.
pub(super) fn sign(pen: &Pen) -> Result<(), StoreFault> {
    pen.prepare_cached("UPDATE runs SET seen = ?2 WHERE key = ?1")?.execute(params![pen.run(), now()])?;
    Ok(())
}

/// How long nobody has served a table: not at all, if this run had it.
pub(super) fn unserved(pen: &Pen, table_key: i64) -> Result<Option<Duration>, StoreFault> {
    let (run, seen): (Option<i64>, Option<i64>) = pen
        .prepare_cached(
            "SELECT run, seen FROM tables LEFT JOIN runs ON runs.key = tables.run WHERE tables.key = ?1",
        )?
        .query_row([table_key], |row| Ok((row.get(0)?, row.get(1)?)))?;
    if run == Some(pen.run()) {
        return Ok(Some(Duration::ZERO));
    }
    // Somebody may have set the clock back.
    Ok(seen.map(|seen| Duration::from_millis(now().saturating_sub(seen).max(0).unsigned_abs())))
}

fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
