//! The versions of the schema.
//!
//! A *migration* is a step of SQL from one version to the next, in a transaction of its own. Steps are only ever added. Servers that
//! start at the same time take turns: whoever comes second finds the step taken (`docs/storage.md` §6).

use std::time::Duration;

use store::StoreFault;

use crate::failure::Failure;
use crate::session::Session;

/// The steps from nothing to the present version.
const MIGRATIONS: [&str; 3] =
    [include_str!("version-1.sql"), include_str!("version-2.sql"), include_str!("version-3.sql")];

/// For whom a server waits before it looks at the version: a number that nobody else has a reason to choose.
const TURN: i64 = 0x5354_414d_4d54;

/// Brings the schema to the present version. Whether there is anything to do is known within `patience`, or the database takes too long;
/// a step takes as long as it takes.
pub(crate) async fn prepare(session: &Session, schema: &str, patience: Duration) -> Result<(), Failure> {
    let looking = tokio::time::timeout(patience, found(session, schema));
    if looking.await.unwrap_or(Err(Failure::Late))? == known() {
        return Ok(());
    }
    migrate(session, schema, &MIGRATIONS).await
}

/// The present version.
fn known() -> i64 {
    i64::try_from(MIGRATIONS.len()).unwrap_or(i64::MAX)
}

/// Whether the schema is of the present version; changes nothing.
pub(crate) async fn look(session: &Session, schema: &str) -> Result<(), Failure> {
    let known = known();
    match found(session, schema).await? {
        0 => Err(StoreFault::Disk(format!("there is no store in the schema {schema}")).into()),
        found if found > known => Err(StoreFault::NewerVersion { found, known }.into()),
        found if found < known => {
            let why =
                format!("it is of version {found}; a server of version {known} has to start on it first");
            Err(StoreFault::Disk(why).into())
        }
        _ => Ok(()),
    }
}

/// Of which version it is: 0 where nothing is.
async fn found(session: &Session, schema: &str) -> Result<i64, Failure> {
    match tables(session, schema).await? {
        (0, _) => Ok(0),
        (_, 0) => Err(StoreFault::Corrupt("it belongs to another program".to_owned()).into()),
        _ => steps(session).await,
    }
}

/// How many tables are in the schema, and how many of them say the version.
async fn tables(session: &Session, schema: &str) -> Result<(i64, i64), Failure> {
    let there =
        "SELECT count(*), count(*) FILTER (WHERE tablename = 'version') FROM pg_tables WHERE schemaname = $1";
    Ok(match session.first(there, &[&schema]).await? {
        Some(row) => (row.try_get(0)?, row.try_get(1)?),
        None => (0, 0),
    })
}

async fn steps(session: &Session) -> Result<i64, Failure> {
    let row = session.first("SELECT steps FROM version", &[]).await?;
    Ok(row.map(|row| row.try_get(0)).transpose()?.unwrap_or(0))
}

async fn migrate(session: &Session, schema: &str, steps: &[&str]) -> Result<(), Failure> {
    // Others may be at it, and a step over many rows takes its time.
    session.say("SET statement_timeout TO 0; SET lock_timeout TO 0").await?;
    let known = i64::try_from(steps.len()).unwrap_or(i64::MAX);
    loop {
        session.say("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE").await?;
        let found = version(session, schema).await;
        let step = match found {
            Ok(found) if found > known => Err(StoreFault::NewerVersion { found, known }.into()),
            Ok(found) => Ok(steps.get(usize::try_from(found).unwrap_or(usize::MAX))),
            Err(failure) => Err(failure),
        };
        let taken = match step {
            Ok(Some(step)) => take(session, step).await.map(|()| true),
            Ok(None) => Ok(false),
            Err(failure) => Err(failure),
        };
        match taken {
            Ok(more) => {
                session.say("COMMIT").await?;
                if !more {
                    return Ok(());
                }
            }
            Err(failure) => {
                // The connection may be gone, and with it the transaction.
                let _ = session.say("ROLLBACK").await;
                return Err(failure);
            }
        }
    }
}

async fn take(session: &Session, step: &str) -> Result<(), Failure> {
    session.say(step).await?;
    session.say("UPDATE version SET steps = steps + 1").await?;
    Ok(())
}

/// How many steps were taken, when it is our turn to look. Makes the schema if there is none; somebody else's is left alone.
async fn version(session: &Session, schema: &str) -> Result<i64, Failure> {
    session.rows("SELECT pg_advisory_xact_lock($1)", &[&TURN]).await?;
    // Looked for first: whoever runs the database may have made it, and allow us nothing outside it.
    if session.first("SELECT 1 FROM pg_namespace WHERE nspname = $1", &[&schema]).await?.is_none() {
        session.say(&format!("CREATE SCHEMA {schema}")).await?;
    }
    if tables(session, schema).await?.0 == 0 {
        session.say("CREATE TABLE version (steps BIGINT NOT NULL); INSERT INTO version VALUES (0)").await?;
    }
    found(session, schema).await
}
