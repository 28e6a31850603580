//! Several nodes on one database: who owns a table, what a lease is good for, and who takes over when it runs out.
#![allow(clippy::unwrap_used, reason = "what stands beside the tests is part of them")]

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use postgres_store::testing::Place;
use postgres_store::{PostgresSettings, PostgresStore};
use store::suite::scene::{
    self, append, append_in, entry, player, row, submit, submit_all, table, table_with,
};
use store::{Epoch, Lease, Status, Store, StoreFault, TableId, TableRow, wait};

const URL: &str = "STAMMTISCH_CHILD_URL";
const SCHEMA: &str = "STAMMTISCH_CHILD_SCHEMA";

/// Settings with a lease that a test can wait for.
fn short(place: &Place, node: &str) -> PostgresSettings {
    let (lease, renewal) = (Duration::from_millis(2_500), Duration::from_millis(300));
    PostgresSettings { lease, renewal, address: format!("at {node}"), ..place.settings(node) }
}

fn open(settings: PostgresSettings) -> PostgresStore {
    PostgresStore::open(settings).unwrap()
}

fn claim(store: &PostgresStore, table: &TableId) -> Result<Epoch, StoreFault> {
    scene::claim(store, table)
}

/// Asks again and again until the answer is another one.
#[track_caller]
fn until<T>(mut ask: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(answer) = ask() {
            return answer;
        }
        assert!(begun.elapsed() < Duration::from_secs(20), "it does not happen");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn claim_in_the_end(store: &PostgresStore, table: &TableId) -> Epoch {
    until(|| match claim(store, table) {
        Ok(epoch) => Some(epoch),
        Err(StoreFault::OwnedElsewhere { .. }) => None,
        Err(fault) => panic!("{fault}"),
    })
}

#[test]
fn a_living_node_keeps_its_tables() {
    let Some(place) = Place::new() else { return };
    let (a, b) = (open(short(&place, "a")), open(short(&place, "b")));
    let at = table(&a, "t");
    let refused = claim(&b, &at).unwrap_err();
    assert!(matches!(&refused, StoreFault::OwnedElsewhere { node } if node.starts_with("a#")), "{refused}");
    let owner = b.owner(&at).unwrap().unwrap();
    assert_eq!((owner.address.as_str(), owner.alive, owner.mine), ("at a", true, false));
    assert!(a.owner(&at).unwrap().unwrap().mine);
    assert_eq!(b.tables_without_owner(10), Ok(vec![]));
    // Neither the right number nor the wish to delete it makes anybody the owner.
    let guessed = submit(&b, append(&at, 0, vec![entry("x")]));
    assert_eq!(guessed, Err(StoreFault::StaleEpoch { given: Epoch::FIRST, current: Epoch::FIRST }));
    let deleted = wait(|done| b.delete_table(at.clone(), done));
    assert!(matches!(deleted, Err(StoreFault::OwnedElsewhere { .. })), "{deleted:?}");
    // For longer than the lease is good without being renewed.
    std::thread::sleep(Duration::from_secs(3));
    assert!(claim(&b, &at).is_err());
    submit(&a, append(&at, 0, vec![entry("1")])).unwrap();
    assert!(a.lease().holds(Instant::now()));
}

#[test]
fn a_lease_that_ran_out_fails_appends_and_another_node_may_claim() {
    let Some(place) = Place::new() else { return };
    let (a, b) = (open(short(&place, "a")), open(short(&place, "b")));
    let soon = TableRow { wake_at_ms: Some(5), status: Status::Running, ..row() };
    let (at, left, over) = (table(&a, "t"), table_with(&a, "u", 1, soon), table(&a, "v"));
    table_with(&a, "v", 2, TableRow { status: Status::Closed, ..row() });
    let player = player(&a, "anna", 10);
    // Whoever cannot reach its own row cannot renew.
    let visitor = place.visit();
    visitor.ask("BEGIN").unwrap();
    visitor.ask("SET idle_in_transaction_session_timeout TO 0").unwrap();
    visitor.ask("SELECT key FROM nodes WHERE name = 'a' FOR NO KEY UPDATE").unwrap();
    until(|| (!a.lease().holds(Instant::now())).then_some(()));
    let found = until(|| Some(b.tables_without_owner(10).unwrap()).filter(|tables| !tables.is_empty()));
    assert_eq!(found.iter().map(|table| table.id.clone()).collect::<Vec<_>>(), [left.clone(), at.clone()]);
    let answers = submit_all(&a, vec![append(&at, 0, vec![entry("x")]), append(&left, 0, vec![entry("x")])]);
    assert_eq!(answers, vec![Err(StoreFault::LeaseLost); 2]);
    assert_eq!(claim(&a, &at), Err(StoreFault::LeaseLost));
    assert_eq!(wait(|done| a.delete_table(over.clone(), done)), Err(StoreFault::LeaseLost));
    // What is about no table goes on.
    wait(|done| a.rename(player, "Anne".into(), done)).unwrap();
    assert!(!b.owner(&at).unwrap().unwrap().alive);
    assert_eq!(claim(&b, &at), Ok(Epoch(2)));
    submit(&b, append_in(Epoch(2), &at, 0, vec![entry("1")])).unwrap();
    // It comes back: what was taken is gone, what was not is its own as before.
    visitor.ask("ROLLBACK").unwrap();
    until(|| a.lease().holds(Instant::now()).then_some(()));
    let answers = submit_all(&a, vec![append(&at, 0, vec![entry("x")]), append(&left, 0, vec![entry("1")])]);
    assert_eq!(answers[0], Err(StoreFault::StaleEpoch { given: Epoch::FIRST, current: Epoch(2) }));
    assert!(answers[1].is_ok(), "{answers:?}");
    assert_eq!(b.check(), Ok(vec![]));
}

/// How long nobody had served a table, by the node that claims it.
fn unserved(store: &PostgresStore, table: &TableId) -> Duration {
    wait(|done| store.claim(table.clone(), done)).unwrap().unserved.unwrap()
}

/// Whoever is cut off from the database stands still from the last renewal on, whether another node takes its tables or it has them again.
#[test]
fn a_table_is_unserved_since_its_node_was_last_known_to_be_alive() {
    let Some(place) = Place::new() else { return };
    let (a, b) = (open(short(&place, "a")), open(short(&place, "b")));
    let (lease, renewal) = (short(&place, "a").lease, short(&place, "a").renewal);
    let (at, kept) = (table(&a, "t"), table(&a, "u"));
    std::thread::sleep(Duration::from_secs(1));
    let visitor = place.visit();
    visitor.ask("BEGIN").unwrap();
    visitor.ask("SET idle_in_transaction_session_timeout TO 0").unwrap();
    visitor.ask("SELECT key FROM nodes WHERE name = 'a' FOR NO KEY UPDATE").unwrap();
    let cut = Instant::now();
    until(|| (!a.lease().holds(Instant::now())).then_some(()));
    until(|| (!b.owner(&at).unwrap().unwrap().alive).then_some(()));
    // It renews every so often: no more than that, and what a busy machine adds, passes unnoticed before the cut.
    let most = |cut: Instant| cut.elapsed() + renewal + Duration::from_millis(700);
    let found = unserved(&b, &at);
    assert!(found >= lease && found <= most(cut), "{found:?} of {:?}", cut.elapsed());
    visitor.ask("ROLLBACK").unwrap();
    until(|| a.lease().holds(Instant::now()).then_some(()));
    let found = unserved(&a, &kept);
    assert!(found >= lease && found <= most(cut), "{found:?} of {:?}", cut.elapsed());
    // It has made up for it, and owns it from now on.
    assert_eq!(unserved(&a, &kept), Duration::ZERO);
}

/// Whoever gives a table up or stops in good order serves it until then.
#[test]
fn a_table_is_unserved_since_it_was_given_up() {
    let Some(place) = Place::new() else { return };
    let (a, b) = (open(place.settings("a")), open(place.settings("b")));
    let (at, left) = (table(&a, "t"), table(&a, "u"));
    let pause = Duration::from_millis(300);
    std::thread::sleep(pause);
    wait(|done| a.release(vec![(at.clone(), Epoch::FIRST)], done)).unwrap();
    let given = Instant::now();
    std::thread::sleep(pause);
    let found = unserved(&b, &at);
    assert!(found >= pause && found <= given.elapsed() + pause / 2, "{found:?} of {:?}", given.elapsed());
    a.close().unwrap();
    let closed = Instant::now();
    std::thread::sleep(pause);
    let found = unserved(&b, &left);
    assert!(found >= pause && found <= closed.elapsed() + pause / 2, "{found:?} of {:?}", closed.elapsed());
}

#[test]
fn a_process_that_was_frozen_is_fenced_when_it_thaws() {
    let Some(place) = Place::new() else { return };
    let settings = short(&place, "b");
    let b = open(settings.clone());
    let mut child = child(&settings);
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let mut acknowledged = lines.find_map(|line| line.strip_prefix("ack ")?.parse::<u64>().ok()).unwrap();
    signal(&child, "-STOP");
    let at = TableId::from("frozen");
    let epoch = claim_in_the_end(&b, &at);
    let head = b.table(&at).unwrap().unwrap().head;
    submit(&b, append_in(epoch, &at, head, vec![entry("mine")])).unwrap();
    signal(&child, "-CONT");
    let mut last = None;
    for line in lines {
        match line.strip_prefix("ack ") {
            Some(seq) => acknowledged = seq.parse().unwrap(),
            None => last = Some(line).filter(|line| line.starts_with("fault")).or(last),
        }
    }
    assert!(child.wait().unwrap().success());
    let last = last.unwrap();
    assert!(["fault StaleEpoch", "fault LeaseLost"].iter().any(|fault| last.starts_with(fault)), "{last}");
    assert!(acknowledged <= head, "{acknowledged} was acknowledged, {head} is there");
    assert_eq!(b.entries(&at, head + 1, 10).unwrap().len(), 1);
}

fn signal(child: &Child, signal: &str) {
    assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
}

/// This binary again, as another node.
fn child(settings: &PostgresSettings) -> Child {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "another_node", "--ignored", "--nocapture", "--quiet"]);
    command.env(URL, &settings.url).env(SCHEMA, &settings.schema);
    command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap()
}

