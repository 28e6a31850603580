//! Writes that travel together: what one of them does to the others, and what two nodes do to each other.
#![allow(clippy::unwrap_used, reason = "what stands beside the tests is part of them")]

use std::sync::mpsc;

use postgres_store::PostgresStore;
use postgres_store::testing::Place;
use store::suite::scene::{
    answer, append, entry, pay, pays, player, row, submit, submit_all, table, table_with, token,
};
use store::{
    Account, ChatLine, Commit, Epoch, Receipt, Settings, Status, Store, StoreFault, TableRow, TableWrite,
    wait,
};

fn store(place: &Place, node: &str) -> PostgresStore {
    PostgresStore::open(place.settings(node)).unwrap()
}

/// Holds the writer in an answer until all have been submitted, so that they come into one group.
fn together(store: &PostgresStore, commits: Vec<Commit>) -> Vec<Result<Receipt, StoreFault>> {
    let (tell, told) = mpsc::channel::<()>();
    let (release, released) = mpsc::channel::<()>();
    let hold = Box::new(move |_| {
        let _ = tell.send(());
        let _ = released.recv();
    });
    store.submit(Commit::default(), hold);
    told.recv().unwrap();
    let groups = store.metrics().groups;
    let waiting: Vec<_> = commits
        .into_iter()
        .map(|commit| {
            let (sender, receiver) = mpsc::channel();
            store.submit(commit, Box::new(move |answer| drop(sender.send(answer))));
            receiver
        })
        .collect();
    drop(release);
    let answers = waiting.iter().map(|answer| answer.recv().unwrap()).collect();
    assert!(store.metrics().groups > groups);
    answers
}

#[test]
fn commits_of_one_table_build_on_each_other_within_a_group() {
    let Some(place) = Place::new() else { return };
    let store = store(&place, "a");
    let (anna, at) = (player(&store, "anna", 0), table(&store, "t"));
    let groups = store.metrics().groups;
    let answers = together(
        &store,
        vec![
            append(&at, 0, vec![entry("1"), answer("2", &anna, "c")]),
            append(&at, 0, vec![entry("too late")]),
            append(&at, 2, vec![entry("3")]),
            append(&at, 3, vec![answer("again", &anna, "c")]),
            append(&at, 3, vec![entry("4")]),
        ],
    );
    let there = StoreFault::Duplicate { seq: 2, digest: token("2") };
    let behind = StoreFault::WrongHead { expected: 0, found: 2 };
    let at_head = |head| Ok(Receipt { head: Some(head) });
    assert_eq!(answers, [at_head(2), Err(behind), at_head(3), Err(there), at_head(4)]);
    assert_eq!(store.metrics().groups, groups + 2, "the first by itself, then all others in one");
    let bodies: Vec<_> = store.entries(&at, 1, 10).unwrap().into_iter().map(|entry| entry.body).collect();
    assert_eq!(bodies, [b"1", b"2", b"3", b"4"]);
    assert_eq!(store.check(), Ok(vec![]));
}

#[test]
fn a_table_of_another_node_fails_its_own_commit_alone() {
    let Some(place) = Place::new() else { return };
    let (a, b) = (store(&place, "a"), store(&place, "b"));
    let (mine, lost, theirs) = (table(&a, "mine"), table(&a, "lost"), table(&b, "theirs"));
    wait(|done| a.release(vec![(lost.clone(), Epoch::FIRST)], done)).unwrap();
    let epoch = wait(|done| b.claim(lost.clone(), done)).unwrap().epoch;
    let commits = [&mine, &lost, &theirs].map(|at| append(at, 0, vec![entry("1")])).to_vec();
    let answers = together(&a, commits);
    assert_eq!(answers[0], Ok(Receipt { head: Some(1) }));
    assert_eq!(answers[1], Err(StoreFault::StaleEpoch { given: Epoch::FIRST, current: epoch }));
    assert!(matches!(answers[2], Err(StoreFault::StaleEpoch { .. })), "{answers:?}");
}

