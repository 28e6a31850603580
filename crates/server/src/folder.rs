//! The data folder, which belongs to one server at a time.
//!
//! Two servers on one database would take tables from each other all the time. The *lock* is on a file beside the database; the system
//! takes it back when the process ends, however it ends, so nothing has to be cleared away after a crash.

use std::fs::{DirBuilder, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, chown};
use std::path::{Path, PathBuf};

use crate::Fault;

/// The file that is locked. It names the process that has it.
const LOCK: &str = "stammtisch.lock";

/// A data folder that no other server uses as long as this is kept.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    _lock: File,
}

impl Folder {
    /// Takes a folder, and creates it if there is none.
    ///
    /// # Errors
    /// [`Fault::InUse`] if another server has it, [`Fault::Folder`] if it cannot be used at all.
    pub fn take(folder: &Path) -> Result<Self, Fault> {
        let failed = |fault| Fault::Folder { folder: folder.to_owned(), fault };
        // What is in it is for nobody else: cards, seeds, who people are.
        DirBuilder::new().recursive(true).mode(0o700).create(folder).map_err(failed)?;
        let mut open = OpenOptions::new();
        // What is in it names the present owner, and stays until we are the owner.
        open.read(true).write(true).create(true).truncate(false);
        let mut lock = open.open(folder.join(LOCK)).map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut owner = String::new();
                let process = lock.read_to_string(&mut owner).ok().and_then(|_| owner.trim().parse().ok());
                return Err(Fault::InUse { folder: folder.to_owned(), process });
            }
            Err(TryLockError::Error(fault)) if fault.kind() == ErrorKind::Unsupported => {
                tracing::warn!("this disk knows no locks: take care that only one server uses the folder");
            }
            Err(TryLockError::Error(fault)) => return Err(failed(fault)),
        }
        lock.set_len(0).and_then(|()| writeln!(lock, "{}", std::process::id())).map_err(failed)?;
        let taken = Self { path: folder.to_owned(), _lock: lock };
        // Whoever else may write here need not be able to give files away, and the lock is held all the same.
        if let Err(fault) = taken.hand_over(LOCK) {
            tracing::debug!(%fault, "the lock belongs to another user than its folder");
        }
        Ok(taken)
    }

    /// Gives a file in the folder to whoever the folder belongs to: root may have made it for them.
    ///
    /// # Errors
    /// If the file is somebody else's and this user may not give it away.
    pub fn hand_over(&self, name: &str) -> io::Result<()> {
        let file = self.path.join(name);
        let owner = self.path.metadata()?;
        if file.metadata()?.uid() == owner.uid() {
            return Ok(());
        }
        chown(file, Some(owner.uid()), Some(owner.gid()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn a_folder_has_one_owner_at_a_time() {
        let folder = std::env::temp_dir().join(format!("stammtisch-folder-{}/new", std::process::id()));
        let own = Some(std::process::id());
        for _ in 0..2 {
            let taken = Folder::take(&folder).unwrap();
            let refused = Folder::take(&folder).unwrap_err();
            assert!(matches!(&refused, Fault::InUse { process, .. } if *process == own), "{refused}");
            assert!(refused.to_string().contains("in use by another server (process "), "{refused}");
            drop(taken);
        }
        let mode = std::fs::metadata(&folder).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o700, "a new folder is its owner's alone");
        std::fs::remove_dir_all(folder.parent().unwrap()).unwrap();
    }
}
