//! `check`: reads a whole database, changes nothing, and says what does not fit; with a history of a load test also whether what people
//! were told is what the logs say.

mod commands;
mod histories;
mod log;
mod logs;
mod testimony;

use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use postgres_store::{PostgresSettings, PostgresStore};
use serde::Serialize;
use store::{Settings, SqliteStore, Store, StoreFault, TableRecord};

use self::histories::{Histories, Seat};
use crate::admin;
use crate::failure::Failure;
use crate::serve::FILE;

/// How often a table that changes while it is read is read again.
const TRIES: usize = 5;

/// Which database, and what it is held against.
#[derive(Debug, Args)]
pub(crate) struct Check {
    /// A data folder [default: what the environment says, or data]
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["file", "database"])]
    data: Option<PathBuf>,
    /// A copy instead of a data folder
    #[arg(conflicts_with = "database")]
    file: Option<PathBuf>,
    /// A database of PostgreSQL that servers share [default: what the environment says, if no folder and no file is named]
    #[arg(long, value_name = "URL")]
    database: Option<String>,
    /// What the servers call themselves together (cluster.name) [default: what the environment says, or stammtisch]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// What people saw, as `stammtisch load --history` wrote it down: everything in it is held against the logs
    #[arg(long, value_name = "FILE")]
    history: Option<PathBuf>,
    /// Prints one JSON object
    #[arg(long)]
    json: bool,
}

/// What was read, and what does not fit.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Report {
    tables: u64,
    entries: u64,
    snapshots: u64,
    games: u64,
    /// Of a history: people, acknowledged commands that were looked up, events and views that were compared.
    seats: u64,
    acknowledged: u64,
    events: u64,
    views: u64,
    faults: Vec<String>,
}

/// Reads everything and tells.
pub(crate) fn run(wanted: &Check) -> Result<(), Failure> {
    let histories = wanted.history.as_deref().map(Histories::open).transpose()?;
    let (store, named) = wanted.store()?;
    let report = examine(store.as_ref(), histories, &named)?;
    let mut out = std::io::stdout().lock();
    if wanted.json {
        serde_json::to_writer(&mut out, &report).map_err(std::io::Error::from)?;
        writeln!(out)?;
    } else {
        let Report { tables, entries, snapshots, games, seats, acknowledged, events, views, .. } = &report;
        writeln!(
            out,
            "{tables} tables with {entries} entries, {snapshots} snapshots, {games} finished games"
        )?;
        if wanted.history.is_some() {
            writeln!(
                out,
                "{seats} people with {acknowledged} acknowledged commands, {events} events, {views} views"
            )?;
        }
    }
    match report.faults.len() {
        0 if wanted.json => Ok(()),
        0 => Ok(writeln!(out, "everything fits")?),
        n => Err(Failure::DoesNotFit(format!("{}\n{n} things do not fit", report.faults.join("\n")))),
    }
}

impl Check {
    /// The database, and what it is called.
    fn store(&self) -> Result<(Box<dyn Store>, String), Failure> {
        let set = |name: &str| std::env::var(name).ok();
        let shared = self.data.is_none() && self.file.is_none();
        let database = self.database.clone();
        let database = database.or_else(|| set("STAMMTISCH_CLUSTER__DATABASE").filter(|_| shared));
        if let Some(url) = database {
            let named = "the database of PostgreSQL".to_owned();
            let mut settings = PostgresSettings::new(url, "check");
            if let Some(name) = self.name.clone().or_else(|| set("STAMMTISCH_CLUSTER__NAME")) {
                settings.schema = name;
            }
            settings.authorities = set("STAMMTISCH_CLUSTER__DATABASE_AUTHORITIES").map(PathBuf::from);
            let store = PostgresStore::read_only(settings).map_err(|fault| unreadable(&named, &fault))?;
            return Ok((Box::new(store), named));
        }
        let file = self.file.clone().unwrap_or_else(|| admin::folder(self.data.clone()).join(FILE));
        let named = file.display().to_string();
        if !file.exists() {
            return Err(unreadable(&named, &"there is no database"));
        }
        let store = SqliteStore::read_only(&file, Settings::default());
        Ok((Box::new(store.map_err(|fault| unreadable(&named, &fault))?), named))
    }
}

fn unreadable(named: &str, fault: &dyn std::fmt::Display) -> Failure {
    Failure::Server(format!("{named}: {fault}"))
}

/// Reads everything.
fn examine(store: &dyn Store, mut histories: Option<Histories>, named: &str) -> Result<Report, Failure> {
    let failed = |fault: StoreFault| unreadable(named, &fault);
    let mut report = Report { faults: store.check().map_err(failed)?, ..Report::default() };
    let mut missing: BTreeSet<String> = BTreeSet::new();
    if let Some(histories) = &mut histories {
        missing.extend(histories.tables().map(str::to_owned));
        report.faults.append(&mut histories.faults);
    }
    let mut after = None;
    loop {
        let page = store.tables_after(after.as_ref(), 1_000).map_err(failed)?;
        let Some(last) = page.last() else { break };
        after = Some(last.id.clone());
        for record in &page {
            missing.remove(record.id.as_str());
            let seats = histories.as_mut().map(|histories| histories.at(record.id.as_str()));
            let seats = seats.transpose()?.unwrap_or_default();
            report.add(table(store, record, &seats).map_err(failed)?);
        }
    }
    for table in missing {
        report.fault(&table.as_str().into(), "it is gone");
    }
    Ok(report)
}

/// Reads one table. A server may be at work on it: it grows, is written anew without somebody's name, or is forgotten while it is read.
/// So before anything is complained of, it is looked at again.
fn table(store: &dyn Store, listed: &TableRecord, seats: &[Seat]) -> Result<Report, StoreFault> {
    let mut seen = listed.clone();
    for _ in 0..TRIES {
        let report = read(store, &seen, seats)?;
        if report.faults.is_empty() {
            return Ok(report);
        }
        match store.table(&seen.id)? {
            None => return Ok(Report::default()),
            Some(now) if now == seen => return Ok(report),
            Some(now) => seen = now,
        }
    }
    read(store, &seen, seats)
}

fn read(store: &dyn Store, record: &TableRecord, seats: &[Seat]) -> Result<Report, StoreFault> {
    let mut report = Report { tables: 1, ..Report::default() };
    logs::examine(store, record, seats, &mut report)?;
    Ok(report)
}

impl Report {
    fn add(&mut self, other: Self) {
        let Self { tables, entries, snapshots, games, seats, acknowledged, events, views, faults } = other;
        self.tables += tables;
        self.entries += entries;
        self.snapshots += snapshots;
        self.games += games;
        self.seats += seats;
        self.acknowledged += acknowledged;
        self.events += events;
        self.views += views;
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
        assert_eq!(read(&store, &listed, &[]).unwrap().faults.len(), 1);
        let found = table(&store, &listed, &[]).unwrap().faults;
        assert!(found.iter().all(|fault| !fault.contains("chess")), "{found:?}");
        wait(|done| store.delete_table(id.clone(), done)).unwrap();
        assert!(!read(&store, &good, &[]).unwrap().faults.is_empty());
        let report = table(&store, &good, &[]).unwrap();
        assert_eq!((report.tables, report.faults), (0, vec![]));
    }
}
