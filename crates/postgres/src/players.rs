//! Players, the tokens by which they are known again, and what the host decides about them.

use store::{Invite, NewPlayer, PlayerId, StoreFault, TokenHash};

use crate::failure::Failure;
use crate::ledger;
use crate::session::Session;

/// A player's key, and whether the player was forgotten.
async fn find(session: &Session, player: &PlayerId) -> Result<(i64, bool), Failure> {
    let sql = "SELECT key, erased_at IS NOT NULL FROM players WHERE id = $1";
    let row = session.first(sql, &[&player.as_str()]).await?;
    let row = row.ok_or_else(|| StoreFault::UnknownPlayer(player.clone()))?;
    Ok((row.try_get(0)?, row.try_get(1)?))
}

/// A player's key.
pub(crate) async fn key(session: &Session, player: &PlayerId) -> Result<i64, Failure> {
    Ok(find(session, player).await?.0)
}

pub(crate) async fn create(session: &Session, player: &NewPlayer) -> Result<(), Failure> {
    let sql = "INSERT INTO players (id, name, created_at, seen_at) VALUES ($1, $2, $3, $3)";
    session.run(sql, &[&player.id.as_str(), &player.name, &player.at_ms]).await?;
    ledger::open(session, &player.id).await?;
    add_token(session, &player.id, &player.token, player.at_ms).await?;
    if let Some(gift) = player.gift() {
        ledger::give(session, &gift, player.at_ms).await?;
    }
    Ok(())
}

/// Creates a player and uses an invitation up, both or neither.
pub(crate) async fn create_invited(session: &Session, player: &NewPlayer, code: &str) -> Result<(), Failure> {
    let sql = "UPDATE invites SET uses = uses - 1
               WHERE code = $1 AND uses > 0 AND (until IS NULL OR until > $2)";
    if session.run(sql, &[&code, &player.at_ms]).await? == 0 {
        return Err(StoreFault::NotInvited.into());
    }
    create(session, player).await
}

/// Whoever was forgotten is called nothing else any more.
pub(crate) async fn rename(session: &Session, player: &PlayerId, name: &str) -> Result<(), Failure> {
    let key = key(session, player).await?;
    session.run("UPDATE players SET name = $2 WHERE key = $1 AND erased_at IS NULL", &[&key, &name]).await?;
    Ok(())
}

/// Whoever was forgotten has no way back.
pub(crate) async fn add_token(
    session: &Session,
    player: &PlayerId,
    token: &TokenHash,
    at_ms: i64,
) -> Result<(), Failure> {
    let (key, erased) = find(session, player).await?;
    if erased {
        return Err(StoreFault::UnknownPlayer(player.clone()).into());
    }
    let sql = "INSERT INTO tokens (hash, player, created_at, used_at) VALUES ($1, $2, $3, $3)";
    session.run(sql, &[&token.as_slice(), &key, &at_ms]).await?;
    Ok(())
}

/// The same for whoever holds a token that is good in this very moment: it may have been taken away on the way here.
pub(crate) async fn add_token_by(
    session: &Session,
    player: &PlayerId,
    by: &TokenHash,
    token: &TokenHash,
    at_ms: i64,
) -> Result<(), Failure> {
    let key = key(session, player).await?;
    let sql = "SELECT 1 FROM tokens WHERE hash = $1 AND player = $2";
    if session.first(sql, &[&by.as_slice(), &key]).await?.is_none() {
        return Err(StoreFault::TokenGone.into());
    }
    add_token(session, player, token, at_ms).await
}

pub(crate) async fn revoke_tokens(session: &Session, player: &PlayerId) -> Result<u64, Failure> {
    let key = key(session, player).await?;
    Ok(session.run("DELETE FROM tokens WHERE player = $1", &[&key]).await?)
}

/// Takes all tokens away and gives one; says how many there were.
pub(crate) async fn reset_tokens(
    session: &Session,
    player: &PlayerId,
    token: &TokenHash,
    at_ms: i64,
) -> Result<u64, Failure> {
    let before = revoke_tokens(session, player).await?;
    add_token(session, player, token, at_ms).await?;
    Ok(before)
}

/// A clock that was set back does not make anybody have been here earlier than they were.
pub(crate) async fn seen(session: &Session, token: &TokenHash, at_ms: i64) -> Result<(), Failure> {
    let sql =
        "WITH used AS (UPDATE tokens SET used_at = greatest(used_at, $2) WHERE hash = $1 RETURNING player)
               UPDATE players SET seen_at = greatest(seen_at, $2) FROM used WHERE players.key = used.player";
    session.run(sql, &[&token.as_slice(), &at_ms]).await?;
    Ok(())
}

pub(crate) async fn set_muted(session: &Session, player: &PlayerId, muted: bool) -> Result<(), Failure> {
    let key = key(session, player).await?;
    session.run("UPDATE players SET muted = $2 WHERE key = $1", &[&key, &muted]).await?;
    Ok(())
}

pub(crate) async fn set_banned(session: &Session, player: &PlayerId, banned: bool) -> Result<(), Failure> {
    let key = key(session, player).await?;
    session.run("UPDATE players SET banned = $2 WHERE key = $1", &[&key, &banned]).await?;
    Ok(())
}

pub(crate) async fn ban_address(session: &Session, address: &str, at_ms: i64) -> Result<(), Failure> {
    let sql = "INSERT INTO banned_addresses (address, at) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    session.run(sql, &[&address, &at_ms]).await?;
    Ok(())
}

pub(crate) async fn unban_address(session: &Session, address: &str) -> Result<bool, Failure> {
    Ok(session.run("DELETE FROM banned_addresses WHERE address = $1", &[&address]).await? > 0)
}

pub(crate) async fn add_invite(session: &Session, invite: &Invite) -> Result<(), Failure> {
    let sql = "INSERT INTO invites (code, note, created_at, until, uses) VALUES ($1, $2, $3, $4, $5)";
    let uses = i64::from(invite.uses);
    session.run(sql, &[&invite.code, &invite.note, &invite.created_at_ms, &invite.until_ms, &uses]).await?;
    Ok(())
}

pub(crate) async fn withdraw_invite(session: &Session, code: &str) -> Result<bool, Failure> {
    Ok(session.run("DELETE FROM invites WHERE code = $1", &[&code]).await? > 0)
}
