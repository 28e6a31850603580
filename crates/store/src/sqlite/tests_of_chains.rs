//! Logs as chains: what a restart, another owner and damage do to them, and how few pages an append touches.

use super::SqliteStore;
use super::names::Name;
use crate::suite::scene::{answer, append, append_in, entry, player, submit, submit_all, table, token};
use crate::{Epoch, Settings, Store, StoreFault, wait};

fn store() -> SqliteStore {
    SqliteStore::temporary(Settings::default()).unwrap()
}

/// Does something with the connection that writes, and makes it forget what it knows.
fn tamper(store: &SqliteStore, sql: &'static str) {
    wait(|done| store.work_apart(done, move |pen| Ok(pen.execute_batch(sql)?))).unwrap();
}

fn count(store: &SqliteStore, sql: &'static str) -> u64 {
    store.readers.read(|connection| Ok(connection.query_row(sql, [], |row| row.get(0))?)).unwrap()
}

/// How many commands are filed: each has four bytes.
const FILED: &str = "SELECT sum(length(commands)) / 4 FROM marks";

/// What the writer knew by heart is found again: commands that were filed, and those that were not yet.
#[test]
fn commands_are_known_after_everything_is_forgotten() {
    let store = store();
    let (anna, at) = (player(&store, "anna", 0), table(&store, "t"));
    for nth in 0..200_u64 {
        submit(&store, append(&at, nth, vec![answer("x", &anna, &nth.to_string())])).unwrap();
    }
    assert_eq!(count(&store, "SELECT max(seq) FROM marks"), 128);
    assert_eq!(count(&store, FILED), 128);
    tamper(&store, "SELECT 1");
    for nth in 0..200_u64 {
        let again = submit(&store, append(&at, 200, vec![answer("x", &anna, &nth.to_string())]));
        assert_eq!(again, Err(StoreFault::Duplicate { seq: nth + 1, digest: token("x") }));
    }
    // It goes on as if nothing had been: the next filing has what came before it was forgotten.
    for nth in 200..256_u64 {
        submit(&store, append(&at, nth, vec![answer("x", &anna, &nth.to_string())])).unwrap();
    }
    assert_eq!(count(&store, FILED), 256);
    assert_eq!(store.check(), Ok(Vec::new()));
}

/// Old tables are looked for every few seconds, and most of the time there are none: what is known of the others is not lost with that.
#[test]
fn a_table_that_goes_is_forgotten_and_no_other() {
    let store = store();
    let (at, other) = (table(&store, "t"), table(&store, "u"));
    let moves = |at, nth| submit(&store, append(at, nth, vec![entry("x")])).unwrap();
    let known = || {
        let (at, other) = (at.clone(), other.clone());
        wait(|done| store.work(done, move |pen| Ok((pen.knows(&at), pen.knows(&other))))).unwrap()
    };
    moves(&at, 0);
    moves(&other, 0);
    assert_eq!(wait(|done| store.forget_tables(i64::MAX, 100, done)).unwrap(), []);
    assert_eq!(known(), (true, true));
    wait(|done| store.delete_table(at.clone(), done)).unwrap();
    assert_eq!(known(), (false, true));
    assert!(submit(&store, append(&at, 1, vec![entry("x")])).is_err());
}

/// One write that is refused takes from memory what its group wrote, and nothing else: thousands of other tables need not be looked up again.
#[test]
fn a_refused_write_makes_nobody_forget_the_tables_of_others() {
    let store = store();
    let (at, other) = (table(&store, "t"), table(&store, "u"));
    let moves = |at, nth| submit(&store, append(at, nth, vec![entry("x")]));
    moves(&at, 0).unwrap();
    moves(&other, 0).unwrap();
    assert_eq!(moves(&at, 7), Err(StoreFault::WrongHead { expected: 7, found: 1 }));
    let known = wait(|done| {
        let (at, other) = (at.clone(), other.clone());
        store.work(done, move |pen| Ok((pen.knows(&at), pen.knows(&other))));
    });
    assert_eq!(known, Ok((false, true)));
    assert!(moves(&at, 1).is_ok() && moves(&other, 1).is_ok());
}

/// In files of earlier versions marks say nothing of commands. They are found all the same, and from the first write on the marks say it.
#[test]
fn commands_before_marks_without_names_are_known() {
    let store = store();
    let (anna, at) = (player(&store, "anna", 0), table(&store, "t"));
    for nth in 0..300_u64 {
        submit(&store, append(&at, nth, vec![answer("x", &anna, &nth.to_string())])).unwrap();
    }
    tamper(&store, "UPDATE marks SET commands = NULL");
    let found = |nth: u64| store.command(&at, &anna, &nth.to_string());
    assert!((0..300).all(|nth| found(nth) == Ok(Some((nth + 1, token("x"))))));
    assert_eq!(found(300), Ok(None));
    assert_eq!(store.check(), Ok(Vec::new()));
    submit(&store, append(&at, 300, vec![entry("y")])).unwrap();
    assert_eq!(count(&store, FILED), 256);
    for nth in [0, 127, 128, 255, 256, 299] {
        let again = submit(&store, append(&at, 301, vec![answer("x", &anna, &nth.to_string())]));
        assert_eq!(again, Err(StoreFault::Duplicate { seq: nth + 1, digest: token("x") }));
    }
    assert_eq!(store.check(), Ok(Vec::new()));
}

