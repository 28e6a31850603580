//! The ledger's tables: accounts with a balance, and every transfer that was ever made.
//!
//! Balances could be added up from the transfers; they are kept beside them so that a check costs one row. Both change in the
//! same transaction, and `check` adds them up again (`docs/storage.md` §5).

use rusqlite::{Connection, OptionalExtension, params};

use super::{players, write};
use crate::engine::{account_columns, column};
use crate::fault::StoreFault;
use crate::ledger::{Account, TopUp, Transfer};

/// An account's key and balance, if it was ever used.
pub(super) fn find(connection: &Connection, account: &Account) -> Result<Option<(i64, i64)>, StoreFault> {
    Ok(connection
        .prepare_cached("SELECT key, balance FROM accounts WHERE kind = ?1 AND owner = ?2")?
        .query_row(account_columns(account), |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?)
}

/// Opens an account with nothing in it.
pub(super) fn open(connection: &Connection, account: &Account) -> Result<i64, StoreFault> {
    connection
        .prepare_cached("INSERT INTO accounts (kind, owner, balance) VALUES (?1, ?2, 0)")?
        .execute(account_columns(account))?;
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
    transfer.check()?;
    let (giver, holds) = touch(connection, &transfer.from)?;
    let (taker, has) = touch(connection, &transfer.to)?;
    let (left, now) = transfer.book(holds, has)?;
    let mut update = connection.prepare_cached("UPDATE accounts SET balance = ?2 WHERE key = ?1")?;
    update.execute([giver, left])?;
    update.execute([taker, now])?;
    connection
        .prepare_cached(
            "INSERT INTO transfers (giver, taker, amount, reason, at) VALUES (?1, ?2, ?3, ?4, ?5)",
        )?
        .execute(params![giver, taker, column(transfer.amount)?, transfer.reason, at_ms])?;
    Ok(())
}

pub(super) fn top_up(connection: &Connection, top_up: &TopUp) -> Result<u64, StoreFault> {
    let key = players::key(connection, &top_up.player)?;
    let last: Option<i64> = connection
        .prepare_cached("SELECT topped_up FROM players WHERE key = ?1")?
        .query_row([key], |row| row.get(0))?;
    let (_, balance) = touch(connection, &Account::Player(top_up.player.clone()))?;
    let Some(gift) = top_up.gift(balance, last) else { return Ok(0) };
    transfer(connection, &gift, top_up.at_ms)?;
    connection
        .prepare_cached("UPDATE players SET topped_up = ?2 WHERE key = ?1")?
        .execute([key, top_up.day])?;
    Ok(gift.amount)
}
