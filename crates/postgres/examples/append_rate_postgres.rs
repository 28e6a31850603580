//! How many appends a second are made durable, with 1, 8, 64 and 512 of them on their way at a time.
//!
//! `cargo run --release -p postgres-store --example append_rate_postgres [SECONDS]`, on the PostgreSQL of the tests, or the one that
//! `STAMMTISCH_POSTGRES` names. CPU time is that of this process alone. The figures go to `docs/storage.md` by hand.

use std::time::Duration;

use postgres_store::PostgresStore;
use postgres_store::testing::Place;
use store::Store;
use store::suite::rate::{flushes, measure};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let seconds: f64 = std::env::args().nth(1).map_or(Ok(3.0), |text| text.parse())?;
    let Some(place) = Place::new() else { return Ok(()) };
    let folder = std::env::temp_dir();

    flushes("before", &folder)?;
    let store = PostgresStore::open(place.settings("append-rate"))?;
    let entries = measure(&store, Duration::from_secs_f64(seconds))?;
    flushes("after", &folder)?;
    let bytes = place.visit().ask("SELECT pg_total_relation_size('log')")?;
    println!(
        "{entries} entries, {} bytes of log each",
        bytes.iter().sum::<i64>().unsigned_abs() / entries.max(1)
    );
    let faults = store.check()?;
    store.close()?;
    if faults.is_empty() { Ok(()) } else { Err(format!("{faults:?}").into()) }
}