/// Two names with the same number are still two names, filed or not.
#[test]
fn commands_whose_names_look_alike_are_not_mixed_up() {
    let mut seen = std::collections::HashMap::new();
    // Anna is the first player in the file.
    let (one, two) = (0..)
        .find_map(|nth: u32| Some((seen.insert(Name::new(1, &nth.to_string()), nth)?, nth)))
        .map(|(one, two)| (one.to_string(), two.to_string()))
        .unwrap();
    for between in [0, 200_u64] {
        let store = store();
        let (anna, at) = (player(&store, "anna", 0), table(&store, "t"));
        submit(&store, append(&at, 0, vec![answer("one", &anna, &one)])).unwrap();
        for nth in 1..=between {
            submit(&store, append(&at, nth, vec![answer("x", &anna, &format!("c-{nth}"))])).unwrap();
        }
        assert_eq!(store.command(&at, &anna, &two), Ok(None));
        submit(&store, append(&at, between + 1, vec![answer("two", &anna, &two)])).unwrap();
        for (id, seq, body) in [(&one, 1, "one"), (&two, between + 2, "two")] {
            let there = (seq, token(body));
            assert_eq!(store.command(&at, &anna, id), Ok(Some(there)));
            let again = submit(&store, append(&at, between + 2, vec![answer(body, &anna, id)]));
            assert_eq!(again, Err(StoreFault::Duplicate { seq, digest: there.1 }));
        }
        assert_eq!(store.check(), Ok(Vec::new()));
    }
}

/// A new owner goes on where the last one ended, in the midst of what is not filed.
#[test]
fn a_new_owner_knows_the_commands_of_the_last() {
    let store = store();
    let (anna, at) = (player(&store, "anna", 0), table(&store, "t"));
    for nth in 0..90_u64 {
        let owner = Epoch(1 + nth / 10);
        let commit = append_in(owner, &at, nth, vec![answer("x", &anna, &nth.to_string())]);
        submit(&store, commit).unwrap();
        if nth % 10 == 9 {
            wait(|done| store.claim(at.clone(), done)).unwrap();
        }
    }
    for nth in 0..90_u64 {
        let again = append_in(Epoch(10), &at, 90, vec![answer("x", &anna, &nth.to_string())]);
        let there = StoreFault::Duplicate { seq: nth + 1, digest: token("x") };
        assert_eq!(submit(&store, again), Err(there));
    }
    assert_eq!(store.check(), Ok(Vec::new()));
}

/// Whatever stands in the file, a read comes to an end and says that something is wrong.
#[test]
fn a_broken_chain_is_said_to_be_so() {
    for harm in [
        "DELETE FROM log WHERE seq = 5",
        "UPDATE log SET before = key WHERE seq = 5",
        "UPDATE log SET before = (SELECT entry FROM heads) WHERE seq = 5",
        "UPDATE log SET table_key = 99 WHERE seq = 5",
        "UPDATE heads SET entry = 9999",
    ] {
        let store = store();
        let at = table(&store, "t");
        submit(&store, append(&at, 0, (1..=9).map(|nth| entry(&nth.to_string())).collect())).unwrap();
        tamper(&store, harm);
        let read = store.entries(&at, 1, 100);
        assert!(matches!(read, Err(StoreFault::Corrupt(_))), "{harm}: {read:?}");
        assert!(!store.check().unwrap().is_empty(), "{harm}");
    }
}

/// Nothing of a table stays behind, also if its log cannot be walked any more.
#[test]
fn a_deleted_table_leaves_no_entry_behind() {
    for harm in [
        "",
        "DELETE FROM log WHERE seq = 50 AND table_key = 1",
        "UPDATE heads SET entry = 9999 WHERE table_key = 1",
    ] {
        let store = store();
        let (anna, at, other) = (player(&store, "anna", 0), table(&store, "t"), table(&store, "u"));
        for nth in 0..100_u64 {
            let commits = vec![
                append(&at, nth, vec![answer("x", &anna, &nth.to_string())]),
                append(&other, nth, vec![entry("y")]),
            ];
            assert!(submit_all(&store, commits).iter().all(Result::is_ok));
        }
        tamper(&store, harm);
        wait(|done| store.delete_table(at.clone(), done)).unwrap();
        for sql in [
            "SELECT count(*) FROM log WHERE table_key <> (SELECT key FROM tables WHERE id = 'u')",
            "SELECT count(*) FROM heads WHERE table_key <> (SELECT key FROM tables WHERE id = 'u')",
            "SELECT count(*) FROM marks WHERE table_key <> (SELECT key FROM tables WHERE id = 'u')",
        ] {
            assert_eq!(count(&store, sql), 0, "{harm}: {sql}");
        }
        assert_eq!(store.entries(&other, 1, 1_000).unwrap().len(), 100);
    }
}

/// What an append costs is pages. A hundred tables that each make a move fill those at the end of the log, and no page for each.
#[test]
fn moves_of_many_tables_touch_few_pages() {
    let store = store();
    let anna = player(&store, "anna", 0);
    let tables: Vec<_> = (0..100).map(|nth| table(&store, &format!("t{nth}"))).collect();
    let everybody_moves = |nth: u64| {
        let moves = tables.iter().map(|at| append(at, nth, vec![answer("x", &anna, &nth.to_string())]));
        assert!(submit_all(&store, moves.collect()).iter().all(Result::is_ok));
    };
    (0..40).for_each(everybody_moves);
    let frames = || {
        let sql = "PRAGMA wal_checkpoint(PASSIVE)";
        let step =
            move |pen: &super::Pen| Ok(pen.query_row(sql, [], |row| row.get::<_, i64>(1)).unwrap_or(0));
        wait(|done| store.work(done, step)).unwrap()
    };
    let groups = store.metrics().groups;
    let before = frames();
    (40..60).for_each(everybody_moves);
    let (groups, written) = (store.metrics().groups - groups, frames() - before);
    // Two thousand moves. Each group writes what it filled of the log, and a page or two of heads.
    assert!(written < 2_000 / 8 + 6 * groups.cast_signed(), "{written} pages in {groups} groups");
}
