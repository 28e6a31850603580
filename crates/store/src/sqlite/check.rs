//! A look at everything, for the operator and for tests.
//!
//! What the schema cannot forbid is added up again here: balances from transfers, heads from entries. Nothing is mended.

use rusqlite::{Connection, Row};

use super::connection::{CHAINED, NAMED, version};
use super::names::list;
use super::{chain, read};
use crate::engine::{Finding, account_of, column};
use crate::fault::StoreFault;
use crate::ledger::Account;

/// A question to the database whose every row is something that does not fit.
type Question = (&'static str, fn(&Row<'_>) -> Result<Finding, StoreFault>);

/// About files of every version.
const QUESTIONS: [Question; 8] = [
    ("PRAGMA foreign_key_check", |row| {
        let row_id: Option<i64> = row.get(1)?;
        Ok(Finding::Dangling { row: row_id.unwrap_or_default(), table: row.get(0)?, parent: row.get(2)? })
    }),
    ("SELECT sum(balance) FROM accounts HAVING sum(balance) <> 0", |row| Ok(Finding::Sum(row.get(0)?))),
    (
        "SELECT kind, owner, balance, added FROM (
            SELECT kind, owner, balance,
                   ifnull((SELECT sum(amount) FROM transfers WHERE taker = accounts.key), 0)
                   - ifnull((SELECT sum(amount) FROM transfers WHERE giver = accounts.key), 0) AS added
            FROM accounts)
         WHERE balance <> added",
        |row| Ok(Finding::Balance { account: holder(row)?, balance: row.get(2)?, added: row.get(3)? }),
    ),
    ("SELECT kind, owner, balance FROM accounts WHERE kind <> 0 AND balance < 0", |row| {
        Ok(Finding::Below(holder(row)?, row.get(2)?))
    }),
    (
        "SELECT kind, owner, balance FROM accounts
         WHERE kind = 2 AND balance <> 0 AND owner NOT IN (SELECT id FROM tables WHERE status < 3)",
        |row| Ok(Finding::Stranded(holder(row)?, row.get(2)?)),
    ),
    (
        "SELECT id, n, head FROM (
            SELECT table_key, count(*) AS n, min(seq) AS low, max(seq) AS head FROM log GROUP BY table_key)
         JOIN tables ON tables.key = table_key
         WHERE n <> head OR low <> 1",
        |row| {
            let table = row.get::<_, String>(0)?.into();
            Ok(Finding::Gap { table, entries: row.get(1)?, head: row.get(2)? })
        },
    ),
    (
        "SELECT id, seq, head FROM (
            SELECT tables.id, snapshots.seq,
                   ifnull((SELECT max(seq) FROM log WHERE log.table_key = tables.key), 0) AS head
            FROM snapshots JOIN tables ON tables.key = snapshots.table_key)
         WHERE seq > head",
        |row| {
            let table = row.get::<_, String>(0)?.into();
            Ok(Finding::Ahead { table, seq: row.get(1)?, head: row.get(2)? })
        },
    ),
    (
        "SELECT id FROM players
         WHERE NOT EXISTS (SELECT 1 FROM accounts WHERE kind = 1 AND owner = players.id)",
        |row| Ok(Finding::NoAccount(row.get(0)?)),
    ),
];

