//! A look at everything, for the operator and for tests.
//!
//! What the schema cannot forbid is added up again here: balances from transfers, heads from entries. Nothing is mended.

use rusqlite::{Connection, Row};

use crate::fault::StoreFault;

/// A question to the database whose every row is something that does not fit, and the sentence that says so.
type Question = (&'static str, fn(&Row<'_>) -> rusqlite::Result<String>);

const QUESTIONS: [Question; 9] = [
    ("PRAGMA integrity_check", |row| row.get(0)),
    ("PRAGMA foreign_key_check", |row| {
        let (table, row_id, parent): (String, Option<i64>, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
        Ok(format!("row {} of {table} points to nothing in {parent}", row_id.unwrap_or_default()))
    }),
    ("SELECT sum(balance) FROM accounts HAVING sum(balance) <> 0", |row| {
        Ok(format!("all balances together are {} and not 0", row.get::<_, i64>(0)?))
    }),
    (
        "SELECT kind, owner, balance, added FROM (
            SELECT kind, owner, balance,
                   ifnull((SELECT sum(amount) FROM transfers WHERE taker = accounts.key), 0)
                   - ifnull((SELECT sum(amount) FROM transfers WHERE giver = accounts.key), 0) AS added
            FROM accounts)
         WHERE balance <> added",
        |row| {
            let (balance, added): (i64, i64) = (row.get(2)?, row.get(3)?);
            Ok(format!("{} holds {balance} chips, but its transfers add up to {added}", holder(row)?))
        },
    ),
    ("SELECT kind, owner, balance FROM accounts WHERE kind <> 0 AND balance < 0", |row| {
        Ok(format!("{} holds {} chips", holder(row)?, row.get::<_, i64>(2)?))
    }),
    (
        "SELECT kind, owner, balance FROM accounts
         WHERE kind = 2 AND balance <> 0 AND owner NOT IN (SELECT id FROM tables WHERE status < 3)",
        |row| Ok(format!("{} is closed or gone, but holds {} chips", holder(row)?, row.get::<_, i64>(2)?)),
    ),
    (
        "SELECT id, n, head FROM (
            SELECT table_key, count(*) AS n, min(seq) AS low, max(seq) AS head FROM log GROUP BY table_key)
         JOIN tables ON tables.key = table_key
         WHERE n <> head OR low <> 1",
        |row| {
            let (id, n, head): (String, i64, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
            Ok(format!("table {id} has {n} entries, but the last is number {head}"))
        },
    ),
    (
        "SELECT id, seq, head FROM (
            SELECT tables.id, snapshots.seq,
                   ifnull((SELECT max(seq) FROM log WHERE log.table_key = tables.key), 0) AS head
            FROM snapshots JOIN tables ON tables.key = snapshots.table_key)
         WHERE seq > head",
        |row| {
            let (id, seq, head): (String, i64, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
            Ok(format!("table {id} has a snapshot of entry {seq}, but the last is number {head}"))
        },
    ),
    (
        "SELECT id FROM players
         WHERE NOT EXISTS (SELECT 1 FROM accounts WHERE kind = 1 AND owner = players.id)",
        |row| Ok(format!("player {} has no account", row.get::<_, String>(0)?)),
    ),
];

fn holder(row: &Row<'_>) -> rusqlite::Result<String> {
    let owner: String = row.get(1)?;
    Ok(match row.get::<_, i64>(0)? {
        0 => "the house".to_owned(),
        1 => format!("player {owner}"),
        _ => format!("table {owner}"),
    })
}

/// Sentences about what does not fit.
pub(super) fn check(connection: &Connection) -> Result<Vec<String>, StoreFault> {
    let mut faults = Vec::new();
    for (sql, sentence) in QUESTIONS {
        let mut statement = connection.prepare(sql)?;
        for found in statement.query_map([], sentence)? {
            let found = found?;
            if found != "ok" {
                faults.push(found);
            }
        }
    }
    Ok(faults)
}
