//! Why a store did not do what it was asked.
//!
//! A *fault* means that nothing of the request is there. Some are for the table to act on (a stale epoch, a command that is
//! there already, an account that holds too little), the others for the operator (`docs/storage.md` §2).

use crate::id::{Epoch, PlayerId, TableId};
use crate::ledger::Account;

/// Why a store did not do what it was asked.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreFault {
    /// Somebody else has written to the log, or a commit before this one failed.
    #[error("the log ends with entry {found}, not {expected}")]
    WrongHead {
        /// As the writer thought.
        expected: u64,
        /// As it is.
        found: u64,
    },
    /// The table has another owner now.
    #[error("epoch {given} of this table is over, {current} has begun")]
    StaleEpoch {
        /// The writer's.
        given: Epoch,
        /// The present owner's.
        current: Epoch,
    },
    /// Another node owns the table, and its lease is good.
    #[error("the table belongs to {node}")]
    OwnedElsewhere {
        /// Which node.
        node: String,
    },
    /// This node did not renew its lease in time: it may not write about tables until it has.
    #[error("this server's lease has run out")]
    LeaseLost,
    /// The command is in the log already.
    #[error("the command is already there as entry {seq}")]
    Duplicate {
        /// The last entry that was written together with it.
        seq: u64,
        /// The hash of the contents it had.
        digest: [u8; 32],
    },
    /// An account that may not be below 0 would be.
    #[error("{account} holds {balance} chips, which is too few")]
    Insufficient {
        /// Whose account.
        account: Account,
        /// What it holds.
        balance: i64,
    },
    /// The table cannot go while chips lie on it.
    #[error("table {table} still holds {balance} chips")]
    HoldsChips {
        /// Which table.
        table: TableId,
        /// What it holds.
        balance: i64,
    },
    /// There is no such table.
    #[error("there is no table {0}")]
    UnknownTable(TableId),
    /// There is no such player.
    #[error("there is no player {0}")]
    UnknownPlayer(PlayerId),
    /// The token was taken away from its player.
    #[error("this token is not good any more")]
    TokenGone,
    /// The invitation is unknown, used up or too old.
    #[error("this invitation is not good")]
    NotInvited,
    /// Somebody else has it already.
    #[error("this {0} is taken")]
    Taken(&'static str),
    /// The request makes no sense; its author has made a mistake.
    #[error("not a possible request: {0}")]
    Invalid(String),
    /// Too many requests are waiting: refused at once.
    #[error("too many writes are waiting")]
    QueueFull,
    /// The store was closed.
    #[error("the store is closed")]
    Closed,
    /// There is no room left.
    #[error("the disk is full")]
    DiskFull,
    /// The file may not be written to.
    #[error("the database is read-only")]
    ReadOnly,
    /// The file is damaged, or not one of ours.
    #[error("the database is damaged: {0}")]
    Corrupt(String),
    /// The file was written by a later version of this program.
    #[error(
        "the database has version {found}, but this program knows only versions up to {known}: use a newer one"
    )]
    NewerVersion {
        /// The file's.
        found: i64,
        /// The latest that is known here.
        known: i64,
    },
    /// Reading or writing failed.
    #[error("reading or writing failed: {0}")]
    Disk(String),
    /// The database does not answer for now: it is not reached, starts, stops or has too much to do. Waiting may mend that.
    #[error("the database is not there: {0}")]
    Away(String),
    /// It may be there or not: the answer of a database was lost on its way. Whoever sends the same again finds out.
    #[error("nobody knows whether it was stored: {0}")]
    Unknown(String),
}
