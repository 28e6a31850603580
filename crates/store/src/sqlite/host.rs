//! What the host decides: silence, bans, invitations; and how a player is forgotten.

use rusqlite::{Connection, params};

use super::write::{self, taken};
use super::{chain, players, read};
use crate::engine::column;
use crate::fault::StoreFault;
use crate::host::{BannedAddress, DeviceTimes, Erasure, Invite, Rewriting};
use crate::id::{PlayerId, TokenHash};
use crate::record::NewPlayer;

pub(super) fn set_muted(connection: &Connection, player: &PlayerId, muted: bool) -> Result<(), StoreFault> {
    let key = players::key(connection, player)?;
    connection
        .prepare_cached("UPDATE players SET muted = ?2 WHERE key = ?1")?
        .execute(params![key, muted])?;
    Ok(())
}

pub(super) fn set_banned(connection: &Connection, player: &PlayerId, banned: bool) -> Result<(), StoreFault> {
    let key = players::key(connection, player)?;
    connection
        .prepare_cached("UPDATE players SET banned = ?2 WHERE key = ?1")?
        .execute(params![key, banned])?;
    Ok(())
}

/// Takes all tokens away and gives one; says how many there were.
pub(super) fn reset_tokens(
    connection: &Connection,
    player: &PlayerId,
    token: &TokenHash,
    at_ms: i64,
) -> Result<u64, StoreFault> {
    let before = players::revoke_tokens(connection, player)?;
    players::add_token(connection, player, token, at_ms)?;
    Ok(before)
}

pub(super) fn ban_address(connection: &Connection, address: &str, at_ms: i64) -> Result<(), StoreFault> {
    connection
        .prepare_cached("INSERT INTO banned_addresses (address, at) VALUES (?1, ?2) ON CONFLICT DO NOTHING")?
        .execute(params![address, at_ms])?;
    Ok(())
}

pub(super) fn unban_address(connection: &Connection, address: &str) -> Result<bool, StoreFault> {
    let gone =
        connection.prepare_cached("DELETE FROM banned_addresses WHERE address = ?1")?.execute([address])?;
    Ok(gone > 0)
}

pub(super) fn banned_addresses(connection: &Connection) -> Result<Vec<BannedAddress>, StoreFault> {
    read::all(connection, "SELECT address, at FROM banned_addresses ORDER BY at, address", [], |row| {
        Ok(BannedAddress { address: row.get(0)?, at_ms: row.get(1)? })
    })
}

pub(super) fn add_invite(connection: &Connection, invite: &Invite) -> Result<(), StoreFault> {
    connection
        .prepare_cached(
            "INSERT INTO invites (code, note, created_at, until, uses) VALUES (?1, ?2, ?3, ?4, ?5)",
        )?
        .execute(params![invite.code, invite.note, invite.created_at_ms, invite.until_ms, invite.uses])
        .map_err(|error| taken(error, "invitation"))?;
    Ok(())
}

pub(super) fn withdraw_invite(connection: &Connection, code: &str) -> Result<bool, StoreFault> {
    Ok(connection.prepare_cached("DELETE FROM invites WHERE code = ?1")?.execute([code])? > 0)
}

pub(super) fn invites(connection: &Connection) -> Result<Vec<Invite>, StoreFault> {
    let sql = "SELECT code, note, created_at, until, uses FROM invites ORDER BY created_at, code";
    read::all(connection, sql, [], |row| {
        Ok(Invite {
            code: row.get(0)?,
            note: row.get(1)?,
            created_at_ms: row.get(2)?,
            until_ms: row.get(3)?,
            uses: row.get(4)?,
        })
    })
}

/// Creates a player and uses an invitation up, both or neither.
pub(super) fn create_invited(
    connection: &Connection,
    player: &NewPlayer,
    code: &str,
) -> Result<(), StoreFault> {
    let used = connection
        .prepare_cached(
            "UPDATE invites SET uses = uses - 1
             WHERE code = ?1 AND uses > 0 AND (until IS NULL OR until > ?2)",
        )?
        .execute(params![code, player.at_ms])?;
    if used == 0 {
        return Err(StoreFault::NotInvited);
    }
    players::create(connection, player)
}

pub(super) fn devices_of(connection: &Connection, player: &PlayerId) -> Result<Vec<DeviceTimes>, StoreFault> {
    let sql = "SELECT tokens.created_at, used_at FROM tokens JOIN players ON players.key = tokens.player
               WHERE players.id = ?1 ORDER BY tokens.created_at, used_at";
    read::all(connection, sql, [player.as_str()], |row| {
        Ok(DeviceTimes { created_at_ms: row.get(0)?, used_at_ms: row.get(1)? })
    })
}

/// Takes away what says who a player was. Account and transfers stay as they are.
pub(super) fn erase(connection: &Connection, erasure: &Erasure) -> Result<(), StoreFault> {
    let key = players::key(connection, &erasure.player)?;
    for rewriting in &erasure.tables {
        rewrite(connection, rewriting)?;
    }
    for sql in [
        "DELETE FROM tokens WHERE player = ?1",
        "DELETE FROM chat WHERE player = ?1",
        "DELETE FROM results WHERE player = ?1",
        "DELETE FROM rolls WHERE player = ?1",
    ] {
        connection.prepare_cached(sql)?.execute([key])?;
    }
    connection
        .prepare_cached("UPDATE players SET name = ?2, muted = 0, banned = 0, erased_at = ?3 WHERE key = ?1")?
        .execute(params![key, erasure.name, erasure.at_ms])?;
    Ok(())
}

fn rewrite(connection: &Connection, rewriting: &Rewriting) -> Result<(), StoreFault> {
    let Some((key, _)) = write::find(connection, &rewriting.table)? else {
        return Err(StoreFault::UnknownTable(rewriting.table.clone()));
    };
    let found = chain::head(connection, key)?.map_or(0, |head| head.seq);
    if found != rewriting.head {
        return Err(StoreFault::WrongHead { expected: rewriting.head, found });
    }
    let mut update = connection.prepare_cached("UPDATE log SET body = ?2 WHERE key = ?1")?;
    for (seq, body) in &rewriting.entries {
        let Some(entry) = chain::entry_at(connection, key, *seq)? else {
            return Err(StoreFault::Invalid(format!("there is no entry {seq}")));
        };
        update.execute(params![entry, body])?;
    }
    // A snapshot may hold the name, and so may one that a former owner is about to write.
    connection.prepare_cached("DELETE FROM snapshots WHERE table_key = ?1")?.execute([key])?;
    connection
        .prepare_cached("UPDATE tables SET epoch = epoch + 1, details = ?2 WHERE key = ?1")?
        .execute(params![key, rewriting.details])?;
    let mut update =
        connection.prepare_cached("UPDATE results SET details = ?3 WHERE key = ?1 AND table_id = ?2")?;
    for (result, details) in &rewriting.results {
        update.execute(params![column(*result)?, rewriting.table.as_str(), details])?;
    }
    Ok(())
}
