//! `check`: reads a whole database, changes nothing, and says what does not fit.

mod logs;

use std::io::Write;
use std::path::PathBuf;

use serde::Serialize;
use store::{Settings, SqliteStore, Store, StoreFault};

use crate::admin;
use crate::failure::Failure;
use crate::serve::FILE;

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
            report.tables += 1;
            logs::examine(store, record, &mut report)?;
        }
    }
}

impl Report {
    fn fault(&mut self, table: &store::TableId, what: impl std::fmt::Display) {
        self.faults.push(format!("table {table}: {what}"));
    }
}