/// Appends to a table of its own until it may not any more.
#[test]
#[ignore = "started by another test, in a process of its own"]
fn another_node() {
    let (Ok(url), Ok(schema)) = (std::env::var(URL), std::env::var(SCHEMA)) else { return };
    let (lease, renewal) = (Duration::from_millis(2_500), Duration::from_millis(300));
    let store = open(PostgresSettings { schema, lease, renewal, ..PostgresSettings::new(url, "child") });
    let at = table(&store, "frozen");
    let mut head = 0;
    loop {
        match submit(&store, append(&at, head, vec![entry("child")])) {
            Ok(receipt) => {
                head = receipt.head.unwrap();
                println!("ack {head}");
            }
            // Its own connection was taken away while it was frozen: it does not know what became of the last one.
            Err(StoreFault::Away(_) | StoreFault::Unknown(_)) => println!("unknown"),
            Err(StoreFault::WrongHead { found, .. }) => head = found,
            Err(fault) => {
                println!("fault {fault:?}");
                return;
            }
        }
    }
}

#[test]
fn whoever_freezes_in_a_transaction_holds_nobody_up_for_long() {
    let Some(place) = Place::new() else { return };
    let a = open(short(&place, "a"));
    let at = table(&a, "t");
    a.close().unwrap();
    let visitor = place.visit();
    visitor.ask("BEGIN").unwrap();
    visitor.ask("SELECT key FROM tables FOR UPDATE").unwrap();
    let b = open(short(&place, "b"));
    let began = Instant::now();
    until(|| claim(&b, &at).ok());
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
    assert!(visitor.ask("SELECT 1::bigint").is_err(), "it was thrown out");
}

