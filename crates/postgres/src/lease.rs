//! This run of this server, and its lease.
//!
//! A *node* is one run: its row is made when the store is opened, and the lease in it is renewed as long as the store is open. The database's
//! clock alone says how long; what this process believes is counted from before it asked, so it never believes
//! too long (`docs/storage.md` §12).

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use store::Lease;
use tokio::sync::Notify;

use crate::failure::Failure;
use crate::session::{Purpose, Session};
use crate::settings::PostgresSettings;

/// Whether the node in a row may act: one condition, for all who ask.
macro_rules! alive {
    () => {
        "(NOT nodes.ended AND nodes.until > clock_timestamp())"
    };
}
pub(crate) use alive;

/// How a node is called for people: its name, and which of its runs.
macro_rules! node_name {
    () => {
        "nodes.name || '#' || nodes.key"
    };
}
pub(crate) use node_name;

/// How many seconds nobody has served a table: since it was given up, since its owner was last known to be alive, or, where the owner
/// is the one who asks, since it was cut off from the database after it had got the table; not at all otherwise. Of tables with their
/// owner's row, if there is one; `$2` asks.
macro_rules! unserved {
    () => {
        "extract(epoch FROM CASE
             WHEN nodes.key IS NULL THEN clock_timestamp() - tables.since
             WHEN nodes.key <> $2 THEN clock_timestamp() - (nodes.until - nodes.lease)
             WHEN nodes.lapsed >= tables.since THEN clock_timestamp() - (nodes.lapsed - nodes.lease)
             ELSE interval '0' END)::float8"
    };
}
pub(crate) use unserved;

/// This node.
#[derive(Debug)]
pub(crate) struct Node {
    /// The key of its row.
    pub(crate) key: i64,
    lease: Mutex<Lease>,
    /// How often it was had again after it had run out.
    regained: AtomicU64,
    leaving: Notify,
    left: Notify,
}

impl Node {
    /// Makes a row for this run, and ends all earlier runs of the same name: what they still write is refused. Whoever is too late with it,
    /// because the database was frozen and we have tried again since, ends nobody who came later.
    pub(crate) async fn enter(session: &Session, settings: &PostgresSettings) -> Result<Arc<Self>, Failure> {
        let asked = Instant::now();
        let gone = "DELETE FROM nodes WHERE until < clock_timestamp() - interval '1 day'
                    AND NOT EXISTS (SELECT FROM tables WHERE owner = nodes.key)";
        session.run(gone, &[]).await?;
        let row = session
            .first(
                "INSERT INTO nodes (name, address, lease, until)
                 VALUES ($1, $2, make_interval(secs => $3), clock_timestamp() + make_interval(secs => $3)) RETURNING key",
                &[&settings.node, &settings.address, &settings.lease.as_secs_f64()],
            )
            .await?;
        let key: i64 = row.map(|row| row.try_get(0)).transpose()?.ok_or(Failure::Late)?;
        let former = "UPDATE nodes SET ended = true WHERE name = $1 AND key < $2 AND NOT ended";
        session.run(former, &[&settings.node, &key]).await?;
        let lease = Mutex::new(Lease::Until(asked + settings.lease));
        let regained = AtomicU64::new(0);
        Ok(Arc::new(Self { key, lease, regained, leaving: Notify::new(), left: Notify::new() }))
    }

    /// Whoever only looks: it has no row and no lease, and nothing to give up.
    pub(crate) fn onlooker() -> Arc<Self> {
        let left = Notify::new();
        left.notify_one();
        let (lease, regained) = (Mutex::new(Lease::Over), AtomicU64::new(0));
        // No row ever has the key 0.
        Arc::new(Self { key: 0, lease, regained, leaving: Notify::new(), left })
    }

    pub(crate) fn lease(&self) -> Lease {
        *self.lease.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Twice for each time that it was lost and had again, and once more while it is lost: no two of these are mistaken for each other.
    pub(crate) fn lapses(&self) -> u64 {
        let lease = self.lease.lock().unwrap_or_else(PoisonError::into_inner);
        2 * self.regained.load(Relaxed) + u64::from(!lease.holds(Instant::now()))
    }

    fn believe(&self, lease: Lease) {
        let mut held = self.lease.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        if !held.holds(now) && lease.holds(now) {
            self.regained.fetch_add(1, Relaxed);
        }
        *held = lease;
    }

    /// Renews the lease until the node leaves, or is told that it has ended.
    pub(crate) async fn keep(self: Arc<Self>, settings: Arc<PostgresSettings>) {
        let mut session = None;
        loop {
            let pause = match self.renew(&mut session, &settings).await {
                Ok(true) => settings.renewal,
                Ok(false) => {
                    tracing::error!(node = settings.node, "another run of this server has taken its place");
                    self.believe(Lease::Over);
                    break;
                }
                Err(failure) => {
                    tracing::warn!(fault = %failure.fault(), "the lease was not renewed");
                    session = None;
                    settings.renewal / 8
                }
            };
            if tokio::time::timeout(pause, self.leaving.notified()).await.is_ok() {
                self.believe(Lease::Over);
                end(&mut session, &settings, self.key).await;
                break;
            }
        }
        self.left.notify_one();
    }

    /// Asks for more time; `false` if there is none to be had any more.
    async fn renew(
        &self,
        session: &mut Option<Session>,
        settings: &PostgresSettings,
    ) -> Result<bool, Failure> {
        let asked = Instant::now();
        // The row is locked before anything is looked at: whoever has waited for it may be too late by then.
        let sql = "UPDATE nodes SET until = clock_timestamp() + nodes.lease,
                          lapsed = CASE WHEN nodes.until < clock_timestamp() THEN nodes.until ELSE nodes.lapsed END
                   FROM (SELECT key FROM nodes WHERE key = $1 AND NOT ended FOR NO KEY UPDATE) AS own
                   WHERE nodes.key = own.key AND NOT nodes.ended";
        let rows = update(session, settings, sql, self.key).await?;
        if rows > 0 {
            self.believe(Lease::Until(asked + settings.lease));
        }
        Ok(rows > 0)
    }

    /// Gives the lease up, so that others may claim this node's tables at once. Waits, but not long: without an answer
    /// it runs out by itself.
    pub(crate) async fn leave(&self, patience: Duration) {
        self.leaving.notify_one();
        let _ = tokio::time::timeout(patience, self.left.notified()).await;
        self.believe(Lease::Over);
    }
}

async fn end(session: &mut Option<Session>, settings: &PostgresSettings, key: i64) {
    // It has been alive until now; what has ended is good for nothing, however long `until` is.
    let sql = "UPDATE nodes SET ended = true, until = clock_timestamp() + lease WHERE key = $1 AND NOT ended";
    if let Err(failure) = update(session, settings, sql, key).await {
        tracing::warn!(fault = %failure.fault(), "the lease was not given up; it runs out by itself");
    }
}

async fn update(
    session: &mut Option<Session>,
    settings: &PostgresSettings,
    sql: &'static str,
    key: i64,
) -> Result<u64, Failure> {
    let asking = async {
        let session = match session {
            Some(session) => session,
            None => session.insert(Session::open(settings, Purpose::Write).await?),
        };
        Ok(session.run(sql, &[&key]).await?)
    };
    // An answer that comes when the lease is half over is as good as none: a new connection may be quicker.
    tokio::time::timeout(settings.lease / 2, asking).await.unwrap_or(Err(Failure::Late))
}
