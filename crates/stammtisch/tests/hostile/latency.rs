//! How much others notice of an attack: the load test alone, and beside each kind of attack, on a server with the usual limits.
//!
//! Takes minutes and a quiet machine, so it is asked for:
//!
//! ```text
//! cargo build --release -p stammtisch
//! ulimit -n 20000
//! SIEGE_PROGRAM=target/release/stammtisch SIEGE_SECONDS=20 cargo test -p stammtisch --test hostile -- --ignored --nocapture latency
//! ```

use std::future::Future;
use std::net::{Ipv4Addr, SocketAddr};
use std::pin::Pin;
use std::process::{Command, Output};
use std::time::Duration;

use bots::Dice;
use game::Luck;
use serde_json::{Value, json};
use tokio::net::TcpStream;

use crate::raw::{connect, frame, open, send, try_open, until};
use crate::served::{Folder, Served};

/// Enough for the load test to gather from one address, and then what is usual.
const SETTINGS: [&str; 8] = [
    "rates.address=[4000, 20]",
    "rates.guests=[2000, 0.2]",
    "rates.socket=[40, 20]",
    "rates.player=[80, 40]",
    "sockets.per_address=1000",
    "sockets.per_player=100",
    "tables.countdown=0.1",
    "tables_per_player=100000",
];

/// Where attacks come from: each has an address of its own.
fn from(n: u8) -> Ipv4Addr {
    Ipv4Addr::new(127, 0, 3, n)
}

type Attack = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Somebody who attacks.
#[derive(Clone)]
struct Mallory {
    server: SocketAddr,
    token: String,
    table: String,
}

impl Mallory {
    /// Opens a socket again and again, and sends the same until it is cut.
    async fn floods(self, n: u8, bytes: Vec<u8>) {
        loop {
            match try_open(self.server, from(n), &self.token).await {
                Some(mut stream) => while send(&mut stream, &bytes).await {},
                None => tokio::time::sleep(Duration::from_millis(50)).await,
            }
        }
    }

    /// Sends requests over connections that stay open.
    async fn asks(self, n: u8, request: Vec<u8>) {
        loop {
            let Ok(stream) = connect(self.server, from(n)).await else { continue };
            let ((mut read, mut write), mut nowhere) = (stream.into_split(), tokio::io::sink());
            let sends =
                async { while tokio::io::AsyncWriteExt::write_all(&mut write, &request).await.is_ok() {} };
            tokio::select! {
                () = sends => {}
                _ = tokio::io::copy(&mut read, &mut nowhere) => {}
            }
        }
    }

    /// Holds connections that ask for nothing, or for half of something.
    async fn holds(self, count: usize, begun: &'static [u8]) {
        let mut streams = Vec::new();
        loop {
            for n in 0..count {
                let Ok(mut stream) = connect(self.server, from((n / 200) as u8 + 1)).await else { continue };
                send(&mut stream, begun).await;
                streams.push(stream);
            }
            tokio::time::sleep(Duration::from_secs(5)).await;
            // Those that were cut are opened again.
            streams.retain(|stream: &TcpStream| stream.try_write(b"x").is_ok());
            if streams.len() >= count {
                std::future::pending::<()>().await;
            }
        }
    }