#[test]
fn a_planned_stop_gives_tables_up_at_once() {
    let Some(place) = Place::new() else { return };
    // With leases as long as in earnest: nobody waits for one to run out.
    let (a, b) = (open(place.settings("a")), open(place.settings("b")));
    let (one, two) = (table(&a, "one"), table(&a, "two"));
    submit(&a, append(&one, 0, vec![entry("1")])).unwrap();
    wait(|done| a.release(vec![(one.clone(), Epoch::FIRST)], done)).unwrap();
    assert_eq!(b.owner(&one), Ok(None));
    assert_eq!(b.tables_without_owner(10).unwrap().len(), 1);
    let epoch = claim(&b, &one).unwrap();
    assert_eq!(submit(&b, append_in(epoch, &one, 1, vec![entry("2")])).unwrap().head, Some(2));
    assert!(matches!(
        submit(&a, append(&one, 1, vec![entry("x")])),
        Err(StoreFault::StaleEpoch { given: Epoch::FIRST, .. })
    ));
    assert!(claim(&b, &two).is_err());
    a.close().unwrap();
    assert_eq!(a.lease(), Lease::Over);
    assert_eq!(claim(&b, &two), Ok(Epoch(2)));
}

#[test]
fn of_two_nodes_that_claim_at_once_one_wins() {
    let Some(place) = Place::new() else { return };
    let tables: Vec<TableId> = {
        let gone = open(place.settings("gone"));
        (0..60).map(|i| table(&gone, &format!("t{i}"))).collect()
    };
    let nodes = [open(place.settings("a")), open(place.settings("b")), open(place.settings("c"))];
    let won: Vec<Vec<Option<Epoch>>> = std::thread::scope(|scope| {
        let claims: Vec<_> = nodes
            .iter()
            .enumerate()
            .map(|(i, node)| {
                let mut order: Vec<usize> = (0..tables.len()).collect();
                order.rotate_left(i * 20);
                let tables = &tables;
                scope.spawn(move || {
                    let mut won = vec![None; tables.len()];
                    for at in order {
                        won[at] = match claim(node, &tables[at]) {
                            Ok(epoch) => Some(epoch),
                            Err(StoreFault::OwnedElsewhere { .. }) => None,
                            Err(fault) => panic!("{fault}"),
                        };
                    }
                    won
                })
            })
            .collect();
        claims.into_iter().map(|claim| claim.join().unwrap()).collect()
    });
    for (i, at) in tables.iter().enumerate() {
        let winners: Vec<Epoch> = won.iter().filter_map(|won| won[i]).collect();
        assert_eq!(winners, [Epoch(2)], "table {i}");
        let owners = nodes.iter().filter(|node| node.owner(at).unwrap().unwrap().mine).count();
        assert_eq!(owners, 1);
    }
}