#[test]
fn what_only_postgresql_refuses_fails_its_own_commit_alone() {
    let Some(place) = Place::new() else { return };
    let store = store(&place, "a");
    let tables: Vec<_> = (0..5).map(|i| table(&store, &format!("t{i}"))).collect();
    let mut commits: Vec<_> = tables.iter().map(|at| append(at, 0, vec![entry("1")])).collect();
    // No text of PostgreSQL's has this character.
    let line = ChatLine { at_ms: 1, player: None, text: "a\0b".to_owned(), said_as: None };
    commits[2].table.as_mut().unwrap().chat = vec![line];
    let answers = together(&store, commits);
    for (i, answer) in answers.iter().enumerate() {
        let is_refused = matches!(answer, Err(StoreFault::Invalid(_)));
        assert_eq!(is_refused, i == 2, "{i}: {answer:?}");
        assert_eq!(answer.is_ok(), i != 2, "{i}: {answer:?}");
    }
    assert_eq!(store.table(&tables[2]).unwrap().unwrap().head, 0);
    assert_eq!(store.check(), Ok(vec![]));
}

#[test]
fn a_code_can_change_hands_within_a_group() {
    let Some(place) = Place::new() else { return };
    let store = store(&place, "a");
    let coded = |status| TableRow { code: Some("abc".to_owned()), status, ..row() };
    table_with(&store, "z", 1, coded(Status::Running));
    let write = |id: &str, row| {
        let write = TableWrite { row: Some(row), ..TableWrite::new(id.into(), Epoch::FIRST) };
        Commit { table: Some(write), ..Commit::default() }
    };
    let answers = together(
        &store,
        vec![
            write("early", coded(Status::Open)),
            write("z", coded(Status::Closed)),
            write("new", coded(Status::Open)),
            write("late", coded(Status::Open)),
        ],
    );
    let taken = || Err(StoreFault::Taken("code"));
    assert_eq!(answers, [taken(), Ok(Receipt::default()), Ok(Receipt::default()), taken()]);
    assert_eq!(store.table_by_code("abc").unwrap().unwrap().id.as_str(), "new");
    assert_eq!(store.table(&"early".into()), Ok(None));
}

#[test]
fn everything_that_is_written_apart_keeps_its_place_in_the_order() {
    let Some(place) = Place::new() else { return };
    let store = store(&place, "a");
    let at = table(&store, "t");
    let anna = player(&store, "anna", 0);
    let (sender, answers) = mpsc::channel();
    let told = |what: &'static str| {
        let sender = sender.clone();
        move |fault: Option<StoreFault>| drop(sender.send((what, fault)))
    };
    let hold = told("append");
    store.submit(append(&at, 0, vec![entry("1")]), Box::new(move |answer| hold(answer.err())));
    let next = told("claim");
    store.claim(at.clone(), Box::new(move |answer| next(answer.err())));
    let next = told("stale");
    store.submit(append(&at, 1, vec![entry("x")]), Box::new(move |answer| next(answer.err())));
    let next = told("nobody");
    store.rename("nobody".into(), "N".into(), Box::new(move |answer| next(answer.err())));
    let next = told("rename");
    store.rename(anna.clone(), "Änne".into(), Box::new(move |answer| next(answer.err())));
    let next = told("delete");
    store.delete_table(at.clone(), Box::new(move |answer| next(answer.err())));
    let next = told("gone");
    store.submit(append(&at, 1, vec![entry("x")]), Box::new(move |answer| next(answer.err())));
    drop(sender);
    let answers: Vec<_> = answers.into_iter().collect();
    let stale = StoreFault::StaleEpoch { given: Epoch::FIRST, current: Epoch(2) };
    let expected = [
        ("append", None),
        ("claim", None),
        ("stale", Some(stale)),
        ("nobody", Some(StoreFault::UnknownPlayer("nobody".into()))),
        ("rename", None),
        ("delete", None),
        ("gone", Some(StoreFault::UnknownTable(at))),
    ];
    assert_eq!(answers, expected);
    assert_eq!(store.player(&anna).unwrap().unwrap().name, "Änne");
}

