//! The store in one SQLite file.
//!
//! One thread writes, a few connections read. Everything that is written goes through a bounded queue, so that nobody who
//! submits ever waits for the disk.

mod backup;
mod chain;
mod check;
mod connection;
mod fault;
mod filing;
mod host;
mod implementation;
mod ledger;
mod life;
mod names;
mod pen;
mod players;
mod read;
mod readers;
mod row;
mod tables;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_of_chains;
mod write;
mod writer;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use self::pen::Pen;
use self::readers::Readers;
use self::writer::{Job, Work};
use crate::engine::{Counters, Queue};
use crate::fault::StoreFault;
use crate::interface::{Done, Store};
use crate::settings::Settings;

/// A store in one SQLite file.
pub struct SqliteStore {
    path: PathBuf,
    queue: Queue<Box<dyn Job>>,
    writer: Mutex<Option<JoinHandle<Result<(), StoreFault>>>>,
    readers: Readers,
    counters: Arc<Counters>,
    settings: Settings,
    temporary: bool,
}

impl SqliteStore {
    /// Opens a file, creates it if there is none, and brings it to the present version.
    ///
    /// # Errors
    /// If it cannot be opened or written to, if it belongs to another program, or to a later version of this one.
    pub fn open(path: impl AsRef<Path>, settings: Settings) -> Result<Self, StoreFault> {
        let path = path.as_ref().to_path_buf();
        let mut connection = connection::writer(&path, &settings)?;
        let run = life::begin(&mut connection)?;
        let counters = Arc::new(Counters::default());
        let (queue, groups) = Queue::new(&settings, &counters);
        let own_counters = Arc::clone(&counters);
        let writer = std::thread::Builder::new()
            .name("store-writer".to_owned())
            .spawn(move || writer::run(&Pen::new(&connection, run), groups, &own_counters))
            .map_err(|error| StoreFault::Disk(error.to_string()))?;
        Ok(Self {
            queue,
            writer: Mutex::new(Some(writer)),
            readers: Readers::new(path.clone(), settings.clone()),
            settings,
            counters,
            temporary: false,
            path,
        })
    }

    /// Opens a file only to read it, whether or not a server runs on it; whatever is written is refused. A file of an earlier
    /// version is left as it is: of such a one only tables, logs and snapshots can be read.
    ///
    /// # Errors
    /// If it cannot be read, is not there, belongs to another program, or to a later version of this one.
    pub fn read_only(path: impl AsRef<Path>, settings: Settings) -> Result<Self, StoreFault> {
        let path = path.as_ref().to_path_buf();
        drop(connection::onlooker(&path, &settings)?);
        Ok(Self {
            queue: Queue::closed(),
            writer: Mutex::new(None),
            readers: Readers::new(path.clone(), settings.clone()),
            settings,
            counters: Arc::new(Counters::default()),
            temporary: false,
            path,
        })
    }

    /// Copies the file of a store, whether or not a server runs on it, as [`backup_to`](Self::backup_to) does.
    ///
    /// # Errors
    /// If it is no store, or the copy exists already or cannot be written.
    pub fn copy(from: impl AsRef<Path>, to: impl AsRef<Path>) -> Result<(), StoreFault> {
        drop(connection::onlooker(from.as_ref(), &Settings::default())?);
        backup::copy(from.as_ref(), to.as_ref())
    }

    /// A store for tests, in a file of its own that goes when the store does.
    ///
    /// # Errors
    /// If there is no room for temporary files.
    pub fn temporary(settings: Settings) -> Result<Self, StoreFault> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let name = format!("stammtisch-{}-{}.sqlite", std::process::id(), COUNT.fetch_add(1, Relaxed));
        let path = std::env::temp_dir().join(name);
        remove(&path);
        let mut store = Self::open(path, settings)?;
        store.temporary = true;
        Ok(store)
    }

    /// Where the file is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Copies the whole store to a new file while it is being used; what is durable when the copy begins is in it. The copy
    /// appears under its name only when it is complete.
    ///
    /// # Errors
    /// If the file exists already, or cannot be written.
    pub fn backup_to(&self, path: impl AsRef<Path>) -> Result<(), StoreFault> {
        self.readers.read(|_| Ok(()))?;
        backup::copy(&self.path, path.as_ref())
    }

    /// Puts a write into the queue; refuses it at once if there is no room.
    fn work<T: Send + 'static>(
        &self,
        done: Done<T>,
        step: impl Fn(&Pen) -> Result<T, StoreFault> + Send + 'static,
    ) {
        self.queue.put(Box::new(Work::new(step, done)));
    }

    /// Puts a write into the queue after which nothing is known by heart: logs are written anew.
    fn work_apart<T: Send + 'static>(
        &self,
        done: Done<T>,
        step: impl Fn(&Pen) -> Result<T, StoreFault> + Send + 'static,
    ) {
        self.work(done, move |pen| {
            pen.forget();
            step(pen)
        });
    }

    fn shut(&self) -> Result<(), StoreFault> {
        self.queue.close();
        // Before the writer goes: who goes last clears the write-ahead log away, and readers cannot.
        self.readers.close();
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner).take();
        // The last owner may be an answer that the writer itself gives: a thread cannot wait for its own end.
        match writer {
            Some(writer) if writer.thread().id() != std::thread::current().id() => {
                writer.join().unwrap_or(Err(StoreFault::Closed))
            }
            _ => Ok(()),
        }
    }
}

impl Drop for SqliteStore {
    fn drop(&mut self) {
        // Nobody is left to be told; what was answered is durable without this.
        let _ = self.close();
        if self.temporary {
            remove(&self.path);
        }
    }
}

impl fmt::Debug for SqliteStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SqliteStore").field("path", &self.path).finish_non_exhaustive()
    }
}

/// Removes a database with the files beside it, as far as they are there.
fn remove(path: &Path) {
    for ending in ["", "-wal", "-shm"] {
        let mut name = path.as_os_str().to_owned();
        name.push(ending);
        let _ = std::fs::remove_file(PathBuf::from(name));
    }
}
