//! `check`: reads a whole database, changes nothing, and says what does not fit.

mod logs;

use std::io::Write;
use std::path::PathBuf;

use serde::Serialize;
use store::{Settings, SqliteStore, Store, StoreFault, TableRecord};

use crate::admin;
use crate::failure::Failure;
use crate::serve::FILE;

/// How often a table that changes while it is read is read again.
const TRIES: usize = 5;

/// What was read, and what does not fit.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Report {
    tables: u64,
    entries: u64,
    snapshots: u64,
    games: u64,
    faults: Vec<String>,
}

/// Reads everything and tells.
pub(crate) fn run(data: Option<PathBuf>, file: Option<PathBuf>, json: bool) -> Result<(), Failure> {
    let file = file.unwrap_or_else(|| admin::folder(data).join(FILE));
    let named = |fault: &dyn std::fmt::Display| Failure::Server(format!("{}: {fault}", file.display()));
    if !file.exists() {
        return Err(named(&"there is no database"));
    }
    let report = SqliteStore::read_only(&file, Settings::default()).and_then(|store| examine(&store));
    let report = report.map_err(|fault| named(&fault))?;
    let mut out = std::io::stdout().lock();
    if json {
        serde_json::to_writer(&mut out, &report).map_err(std::io::Error::from)?;
        writeln!(out)?;
    } else {
        let Report { tables, entries, snapshots, games, .. } = &report;
        writeln!(
            out,
            "{tables} tables with {entries} entries, {snapshots} snapshots, {games} finished games"
        )?;
    }
    match report.faults.len() {
        0 if json => Ok(()),
        0 => Ok(writeln!(out, "everything fits")?),
        n => Err(Failure::DoesNotFit(format!("{}\n{n} things do not fit", report.faults.join("\n")))),
    }
}

/// Reads everything.
fn examine(store: &dyn Store) -> Result<Report, StoreFault> {
    let mut report = Report { faults: store.check()?, ..Report::default() };
    let mut after = None;
    loop {
        let page = store.tables_after(after.as_ref(), 1_000)?;
        let Some(last) = page.last() else { return Ok(report) };
        after = Some(last.id.clone());
        for record in &page {
            report.add(table(store, record)?);
        }
    }
}

/// Reads one table. A server may be at work on it: it grows, is written anew without somebody's name, or is forgotten while it is read.
/// So before anything is complained of, it is looked at again.
fn table(store: &dyn Store, listed: &TableRecord) -> Result<Report, StoreFault> {
    let mut seen = listed.clone();
    for _ in 0..TRIES {
        let report = read(store, &seen)?;
        if report.faults.is_empty() {
            return Ok(report);
        }
        match store.table(&seen.id)? {
            None => return Ok(Report::default()),
            Some(now) if now == seen => return Ok(report),
            Some(now) => seen = now,
        }
    }
    read(store, &seen)
}

fn read(store: &dyn Store, record: &TableRecord) -> Result<Report, StoreFault> {
    let mut report = Report { tables: 1, ..Report::default() };
    logs::examine(store, record, &mut report)?;
    Ok(report)
}

impl Report {
    fn add(&mut self, other: Self) {
        let Self { tables, entries, snapshots, games, faults } = other;
        self.tables += tables;
        self.entries += entries;
        self.snapshots += snapshots;
        self.games += games;
        self.faults.extend(faults);
    }

    fn fault(&mut self, table: &store::TableId, what: impl std::fmt::Display) {
        self.faults.push(format!("table {table}: {what}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use store::{Append, Commit, Epoch, NewEntry, Status, TableRow, TableWrite, wait};

    #[test]
    fn a_table_that_goes_or_changes_while_it_is_read_is_not_complained_of() {
        let store = SqliteStore::temporary(Settings::default()).unwrap();
        let id = store::TableId::from("9999999999999999");
        let log = include_str!("../../../table/tests/logs/kniffel-1.jsonl");
        let entries = log.lines().map(|line| {
            let (at_ms, entry): (i64, serde_json::Value) = serde_json::from_str(line).unwrap();
            NewEntry { at_ms, kind: "any".into(), body: entry.to_string().into_bytes(), command: None }
        });
        let row = TableRow {
            status: Status::Running,
            game: "kniffel".into(),
            public: false,
            code: None,
            name: String::new(),
            seats: 2,
            people: 2,
            bots: 0,
            wake_at_ms: None,
            keep: false,
            details: String::new(),
        };
        let mut write = TableWrite::new(id.clone(), Epoch::FIRST);
        write.append = Some(Append { expected_head: 0, entries: entries.collect() });
        write.row = Some(row);
        wait(|done| store.submit(Commit { table: Some(write), ..Commit::default() }, done)).unwrap();
        let good = store.table(&id).unwrap().unwrap();
        // As it was listed, and as it would be complained of if nothing had changed since.
        let mut listed = good.clone();
        listed.row.game = "chess".into();
        assert_eq!(read(&store, &listed).unwrap().faults.len(), 1);
        let found = table(&store, &listed).unwrap().faults;
        assert!(found.iter().all(|fault| !fault.contains("chess")), "{found:?}");
        wait(|done| store.delete_table(id.clone(), done)).unwrap();
        assert!(!read(&store, &good).unwrap().faults.is_empty());
        let report = table(&store, &good).unwrap();
        assert_eq!((report.tables, report.faults), (0, vec![]));
    }
}
