//! The store on PostgreSQL, for several servers that share their tables.
//!
//! A *node* is one run of one server. Each table belongs to one node, which alone may write about it while its lease is good; the database's
//! clock and the table's epoch decide, never what a node thinks. One thread writes, in groups; a few connections read.
//!
//! What is promised: `docs/storage.md`, above all §12.

mod check;
mod draft;
mod encryption;
mod failure;
mod implementation;
mod job;
mod known;
mod lease;
mod ledger;
mod locks;
mod plan;
mod players;
mod read;
mod readers;
mod row;
mod schema;
mod session;
mod settings;
mod store_on_postgres;
mod tables;
#[cfg(feature = "testing")]
pub mod testing;
#[cfg(test)]
mod tests;
mod waiting;
mod writer;

pub use settings::PostgresSettings;
pub use store_on_postgres::PostgresStore;
