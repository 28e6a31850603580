//! What engines are made of: the parts of a store that are the same whatever database is under it.
//!
//! An *engine* is one way to keep what a [`Store`](crate::Store) promises to keep. How writes wait and are grouped, how connections are
//! lent, how an answer finds its way back and in which words a check complains is here, once. For those who write a store;
//! those who use one need nothing of it.

mod columns;
mod finding;
mod pending;
mod queue;
mod shelf;

pub use columns::{account_columns, account_of, column, number, status_column, status_of};
pub use finding::Finding;
pub use pending::Pending;
pub use queue::{Groups, Queue, Waiting};
pub use shelf::Shelf;

pub use crate::metrics::Counters;
