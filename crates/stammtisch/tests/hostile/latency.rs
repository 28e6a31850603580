//! How much others notice of an attack: the load test alone, and beside each kind of attack, on a server with the usual limits.
//!
//! Attackers have a machine of their own elsewhere; here they take the cores that the server and those who play need. So each attack is
//! measured twice: on a thread that gets only what nobody else wants, which leaves what the server itself does for the attack, and on one that
//! gets as much as they do. The first row attacks nothing and only computes: more than its ratio is the server's doing.
//!
//! Takes minutes and a quiet machine, so it is asked for (`SIEGE_ATTACKS` names some of them by a part of their name):
//!
//! ```text
//! cargo build --release -p stammtisch
//! SIEGE_PROGRAM=target/release/stammtisch SIEGE_SECONDS=20 cargo test -p stammtisch --test hostile -- --ignored --nocapture latency
//! ```

use std::fmt::Write;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::attacks::{Mallory, Share, UnderWay, attacks, from};
use crate::raw::{frame, open, send, until};
use crate::served::{Folder, Served};

/// What is usual, where other tests have more patience; and a countdown that nobody has to wait for.
const SETTINGS: [&str; 9] = [
    "rates.bytes=[131072, 32768]",
    "rates.address=[120, 20]",
    "rates.guests=[20, 0.2]",
    "rates.socket=[40, 20]",
    "rates.player=[80, 40]",
    // Usual is more at once. What it comes to in the long run is the same, and sooner seen.
    "rates.studies=[1, 0.1]",
    "sockets.per_address=64",
    "sockets.per_player=8",
    "tables.countdown=0.1",
];

/// How much of a core an attack may take in the long run.
const MOST_CORES: f64 = 0.5;
/// How long an attack may use up what everybody may have at once: as tests build the program, one study of an empty sheet takes up to ten seconds.
const AT_ONCE: Duration = Duration::from_mins(1);

/// Plays for so long and reports. Everybody comes from an address of their own table's: the usual limits are enough for them.
async fn load(program: &str, served: &Served, seconds: &str) -> Value {
    let mut command = Command::new(program);
    command.args(["load", "--tables", "50", "--rate", "2", "--seconds", seconds, "--warm-up", "2", "--json"]);
    command.args(["--addresses", "50"]);
    command.args(["--server-pid", &served.process().to_string(), &format!("http://{}", served.address)]);
    let Output { status, stdout, stderr } =
        tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
    assert!(status.success(), "{}{}", String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
    serde_json::from_slice(&stdout).unwrap()
}

fn p99(report: &Value) -> f64 {
    report["latencyMs"]["p99"].as_f64().unwrap()
}

/// What a report says: p50, p99, and how much of a core the server used.
fn said(report: &Value) -> String {
    let number = |value: &Value| value.as_f64().unwrap();
    let cores = number(&report["server"]["cpuSeconds"]) / number(&report["seconds"]);
    format!("{:7.2} {:7.2} {cores:5.2}", number(&report["latencyMs"]["p50"]), p99(report))
}

/// A server of an attack's own, so that nothing is left of one before, and whoever attacks it.
async fn besieged(program: &str, name: &str) -> (Folder, Served, Mallory) {
    let data = Folder::new(name);
    let served = Served::start_program(program, &data.0, &SETTINGS);
    let who = served.guest("Mallory").await;
    let table = served.table(&who, &json!({ "game": "catan", "bots": ["greedy"], "quick": true })).await;
    let mallory = Mallory { server: served.address, token: who.1, table };
    (data, served, mallory)
}

/// The names of all attacks.
fn names() -> Vec<&'static str> {
    let server = "127.0.0.1:1".parse().unwrap();
    let nobody = Mallory { server, token: String::new(), table: String::new() };
    attacks(&nobody).into_iter().map(|(name, _)| name).collect()
}

