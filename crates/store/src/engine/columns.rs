//! How our types are written in columns: the same numbers in every database.

use crate::commit::Status;
use crate::fault::StoreFault;
use crate::id::{PlayerId, TableId};
use crate::ledger::Account;

/// A number for a column, whose integers have a sign.
///
/// # Errors
/// If it is too large for one.
pub fn column(number: u64) -> Result<i64, StoreFault> {
    i64::try_from(number).map_err(|_| StoreFault::Invalid(format!("{number} is too large")))
}

/// A number from a column that is never below 0.
///
/// # Errors
/// If it is.
pub fn number(column: i64) -> Result<u64, StoreFault> {
    u64::try_from(column).map_err(|_| StoreFault::Corrupt(format!("{column} where no number is below 0")))
}

/// How an account is stored: its kind and its owner.
#[must_use]
pub fn account_columns(account: &Account) -> (i16, &str) {
    match account {
        Account::House => (0, ""),
        Account::Player(id) => (1, id.as_str()),
        Account::Table(id) => (2, id.as_str()),
    }
}

/// An account from its columns.
///
/// # Errors
/// If there is no such kind.
pub fn account_of(kind: i16, owner: String) -> Result<Account, StoreFault> {
    match kind {
        0 => Ok(Account::House),
        1 => Ok(Account::Player(PlayerId::from(owner))),
        2 => Ok(Account::Table(TableId::from(owner))),
        _ => Err(StoreFault::Corrupt(format!("an account of kind {kind}"))),
    }
}

/// How a status is stored. Whatever is below 3 is not closed.
#[must_use]
pub fn status_column(status: Status) -> i16 {
    match status {
        Status::Open => 0,
        Status::Running => 1,
        Status::Finished => 2,
        Status::Closed => 3,
    }
}

/// A status from its column, if there is such a one.
#[must_use]
pub fn status_of(column: i16) -> Option<Status> {
    [Status::Open, Status::Running, Status::Finished, Status::Closed]
        .into_iter()
        .find(|status| status_column(*status) == column)
}
