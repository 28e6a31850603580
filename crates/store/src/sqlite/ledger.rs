//! The ledger's tables: accounts with a balance, and every transfer that was ever made.
//!
//! Balances could be added up from the transfers; they are kept beside them so that a check costs one row. Both change in the
//! same transaction, and `check` adds them up again (`docs/storage.md` §5).

use rusqlite::{Connection, OptionalExtension, params};

use super::fault::column;
use super::{players, write};
use crate::fault::StoreFault;
use crate::id::{PlayerId, TableId};
use crate::ledger::{Account, TopUp, Transfer};

/// How an account is stored: its kind and its owner.
pub(super) fn columns(account: &Account) -> (i64, &str) {
    match account {
        Account::House => (0, ""),
        Account::Player(id) => (1, id.as_str()),
        Account::Table(id) => (2, id.as_str()),
    }
}

/// An account from its columns.
pub(super) fn account(kind: i64, owner: String) -> Result<Account, StoreFault> {
    match kind {
        0 => Ok(Account::House),
        1 => Ok(Account::Player(PlayerId::from(owner))),
        2 => Ok(Account::Table(TableId::from(owner))),
        _ => Err(StoreFault::Corrupt(format!("an account of kind {kind}"))),
    }
}

/// An account's key and balance, if it was ever used.
pub(super) fn find(connection: &Connection, account: &Account) -> Result<Option<(i64, i64)>, StoreFault> {
    Ok(connection
        .prepare_cached("SELECT key, balance FROM accounts WHERE kind = ?1 AND owner = ?2")?
        .query_row(columns(account), |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?)
}

/// Opens an account with nothing in it.
pub(super) fn open(connection: &Connection, account: &Account) -> Result<i64, StoreFault> {
    connection
        .prepare_cached("INSERT INTO accounts (kind, owner, balance) VALUES (?1, ?2, 0)")?
        .execute(columns(account))?;
    Ok(connection.last_insert_rowid())
}

/// An account's key and balance. A table's account is opened when it is first used, but only if there is such a table.
fn touch(connection: &Connection, account: &Account) -> Result<(i64, i64), StoreFault> {
    if let Some(found) = find(connection, account)? {
        return Ok(found);
    }
    match account {
        Account::Player(id) => Err(StoreFault::UnknownPlayer(id.clone())),
        Account::Table(id) if write::find(connection, id)?.is_none() => {
            Err(StoreFault::UnknownTable(id.clone()))
        }
        Account::House | Account::Table(_) => Ok((open(connection, account)?, 0)),
    }
}

pub(super) fn transfer(connection: &Connection, transfer: &Transfer, at_ms: i64) -> Result<(), StoreFault> {
    let amount = column(transfer.amount)?;
    if amount == 0 || transfer.from == transfer.to {
        return Err(StoreFault::Invalid("a transfer of nothing, or to where it comes from".to_owned()));
    }
    let (giver, holds) = touch(connection, &transfer.from)?;
    let (taker, has) = touch(connection, &transfer.to)?;
    if transfer.from != Account::House && holds < amount {
        return Err(StoreFault::Insufficient { account: transfer.from.clone(), balance: holds });
    }
    let (Some(left), Some(now)) = (holds.checked_sub(amount), has.checked_add(amount)) else {
        return Err(StoreFault::Invalid(format!("{amount} chips are more than an account can count")));
    };
    let mut update = connection.prepare_cached("UPDATE accounts SET balance = ?2 WHERE key = ?1")?;
    update.execute([giver, left])?;
    update.execute([taker, now])?;
    connection
        .prepare_cached(
            "INSERT INTO transfers (giver, taker, amount, reason, at) VALUES (?1, ?2, ?3, ?4, ?5)",
        )?
        .execute(params![giver, taker, amount, transfer.reason, at_ms])?;
    Ok(())
}

pub(super) fn top_up(connection: &Connection, top_up: &TopUp) -> Result<u64, StoreFault> {
    let key = players::key(connection, &top_up.player)?;
    let last: Option<i64> = connection
        .prepare_cached("SELECT topped_up FROM players WHERE key = ?1")?
        .query_row([key], |row| row.get(0))?;
    let account = Account::Player(top_up.player.clone());
    let (_, balance) = touch(connection, &account)?;
    let missing = top_up.minimum.saturating_sub(balance.unsigned_abs());
    if missing == 0 || last.is_some_and(|last| top_up.day <= last) {
        return Ok(0);
    }
    let gift = Transfer { from: Account::House, to: account, amount: missing, reason: "top-up".into() };
    transfer(connection, &gift, top_up.at_ms)?;
    connection
        .prepare_cached("UPDATE players SET topped_up = ?2 WHERE key = ?1")?
        .execute([key, top_up.day])?;
    Ok(missing)
}