/// One attack: p99 beside it as a multiple of p99 alone, with what is left of the
/// processor for the attackers and with as much as others have.
async fn measure(program: &str, seconds: &str, at: usize) -> [f64; 2] {
    let (_data, served, mallory) = besieged(program, &format!("latency-{at}")).await;
    let honest = served.guest("Nell").await;
    let name = attacks(&mallory)[at].0;
    let alone = load(program, &served, seconds).await;
    let mut line = format!("{name:36} {}", said(&alone));
    let mut ratios = [0.0; 2];
    for (ratio, share) in ratios.iter_mut().zip([Share::Rest, Share::Equal]) {
        let under_way = UnderWay::new(attacks(&mallory).swap_remove(at).1, share);
        tokio::time::sleep(Duration::from_secs(1)).await;
        let beside = load(program, &served, seconds).await;
        drop(under_way);
        *ratio = p99(&beside) / p99(&alone);
        write!(line, "  {} {ratio:6.2}", said(&beside)).unwrap();
    }
    let status = std::fs::read_to_string(format!("/proc/{}/status", served.process())).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let peak: f64 = peak.split_whitespace().next().unwrap().parse().unwrap();
    println!("{line} {:8.1}", peak / 1024.0);
    // The server still lets people in; whoever attacked may have used up what one player may say.
    let mut stream = open(served.address, from(250), &honest.1).await;
    send(&mut stream, &frame(0x81, br#"{"type":"ping"}"#)).await;
    until(&mut stream, "pong").await;
    ratios
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
#[ignore = "takes minutes, and a machine where nothing else runs"]
async fn latency_beside_each_attack_is_at_most_twice_what_it_is_alone() {
    let program = std::env::var("SIEGE_PROGRAM").unwrap_or(env!("CARGO_BIN_EXE_stammtisch").to_owned());
    let seconds = std::env::var("SIEGE_SECONDS").unwrap_or("10".to_owned());
    let wanted = std::env::var("SIEGE_ATTACKS").unwrap_or_default();
    println!("{:36} {:21}  {:28}  {:28}", "", "alone", "beside, with the rest", "beside, with as much");
    println!("attack; each: p50, p99 (ms), cores of the server, ratio of p99; at last: most memory (MiB)");
    let mut worst = 0.0_f64;
    for (at, name) in names().into_iter().enumerate() {
        if wanted.split(',').any(|part| name.contains(part)) {
            let [ratio, _] = measure(&program, &seconds, at).await;
            // The first attacks nothing: what is seen of it is the machine's doing.
            worst = if at == 0 { worst } else { worst.max(ratio) };
        }
    }
    assert!(worst <= 2.0, "somebody else's attack is noticed: {worst:.2}");
}

/// Seconds that a process has computed.
fn computed(process: u32) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    let fields: Vec<&str> = stat.rsplit(") ").next().unwrap().split(' ').collect();
    let ticks: f64 = fields[11..13].iter().map(|field| field.parse::<f64>().unwrap()).sum();
    let per_second = u32::try_from(rustix::param::clock_ticks_per_second()).unwrap();
    ticks / f64::from(per_second)
}

/// How many cores the server uses for so many seconds.
async fn used(served: &Served, seconds: f64) -> f64 {
    let before = computed(served.process());
    tokio::time::sleep(Duration::from_secs_f64(seconds)).await;
    (computed(served.process()) - before) / seconds
}

/// What the measurement above is about, for every day: how long others wait depends on whatever else the machine does, but what the server
/// computes for an attack becomes no more by that.
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn no_attack_takes_more_than_a_part_of_a_core() {
    const SECONDS: f64 = 2.0;
    for (at, name) in names().into_iter().enumerate() {
        let (_data, served, mallory) =
            besieged(env!("CARGO_BIN_EXE_stammtisch"), &format!("cost-{at}")).await;
        let under_way = UnderWay::new(attacks(&mallory).swap_remove(at).1, Share::Equal);
        let begun = Instant::now();
        while used(&served, 1.0).await >= MOST_CORES && begun.elapsed() < AT_ONCE {}
        let cores = used(&served, SECONDS).await;
        drop(under_way);
        println!("{name:36} {cores:.2} cores");
        assert!(cores < MOST_CORES, "{name}: {cores:.2} cores");
    }
}
