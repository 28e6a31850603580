//! A node that starts when the database or the bus is not there.

use std::process::{Child, Command};
use std::time::{Duration, Instant};

use crate::between::Between;
use crate::company::{Company, signal};
use crate::served::{Served, World};

/// What is wrong with a way when a node starts.
#[derive(Clone, Copy, Debug)]
enum Wrong {
    /// Whoever comes is turned away.
    Cut,
    /// Whoever comes is let in, and told nothing.
    Frozen,
}

impl Wrong {
    fn strike(self, way: &Between) {
        match self {
            Self::Cut => way.cut(),
            Self::Frozen => way.freeze(),
        }
    }
}

fn by_tcp(way: &Between) -> String {
    format!("host={} port={} user=stammtisch dbname=postgres", way.address.ip(), way.address.port())
}

/// Ways to both, that can be cut; `None`, if the database has no socket and that is no failure here.
fn ways(company: &Company) -> Option<(Between, Between)> {
    Some((Between::to_database(company.socket()?), Between::to_bus(&company.bus_address)))
}

/// Waits until a process has ended by itself: the exit code, and how long that took.
fn ends(process: &mut Child) -> (Option<i32>, Duration) {
    let begun = Instant::now();
    loop {
        if let Some(status) = process.try_wait().unwrap() {
            return (status.code(), begun.elapsed());
        }
        if begun.elapsed() > Duration::from_secs(20) {
            process.kill().unwrap();
            process.wait().unwrap();
            panic!("it does not end");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Waits until a node has said something.
fn says(log: &std::path::Path, what: &str) {
    let begun = Instant::now();
    loop {
        let said = std::fs::read_to_string(log).unwrap_or_default();
        if said.contains(what) {
            return;
        }
        assert!(begun.elapsed() < Duration::from_secs(20), "{said:?} and not {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A node that logs into a file of its own.
fn prepare(
    company: &Company,
    name: &str,
    ways: (&str, &str),
    more: &[&str],
) -> (Command, std::path::PathBuf) {
    let log = company.file(&format!("{name}.log"));
    let world = World { log: Some(log.clone()), ..World::default() };
    (company.prepare(name, ways, more, &world), log)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_waits_for_a_database_and_a_bus_that_are_not_there_yet() {
    let Some(company) = Company::gather("waiting", 0) else { return };
    let Some((database, bus)) = ways(&company) else { return };
    for (n, (way, what)) in [(&database, "the database of PostgreSQL"), (&bus, "the bus")].iter().enumerate()
    {
        for wrong in [Wrong::Cut, Wrong::Frozen] {
            let name = format!("node{n}{wrong:?}");
            let to_bus = format!("nats://{}", bus.address);
            wrong.strike(way);
            let (command, log) = prepare(&company, &name, (&by_tcp(&database), &to_bus), &[]);
            let data = company.file(&name);
            let node = std::thread::spawn(move || Served::started(command, &data));
            says(&log, &format!("waiting for {what}, for "));
            std::thread::sleep(Duration::from_millis(700));
            assert!(!node.is_finished(), "{what}, {wrong:?}");
            way.mend();
            let node = tokio::task::spawn_blocking(|| node.join().unwrap()).await.unwrap();
            let (status, health) = pages::request(node.address, "GET", "/health", None, None).await;
            assert_eq!((status, &health["status"]), (200, &"ok".into()), "{what}, {wrong:?}: {health}");
        }
    }
}

/// The database answers, but not in time: somebody holds what the node needs.
#[test]
fn a_node_tries_again_when_the_database_takes_too_long() {
    let Some(company) = Company::gather("late", 1) else { return };
    let visitor = company.visit();
    visitor.say("SET idle_in_transaction_session_timeout TO 0; BEGIN; LOCK TABLE nodes").unwrap();
    let ways = (company.database(), company.bus_address.clone());
    let (command, log) = prepare(&company, "second", (&ways.0, &ways.1), &["cluster.patience=1"]);
    let data = company.file("second");
    let node = std::thread::spawn(move || Served::started(command, &data));
    says(&log, "waiting for the database of PostgreSQL");
    visitor.say("COMMIT").unwrap();
    assert_eq!(node.join().unwrap().ended(), None, "it has said where it is, and serves");
}

#[test]
fn a_node_does_not_wait_for_ever_and_says_what_it_waited_for() {
    let Some(company) = Company::gather("in-vain", 0) else { return };
    let Some((database, bus)) = ways(&company) else { return };
    for (n, (way, what)) in [(&database, "the database of PostgreSQL"), (&bus, "the bus")].iter().enumerate()
    {
        way.cut();
        let to_bus = format!("nats://{}", bus.address);
        let ways = (by_tcp(&database), to_bus);
        let (mut command, log) =
            prepare(&company, &format!("node{n}"), (&ways.0, &ways.1), &["cluster.start_within=1.5"]);
        let (code, took) = ends(&mut command.spawn().unwrap());
        way.mend();
        let said = std::fs::read_to_string(log).unwrap();
        assert_eq!(code, Some(2), "{said}");
        assert!(took > Duration::from_millis(1_400) && took < Duration::from_secs(10), "{took:?}");
        assert!(said.contains(&format!("waited 1.5 s for {what}, in vain: ")), "{said}");
    }
}

#[test]
fn a_node_that_waits_stops_at_once_when_it_is_told_to() {
    let Some(company) = Company::gather("told", 0) else { return };
    let Some((database, bus)) = ways(&company) else { return };
    for (n, (way, what)) in [(&database, "the database of PostgreSQL"), (&bus, "the bus")].iter().enumerate()
    {
        for (wrong, name) in [(Wrong::Cut, "-TERM"), (Wrong::Frozen, "-INT")] {
            wrong.strike(way);
            let to_bus = format!("nats://{}", bus.address);
            let (mut command, log) =
                prepare(&company, &format!("node{n}{name}"), (&by_tcp(&database), &to_bus), &[]);
            let mut node = command.spawn().unwrap();
            says(&log, &format!("waiting for {what}, for "));
            signal(node.id(), name);
            let (code, took) = ends(&mut node);
            assert_eq!(code, Some(0), "{what}, {wrong:?}: it has come to its end in good order");
            assert!(took < Duration::from_secs(1), "{what}, {wrong:?}: {took:?}");
            way.mend();
        }
    }
}

/// A name that is wrong today is wrong tomorrow.
#[test]
fn what_waiting_cannot_mend_ends_a_node_at_once() {
    let Some(company) = Company::gather("hopeless", 1) else { return };
    let Some(closed) = nats_bus::testing::NatsServer::start(&["--auth", "secret"]) else { return };
    let good = (company.database(), company.bus_address.clone());
    let check = |name: &str, ways: (&str, &str), word: &str| {
        let (mut command, log) = prepare(&company, name, ways, &[]);
        let (code, took) = ends(&mut command.spawn().unwrap());
        let said = std::fs::read_to_string(log).unwrap();
        assert_eq!(code, Some(2), "{name}: {said}");
        assert!(said.contains(word) && !said.contains("waiting"), "{name}: {said}");
        assert!(took < Duration::from_secs(5), "{name}: {took:?}");
    };
    check("database", (&good.0.replace("dbname=postgres", "dbname=nothing"), &good.1), "does not exist");
    check("user", (&good.0.replace("user=stammtisch", "user=nobody_here"), &good.1), "does not exist");
    check("address", ("postgresql://[", &good.1), "address");
    check("stranger", (&good.0, &closed.url_as("wrong")), "authorization");
    check("bus", (&good.0, "nats://127.0.0.1:none"), "the bus");
    company.visit().say("UPDATE version SET steps = 99").unwrap();
    check("future", (&good.0, &good.1), "version 99");
}
