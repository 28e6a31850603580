//! The server is killed (SIGKILL) again and again in the middle of fifty games, and nothing that it acknowledged is lost.
//!
//! The checker knows only what the pages saw and the database file: every acknowledged command stands in the log, once, under the
//! number that was acknowledged; nobody was told of an event that is not there; chips add up.
#![allow(clippy::unwrap_used, reason = "what stands beside the tests is part of them")]

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use bots::Dice;
use game::Luck;
use pages::Page;
use serde_json::{Value, json};
use store::{SqliteStore, Store};

/// How often the server is killed.
const KILLS: usize = 20;
/// How many games are going on.
const TABLES: usize = 50;

/// A server in a process of its own.
struct Served {
    child: Child,
    address: SocketAddr,
}

fn start(data: &Path) -> Served {
    let settings = [
        "rates.guests=[10000, 10000]",
        "rates.address=[10000, 10000]",
        "rates.socket=[10000, 10000]",
        "rates.player=[10000, 10000]",
        "sockets.per_address=1000",
        "tables.countdown=0.01",
        "tables.commit=0.05",
        "tables.reveal=0.05",
        "snapshot_every=20",
    ];
    let mut command = Command::new(env!("CARGO_BIN_EXE_stammtisch"));
    command.args(["serve", "--listen", "127.0.0.1:0", "--log", "error", "--data"]).arg(data);
    for setting in settings {
        command.args(["--set", setting]);
    }
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn().unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let link =
        lines.map_while(Result::ok).find_map(|line| Some(line.trim().strip_prefix("http://")?.to_owned()));
    let address = link.expect("it says where it is").trim_end_matches('/').parse().unwrap();
    Served { child, address }
}

