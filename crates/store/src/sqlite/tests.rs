//! What happens when the disk, or SQLite, does not do as it is told.

use std::sync::mpsc;

use rusqlite::Connection;

use super::SqliteStore;
use super::pen::{Pen, Place};
use super::writer::taking_back;
use crate::suite::scene::{append, entry, everything, pay, pays, player, submit, table};
use crate::{Account, Receipt, Settings, Store, StoreFault, TableId, wait};

fn store() -> SqliteStore {
    SqliteStore::temporary(Settings::default()).unwrap()
}

/// Does something with the connection that writes, in a transaction of its own.
fn tamper(store: &SqliteStore, sql: &'static str) {
    wait(|done| store.work(done, move |connection| Ok(connection.execute_batch(sql)?))).unwrap();
}

/// Holds the writer in an answer until all requests have been made, so that they come into one group.
fn together(
    store: &SqliteStore,
    requests: impl FnOnce(&dyn Fn() -> crate::Done<Receipt>),
) -> Vec<Result<Receipt, StoreFault>> {
    let (sender, answers) = mpsc::channel();
    let (tell, told) = mpsc::channel::<()>();
    let (release, released) = mpsc::channel::<()>();
    store.submit(
        crate::Commit::default(),
        Box::new(move |_| {
            let _ = tell.send(());
            let _ = released.recv();
        }),
    );
    told.recv().unwrap();
    requests(&|| {
        let sender = sender.clone();
        Box::new(move |answer| drop(sender.send(answer)))
    });
    drop((release, sender));
    answers.into_iter().collect()
}

/// What the writer knows by heart is only as good as long as nobody else writes.
#[test]
fn another_process_on_the_same_file_is_noticed() {
    let store = store();
    let at = table(&store, "t");
    submit(&store, append(&at, 0, vec![entry("a")])).unwrap();
    let other = SqliteStore::open(store.path(), Settings::default()).unwrap();
    submit(&other, append(&at, 1, vec![entry("b")])).unwrap();
    let behind = StoreFault::WrongHead { expected: 1, found: 2 };
    assert_eq!(submit(&store, append(&at, 1, vec![entry("c")])), Err(behind));
    submit(&store, append(&at, 2, vec![entry("c")])).unwrap();
    wait(|done| other.claim(at.clone(), done)).unwrap();
    let fault = submit(&store, append(&at, 3, vec![entry("d")])).unwrap_err();
    assert!(matches!(fault, StoreFault::StaleEpoch { .. }), "{fault:?}");
}

#[test]
fn what_is_taken_back_is_not_remembered() {
    let store = store();
    let poor = player(&store, "anna", 0);
    let at = table(&store, "t");
    let pot = Account::Table(at.clone());
    let refused = crate::Commit {
        transfers: vec![pay(&Account::Player(poor), &pot, 1)],
        ..append(&at, 0, vec![entry("a")])
    };
    assert!(submit(&store, refused).is_err());
    assert_eq!(submit(&store, append(&at, 0, vec![entry("b")])), Ok(Receipt { head: Some(1) }));
    wait(|done| store.claim(at.clone(), done)).unwrap();
    let fault = submit(&store, append(&at, 1, vec![entry("c")])).unwrap_err();
    assert!(matches!(fault, StoreFault::StaleEpoch { .. }), "{fault:?}");
}

/// Also if the disk, or whatever else, does not let it be taken back.
#[test]
fn nothing_is_remembered_when_taking_back_fails() {
    let connection = Connection::open_in_memory().unwrap();
    let pen = Pen::new(&connection, 1);
    pen.execute_batch(include_str!("version-1.sql")).unwrap();
    let at = TableId::from("t");
    // While somebody reads, a statement that is interrupted stays so.
    let mut reading = pen.prepare("SELECT 1 UNION SELECT 2").unwrap();
    let mut rows = reading.query([]).unwrap();
    let fault = taking_back(&pen, |pen| {
        pen.execute_batch("BEGIN IMMEDIATE")?;
        pen.remember(&at, Place::new(1));
        rows.next()?;
        pen.get_interrupt_handle().interrupt();
        Err::<(), _>(StoreFault::DiskFull)
    });
    assert!(matches!(&fault, Err(fault) if *fault != StoreFault::DiskFull), "{fault:?}");
    assert!(!pen.is_autocommit(), "it was taken back all the same");
    drop(rows);
    assert!(pen.table(&at).unwrap().is_none());
}

