//! How many appends a second are made durable, with 1, 8, 64 and 512 of them on their way at a time.
//!
//! `cargo run --release -p store --example append_rate [FOLDER [SECONDS]]`. The figures go to `docs/storage.md` by hand.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use store::suite::rate::{flushes, measure};
use store::{Settings, SqliteStore, Store};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().map_or_else(std::env::temp_dir, PathBuf::from);
    let seconds: f64 = arguments.next().map_or(Ok(3.0), |text| text.parse())?;
    let path = folder.join(format!("append-rate-{}.sqlite", std::process::id()));

    flushes("before", &folder)?;
    let store = SqliteStore::open(&path, Settings::default())?;
    let entries = measure(&store, Duration::from_secs_f64(seconds))?;
    flushes("after", &folder)?;
    let faults = store.check()?;
    store.close()?;
    println!("{entries} entries, {} bytes of file each", fs::metadata(&path)?.len() / entries.max(1));
    for ending in ["", "-wal", "-shm"] {
        let _ = fs::remove_file(format!("{}{ending}", path.display()));
    }
    if faults.is_empty() { Ok(()) } else { Err(format!("{faults:?}").into()) }
}
