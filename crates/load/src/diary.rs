//! A diary of moves: when each was asked for and when it was acknowledged, for whoever wants to know how long tables stood still.
//!
//! A line has the table's id and both times, in milliseconds since 1970, with tabs between them.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

/// Where all tables write.
#[derive(Debug)]
pub(crate) struct Diary(Mutex<BufWriter<File>>);

impl Diary {
    pub(crate) fn begin(file: &Path) -> io::Result<Self> {
        Ok(Self(Mutex::new(BufWriter::new(File::create(file)?))))
    }

    /// A move was just acknowledged, so long after it was asked for.
    pub(crate) fn note(&self, table: &str, after: Duration) {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let asked = now.saturating_sub(after);
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // What cannot be written stays here, and is what ends in a fault.
        let _ = writeln!(file, "{table}\t{}\t{}", asked.as_millis(), now.as_millis());
    }

    pub(crate) fn end(&self) -> io::Result<()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).flush()
    }
}
