//! What a check can find, in the words in which the operator is told.

use crate::id::TableId;
use crate::ledger::Account;

/// Something that does not fit.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Finding {
    /// A reference leads nowhere.
    #[error("row {row} of {table} points to nothing in {parent}")]
    Dangling {
        /// The row's key.
        row: i64,
        /// Where it stands.
        table: String,
        /// Where it points to.
        parent: String,
    },
    /// Chips came from nowhere, or went there.
    #[error("all balances together are {0} and not 0")]
    Sum(i64),
    /// A balance is not what its transfers come to.
    #[error("{account} holds {balance} chips, but its transfers add up to {added}")]
    Balance {
        /// Whose.
        account: Account,
        /// As it is written.
        balance: i64,
        /// As it should be.
        added: i64,
    },
    /// An account that may not be below 0 is.
    #[error("{0} holds {1} chips")]
    Below(Account, i64),
    /// Chips that nobody can win any more.
    #[error("{0} is closed or gone, but holds {1} chips")]
    Stranded(Account, i64),
    /// A log has a gap, or a head that is not its own.
    #[error("table {table} has {entries} entries, but the last is number {head}")]
    Gap {
        /// Which table.
        table: TableId,
        /// How many there are.
        entries: i64,
        /// The number of the last one.
        head: i64,
    },
    /// An entry does not lead to the one before it, or is not where it should be.
    #[error("entry {seq} of table {table} is not found where it should be")]
    Unchained {
        /// Which table.
        table: TableId,
        /// The number of the entry.
        seq: i64,
    },
    /// A log ends elsewhere than is noted.
    #[error("the log of table {table} should end with entry {known}, but the last is number {last}")]
    Head {
        /// Which table.
        table: TableId,
        /// As it is noted.
        known: i64,
        /// As it is.
        last: i64,
    },
    /// A command that cannot be found by its name, or stands in the log twice.
    #[error("the command of entry {seq} of table {table} is filed wrongly")]
    Misfiled {
        /// Which table.
        table: TableId,
        /// The number of the entry.
        seq: i64,
    },
    /// The names of some commands are not those of which there is a list.
    #[error("the commands up to entry {seq} of table {table} are filed wrongly")]
    Misnamed {
        /// Which table.
        table: TableId,
        /// The number of the entry that has the list.
        seq: i64,
    },
    /// A snapshot of what has not happened yet.
    #[error("table {table} has a snapshot of entry {seq}, but the last is number {head}")]
    Ahead {
        /// Which table.
        table: TableId,
        /// The entry of the snapshot.
        seq: i64,
        /// The number of the last one.
        head: i64,
    },
    /// A player who cannot hold chips.
    #[error("player {0} has no account")]
    NoAccount(String),
}
