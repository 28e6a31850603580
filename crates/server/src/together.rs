//! How several servers share their tables: settings of their own, none of which is needed for one.

use std::path::PathBuf;
use std::time::Duration;

use cluster::Patience;
use serde::Deserialize;

use crate::config::seconds;

/// How several servers share their tables.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Cluster {
    /// The database of PostgreSQL that they share; the file in the data folder if missing.
    pub database: Option<Secret>,
    /// Whom this server believes when the database's address has `sslmode=require`: a file of certificates; those that the machine
    /// trusts if missing.
    pub database_authorities: Option<PathBuf>,
    /// The NATS server over which they write to each other; without it a server is alone on its database.
    pub bus: Option<Secret>,
    /// What this server is called: another name for each, and the same one when it is started again.
    pub node: Option<String>,
    /// The schema in the database, and the first part of all subjects on the bus.
    pub name: String,
    /// How long a server's tables stay its own when nothing is heard of it.
    #[serde(deserialize_with = "seconds")]
    pub lease: Duration,
    /// How often it says that it is there.
    #[serde(deserialize_with = "seconds")]
    pub renewal: Duration,
    /// How often servers say something to each other at least.
    #[serde(deserialize_with = "seconds")]
    pub pulse: Duration,
    /// How long another server may say nothing before it is out of reach.
    #[serde(deserialize_with = "seconds")]
    pub silence: Duration,
    /// How long a server may be cut off from the bus before it offers its tables to others.
    #[serde(deserialize_with = "seconds")]
    pub cut_off: Duration,
    /// How long the database may take for an answer.
    #[serde(deserialize_with = "seconds")]
    pub patience: Duration,
    /// How long a server that starts waits for a database or a bus that is not there yet.
    #[serde(deserialize_with = "seconds")]
    pub start_within: Duration,
    /// Of how many open sockets it is asked in a second whether their token was taken back at another server.
    pub tokens: usize,
}

impl Default for Cluster {
    fn default() -> Self {
        Self {
            database: None,
            database_authorities: None,
            bus: None,
            node: None,
            name: "stammtisch".to_owned(),
            lease: Duration::from_secs(6),
            renewal: Duration::from_secs(2),
            pulse: Duration::from_millis(500),
            silence: Duration::from_secs(3),
            cut_off: Duration::from_secs(5),
            patience: Duration::from_secs(5),
            start_within: Duration::from_mins(1),
            tokens: 10_000,
        }
    }
}

impl Cluster {
    /// How lines to other nodes are watched.
    #[must_use]
    pub fn line(&self) -> Patience {
        let millis = |time: Duration| (time.as_millis() as u64).max(1);
        Patience { pulse: millis(self.pulse), silence: millis(self.silence) }
    }

    /// How long this server may be cut off before it offers its tables. Not before all lines are silent: until then pages of others
    /// may still be at them.
    #[must_use]
    pub fn cut_off(&self) -> Duration {
        self.cut_off.max(self.silence + self.pulse)
    }
}

/// An address that may hold a password: never shown.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Secret(pub String);

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret")
    }
}