#[test]
fn a_full_disk_refuses_whole_commits_and_recovers() {
    let store = store();
    let anna = player(&store, "anna", 1_000);
    let at = table(&store, "t");
    let pot = Account::Table(at.clone());
    tamper(&store, "PRAGMA max_page_count = 60");
    let body = "x".repeat(20_000);
    let commit = |head| crate::Commit {
        transfers: vec![pay(&Account::Player(anna.clone()), &pot, 1)],
        ..append(&at, head, vec![entry("small"), entry(&body)])
    };
    let mut stored = 0;
    let fault = loop {
        match submit(&store, commit(2 * stored)) {
            Ok(_) => stored += 1,
            Err(fault) => break fault,
        }
        assert!(stored < 1_000, "the disk is never full");
    };
    assert_eq!(fault, StoreFault::DiskFull);
    assert!(stored > 0);
    let before = everything(&store, std::slice::from_ref(&at), std::slice::from_ref(&anna));
    for _ in 0..3 {
        assert_eq!(submit(&store, commit(2 * stored)), Err(StoreFault::DiskFull));
    }
    assert_eq!(everything(&store, std::slice::from_ref(&at), std::slice::from_ref(&anna)), before);
    assert_eq!(store.balance(&pot), Ok(stored.cast_signed()));
    assert_eq!(store.check(), Ok(Vec::new()));

    tamper(&store, "PRAGMA max_page_count = 1000000");
    assert_eq!(submit(&store, commit(2 * stored)), Ok(Receipt { head: Some(2 * stored + 2) }));
    assert_eq!(store.check(), Ok(Vec::new()));
}

#[test]
fn a_full_disk_lets_those_through_who_need_no_room() {
    let store = store();
    let tables: Vec<_> = (0..6).map(|i| table(&store, &format!("t{i}"))).collect();
    player(&store, "anna", 1_000);
    tamper(&store, "PRAGMA max_page_count = 60");
    let large = "x".repeat(400_000);
    let answers = together(&store, |done| {
        for (i, at) in tables.iter().enumerate() {
            store.submit(append(at, 0, vec![entry(if i == 2 { &large } else { "small" })]), done());
        }
    });
    for (i, answer) in answers.iter().enumerate() {
        let there = store.table(&tables[i]).unwrap().unwrap().head;
        assert_eq!((answer.is_ok(), there), if i == 2 { (false, 0) } else { (true, 1) }, "{answer:?}");
    }
    assert_eq!(answers[2], Err(StoreFault::DiskFull));
    // The group failed, and the large one once more by itself.
    assert_eq!(store.metrics().failed_groups, 2);
    assert_eq!(store.check(), Ok(Vec::new()));
}

#[test]
fn a_file_that_became_read_only_says_so_and_is_still_read() {
    let path = std::env::temp_dir().join(format!("stammtisch-read-only-{}.sqlite", std::process::id()));
    super::remove(&path);
    let store = SqliteStore::open(&path, Settings::default()).unwrap();
    let at = table(&store, "t");
    submit(&store, append(&at, 0, vec![entry("1")])).unwrap();
    tamper(&store, "PRAGMA query_only = on");
    assert_eq!(submit(&store, append(&at, 1, vec![entry("2")])), Err(StoreFault::ReadOnly));
    assert_eq!(wait(|done| store.claim(at.clone(), done)), Err(StoreFault::ReadOnly));
    assert_eq!(store.entries(&at, 1, 10).unwrap().len(), 1);
    drop(store);
    let store = SqliteStore::open(&path, Settings::default()).unwrap();
    assert_eq!(submit(&store, append(&at, 1, vec![entry("2")])), Ok(Receipt { head: Some(2) }));
    drop(store);
    super::remove(&path);
}

/// The tables of a group, one of whose writes is `spoil`; everybody gets the group's fault, and nothing is there.
fn spoiled(
    spoil: impl Fn(&rusqlite::Connection) -> Result<Receipt, StoreFault> + Send + 'static,
) -> StoreFault {
    let store = store();
    let tables: Vec<TableId> = (0..5).map(|i| table(&store, &format!("t{i}"))).collect();
    let before = everything(&store, &tables, &[]);
    let answers = together(&store, |done| {
        for at in &tables[..3] {
            store.submit(append(at, 0, vec![entry("1")]), done());
        }
        store.work_apart(done(), move |pen| spoil(pen));
        for at in &tables[3..] {
            store.submit(append(at, 0, vec![entry("1")]), done());
        }
    });
    assert_eq!(answers.len(), 6);
    let fault = answers[0].clone().unwrap_err();
    assert!(answers.iter().all(|answer| *answer == Err(fault.clone())), "{answers:?}");
    assert_eq!(everything(&store, &tables, &[]), before);
    assert_eq!(store.metrics().failed_groups, 1);
    // The next group knows nothing of it.
    for at in &tables {
        assert_eq!(submit(&store, append(at, 0, vec![entry("1")])), Ok(Receipt { head: Some(1) }));
    }
    assert_eq!(store.check(), Ok(Vec::new()));
    fault
}

#[test]
fn a_commit_that_fails_fails_for_the_whole_group() {
    // A key that points to nothing and is looked at only by COMMIT: the one way to make that fail without a broken disk.
    let fault = spoiled(|connection| {
        connection.execute_batch(
            "PRAGMA defer_foreign_keys = on; INSERT INTO snapshots (table_key, seq, body) VALUES (9999, 0, x'')",
        )?;
        Ok(Receipt::default())
    });
    assert!(matches!(fault, StoreFault::Invalid(_)), "{fault}");
}

