//! Players and the tokens by which they are known again.
//!
//! A *token* is a secret that the server gave out; only its hash is here. A player may have several, one for each device.

use rusqlite::{Connection, OptionalExtension, params};

use super::ledger;
use super::write::taken;
use crate::fault::StoreFault;
use crate::id::{PlayerId, TokenHash};
use crate::ledger::Account;
use crate::record::NewPlayer;

/// A player's key in this file.
pub(super) fn key(connection: &Connection, player: &PlayerId) -> Result<i64, StoreFault> {
    find(connection, player)?.ok_or_else(|| StoreFault::UnknownPlayer(player.clone()))
}

/// A player's key in this file, if there is such a player.
pub(super) fn find(connection: &Connection, player: &PlayerId) -> Result<Option<i64>, StoreFault> {
    Ok(connection
        .prepare_cached("SELECT key FROM players WHERE id = ?1")?
        .query_row([player.as_str()], |row| row.get(0))
        .optional()?)
}

pub(super) fn create(connection: &Connection, player: &NewPlayer) -> Result<(), StoreFault> {
    connection
        .prepare_cached("INSERT INTO players (id, name, created_at, seen_at) VALUES (?1, ?2, ?3, ?3)")?
        .execute(params![player.id.as_str(), player.name, player.at_ms])
        .map_err(|error| taken(error, "player id"))?;
    ledger::open(connection, &Account::Player(player.id.clone()))?;
    add_token(connection, &player.id, &player.token, player.at_ms)?;
    if let Some(gift) = player.gift() {
        ledger::transfer(connection, &gift, player.at_ms)?;
    }
    Ok(())
}

/// Whoever was forgotten is called nothing else any more.
pub(super) fn rename(connection: &Connection, player: &PlayerId, name: &str) -> Result<(), StoreFault> {
    let key = key(connection, player)?;
    connection
        .prepare_cached("UPDATE players SET name = ?2 WHERE key = ?1 AND erased_at IS NULL")?
        .execute(params![key, name])?;
    Ok(())
}

/// Whoever was forgotten has no way back.
pub(super) fn add_token(
    connection: &Connection,
    player: &PlayerId,
    token: &TokenHash,
    at_ms: i64,
) -> Result<(), StoreFault> {
    let key = key(connection, player)?;
    let erased: bool = connection
        .prepare_cached("SELECT erased_at IS NOT NULL FROM players WHERE key = ?1")?
        .query_row([key], |row| row.get(0))?;
    if erased {
        return Err(StoreFault::UnknownPlayer(player.clone()));
    }
    connection
        .prepare_cached("INSERT INTO tokens (hash, player, created_at, used_at) VALUES (?1, ?2, ?3, ?3)")?
        .execute(params![token.as_slice(), key, at_ms])
        .map_err(|error| taken(error, "token"))?;
    Ok(())
}

/// The same for whoever holds a token that is good in this very moment: it may have been taken away on the way here.
pub(super) fn add_token_by(
    connection: &Connection,
    player: &PlayerId,
    by: &TokenHash,
    token: &TokenHash,
    at_ms: i64,
) -> Result<(), StoreFault> {
    let key = key(connection, player)?;
    let is_good: bool = connection
        .prepare_cached("SELECT EXISTS (SELECT 1 FROM tokens WHERE hash = ?1 AND player = ?2)")?
        .query_row(params![by.as_slice(), key], |row| row.get(0))?;
    if !is_good {
        return Err(StoreFault::TokenGone);
    }
    add_token(connection, player, token, at_ms)
}

pub(super) fn revoke_tokens(connection: &Connection, player: &PlayerId) -> Result<u64, StoreFault> {
    let key = key(connection, player)?;
    Ok(connection.prepare_cached("DELETE FROM tokens WHERE player = ?1")?.execute([key])? as u64)
}

/// A clock that was set back does not make anybody have been here earlier than they were.
pub(super) fn seen(connection: &Connection, token: &TokenHash, at_ms: i64) -> Result<(), StoreFault> {
    connection
        .prepare_cached("UPDATE tokens SET used_at = max(used_at, ?2) WHERE hash = ?1")?
        .execute(params![token.as_slice(), at_ms])?;
    connection
        .prepare_cached(
            "UPDATE players SET seen_at = max(seen_at, ?2)
             WHERE key = (SELECT player FROM tokens WHERE hash = ?1)",
        )?
        .execute(params![token.as_slice(), at_ms])?;
    Ok(())
}
