//! Chips that move outside a commit: opening gifts and top-ups.

use store::engine::{account_columns, column};
use store::{Account, PlayerId, StoreFault, TopUp, Transfer};

use crate::failure::Failure;
use crate::session::Session;

/// An account's key and balance, if it was ever used.
pub(crate) async fn find(session: &Session, account: &Account) -> Result<Option<(i64, i64)>, Failure> {
    let (kind, owner) = account_columns(account);
    let sql = "SELECT key, balance FROM accounts WHERE kind = $1 AND owner = $2";
    let Some(row) = session.first(sql, &[&kind, &owner]).await? else { return Ok(None) };
    Ok(Some((row.try_get(0)?, row.try_get(1)?)))
}

/// Opens a player's account with nothing in it.
pub(crate) async fn open(session: &Session, player: &PlayerId) -> Result<(), Failure> {
    let sql = "INSERT INTO accounts (kind, owner, balance) VALUES (1, $1, 0)";
    session.run(sql, &[&player.as_str()]).await?;
    Ok(())
}

/// A gift of the house to a player, both of whose accounts are there and locked.
pub(crate) async fn give(session: &Session, gift: &Transfer, at_ms: i64) -> Result<(), Failure> {
    gift.check()?;
    let nobody = || StoreFault::Corrupt(format!("{} or {} has no account", gift.from, gift.to));
    let (giver, holds) = find(session, &gift.from).await?.ok_or_else(nobody)?;
    let (taker, has) = find(session, &gift.to).await?.ok_or_else(nobody)?;
    let (left, now) = gift.book(holds, has)?;
    let update = "UPDATE accounts SET balance = $2 WHERE key = $1";
    session.run(update, &[&giver, &left]).await?;
    session.run(update, &[&taker, &now]).await?;
    let insert = "INSERT INTO transfers (giver, taker, amount, reason, at) VALUES ($1, $2, $3, $4, $5)";
    session.run(insert, &[&giver, &taker, &column(gift.amount)?, &&*gift.reason, &at_ms]).await?;
    Ok(())
}

pub(crate) async fn top_up(session: &Session, top_up: &TopUp) -> Result<u64, Failure> {
    let player = &top_up.player;
    let sql = "SELECT topped_up FROM players WHERE id = $1";
    let row = session.first(sql, &[&player.as_str()]).await?;
    let row = row.ok_or_else(|| StoreFault::UnknownPlayer(player.clone()))?;
    let account = find(session, &Account::Player(player.clone())).await?;
    let (_, balance) = account.ok_or_else(|| StoreFault::UnknownPlayer(player.clone()))?;
    let Some(gift) = top_up.gift(balance, row.try_get(0)?) else { return Ok(0) };
    give(session, &gift, top_up.at_ms).await?;
    session.run("UPDATE players SET topped_up = $2 WHERE id = $1", &[&player.as_str(), &top_up.day]).await?;
    Ok(gift.amount)
}