    /// Asks for views as often as may be, and reads none.
    async fn never_reads(self, n: u8) {
        loop {
            let Some(mut stream) = try_open(self.server, from(n), &self.token).await else {
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            };
            let join = json!({ "type": "join_table", "tableId": self.table, "id": "join" }).to_string();
            let ask = frame(0x81, br#"{"type":"get_view"}"#);
            if send(&mut stream, &frame(0x81, join.as_bytes())).await {
                while send(&mut stream, &ask).await {
                    tokio::time::sleep(Duration::from_millis(55)).await;
                }
            }
        }
    }
}

/// The attacks by name.
fn attacks(mallory: &Mallory) -> Vec<(&'static str, Vec<Attack>)> {
    fn many(count: u8, attack: impl Fn(u8) -> Attack) -> Vec<Attack> {
        (1..=count).map(attack).collect()
    }
    let m = || mallory.clone();
    let mut luck = Dice::new(1);
    let noise: Vec<u8> = (0..2_000).map(|_| luck.below(256) as u8).collect();
    let wrong =
        frame(0x81, br#"{"id":"x","type":"place_bet","amount":-1e99,"numbers":[[[[[[]]]]]]}"#).repeat(20);
    let health = b"GET /health HTTP/1.1\r\nHost: table\r\n\r\n".repeat(50);
    let advice = {
        let body = r#"{"positions":[{"scores":{},"rollsRemaining":3}],"outlook":true}"#;
        let head = format!(
            "Host: table\r\nAuthorization: Bearer {}\r\nContent-Type: application/json",
            mallory.token
        );
        format!("POST /api/kniffel/advice HTTP/1.1\r\n{head}\r\nContent-Length: {}\r\n\r\n{body}", body.len())
            .into_bytes()
    };
    vec![
        ("random bytes on sockets", many(8, |n| Box::pin(m().floods(n, noise.clone())))),
        ("wrong messages without end", many(8, |n| Box::pin(m().floods(n, wrong.clone())))),
        ("pings without end", many(8, |n| Box::pin(m().floods(n, frame(0x89, b"?").repeat(50))))),
        (
            "pieces of nothing without end",
            many(8, |n| {
                let pieces = [frame(0x01, b""), frame(0x00, b"").repeat(500)].concat();
                Box::pin(m().floods(n, pieces))
            }),
        ),
        ("requests without end", many(8, |n| Box::pin(m().asks(n, health.clone())))),
        ("requests that cost much", many(8, |n| Box::pin(m().asks(n, advice.clone())))),
        ("sockets that never read", many(32, |n| Box::pin(m().never_reads(n)))),
        ("10 000 connections that say nothing", vec![Box::pin(m().holds(10_000, b""))]),
        ("10 000 connections that ask slowly", vec![Box::pin(m().holds(10_000, b"GET / HTTP/1.1\r\nX: "))]),
    ]
}

/// Plays for so long and reports.
async fn load(program: &str, served: &Served, seconds: &str) -> Value {
    let mut command = Command::new(program);
    command.args(["load", "--tables", "50", "--rate", "2", "--seconds", seconds, "--warm-up", "2", "--json"]);
    command.args(["--server-pid", &served.process().to_string(), &format!("http://{}", served.address)]);
    let Output { status, stdout, stderr } =
        tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
    assert!(status.success(), "{}{}", String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
    serde_json::from_slice(&stdout).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
#[ignore = "takes minutes, and a machine where nothing else runs"]
async fn latency_beside_each_attack_is_at_most_twice_what_it_is_alone() {
    let program = std::env::var("SIEGE_PROGRAM").unwrap_or(env!("CARGO_BIN_EXE_stammtisch").to_owned());
    let seconds = std::env::var("SIEGE_SECONDS").unwrap_or("10".to_owned());
    let names = {
        let nobody =
            Mallory { server: "127.0.0.1:1".parse().unwrap(), token: String::new(), table: String::new() };
        attacks(&nobody).into_iter().map(|(name, _)| name).collect::<Vec<_>>()
    };
    println!("{:38} {:>8} {:>8} {:>8} {:>8} {:>6} {:>9}", "", "p50", "p99", "p50", "p99", "ratio", "memory");
    println!("{:38} {:>17} {:>17} {:>6} {:>9}", "attack", "alone, ms", "beside it, ms", "p99", "MiB");
    let mut worst = 0.0_f64;
    for (at, name) in names.into_iter().enumerate() {
        // A server of its own for each, so that nothing is left of the attack before.
        let data = Folder::new(&format!("latency-{at}"));
        let served = Served::start_program(&program, &data.0, &SETTINGS);
        let (who, honest) = (served.guest("Mallory").await, served.guest("Nell").await);
        let table = served.table(&who, &json!({ "game": "catan", "bots": ["greedy"], "quick": true })).await;
        let alone = load(&program, &served, &seconds).await;
        let mallory = Mallory { server: served.address, token: who.1.clone(), table };
        let attack = attacks(&mallory).swap_remove(at).1;
        let attack: Vec<_> = attack.into_iter().map(tokio::spawn).collect();
        tokio::time::sleep(Duration::from_secs(1)).await;
        let beside = load(&program, &served, &seconds).await;
        attack.iter().for_each(tokio::task::JoinHandle::abort);
        let ms = |report: &Value, which: &str| report["latencyMs"][which].as_f64().unwrap();
        let ratio = ms(&beside, "p99") / ms(&alone, "p99");
        worst = worst.max(ratio);
        println!(
            "{name:38} {:8.2} {:8.2} {:8.2} {:8.2} {ratio:6.2} {:9.1}",
            ms(&alone, "p50"),
            ms(&alone, "p99"),
            ms(&beside, "p50"),
            ms(&beside, "p99"),
            beside["server"]["memoryKib"].as_f64().unwrap() / 1024.0,
        );
        // The server still lets people in; whoever attacked may have used up what one player may say.
        let mut stream = open(served.address, from(250), &honest.1).await;
        send(&mut stream, &frame(0x81, br#"{"type":"ping"}"#)).await;
        until(&mut stream, "pong").await;
    }
    assert!(worst <= 2.0, "somebody else's attack is noticed: {worst:.2}");
}
