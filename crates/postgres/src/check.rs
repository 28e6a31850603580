//! A look at everything, for the operator and for tests.
//!
//! What the schema does not forbid is added up again here, in one state of the database. Nothing is mended.

use store::engine::{Finding, account_of};
use store::{Account, TableId};
use tokio_postgres::Row;

use crate::failure::Failure;
use crate::session::Session;

/// A question to the database whose every row is something that does not fit.
type Question = (&'static str, fn(&Row) -> Result<Finding, Failure>);

const QUESTIONS: [Question; 8] = [
    (
        "SELECT seq, 'log', CASE WHEN tables.key IS NULL THEN 'tables' ELSE 'players' END
         FROM log LEFT JOIN tables ON tables.key = table_key LEFT JOIN players ON players.key = player
         WHERE tables.key IS NULL OR (player IS NOT NULL AND players.key IS NULL)",
        |row| Ok(Finding::Dangling { row: row.try_get(0)?, table: row.try_get(1)?, parent: row.try_get(2)? }),
    ),
    ("SELECT sum(balance)::bigint FROM accounts HAVING sum(balance) <> 0", |row| {
        Ok(Finding::Sum(row.try_get(0)?))
    }),
    (
        "SELECT kind, owner, balance, added::bigint
         FROM (SELECT kind, owner, balance,
                      coalesce((SELECT sum(amount) FROM transfers WHERE taker = accounts.key), 0)
                      - coalesce((SELECT sum(amount) FROM transfers WHERE giver = accounts.key), 0) AS added
               FROM accounts) AS sums
         WHERE balance <> added",
        |row| {
            let (balance, added) = (row.try_get(2)?, row.try_get(3)?);
            Ok(Finding::Balance { account: holder(row)?, balance, added })
        },
    ),
    ("SELECT kind, owner, balance FROM accounts WHERE kind <> 0 AND balance < 0", |row| {
        Ok(Finding::Below(holder(row)?, row.try_get(2)?))
    }),
    (
        "SELECT kind, owner, balance FROM accounts
         WHERE kind = 2 AND balance <> 0
           AND NOT EXISTS (SELECT FROM tables WHERE id = accounts.owner AND status < 3)",
        |row| Ok(Finding::Stranded(holder(row)?, row.try_get(2)?)),
    ),
    // The head is written beside the log here, so it is compared with it as well.
    (
        "SELECT id, coalesce(n, 0), tables.head
         FROM tables LEFT JOIN (SELECT table_key, count(*) AS n, min(seq) AS low, max(seq) AS high
                                FROM log GROUP BY table_key) AS counted ON table_key = key
         WHERE coalesce(n, 0) <> tables.head OR low <> 1 OR high <> tables.head",
        |row| Ok(Finding::Gap { table: table(row)?, entries: row.try_get(1)?, head: row.try_get(2)? }),
    ),
    (
        "SELECT id, seq, head FROM snapshots JOIN tables ON tables.key = snapshots.table_key WHERE seq > head",
        |row| Ok(Finding::Ahead { table: table(row)?, seq: row.try_get(1)?, head: row.try_get(2)? }),
    ),
    (
        "SELECT id FROM players
         WHERE NOT EXISTS (SELECT FROM accounts WHERE kind = 1 AND owner = players.id)",
        |row| Ok(Finding::NoAccount(row.try_get(0)?)),
    ),
];

fn holder(row: &Row) -> Result<Account, Failure> {
    Ok(account_of(row.try_get(0)?, row.try_get(1)?)?)
}

fn table(row: &Row) -> Result<TableId, Failure> {
    Ok(row.try_get::<_, &str>(0)?.into())
}

/// Sentences about what does not fit.
pub(crate) async fn check(session: &Session) -> Result<Vec<String>, Failure> {
    let mut faults = Vec::new();
    for (sql, finding) in QUESTIONS {
        for row in session.rows(sql, &[]).await? {
            faults.push(finding(&row)?.to_string());
        }
    }
    Ok(faults)
}