#[test]
fn a_full_queue_refuses_at_once() {
    let Some(place) = Place::new() else { return };
    let few = Settings { queue: 4, ..Settings::default() };
    let settings = postgres_store::PostgresSettings { store: few, ..place.settings("a") };
    let store = PostgresStore::open(settings).unwrap();
    let at = table(&store, "t");
    let answers = submit_all(&store, (0..200).map(|_| append(&at, 0, vec![])).collect());
    assert!(answers.contains(&Err(StoreFault::QueueFull)) && answers.iter().any(Result::is_ok));
    assert!(store.metrics().turned_away > 0);
}

#[test]
fn nodes_that_pay_each_other_crosswise_do_not_wait_for_ever() {
    let Some(place) = Place::new() else { return };
    let nodes = [store(&place, "a"), store(&place, "b")];
    let purses = ["anna", "bert", "carla"].map(|name| Account::Player(player(&nodes[0], name, 10_000)));
    std::thread::scope(|scope| {
        for (i, node) in nodes.iter().enumerate() {
            let purses = &purses;
            scope.spawn(move || {
                for n in 0..40 {
                    let mut ends = [&purses[n % 3], &purses[(n + 1) % 3], &Account::House];
                    ends.rotate_left(n % 3);
                    if i == 1 {
                        ends.reverse();
                    }
                    let there =
                        (0..6).map(|_| pays(vec![pay(ends[0], ends[1], 1), pay(ends[1], ends[2], 1)]));
                    for answer in submit_all(node, there.collect()) {
                        answer.unwrap();
                    }
                    // Beside what is written apart, which takes the same locks.
                    let Account::Player(id) = &purses[n % 3] else { continue };
                    wait(|done| node.rename(id.clone(), format!("{n}"), done)).unwrap();
                }
            });
        }
    });
    let sum: i64 = purses.iter().map(|purse| nodes[0].balance(purse).unwrap()).sum();
    assert_eq!(sum, -nodes[0].balance(&Account::House).unwrap());
    assert_eq!(nodes[1].check(), Ok(vec![]));
}

#[test]
fn transfers_are_never_changed_or_deleted() {
    let Some(place) = Place::new() else { return };
    let store = store(&place, "a");
    let anna = player(&store, "anna", 10);
    submit(&store, pays(vec![pay(&Account::Player(anna), &Account::House, 1)])).unwrap();
    let visitor = place.visit();
    for sql in ["UPDATE transfers SET amount = 5", "DELETE FROM transfers", "TRUNCATE transfers"] {
        assert!(matches!(visitor.ask(sql), Err(StoreFault::Invalid(_))), "{sql}");
    }
    assert_eq!(visitor.ask("SELECT count(*) FROM transfers"), Ok(vec![2]));
}

#[test]
fn a_check_finds_what_was_tampered_with() {
    let Some(place) = Place::new() else { return };
    let store = store(&place, "a");
    let at = table(&store, "t");
    submit(&store, append(&at, 0, vec![entry("1"), entry("2"), entry("3")])).unwrap();
    player(&store, "anna", 10);
    let visitor = place.visit();
    visitor.ask("DELETE FROM log WHERE seq = 2").unwrap();
    visitor.ask("UPDATE accounts SET balance = 11 WHERE kind = 1").unwrap();
    let sentences = store.check().unwrap();
    assert_eq!(
        sentences,
        [
            "all balances together are 1 and not 0",
            "player anna holds 11 chips, but its transfers add up to 10",
            "table t has 2 entries, but the last is number 3",
        ]
    );
}
