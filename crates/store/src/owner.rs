//! Who owns a table, where several servers share a store.
//!
//! A *node* is one run of one server. It holds a *lease*: as long as it renews it in time, nobody else may take its tables; when it does
//! not, anybody may. Whether a lease has run out is for the database's clock alone to say (`docs/storage.md` §12).

use std::time::{Duration, Instant};

use crate::id::Epoch;

/// The owner of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Owner {
    /// Which node: its name, and which of its runs. No two runs are called the same.
    pub node: String,
    /// Where it is reached, in the words in which it was told to the store.
    pub address: String,
    /// Since which epoch.
    pub epoch: Epoch,
    /// Whether its lease was good when this was read.
    pub alive: bool,
    /// Whether it is the node that asks.
    pub mine: bool,
}

/// A table that is the caller's from now on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claimed {
    /// The caller's epoch.
    pub epoch: Epoch,
    /// How long nobody had served it: since it was given up, or since its former owner was last known to be alive. By the store's clock;
    /// `None` if it does not know.
    pub unserved: Option<Duration>,
}

/// Until when a node may act for its tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lease {
    /// There is no other node.
    Forever,
    /// Until this moment, unless the lease is renewed; counted from before it was asked for, so never too late.
    Until(Instant),
    /// No longer, and never again: a later run has taken this node's place, or the store is closed.
    Over,
}

impl Lease {
    /// Whether the node may act at this moment.
    #[must_use]
    pub fn holds(self, now: Instant) -> bool {
        match self {
            Self::Forever => true,
            Self::Until(end) => now < end,
            Self::Over => false,
        }
    }
}
