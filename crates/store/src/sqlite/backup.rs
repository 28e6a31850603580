//! A copy of the store while it is being used.
//!
//! The copy is one long read: writers go on, and what they write meanwhile stays in the write-ahead log. It is one file and needs no
//! others beside it: its own journal is the plain kind, until somebody opens it to write.

use std::fs::{self, File, OpenOptions};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OpenFlags};

use crate::fault::StoreFault;

/// Copies a database to a file that does not exist yet.
pub(super) fn copy(from: &Path, to: &Path) -> Result<(), StoreFault> {
    if to.exists() {
        return Err(StoreFault::Invalid(format!("{} exists already", to.display())));
    }
    let mut name = to.as_os_str().to_owned();
    name.push(".partial");
    let partial = PathBuf::from(name);
    super::remove(&partial);
    private(&partial)?;
    let copied = pages(from, &partial).and_then(|()| settle(&partial, to));
    if copied.is_err() {
        super::remove(&partial);
    }
    copied
}

/// Makes the file that is to be filled, for its owner alone: a copy holds cards and seeds, wherever it is put.
fn private(file: &Path) -> Result<(), StoreFault> {
    let made = OpenOptions::new().write(true).create_new(true).mode(0o600).open(file);
    made.map(drop).map_err(|fault| StoreFault::Disk(format!("{}: {fault}", file.display())))
}

fn pages(from: &Path, to: &Path) -> Result<(), StoreFault> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let source = Connection::open_with_flags(from, flags)?;
    let mut target = Connection::open(to)?;
    // All pages in one step: in smaller ones every write to the store would make it begin again.
    let step = Backup::new(&source, &mut target)?.step(-1)?;
    if step != StepResult::Done {
        return Err(StoreFault::Disk(format!("the copy stopped: {step:?}")));
    }
    one_file(&target)?;
    target.close().map_err(|(_, error)| error.into())
}

/// Whoever reads a file with a write-ahead log makes two more beside it, and may leave them there. A copy is for keeping.
fn one_file(target: &Connection) -> Result<(), StoreFault> {
    let mode: String = target.pragma_update_and_check(None, "journal_mode", "delete", |row| row.get(0))?;
    if mode == "delete" {
        Ok(())
    } else {
        Err(StoreFault::Disk(format!("the copy keeps a journal of the kind {mode}")))
    }
}

/// Gives the copy its name when its bytes are on the disk, and the name when the folder knows it.
fn settle(partial: &Path, to: &Path) -> Result<(), StoreFault> {
    let disk = |error: std::io::Error| StoreFault::Disk(error.to_string());
    File::open(partial).and_then(|file| file.sync_all()).map_err(disk)?;
    fs::rename(partial, to).map_err(disk)?;
    let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(disk)
}
