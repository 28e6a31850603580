//! Connections to the file, and the versions of its schema.
//!
//! A *migration* is a step of SQL from one version to the next, in a transaction of its own; `user_version` counts the steps
//! that were taken. Steps are only ever added, so the file of any earlier version opens (`docs/storage.md` §6).

use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use crate::fault::StoreFault;
use crate::settings::Settings;

/// The steps from nothing to the present version.
const MIGRATIONS: [&str; 8] = [
    include_str!("version-1.sql"),
    include_str!("version-2.sql"),
    include_str!("version-3.sql"),
    include_str!("version-4.sql"),
    include_str!("version-5.sql"),
    include_str!("version-6.sql"),
    include_str!("version-7.sql"),
    include_str!("version-8.sql"),
];

/// How many prepared statements a connection keeps: more than there are.
const STATEMENTS: usize = 96;

/// The connection that writes. Creates the file if there is none, and brings it to the present version.
pub(super) fn writer(path: &Path, settings: &Settings) -> Result<Connection, StoreFault> {
    prepare(Connection::open(path)?, settings)
}

fn prepare(mut connection: Connection, settings: &Settings) -> Result<Connection, StoreFault> {
    connection.busy_timeout(settings.busy)?;
    // SQLite opens a file that may only be read without a word, and begins transactions on it too.
    if connection.is_readonly(rusqlite::MAIN_DB)? {
        return Err(StoreFault::ReadOnly);
    }
    refuse_foreign(&connection)?;
    let mode: String = connection.pragma_update_and_check(None, "journal_mode", "wal", |row| row.get(0))?;
    if mode != "wal" {
        return Err(StoreFault::Disk(format!("no write-ahead log is possible here, only {mode}")));
    }
    // FULL flushes the write-ahead log with every commit; on systems whose fsync does not reach the disk, `fullfsync` does.
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "fullfsync", true)?;
    connection.pragma_update(None, "checkpoint_fullfsync", true)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "trusted_schema", false)?;
    // What is deleted is overwritten: whoever is forgotten is so in the file too, and not only in its tables.
    connection.pragma_update(None, "secure_delete", true)?;
    // Savepoints remember old pages in a temporary file otherwise.
    connection.pragma_update(None, "temp_store", "memory")?;
    connection.pragma_update(None, "wal_autocheckpoint", settings.checkpoint)?;
    // Negative: in KiB, not in pages.
    connection.pragma_update(None, "cache_size", -i64::from(settings.cache_kib))?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    migrate(&mut connection, &MIGRATIONS)?;
    Ok(connection)
}

/// A connection to a file that may belong to a running store, for reading only; refused if it is none of ours.
pub(super) fn onlooker(path: &Path, settings: &Settings) -> Result<Connection, StoreFault> {
    let connection = reader(path, settings)?;
    refuse_foreign(&connection)?;
    if version(&connection)? == 0 {
        return Err(StoreFault::Corrupt("there is nothing in it".to_owned()));
    }
    Ok(connection)
}

/// A connection that only reads.
pub(super) fn reader(path: &Path, settings: &Settings) -> Result<Connection, StoreFault> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(settings.busy)?;
    connection.pragma_update(None, "trusted_schema", false)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    if (1..CHAINED).contains(&version(&connection)?) {
        // What lists of tables ask for. It is gone with the connection, and the file is as it was.
        connection.execute_batch(
            "CREATE TEMP VIEW heads AS SELECT table_key, max(seq) AS seq FROM log GROUP BY table_key",
        )?;
    }
    Ok(connection)
}

/// The first version whose logs are chains of entries. Of earlier ones there are files that are only looked at.
pub(super) const CHAINED: i64 = 6;

/// The first version whose marks have the names of commands. In chains before that each had a row of its own.
pub(super) const NAMED: i64 = 8;

pub(super) fn version(connection: &Connection) -> Result<i64, StoreFault> {
    Ok(connection.pragma_query_value(None, "user_version", |row| row.get(0))?)
}

/// Somebody else's database is not to be written to, and neither is one from the future.
fn refuse_foreign(connection: &Connection) -> Result<(), StoreFault> {
    let found = version(connection)?;
    let known = i64::try_from(MIGRATIONS.len()).unwrap_or(i64::MAX);
    if found > known {
        return Err(StoreFault::NewerVersion { found, known });
    }
    let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if found < 0 || (found == 0 && tables > 0) {
        return Err(StoreFault::Corrupt("it belongs to another program".to_owned()));
    }
    Ok(())
}

fn migrate(connection: &mut Connection, steps: &[&str]) -> Result<(), StoreFault> {
    for (done, step) in (0_i64..).zip(steps) {
        let transaction = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        if version(&transaction)? == done {
            transaction.execute_batch(step)?;
            transaction.pragma_update(None, "user_version", done + 1)?;
            transaction.commit()?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_cannot_be_written_is_found_out_at_once() {
        let path = std::env::temp_dir().join(format!("stammtisch-no-writing-{}.sqlite", std::process::id()));
        drop(writer(&path, &Settings::default()).unwrap());
        let read_only = Connection::open_with_flags(&path, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
        assert_eq!(prepare(read_only, &Settings::default()).err(), Some(StoreFault::ReadOnly));
        super::super::remove(&path);
    }

    #[test]
    fn steps_are_taken_once_each_and_in_order() {
        let mut connection = Connection::open_in_memory().unwrap();
        let steps = ["CREATE TABLE a (x)", "INSERT INTO a VALUES (1)", "UPDATE a SET x = x + 1"];
        migrate(&mut connection, &steps[..2]).unwrap();
        assert_eq!(version(&connection), Ok(2));
        migrate(&mut connection, &steps).unwrap();
        migrate(&mut connection, &steps).unwrap();
        assert_eq!(version(&connection), Ok(3));
        let x: i64 = connection.query_row("SELECT sum(x) FROM a", [], |row| row.get(0)).unwrap();
        assert_eq!(x, 2);
    }

    #[test]
    fn a_step_that_fails_leaves_the_version_before_it() {
        let mut connection = Connection::open_in_memory().unwrap();
        let steps = ["CREATE TABLE a (x)", "CREATE TABLE b (x); INSERT INTO nowhere VALUES (1)"];
        assert!(migrate(&mut connection, &steps).is_err());
        assert_eq!(version(&connection), Ok(1));
        let tables: i64 =
            connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0)).unwrap();
        assert_eq!(tables, 1);
    }
}
