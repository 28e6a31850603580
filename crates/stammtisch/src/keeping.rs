//! What `simulate` keeps of each game of a contest: a row of comma-separated values, and a log that can be verified.

use std::fs::{self, File};
use std::io::{self, LineWriter, Write};
use std::path::{Path, PathBuf};

use fair::Seed;
use game::Record;
use protocol::Wire;
use simulate::contest::{Contest, Entry, GameRow, Scribe};

use crate::cli::Simulate;

/// Writes games down as they come.
pub(crate) struct Keeper {
    entries: Vec<Entry>,
    rows: Option<Box<dyn Write>>,
    is_printed: bool,
    replays: Option<PathBuf>,
}

impl Keeper {
    /// Opens the file and makes the folder that are asked for.
    pub(crate) fn new(wanted: &Simulate, contest: &Contest) -> io::Result<Self> {
        let named = |path: &Path, fault: &io::Error| {
            io::Error::new(fault.kind(), format!("{}: {fault}", path.display()))
        };
        let is_printed = wanted.csv.as_deref() == Some(Path::new("-"));
        let mut rows: Option<Box<dyn Write>> = match &wanted.csv {
            None => None,
            Some(_) if is_printed => Some(Box::new(io::stdout())),
            Some(path) => {
                Some(Box::new(LineWriter::new(File::create(path).map_err(|fault| named(path, &fault))?)))
            }
        };
        if let Some(rows) = &mut rows {
            writeln!(rows, "{}", GameRow::csv_header(contest.players))?;
        }
        if let Some(folder) = &wanted.replays {
            fs::create_dir_all(folder).map_err(|fault| named(folder, &fault))?;
        }
        Ok(Self { entries: contest.entries.clone(), rows, is_printed, replays: wanted.replays.clone() })
    }

    /// Everything is written; says whether the rows went where the table would have gone.
    pub(crate) fn finish(self) -> io::Result<bool> {
        if let Some(mut rows) = self.rows {
            rows.flush()?;
        }
        Ok(self.is_printed)
    }
}

impl Scribe for Keeper {
    fn write<G: Wire>(&mut self, row: &GameRow, record: &Record<G>, seed: &Seed) -> io::Result<()> {
        if let Some(rows) = &mut self.rows {
            writeln!(rows, "{}", row.csv(&self.entries))?;
        }
        if let Some(folder) = &self.replays {
            let path = folder.join(format!("table-{:03}-game-{:06}.json", row.table, row.number));
            let log = engine::log_of(record, seed)
                .ok_or_else(|| io::Error::other(format!("{}: the game does not replay", path.display())))?;
            let mut text = serde_json::to_vec(&log).map_err(io::Error::from)?;
            text.push(b'\n');
            fs::write(path, text)?;
        }
        Ok(())
    }
}
