//! A database at another machine, as far as the store can tell: over TCP and with a password.
#![allow(clippy::unwrap_used, reason = "what stands beside the tests is part of them")]

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};

use postgres_store::testing::Place;
use postgres_store::{PostgresSettings, PostgresStore};
use store::suite::{crowd, history, money, owners, people};
use store::{Store, StoreFault};

/// A PostgreSQL of its own that asks for a password; it goes when this does.
struct Guarded {
    script: Child,
    stdin: Option<ChildStdin>,
    port: u16,
}

impl Guarded {
    /// `None`, if PostgreSQL is not installed, which is said.
    fn start(name: &str) -> Option<Self> {
        Place::new()?;
        let folder = std::env::temp_dir().join(format!("stammtisch-guarded-{name}-{}", std::process::id()));
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut script = Command::new("sh")
            .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/guarded.sh"))
            .arg(&folder)
            .arg(port.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let said = BufReader::new(script.stdout.take().unwrap()).lines().next();
        assert_eq!(said.unwrap().unwrap(), "ready");
        let stdin = script.stdin.take();
        Some(Self { script, stdin, port })
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
