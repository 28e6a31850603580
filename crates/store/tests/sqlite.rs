//! The suite, on SQLite.

use store::{Settings, SqliteStore};

store::suite!(SqliteStore::temporary(Settings::default()).expect("a temporary file"));