/// About what leads from one entry to another.
const ABOUT_CHAINS: [Question; 5] = [
    ("SELECT key FROM log WHERE table_key NOT IN (SELECT key FROM tables)", |row| {
        Ok(Finding::Dangling { row: row.get(0)?, table: "log".into(), parent: "tables".into() })
    }),
    (
        "SELECT id, seq FROM (
            SELECT table_key, seq, before, lag(key) OVER (PARTITION BY table_key ORDER BY seq) AS other FROM log)
         JOIN tables ON tables.key = table_key WHERE before IS NOT other",
        |row| Ok(Finding::Unchained { table: row.get::<_, String>(0)?.into(), seq: row.get(1)? }),
    ),
    (
        "SELECT id, ifnull(known.seq, 0), ifnull(last, 0) FROM tables
         LEFT JOIN heads AS known ON known.table_key = tables.key
         LEFT JOIN (SELECT table_key, max(seq) AS last FROM log GROUP BY table_key) AS log ON log.table_key = tables.key
         WHERE known.seq IS NOT last OR known.seq IS NOT (
             SELECT seq FROM log WHERE log.key = known.entry AND log.table_key = tables.key)",
        |row| {
            let table = row.get::<_, String>(0)?.into();
            Ok(Finding::Head { table, known: row.get(1)?, last: row.get(2)? })
        },
    ),
    (
        "SELECT id, marks.seq FROM marks JOIN tables ON tables.key = marks.table_key
         WHERE NOT EXISTS (SELECT 1 FROM log WHERE log.key = marks.entry AND log.table_key = marks.table_key
                                                 AND log.seq = marks.seq)",
        |row| Ok(Finding::Unchained { table: row.get::<_, String>(0)?.into(), seq: row.get(1)? }),
    ),
    (
        "SELECT id, seq FROM (
            SELECT table_key, seq, count(*) OVER (PARTITION BY table_key, player, command) AS times
            FROM log WHERE command IS NOT NULL)
         JOIN tables ON tables.key = table_key WHERE times > 1",
        |row| Ok(Finding::Misfiled { table: row.get::<_, String>(0)?.into(), seq: row.get(1)? }),
    ),
];

/// About commands that have a row of their own each, as they had before [`NAMED`]: those up to the last mark, and no others.
const ABOUT_ROWS_OF_COMMANDS: [Question; 1] = [(
    "SELECT id, seq FROM (
        SELECT log.table_key, log.seq, log.seq <= ifnull(mark, 0) AS marked, commands.entry AS filed, log.key AS entry
        FROM log LEFT JOIN (SELECT table_key, max(seq) AS mark FROM marks GROUP BY table_key) AS last
                     ON last.table_key = log.table_key
                 LEFT JOIN commands ON commands.table_key = log.table_key AND commands.player = log.player
                     AND commands.command = log.command
        WHERE log.command IS NOT NULL)
     JOIN tables ON tables.key = table_key
     WHERE filed IS NOT (CASE WHEN marked THEN entry END)",
    |row| Ok(Finding::Misfiled { table: row.get::<_, String>(0)?.into(), seq: row.get(1)? }),
)];

/// Marks whose names are not those of the commands since the mark before. A chain that is broken is found by a question.
fn misnamed(connection: &Connection) -> Result<Vec<Finding>, StoreFault> {
    let tables: Vec<(i64, String)> =
        read::all(connection, "SELECT key, id FROM tables", [], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let mut findings = Vec::new();
    for (key, id) in tables {
        for part in chain::parts(connection, key)? {
            let Some(filed) = &part.filed else { continue };
            match chain::names(connection, key, &part) {
                Ok(names) if list(&names) == *filed => {}
                Err(StoreFault::Corrupt(_)) => {}
                Err(fault) => return Err(fault),
                Ok(_) => {
                    findings
                        .push(Finding::Misnamed { table: id.as_str().into(), seq: column(part.end.seq)? });
                }
            }
        }
    }
    Ok(findings)
}

fn holder(row: &Row<'_>) -> Result<Account, StoreFault> {
    account_of(row.get(0)?, row.get(1)?)
}

/// Sentences about what does not fit.
pub(super) fn check(connection: &Connection) -> Result<Vec<String>, StoreFault> {
    let mut faults = Vec::new();
    let mut statement = connection.prepare("PRAGMA integrity_check")?;
    for said in statement.query_map([], |row| row.get::<_, String>(0))? {
        faults.push(said?);
    }
    faults.retain(|said| said != "ok");
    let version = version(connection)?;
    let about_chains = ABOUT_CHAINS.iter().filter(|_| version >= CHAINED);
    let about_commands = ABOUT_ROWS_OF_COMMANDS.iter().filter(|_| (CHAINED..NAMED).contains(&version));
    for (sql, finding) in QUESTIONS.iter().chain(about_chains).chain(about_commands) {
        let mut statement = connection.prepare(sql)?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            faults.push(finding(row)?.to_string());
        }
    }
    if version >= NAMED {
        faults.extend(misnamed(connection)?.iter().map(Finding::to_string));
    }
    Ok(faults)
}