#[test]
fn a_run_ends_the_runs_before_it() {
    let Some(place) = Place::new() else { return };
    let before = open(short(&place, "a"));
    let at = table(&before, "t");
    let now = open(short(&place, "a"));
    assert_eq!(submit(&before, append(&at, 0, vec![entry("x")])), Err(StoreFault::LeaseLost));
    assert_eq!(claim(&now, &at), Ok(Epoch(2)));
    submit(&now, append_in(Epoch(2), &at, 0, vec![entry("1")])).unwrap();
    until(|| (before.lease() == Lease::Over).then_some(()));
    // Not for now: for good, however often it asks.
    assert_eq!(submit(&before, append_in(Epoch(2), &at, 1, vec![entry("x")])), Err(StoreFault::LeaseLost));
    before.close().unwrap();
    assert!(now.lease().holds(Instant::now()));
    submit(&now, append_in(Epoch(2), &at, 1, vec![entry("2")])).unwrap();
}

#[test]
fn servers_that_start_at_once_take_turns() {
    let Some(place) = Place::new() else { return };
    std::thread::scope(|scope| {
        for name in ["a", "b", "c", "d"] {
            let place = &place;
            scope.spawn(move || {
                let node = open(place.settings(name));
                table(&node, name);
            });
        }
    });
    assert_eq!(place.visit().ask("SELECT steps FROM version"), Ok(vec![3]));
    assert_eq!(open(place.settings("e")).tables_without_owner(10).unwrap().len(), 4);
}

#[test]
fn a_later_version_and_another_program_are_left_alone() {
    let Some(place) = Place::new() else { return };
    drop(open(place.settings("a")));
    let visitor = place.visit();
    visitor.ask("UPDATE version SET steps = 99").unwrap();
    let newer = PostgresStore::open(place.settings("a")).unwrap_err();
    assert_eq!(newer, StoreFault::NewerVersion { found: 99, known: 3 });
    visitor.ask("ALTER TABLE version RENAME TO theirs").unwrap();
    let foreign = PostgresStore::open(place.settings("a")).unwrap_err();
    assert!(matches!(foreign, StoreFault::Corrupt(_)), "{foreign}");
    for (schema, node) in [("", "a"), ("x; DROP", "a"), ("ok", "")] {
        let settings = PostgresSettings { schema: schema.to_owned(), ..place.settings(node) };
        assert!(matches!(PostgresStore::open(settings), Err(StoreFault::Invalid(_))));
    }
}
