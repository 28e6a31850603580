//! What must not be lost: the event log of every table, snapshots, players, and the ledger of chips.
//!
//! A *store* takes commits, each of which is there as a whole or not at all, and answers one only when it would survive the
//! loss of power. [`Store`] is what any engine can do; [`SqliteStore`] does it in one file, with one thread that
//! writes and groups commits, and a few connections that read. Time is an input: nothing here asks a clock what day it is.
//!
//! What is promised and how it is stored: `docs/storage.md`.

mod commit;
pub mod engine;
pub mod failpoint;
mod fault;
mod host;
mod id;
mod interface;
mod ledger;
mod metrics;
mod owner;
mod record;
mod settings;
mod sqlite;
#[cfg(any(test, feature = "suite"))]
pub mod suite;

pub use commit::{
    Append, ChatLine, CommandKey, Commit, GameResult, NewEntry, Receipt, RollCount, SaidAs, Sitting,
    Snapshot, Status, TableRow, TableWrite,
};
pub use fault::StoreFault;
pub use host::{BannedAddress, DeviceTimes, Erasure, Invite, Rewriting};
pub use id::{Epoch, PlayerId, TableId, TokenHash};
pub use interface::{Done, Store, wait};
pub use ledger::{Account, Booking, TopUp, Transfer};
pub use metrics::Metrics;
pub use owner::{Claimed, Lease, Owner};
pub use record::{Entry, NewPlayer, PlayedGame, Player, Statistic, TableRecord};
pub use settings::Settings;
pub use sqlite::SqliteStore;
