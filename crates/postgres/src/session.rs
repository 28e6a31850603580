//! A connection to the database, with the statements it has prepared.
//!
//! A *pipeline* is several statements that are sent before any of them is answered: they cost one round trip together, and PostgreSQL
//! takes them in the order in which they were sent.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use futures_util::future::join_all;
use store::StoreFault;
use tokio_postgres::config::{SslMode, TargetSessionAttrs};
use tokio_postgres::tls::MakeTlsConnect;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Config, Error, NoTls, Row, Socket, Statement};

use crate::encryption::Encryption;
use crate::failure::Failure;
use crate::settings::PostgresSettings;

/// What a connection is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// Groups of writes, and leases.
    Write,
    /// Reads, each of which sees one state.
    Read,
}

/// A statement with its parameters, ready to be sent.
pub(crate) struct Call<'a> {
    pub(crate) sql: &'static str,
    pub(crate) parameters: Vec<Box<dyn ToSql + Sync + 'a>>,
}

/// A [`Call`]: `call!(SQL, first, second)`.
macro_rules! call {
    ($sql:expr $(, $parameter:expr)* $(,)?) => {
        $crate::session::Call { sql: $sql, parameters: vec![$(Box::new($parameter)),*] }
    };
}
pub(crate) use call;

/// A connection.
pub(crate) struct Session {
    client: Client,
    statements: Mutex<HashMap<&'static str, Statement>>,
}

impl Session {
    /// Connects. To be called where the store's runtime is at hand.
    pub(crate) async fn open(settings: &PostgresSettings, purpose: Purpose) -> Result<Self, Failure> {
        let connecting = async {
            let config = config(settings)?;
            let client = match config.get_ssl_mode() {
                SslMode::Disable | SslMode::Prefer => connect(&config, NoTls).await?,
                // Also whatever else there may be one day: no line is plain that was not meant to be.
                SslMode::Require | _ => {
                    connect(&config, Encryption::new(settings.authorities.as_deref())?).await?
                }
            };
            client.batch_execute(&greeting(settings, purpose)).await?;
            Ok(Self { client, statements: Mutex::default() })
        };
        tokio::time::timeout(settings.connect, connecting).await.unwrap_or(Err(Failure::Late))
    }

    async fn prepared(&self, sql: &'static str) -> Result<Statement, Error> {
        let known = self.statements.lock().unwrap_or_else(PoisonError::into_inner).get(sql).cloned();
        if let Some(statement) = known {
            return Ok(statement);
        }
        let statement = self.client.prepare(sql).await?;
        self.statements.lock().unwrap_or_else(PoisonError::into_inner).insert(sql, statement.clone());
        Ok(statement)
    }

    pub(crate) async fn rows(
        &self,
        sql: &'static str,
        parameters: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, Error> {
        self.client.query(&self.prepared(sql).await?, parameters).await
    }

    pub(crate) async fn first(
        &self,
        sql: &'static str,
        parameters: &[&(dyn ToSql + Sync)],
    ) -> Result<Option<Row>, Error> {
        self.client.query_opt(&self.prepared(sql).await?, parameters).await
    }

    /// Runs a statement; says how many rows it was about.
    pub(crate) async fn run(
        &self,
        sql: &'static str,
        parameters: &[&(dyn ToSql + Sync)],
    ) -> Result<u64, Error> {
        self.client.execute(&self.prepared(sql).await?, parameters).await
    }

    /// Runs statements that have no parameters and give no rows.
    pub(crate) async fn say(&self, sql: &str) -> Result<(), Error> {
        self.client.batch_execute(sql).await
    }

    /// Sends all statements before it waits for any, and gives the rows of each.
    pub(crate) async fn pipeline(&self, calls: &[Call<'_>]) -> Result<Vec<Vec<Row>>, Error> {
        let mut ready = Vec::with_capacity(calls.len());
        // All of them first, or one that has to be prepared would be overtaken by the next.
        for call in calls {
            let parameters: Vec<&(dyn ToSql + Sync)> = call.parameters.iter().map(|p| &**p as _).collect();
            ready.push((self.prepared(call.sql).await?, parameters));
        }
        let asked = ready.iter().map(|(statement, parameters)| self.client.query(statement, parameters));
        join_all(asked).await.into_iter().collect()
    }
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").finish_non_exhaustive()
    }
}

/// Connects. The line ends when the client is dropped or the connection breaks; whoever waits is told then.
async fn connect<T>(config: &Config, encryption: T) -> Result<Client, Error>
where
    T: MakeTlsConnect<Socket>,
    T::Stream: Send + 'static,
{
    let (client, connection) = config.connect(encryption).await?;
    tokio::spawn(async move {
        if let Err(error) = connection.await {
            tracing::debug!(%error, "a connection to the database has ended");
        }
    });
    Ok(client)
}

/// Where and how to connect. What the address says about time limits counts; what it leaves open does not stay so.
fn config(settings: &PostgresSettings) -> Result<Config, Failure> {
    let wrong = |error: Error| StoreFault::Invalid(format!("the database's address: {error}"));
    let mut config: Config = settings.url.parse().map_err(wrong)?;
    if config.get_connect_timeout().is_none() {
        config.connect_timeout(settings.connect);
    }
    if config.get_tcp_user_timeout().is_none() {
        config.tcp_user_timeout(settings.patience);
    }
    if config.get_keepalives_interval().is_none() {
        // Systems count these in seconds, and refuse none at all.
        let whole = |time: Duration| Duration::from_secs((time.as_millis().div_ceil(1_000)).max(1) as u64);
        let (idle, interval) = (whole(settings.patience), whole(settings.renewal));
        config.keepalives_idle(idle).keepalives_interval(interval).keepalives_retries(2);
    }
    if config.get_application_name().is_none() {
        config.application_name(format!("stammtisch {}", settings.node));
    }
    // A standby that can only be read is not what we look for, if the address names several.
    config.target_session_attrs(TargetSessionAttrs::ReadWrite);
    Ok(config)
}

/// What is said on every new connection.
fn greeting(settings: &PostgresSettings, purpose: Purpose) -> String {
    let patience = settings.patience.as_millis().max(1);
    let mut said = format!(
        "SET search_path TO {schema};
         SET statement_timeout TO {patience};
         SET lock_timeout TO {lock};
         SET idle_in_transaction_session_timeout TO {idle};
         SELECT set_config('synchronous_commit', 'on', false)
         WHERE current_setting('synchronous_commit') = 'off';",
        schema = settings.schema,
        lock = (patience / 2).max(1),
        // Whoever freezes in the middle of a transaction holds on to rows: not for longer than it keeps its tables.
        idle = (settings.lease.as_millis() / 2).max(1),
    );
    said.push_str(match purpose {
        // Rows are looked up by their keys, table after table as the statement names them and in no other way. Plans are made
        // once, perhaps when there is next to nothing in the tables, and what is best then is bad for ever after.
        Purpose::Write => {
            "SET enable_seqscan TO off; SET enable_hashjoin TO off; SET enable_mergejoin TO off;
             SET join_collapse_limit TO 1;"
        }
        Purpose::Read => {
            "SET default_transaction_read_only TO on;
             SET default_transaction_isolation TO 'repeatable read';"
        }
    });
    said
}
