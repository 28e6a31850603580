//! What can be set about a store on PostgreSQL.

use std::path::PathBuf;
use std::time::Duration;

use store::{Settings, StoreFault};

/// What can be set about a store on PostgreSQL. Every default but `url`, `node` and `address` is good for most.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PostgresSettings {
    /// Where the database is: `postgresql://user:password@host/database`, or with `?host=/run/postgresql` for a socket, `?sslmode=require`
    /// for an encrypted line.
    pub url: String,
    /// Who says which database is the right one, if its address has `sslmode=require`: a file of certificates (PEM). Those that the
    /// machine trusts, if missing.
    pub authorities: Option<PathBuf>,
    /// The schema in which all tables are; created if it is not there.
    pub schema: String,
    /// What this server is called. A server that starts under a name ends all earlier runs of that name.
    pub node: String,
    /// Where other servers reach this one, in whatever words they understand.
    pub address: String,
    /// How long a lease is good after it was renewed.
    pub lease: Duration,
    /// How often it is renewed.
    pub renewal: Duration,
    /// How long a group or a read may take before it is given up.
    pub patience: Duration,
    /// How long to wait for a connection.
    pub connect: Duration,
    /// What any store has: queue, groups, readers, pages.
    pub store: Settings,
}

impl PostgresSettings {
    /// The defaults for a database and a name.
    #[must_use]
    pub fn new(url: impl Into<String>, node: impl Into<String>) -> Self {
        Self {
            url: url.into(),
            authorities: None,
            schema: "stammtisch".to_owned(),
            node: node.into(),
            address: String::new(),
            lease: Duration::from_secs(6),
            renewal: Duration::from_secs(2),
            patience: Duration::from_secs(5),
            connect: Duration::from_secs(3),
            store: Settings::default(),
        }
    }

    /// Whether they can be meant. The schema's name goes into statements as it is, so it is looked at closely.
    pub(crate) fn check(&self) -> Result<(), StoreFault> {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        let invalid = |why: &str| Err(StoreFault::Invalid(why.to_owned()));
        if self.schema.is_empty() || self.schema.len() > 63 || !self.schema.chars().all(plain) {
            return invalid("a schema is called with lower-case letters, digits and _");
        }
        if self.node.is_empty() {
            return invalid("a server without a name");
        }
        if self.renewal.is_zero() || self.lease < self.renewal.saturating_mul(2) {
            return invalid("a lease that is not renewed at least twice before it runs out");
        }
        Ok(())
    }

    /// How many rows a read gives that asked for so many.
    pub(crate) fn page(&self, limit: u32) -> i64 {
        i64::from(limit.min(self.store.page))
    }
}
