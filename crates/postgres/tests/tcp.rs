//! A database at another machine, as far as the store can tell: over TCP and with a password.
#![allow(clippy::unwrap_used, reason = "what stands beside the tests is part of them")]

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};

use postgres_store::testing::Place;
use postgres_store::{PostgresSettings, PostgresStore};
use store::suite::{crowd, history, money, owners, people};
use store::{Store, StoreFault};

/// A PostgreSQL of its own that asks for a password; it goes when this does.
struct Guarded {
    script: Child,
    stdin: Option<ChildStdin>,
    folder: PathBuf,
    port: u16,
}

impl Guarded {
    /// `None`, if PostgreSQL is not installed, which is said.
    fn start(name: &str) -> Option<Self> {
        Self::start_with(name, &[])
    }

    /// The same, to be reached by an encrypted line only.
    fn encrypted(name: &str) -> Option<Self> {
        Self::start_with(name, &["encrypted"])
    }

    fn start_with(name: &str, more: &[&str]) -> Option<Self> {
        Place::new()?;
        let folder = std::env::temp_dir().join(format!("stammtisch-guarded-{name}-{}", std::process::id()));
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut script = Command::new("sh")
            .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/guarded.sh"))
            .arg(&folder)
            .arg(port.to_string())
            .args(more)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let said = BufReader::new(script.stdout.take().unwrap()).lines().next();
        assert_eq!(said.unwrap().unwrap(), "ready");
        let stdin = script.stdin.take();
        Some(Self { script, stdin, folder, port })
    }

    fn open(&self, schema: &str, password: &str) -> Result<PostgresStore, StoreFault> {
        let url = format!("postgresql://stammtisch:{password}@127.0.0.1:{}/postgres", self.port);
        PostgresStore::open(PostgresSettings { schema: schema.into(), ..PostgresSettings::new(url, "a") })
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        drop(self.stdin.take());
        let _ = self.script.wait();
    }
}

type Case = (&'static str, fn(&PostgresStore));

#[test]
fn a_store_works_over_tcp_with_a_password() {
    let Some(guarded) = Guarded::start("tcp") else { return };
    let cases: [Case; 6] = [
        ("entries", |store| history::entries_come_back_as_they_were(store)),
        ("command", |store| history::a_command_is_stored_once(store)),
        ("transfers", |store| money::transfers_are_made_in_order(store)),
        ("released", |store| owners::a_released_table_is_claimed_anew(store)),
        ("token", |store| people::a_token_leads_to_its_player(store)),
        ("crowd", |store| crowd::eight_threads_on_forty_tables(store)),
    ];
    for (name, case) in cases {
        let store = guarded.open(name, "secret").unwrap();
        case(&store);
        assert_eq!(store.check(), Ok(vec![]), "{name}");
    }
    let Err(StoreFault::Disk(why)) = guarded.open("wrong", "guessed") else {
        panic!("a wrong password is no way in")
    };
    assert!(why.contains("password"), "{why}");
}

/// Over a line that nobody else can read or write; whoever says to be the database has to prove it.
#[test]
fn a_line_to_the_database_can_be_encrypted() {
    let Some(guarded) = Guarded::encrypted("tls") else { return };
    let open = |host: &str, mode: &str, authorities: Option<PathBuf>| {
        let url = format!("postgresql://stammtisch:secret@{host}:{}/postgres?sslmode={mode}", guarded.port);
        PostgresStore::open(PostgresSettings { authorities, ..PostgresSettings::new(url, "a") })
    };
    let authority = || Some(guarded.folder.join("authority.pem"));
    let store = open("127.0.0.1", "require", authority()).unwrap();
    history::entries_come_back_as_they_were(&store);
    crowd::eight_threads_on_forty_tables(&store);
    assert_eq!(store.check(), Ok(vec![]));
    drop(store);
    let refused = |host, mode, authorities, why: &str| {
        let fault = open(host, mode, authorities).expect_err("nobody comes in like that").to_string();
        assert!(fault.contains(why), "{fault}");
    };
    refused("127.0.0.1", "disable", authority(), "pg_hba.conf");
    refused("127.0.0.1", "require", None, "certificate");
    refused("localhost", "require", authority(), "certificate");
    refused("127.0.0.1", "require", Some(guarded.folder.join("names")), "no certificate");
    refused("127.0.0.1", "require", Some(guarded.folder.join("nowhere")), "nowhere");
}

/// Who asks for an encrypted line is not given a plain one.
#[test]
fn a_database_without_encryption_is_not_spoken_to_if_that_was_asked_for() {
    let Some(guarded) = Guarded::start("plain") else { return };
    let url = format!("postgresql://stammtisch:secret@127.0.0.1:{}/postgres?sslmode=require", guarded.port);
    let fault = PostgresStore::open(PostgresSettings::new(url, "a")).err().unwrap().to_string();
    assert!(fault.contains("does not support TLS"), "{fault}");
}