#[test]
fn a_transaction_that_is_torn_down_fails_for_the_whole_group() {
    // As SQLite does by itself when a disk fails under it.
    let fault = spoiled(|connection| {
        connection.execute_batch("ROLLBACK")?;
        Err(StoreFault::Disk("gone".to_owned()))
    });
    assert_eq!(fault, StoreFault::Disk("gone".to_owned()));
}

#[test]
fn a_check_names_what_does_not_fit() {
    let store = store();
    let anna = player(&store, "anna", 100);
    let at = table(&store, "t");
    submit(&store, append(&at, 0, vec![entry("1"), entry("2"), entry("3")])).unwrap();
    submit(&store, pays(vec![pay(&Account::Player(anna), &Account::Table(at.clone()), 10)])).unwrap();
    assert_eq!(store.check(), Ok(Vec::new()));
    for (harm, cure, sentence) in [
        (
            "DELETE FROM log WHERE seq = 2",
            "UPDATE log SET seq = 2, before = (SELECT key FROM log WHERE seq = 1) WHERE seq = 3; UPDATE heads SET seq = 2",
            "table t has 2 entries, but the last is number 3",
        ),
        (
            "UPDATE log SET before = NULL WHERE seq = 2",
            "UPDATE log SET before = (SELECT key FROM log WHERE seq = 1) WHERE seq = 2",
            "entry 2 of table t is not found where it should be",
        ),
        (
            "UPDATE heads SET seq = 1, entry = (SELECT key FROM log WHERE seq = 1)",
            "UPDATE heads SET seq = 2, entry = (SELECT key FROM log WHERE seq = 2)",
            "the log of table t should end with entry 1, but the last is number 2",
        ),
        (
            "UPDATE heads SET entry = (SELECT key FROM log WHERE seq = 1)",
            "UPDATE heads SET entry = (SELECT key FROM log WHERE seq = 2)",
            "the log of table t should end with entry 2, but the last is number 2",
        ),
        (
            "INSERT INTO marks (table_key, seq, entry) SELECT table_key, 1, key FROM log WHERE seq = 2",
            "DELETE FROM marks",
            "entry 1 of table t is not found where it should be",
        ),
        (
            "UPDATE log SET player = 1, command = 'c', digest = zeroblob(32)",
            "UPDATE log SET player = NULL, command = NULL, digest = NULL",
            "the command of entry 2 of table t is filed wrongly",
        ),
        (
            "INSERT INTO marks SELECT table_key, seq, key, x'01020304' FROM log WHERE seq = 2",
            "DELETE FROM marks",
            "the commands up to entry 2 of table t are filed wrongly",
        ),
        (
            "INSERT INTO marks SELECT table_key, seq, key, x'' FROM log;
             UPDATE log SET player = 1, command = 'c', digest = zeroblob(32) WHERE seq = 1",
            "DELETE FROM marks; UPDATE log SET player = NULL, command = NULL, digest = NULL",
            "the commands up to entry 1 of table t are filed wrongly",
        ),
        (
            "INSERT INTO log (table_key, seq, at, kind, body) VALUES (9999, 1, 0, '', x'')",
            "DELETE FROM log WHERE table_key = 9999",
            "row 4 of log points to nothing in tables",
        ),
        (
            "INSERT INTO snapshots (table_key, seq, body) VALUES (1, 5, x'')",
            "DELETE FROM snapshots",
            "table t has a snapshot of entry 5, but the last is number 2",
        ),
        (
            "UPDATE accounts SET balance = balance + 1 WHERE kind = 1",
            "UPDATE accounts SET balance = balance - 1 WHERE kind = 1",
            "all balances together are 1 and not 0",
        ),
        (
            "UPDATE accounts SET balance = balance + 1 WHERE kind = 1; UPDATE accounts SET balance = balance - 1 WHERE kind = 2",
            "UPDATE accounts SET balance = balance - 1 WHERE kind = 1; UPDATE accounts SET balance = balance + 1 WHERE kind = 2",
            "table t holds 9 chips, but its transfers add up to 10",
        ),
        (
            "UPDATE tables SET status = 3",
            "UPDATE tables SET status = 0",
            "table t is closed or gone, but holds 10 chips",
        ),
        (
            "INSERT INTO players (id, name, created_at, seen_at) VALUES ('eve', '', 0, 0)",
            "DELETE FROM players WHERE id = 'eve'",
            "player eve has no account",
        ),
    ] {
        tamper(&store, harm);
        let faults = store.check().unwrap();
        assert!(faults.iter().any(|fault| fault == sentence), "{faults:?}");
        tamper(&store, cure);
        assert_eq!(store.check(), Ok(Vec::new()));
    }
}

#[test]
fn transfers_can_neither_be_changed_nor_deleted() {
    let store = store();
    player(&store, "anna", 100);
    for sql in ["DELETE FROM transfers", "UPDATE transfers SET amount = 1"] {
        let answer =
            wait::<()>(|done| store.work(done, move |connection| Ok(connection.execute_batch(sql)?)));
        assert!(matches!(answer, Err(StoreFault::Invalid(_))), "{answer:?}");
    }
    assert_eq!(store.check(), Ok(Vec::new()));
}
