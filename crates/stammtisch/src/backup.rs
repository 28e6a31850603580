//! `backup` and `restore`: the whole database as one file, and back.

use std::path::{Path, PathBuf};

use server::Folder;
use store::{Settings, SqliteStore, Store};

use crate::failure::Failure;
use crate::serve::FILE;

fn named(file: &Path, fault: &dyn std::fmt::Display) -> Failure {
    Failure::Server(format!("{}: {fault}", file.display()))
}

/// That a copy is whole: everything in it fits together.
fn look_over(copy: &Path) -> Result<(), Failure> {
    let faults = SqliteStore::read_only(copy, Settings::default()).and_then(|store| store.check());
    let faults = faults.map_err(|fault| named(copy, &fault))?;
    match faults.first() {
        None => Ok(()),
        Some(first) => Err(Failure::DoesNotFit(format!("{}: {first}", copy.display()))),
    }
}

/// Copies the database of a data folder, whether or not a server runs there.
pub(crate) fn back_up(data: &Path, to: &Path) -> Result<(), Failure> {
    let from = data.join(FILE);
    if !from.exists() {
        return Err(named(&from, &"there is no database (--data names another folder)"));
    }
    SqliteStore::copy(&from, to).map_err(|fault| named(to, &fault))?;
    look_over(to)?;
    println!("{} holds all of {}", to.display(), from.display());
    Ok(())
}

/// Puts a copy into a data folder.
pub(crate) fn restore(from: &Path, data: &Path, replace: bool) -> Result<(), Failure> {
    if !from.exists() {
        return Err(named(from, &"there is no such file"));
    }
    look_over(from)?;
    // Nobody else uses the folder as long as this is kept.
    let folder = Folder::take(data).map_err(|fault| Failure::Server(fault.to_string()))?;
    let to = data.join(FILE);
    // A write-ahead log that was left behind would be taken for that of the copy.
    if ["", "-wal", "-shm"].iter().any(|ending| beside(&to, ending).exists()) {
        if !replace {
            return Err(named(&to, &"there is a database already; --replace puts it aside"));
        }
        let aside = put_aside(&to)?;
        println!("what was there is now {}", aside.display());
    }
    SqliteStore::copy(from, &to).map_err(|fault| named(&to, &fault))?;
    folder
        .hand_over(FILE)
        .map_err(|fault| named(&to, &format!("it cannot be given to the folder's owner: {fault}")))?;
    println!("{} is restored; `stammtisch serve --data {}` goes on from there", to.display(), data.display());
    Ok(())
}

/// A file beside another, whose name goes on like this.
fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// Gives a database another name, with the files beside it that belong to it after a kill.
fn put_aside(database: &Path) -> Result<PathBuf, Failure> {
    let with = |ending: &str| beside(database, ending);
    let free = (1_u32..=9_999).map(|n| format!(".before-{n}")).find(|ending| !with(ending).exists());
    let ending = free.ok_or_else(|| named(database, &"there is no name left to put it aside"))?;
    for file in ["-wal", "-shm", ""] {
        let old = with(file);
        if old.exists() {
            std::fs::rename(&old, with(&format!("{ending}{file}")))?;
        }
    }
    Ok(with(&ending))
}
