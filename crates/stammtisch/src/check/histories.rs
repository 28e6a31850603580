//! A history (`load::history`) as a file: which parts of it are about which table.
//!
//! It may be far larger than memory, so it is read once for its order, and then table by table.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use load::history::{Line, Noted};
use serde::Deserialize;
use serde::de::IgnoredAny;

/// What one person saw at one table.
#[derive(Clone, Debug)]
pub(super) struct Seat {
    pub(super) player: String,
    pub(super) notes: Vec<Noted>,
}

/// Lines that follow each other and are of one seat.
#[derive(Debug)]
struct Run {
    seat: u64,
    from: u64,
    length: u64,
}

/// A history.
#[derive(Debug)]
pub(super) struct Histories {
    file: File,
    tables: BTreeMap<String, Vec<Run>>,
    /// Lines that say nothing, or nothing about anybody.
    pub(super) faults: Vec<String>,
}

/// As much of a line as is needed to know whose it is.
#[derive(Deserialize)]
struct Whose {
    seat: u64,
    sits: Option<Sits>,
}

#[derive(Deserialize)]
struct Sits {
    table: String,
    #[serde(rename = "player")]
    _player: IgnoredAny,
}

impl Histories {
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        let mut found = Self { file: file.try_clone()?, tables: BTreeMap::new(), faults: Vec::new() };
        let (mut lines, mut line) = (BufReader::new(file), Vec::new());
        let mut seats: BTreeMap<u64, String> = BTreeMap::new();
        let mut from = 0;
        for number in 1_u64.. {
            line.clear();
            let length = lines.read_until(b'\n', &mut line)? as u64;
            if length == 0 {
                break;
            }
            match serde_json::from_slice::<Whose>(&line) {
                Err(fault) => {
                    found.faults.push(format!("line {number} of the history cannot be read: {fault}"));
                }
                Ok(Whose { seat, sits }) => {
                    if let Some(sits) = sits {
                        seats.insert(seat, sits.table);
                    }
                    match seats.get(&seat) {
                        None => found.faults.push(format!("line {number} of the history is nobody's")),
                        Some(table) => found.add(table, Run { seat, from, length }),
                    }
                }
            }
            from += length;
        }
        Ok(found)
    }

    fn add(&mut self, table: &str, run: Run) {
        let runs = self.tables.entry(table.to_owned()).or_default();
        match runs.last_mut() {
            Some(last) if last.seat == run.seat && last.from + last.length == run.from => {
                last.length += run.length;
            }
            _ => runs.push(run),
        }
    }

    /// The tables that it is about.
    pub(super) fn tables(&self) -> impl Iterator<Item = &str> {
        self.tables.keys().map(String::as_str)
    }

    /// What people saw at a table.
    pub(super) fn at(&mut self, table: &str) -> io::Result<Vec<Seat>> {
        let mut seats: BTreeMap<u64, Vec<Noted>> = BTreeMap::new();
        let (mut part, file) = (Vec::new(), &mut self.file);
        for run in self.tables.get(table).into_iter().flatten() {
            part.clear();
            file.seek(SeekFrom::Start(run.from))?;
            file.take(run.length).read_to_end(&mut part)?;
            for line in part.split_inclusive(|byte| *byte == b'\n') {
                let line: Line = serde_json::from_slice(line)?;
                seats.entry(run.seat).or_default().push(line.noted);
            }
        }
        let whose = |notes: Vec<Noted>| {
            let Some(Noted::Sits { player, .. }) = notes.first() else { return None };
            Some(Seat { player: player.clone(), notes })
        };
        Ok(seats.into_values().filter_map(whose).collect())
    }
}
