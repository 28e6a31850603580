//! `stammtisch load` against `stammtisch serve`, both as programs: the report, and the exit code when something is wrong.
#![allow(clippy::unwrap_used, reason = "what stands beside the tests is part of them")]

#[allow(dead_code, reason = "it can plant more faults than the one that is planted here")]
#[path = "../../load/tests/load/proxy.rs"]
mod proxy;

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};

use proxy::{Plant, What};

/// A server in a process of its own, set as docs/load.md §3 says.
struct Served {
    child: Child,
    address: SocketAddr,
    data: PathBuf,
}

impl Served {
    fn start(name: &str) -> Self {
        let data = std::env::temp_dir().join(format!("stammtisch-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&data);
        let mut command = Command::new(env!("CARGO_BIN_EXE_stammtisch"));
        command.args(["serve", "--listen", "127.0.0.1:0", "--log", "error", "--data"]).arg(&data);
        for name in ["address", "guests", "socket", "player"] {
            command.args(["--set", &format!("rates.{name}=[1000000, 1000000]")]);
        }
        command.args(["--set", "sockets.per_address=100000", "--set", "tables.countdown=0.1"]);
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let link = lines
            .map_while(Result::ok)
            .find_map(|line| Some(line.trim().strip_prefix("http://")?.to_owned()))
            .expect("it says where it is");
        let address = link.trim_end_matches('/').parse().unwrap();
        Self { child, address, data }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.data);
    }
}

async fn load(address: SocketAddr, options: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stammtisch"));
    command.args(["load", "--tables", "2", "--seconds", "1", "--warm-up", "0"]).args(options);
    command.arg(format!("http://{address}"));
    tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_sound_server_passes() {
    let served = Served::start("load-sound");
    let process = served.child.id().to_string();
    let output = load(served.address, &["--game", "mix", "--json", "--server-pid", &process]).await;
    assert!(output.status.success(), "{output:?}");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(report["moves"].as_u64().unwrap() > 0, "{report}");
    assert_eq!(report["violations"], serde_json::json!([]));
    assert!(report["server"]["memoryKib"].as_u64().unwrap() > 1_000, "{report}");
    for option in [["--rate", "0"], ["--game", "chess"], ["--tables", "0"], ["--seats", "9"]] {
        assert_eq!(load(served.address, &option).await.status.code(), Some(2), "{option:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_says_something_twice_fails() {
    let served = Served::start("load-twice");
    let plant = Plant { kind: r#""type":"view_patch""#, after: 40, what: What::Doubled };
    let output = load(proxy::before(served.address, plant).await, &[]).await;
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let (said, failed) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(said.contains("VIOLATION") && said.contains("a patch leads from"), "{said}");
    assert!(failed.contains("the server failed the test, violations: 1;"), "{failed}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_gone_is_no_verdict() {
    let nowhere = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let output = load(nowhere, &[]).await;
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("refused") && said.contains("docs/load.md"), "{said}");
}

/// What `stammtisch check` says about a server's database and what the seats of a load test wrote down.
fn held_against_logs(served: &Served, history: &str) -> (Option<i32>, serde_json::Value) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stammtisch"));
    command.args(["check", "--json", "--history", history, "--data"]).arg(&served.data);
    let output = command.output().unwrap();
    (output.status.code(), serde_json::from_slice(&output.stdout).unwrap())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_seats_write_down_is_what_the_logs_say() {
    let served = Served::start("load-history");
    let history = served.data.join("history.jsonl").display().to_string();
    let often = ["--game", "mix", "--check-every", "5", "--reconnect-every", "10"];
    let output = load(served.address, &[&often[..], &["--history", &history]].concat()).await;
    assert!(output.status.success(), "{output:?}");
    let (code, report) = held_against_logs(&served, &history);
    assert_eq!((code, &report["faults"]), (Some(0), &serde_json::json!([])), "{report}");
    assert_eq!((&report["seats"], &report["tables"]), (&8.into(), &2.into()), "{report}");
    for compared in ["acknowledged", "events", "views"] {
        // Every seat has at least sat down, heard that the game began and seen it.
        assert!(report[compared].as_u64().unwrap() >= 8, "{report}");
    }
    let nowhere = served.data.join("no-folder/history.jsonl").display().to_string();
    let output = load(served.address, &["--history", &nowhere]).await;
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && said.contains("the history could not be written"), "{said}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_message_that_is_changed_on_its_way_shows_in_the_history() {
    let served = Served::start("load-changed");
    let history = served.data.join("history.jsonl").display().to_string();
    let changed = What::Changed("\"dice\":[", "\"dive\":[");
    let plant = Plant { kind: r#""type":"dice_rolled""#, after: 12, what: changed };
    load(proxy::before(served.address, plant).await, &["--history", &history]).await;
    let (code, report) = held_against_logs(&served, &history);
    let faults = report["faults"].as_array().unwrap();
    assert!(code == Some(1) && faults.len() == 1, "{report}");
    let said = faults[0].as_str().unwrap();
    assert!(said.contains(r#""dive":["#) && said.contains(r#"the log says {"dice":["#), "{said}");
}