impl Served {
    fn kill(mut self) {
        // SIGKILL: nothing is finished, nothing is flushed.
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// A person at a table of their own, with what they know for certain.
struct Witness {
    who: (String, String),
    table: String,
    luck: Dice,
    /// Commands that were acknowledged, with their numbers.
    acked: BTreeMap<String, u64>,
    /// The command that was on its way when the server died.
    open: Option<Value>,
    /// The highest number of any event that was told.
    seen: u64,
    next: u32,
}

impl Witness {
    /// Plays until the server is gone.
    async fn play(&mut self, address: SocketAddr) {
        let Ok(mut page) = Page::try_open(address, &self.who.0, &self.who.1, None).await else { return };
        page.send(
            &json!({ "type": "join_table", "tableId": self.table, "id": format!("join{}", self.next) }),
        )
        .await;
        if let Some(open) = &self.open {
            page.send(open).await;
        }
        while let Some(told) = page.hear().await {
            self.seen = self.seen.max(told["seq"].as_u64().unwrap_or(0));
            self.note(&told);
            if self.open.is_none()
                && page.phase() == "playing"
                && let Some(mut command) = pages::choose(&page, &mut self.luck)
            {
                self.next += 1;
                command["id"] = format!("c{}", self.next).into();
                page.send(&command).await;
                self.open = Some(command);
            }
            if self.open.is_none() && page.phase() == "over" {
                self.next += 1;
                let again = json!({ "type": "request_rematch", "id": format!("c{}", self.next) });
                page.send(&again).await;
                self.open = Some(again);
            }
        }
    }

    /// Takes note of an answer to the open command.
    fn note(&mut self, told: &Value) {
        let Some(open) = &self.open else { return };
        if told["id"] != open["id"] {
            return;
        }
        if told["type"] == "ack" {
            let id = open["id"].as_str().unwrap().to_owned();
            self.acked.insert(id, told["seq"].as_u64().unwrap());
        }
        self.open = None;
    }

    /// What was acknowledged is in the log, once, and nothing was told that is not.
    fn check(&self, store: &SqliteStore) {
        let entries = store.entries(&self.table.as_str().into(), 1, 10_000).unwrap();
        let head = entries.last().unwrap().seq;
        assert!(self.seen <= head, "event {} was told, but the log ends with {head}", self.seen);
        let mut found = BTreeMap::new();
        for entry in &entries {
            if let Some(command) = entry.command.as_ref().filter(|c| c.player.as_str() == self.who.0) {
                assert!(found.insert(command.id.clone(), entry.seq).is_none(), "{} twice", command.id);
            }
        }
        let numbers: BTreeSet<u64> = entries.iter().map(|entry| entry.seq).collect();
        assert_eq!(numbers.len() as u64, head, "no gaps");
        for (id, seq) in &self.acked {
            let at = found.get(id).unwrap_or_else(|| panic!("{id} was acknowledged and is gone"));
            assert!(at <= seq, "{id} stands at {at}, later than the acknowledged {seq}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_acknowledged_is_lost_when_the_server_is_killed() {
    let data = std::env::temp_dir().join(format!("stammtisch-killed-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&data);
    let served = start(&data);
    let mut witnesses = Vec::new();
    for n in 0..TABLES {
        let name = json!({ "name": format!("Person {n}") });
        let (_, guest) = pages::request(served.address, "POST", "/api/guests", None, Some(&name)).await;
        let who =
            (guest["playerId"].as_str().unwrap().to_owned(), guest["token"].as_str().unwrap().to_owned());
        let (game, bot) = [("kniffel", "novice"), ("catan", "greedy")][n % 2];
        let body = json!({
            "game": game, "bots": [bot], "quick": true, "options": { "pace": "instant", "stake": 1 },
        });
        let (status, table) =
            pages::request(served.address, "POST", "/api/tables", Some(&who.1), Some(&body)).await;
        assert_eq!(status, 201, "{table}");
        let table = table["tableId"].as_str().unwrap().to_owned();
        let luck = Dice::new(n as u64);
        witnesses.push(Witness { who, table, luck, acked: BTreeMap::new(), open: None, seen: 0, next: 0 });
    }
    let mut served = Some(served);
    let mut when = Dice::new(77);
    for _ in 0..KILLS {
        let running = served.take().unwrap_or_else(|| start(&data));
        let address = running.address;
        let life = Duration::from_millis(u64::from(200 + when.below(600)));
        let killer = tokio::spawn(async move {
            tokio::time::sleep(life).await;
            running.kill();
        });
        futures_util::future::join_all(witnesses.iter_mut().map(|witness| witness.play(address))).await;
        killer.await.unwrap();
    }
    let store = SqliteStore::open(data.join("stammtisch.sqlite"), store::Settings::default()).unwrap();
    assert_eq!(store.check().unwrap(), Vec::<String>::new());
    for witness in &witnesses {
        witness.check(&store);
    }
    let acked: usize = witnesses.iter().map(|witness| witness.acked.len()).sum();
    assert!(acked > 20 * TABLES, "only {acked} commands were acknowledged");
    println!("{acked} commands acknowledged over {KILLS} kills");
    store.close().unwrap();
    std::fs::remove_dir_all(&data).unwrap();
}

/// Two servers never share a data folder; one that was killed leaves nothing in the way of the next.
#[test]
fn a_second_server_on_the_same_folder_does_not_start() {
    let data = std::env::temp_dir().join(format!("stammtisch-two-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&data);
    let first = start(&data);
    let process = first.child.id();
    let second = Command::new(env!("CARGO_BIN_EXE_stammtisch"))
        .args(["serve", "--listen", "127.0.0.1:0", "--log", "error", "--data"])
        .arg(&data)
        .output()
        .unwrap();
    let said = String::from_utf8(second.stderr).unwrap();
    assert_eq!(second.status.code(), Some(2), "{said}");
    assert!(said.contains(&format!("in use by another server (process {process})")), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    first.kill();
    start(&data).kill();
    std::fs::remove_dir_all(&data).unwrap();
}
