//! The end of tables, and how a player is forgotten.

use store::engine::{column, number};
use store::{Account, Erasure, Rewriting, StoreFault, TableId};

use crate::failure::Failure;
use crate::lease::{alive, node_name};
use crate::session::Session;
use crate::{ledger, players};

/// Deletes a table that is ours or nobody's: one that another node plays on stays.
pub(crate) async fn delete(session: &Session, node: i64, table: &TableId) -> Result<(), Failure> {
    let sql = concat!(
        "SELECT tables.key, (SELECT ",
        node_name!(),
        " FROM nodes WHERE nodes.key = owner AND owner <> $2 AND ",
        alive!(),
        "),
                (SELECT ",
        alive!(),
        " FROM nodes WHERE nodes.key = $2)
         FROM tables WHERE id = $1"
    );
    let row = session.first(sql, &[&table.as_str(), &node]).await?;
    let row = row.ok_or_else(|| StoreFault::UnknownTable(table.clone()))?;
    if let Some(node) = row.try_get(1)? {
        return Err(StoreFault::OwnedElsewhere { node }.into());
    }
    if !row.try_get::<_, Option<bool>>(2)?.unwrap_or_default() {
        return Err(StoreFault::LeaseLost.into());
    }
    let held = ledger::find(session, &Account::Table(table.clone())).await?;
    if let Some((_, balance)) = held.filter(|(_, balance)| *balance != 0) {
        return Err(StoreFault::HoldsChips { table: table.clone(), balance }.into());
    }
    remove(session, &[row.try_get(0)?]).await
}

/// Removes tables with all that belongs to them.
async fn remove(session: &Session, keys: &[i64]) -> Result<(), Failure> {
    for sql in [
        "DELETE FROM log WHERE table_key = ANY($1)",
        "DELETE FROM snapshots WHERE table_key = ANY($1)",
        "DELETE FROM seats WHERE table_key = ANY($1)",
        "DELETE FROM chat WHERE table_key = ANY($1)",
        "DELETE FROM tables WHERE key = ANY($1)",
    ] {
        session.run(sql, &[&keys]).await?;
    }
    Ok(())
}

pub(crate) async fn forget(session: &Session, before_ms: i64, most: i64) -> Result<Vec<TableId>, Failure> {
    // What another node is busy with is passed over, and found the next time.
    let sql = "SELECT id, key FROM tables
               WHERE status = 3 AND NOT keep AND changed_at < $1
                 AND NOT EXISTS (SELECT FROM accounts WHERE kind = 2 AND accounts.owner = tables.id AND balance <> 0)
               ORDER BY changed_at LIMIT $2 FOR UPDATE SKIP LOCKED";
    let mut forgotten = Vec::new();
    let mut keys: Vec<i64> = Vec::new();
    for row in session.rows(sql, &[&before_ms, &most]).await? {
        forgotten.push(TableId::from(row.try_get::<_, &str>(0)?));
        keys.push(row.try_get(1)?);
    }
    remove(session, &keys).await?;
    Ok(forgotten)
}

/// Takes away what says who a player was. Account and transfers stay as they are.
pub(crate) async fn erase(session: &Session, erasure: &Erasure) -> Result<(), Failure> {
    let key = players::key(session, &erasure.player).await?;
    for rewriting in &erasure.tables {
        rewrite(session, rewriting).await?;
    }
    for sql in [
        "DELETE FROM tokens WHERE player = $1",
        "DELETE FROM chat WHERE player = $1",
        "DELETE FROM results WHERE player = $1",
        "DELETE FROM rolls WHERE player = $1",
    ] {
        session.run(sql, &[&key]).await?;
    }
    let sql = "UPDATE players SET name = $2, muted = false, banned = false, erased_at = $3 WHERE key = $1";
    session.run(sql, &[&key, &&*erasure.name, &erasure.at_ms]).await?;
    Ok(())
}

async fn rewrite(session: &Session, rewriting: &Rewriting) -> Result<(), Failure> {
    let table = &rewriting.table;
    let row = session.first("SELECT key, head FROM tables WHERE id = $1", &[&table.as_str()]).await?;
    let row = row.ok_or_else(|| StoreFault::UnknownTable(table.clone()))?;
    let (key, found): (i64, u64) = (row.try_get(0)?, number(row.try_get(1)?)?);
    if found != rewriting.head {
        return Err(StoreFault::WrongHead { expected: rewriting.head, found }.into());
    }
    let sql = "UPDATE log SET body = $3 WHERE table_key = $1 AND seq = $2";
    for (seq, body) in &rewriting.entries {
        if session.run(sql, &[&key, &column(*seq)?, body]).await? == 0 {
            return Err(StoreFault::Invalid(format!("there is no entry {seq}")).into());
        }
    }
    // A snapshot may hold the name, and so may one that a former owner is about to write.
    session.run("DELETE FROM snapshots WHERE table_key = $1", &[&key]).await?;
    let sql = "UPDATE tables SET epoch = epoch + 1, details = $2 WHERE key = $1";
    session.run(sql, &[&key, &rewriting.details]).await?;
    let sql = "UPDATE results SET details = $3 WHERE key = $1 AND table_id = $2";
    for (result, details) in &rewriting.results {
        session.run(sql, &[&column(*result)?, &table.as_str(), details]).await?;
    }
    Ok(())
}
