//! Cases about a table's log: heads, epochs, commands, snapshots.

use super::scene::{
    answer, append, append_in, claim, entry, everything, pay, player, row, snapshot, submit, submit_all,
    table, token,
};
use crate::{
    Account, ChatLine, Commit, Epoch, GameResult, Receipt, RollCount, Sitting, Snapshot, Store, StoreFault,
    TableWrite, wait,
};

/// What was appended is read back, field by field, under numbers without gaps.
pub fn entries_come_back_as_they_were(store: &dyn Store) {
    let (anna, at) = (player(store, "anna", 0), table(store, "t"));
    let given = [entry("{\"a\":1}"), answer("{\"b\":\"ß\"}", &anna, "c-1"), entry("")];
    assert_eq!(submit(store, append(&at, 0, given[..2].to_vec())), Ok(Receipt { head: Some(2) }));
    assert_eq!(submit(store, append(&at, 2, given[2..].to_vec())), Ok(Receipt { head: Some(3) }));
    let read = store.entries(&at, 1, 100).unwrap();
    assert_eq!(read.len(), 3);
    for (seq, (read, given)) in (1..).zip(read.iter().zip(&given)) {
        assert_eq!(read.seq, seq);
        assert_eq!(read.at_ms, given.at_ms);
        assert_eq!(read.kind, given.kind);
        assert_eq!(read.body, given.body);
        assert_eq!(read.command, given.command);
    }
    assert_eq!(store.table(&at).unwrap().unwrap().head, 3);
    // An append of nothing is a question about the head.
    assert_eq!(submit(store, append(&at, 3, Vec::new())), Ok(Receipt { head: Some(3) }));
}

/// A resume asks for what it missed, in pages.
pub fn a_log_is_read_in_pages(store: &dyn Store) {
    let at = table(store, "t");
    submit(store, append(&at, 0, (1..=25).map(|i| entry(&i.to_string())).collect())).unwrap();
    let seqs = |from, limit| {
        store.entries(&at, from, limit).unwrap().iter().map(|entry| entry.seq).collect::<Vec<_>>()
    };
    assert_eq!(seqs(0, 3), [1, 2, 3]);
    assert_eq!(seqs(1, 3), [1, 2, 3]);
    assert_eq!(seqs(24, 10), [24, 25]);
    assert!(seqs(26, 10).is_empty());
    assert!(seqs(1, 0).is_empty());
    assert!(store.entries(&"nowhere".into(), 1, 10).unwrap().is_empty());
}

/// Too low a head, too high a head: refused with the true one.
pub fn another_head_is_refused(store: &dyn Store) {
    let at = table(store, "t");
    submit(store, append(&at, 0, vec![entry("1"), entry("2")])).unwrap();
    for expected in [0, 1, 3, u64::MAX] {
        let answer = submit(store, append(&at, expected, vec![entry("x")]));
        assert_eq!(answer, Err(StoreFault::WrongHead { expected, found: 2 }));
    }
    assert_eq!(store.entries(&at, 1, 10).unwrap().len(), 2);
}

/// After a claim the former owner can append, snapshot, list and say nothing.
pub fn a_former_owner_can_write_nothing(store: &dyn Store) {
    let at = table(store, "t");
    submit(store, append(&at, 0, vec![entry("1")])).unwrap();
    assert_eq!(claim(store, &at), Ok(Epoch(2)));
    assert_eq!(claim(store, &at), Ok(Epoch(3)));
    let before = everything(store, std::slice::from_ref(&at), &[]);
    for given in [Epoch(1), Epoch(2), Epoch(4)] {
        let empty = TableWrite::new(at.clone(), given);
        let line = ChatLine { at_ms: 1, player: None, text: "late".to_owned(), said_as: None };
        let writes = [
            append_in(given, &at, 1, vec![entry("late")]).table.unwrap(),
            TableWrite { snapshot: Some(Snapshot { seq: 1, body: Vec::new() }), ..empty.clone() },
            TableWrite { row: Some(row()), ..empty.clone() },
            TableWrite { seats: Some(Vec::new()), ..empty.clone() },
            TableWrite { chat: vec![line], ..empty },
        ];
        for write in writes {
            let answer = submit(store, Commit { table: Some(write), ..Commit::default() });
            assert_eq!(answer, Err(StoreFault::StaleEpoch { given, current: Epoch(3) }));
        }
    }
    assert_eq!(everything(store, std::slice::from_ref(&at), &[]), before);
    assert!(submit(store, append_in(Epoch(3), &at, 1, vec![entry("2")])).is_ok());
}

/// Many appends on their way together, every third from a former owner: only those fail.
pub fn a_stale_epoch_fails_its_own_append_alone(store: &dyn Store) {
    let tables: Vec<_> = (0..60).map(|i| table(store, &format!("t{i}"))).collect();
    for at in tables.iter().step_by(3) {
        wait(|done| store.claim(at.clone(), done)).unwrap();
    }
    let commits = tables.iter().map(|at| append(at, 0, vec![entry("1")])).collect();
    for (i, answer) in submit_all(store, commits).into_iter().enumerate() {
        let stale = StoreFault::StaleEpoch { given: Epoch(1), current: Epoch(2) };
        let expected = if i % 3 == 0 { Err(stale) } else { Ok(Receipt { head: Some(1) }) };
        assert_eq!(answer, expected, "table {i}");
        assert_eq!(store.entries(&tables[i], 1, 10).unwrap().len(), usize::from(i % 3 != 0));
    }
}

/// Nothing can be written about a table that nobody created.
pub fn a_table_has_to_be_created_first(store: &dyn Store) {
    let nowhere = || StoreFault::UnknownTable("t".into());
    assert_eq!(submit(store, append(&"t".into(), 0, vec![entry("1")])), Err(nowhere()));
    let later = TableWrite { row: Some(row()), ..TableWrite::new("t".into(), Epoch(2)) };
    assert_eq!(submit(store, Commit { table: Some(later), ..Commit::default() }), Err(nowhere()));
    assert_eq!(claim(store, &"t".into()), Err(nowhere()));
    assert_eq!(wait(|done| store.delete_table("t".into(), done)), Err(nowhere()));
    assert_eq!(store.table(&"t".into()), Ok(None));

    // Row and first entry may come together.
    let mut first = append(&"t".into(), 0, vec![entry("1")]);
    first.table.as_mut().unwrap().row = Some(row());
    assert_eq!(submit(store, first), Ok(Receipt { head: Some(1) }));
}

/// A resent command is answered with where it stands, whatever head its sender believes in.
pub fn a_command_is_stored_once(store: &dyn Store) {
    let (anna, bert) = (player(store, "anna", 0), player(store, "bert", 0));
    let (at, other) = (table(store, "t"), table(store, "u"));
    submit(store, append(&at, 0, vec![entry("start"), answer("roll", &anna, "c-1")])).unwrap();
    let there = StoreFault::Duplicate { seq: 2, digest: token("roll") };
    for head in [0, 1, 2, 3] {
        let answers = vec![answer("something else", &anna, "c-1")];
        assert_eq!(submit(store, append(&at, head, answers)), Err(there.clone()));
    }
    assert_eq!(store.command(&at, &anna, "c-1"), Ok(Some((2, token("roll")))));
    assert_eq!(store.command(&at, &bert, "c-1"), Ok(None));
    assert_eq!(store.command(&other, &anna, "c-1"), Ok(None));
    assert_eq!(store.command(&at, &anna, "c-2"), Ok(None));

    // The id is the player's own, at this table; and what came of the command belongs to its answer.
    let more = vec![answer("roll", &bert, "c-1"), entry("and so"), entry("the end")];
    assert!(submit(store, append(&at, 2, more)).is_ok());
    assert_eq!(store.command(&at, &bert, "c-1"), Ok(Some((5, token("roll")))));
    let there = StoreFault::Duplicate { seq: 5, digest: token("roll") };
    assert_eq!(submit(store, append(&at, 2, vec![answer("roll", &bert, "c-1")])), Err(there));
    assert!(submit(store, append(&other, 0, vec![answer("roll", &anna, "c-1")])).is_ok());
    let twice = vec![answer("x", &anna, "c-9"), answer("y", &anna, "c-9")];
    assert!(matches!(submit(store, append(&at, 5, twice)), Err(StoreFault::Invalid(_))));
    let stranger = vec![answer("x", &"carla".into(), "c-1")];
    assert_eq!(submit(store, append(&at, 5, stranger)), Err(StoreFault::UnknownPlayer("carla".into())));
    assert_eq!(store.table(&at).unwrap().unwrap().head, 5);
}

/// A commit that holds something of everything and fails in one part is not there in any.
pub fn a_refused_commit_leaves_nothing(store: &dyn Store) {
    let (anna, bert) = (player(store, "anna", 100), player(store, "bert", 100));
    let at = table(store, "t");
    submit(store, append(&at, 0, vec![answer("1", &anna, "c-1")])).unwrap();
    let (tables, players) = ([at.clone()], [anna.clone(), bert.clone()]);
    let before = everything(store, &tables, &players);

    let whole = || {
        let mut commit = append(&at, 1, vec![entry("2"), answer("3", &bert, "c-2")]);
        let write = commit.table.as_mut().unwrap();
        write.row = Some(row());
        write.snapshot = Some(Snapshot { seq: 3, body: b"all".to_vec() });
        write.seats = Some(vec![Sitting { player: anna.clone(), seat: 0 }]);
        write.chat =
            vec![ChatLine { at_ms: 1, player: Some(anna.clone()), text: "hello".to_owned(), said_as: None }];
        commit.transfers = vec![pay(&Account::Player(anna.clone()), &Account::Table(at.clone()), 100)];
        commit.results = vec![GameResult {
            player: anna.clone(),
            game: "kniffel".to_owned(),
            table: at.clone(),
            game_number: 1,
            seat: 0,
            score: 200,
            won: true,
            at_ms: 9,
            details: "[]".to_owned(),
        }];
        commit.rolls =
            vec![RollCount { player: anna.clone(), game: "kniffel".to_owned(), value: 6, times: 2 }];
        commit
    };
    let spoils: [fn(&mut Commit); 11] = [
        |c| c.table.as_mut().unwrap().append.as_mut().unwrap().expected_head = 0,
        |c| {
            c.table.as_mut().unwrap().append.as_mut().unwrap().entries[1] =
                answer("3", &"anna".into(), "c-1");
        },
        |c| c.table.as_mut().unwrap().epoch = Epoch(2),
        |c| c.table.as_mut().unwrap().snapshot.as_mut().unwrap().seq = 4,
        |c| {
            c.table
                .as_mut()
                .unwrap()
                .seats
                .as_mut()
                .unwrap()
                .push(Sitting { player: "bert".into(), seat: 0 });
        },
        |c| c.table.as_mut().unwrap().chat[0].player = Some("nobody".into()),
        |c| c.transfers.push(pay(&Account::Player("anna".into()), &Account::House, 1)),
        |c| c.transfers[0].amount = 0,
        |c| c.results[0].player = "nobody".into(),
        |c| c.results.push(c.results[0].clone()),
        |c| c.rolls[0].player = "nobody".into(),
    ];
    for (i, spoil) in spoils.into_iter().enumerate() {
        let mut commit = whole();
        spoil(&mut commit);
        // Between two good ones, which are none the worse for it.
        let others = [format!("before {i}"), format!("after {i}")].map(|id| table(store, &id));
        let commits =
            vec![append(&others[0], 0, vec![entry("1")]), commit, append(&others[1], 0, vec![entry("1")])];
        let answers = submit_all(store, commits);
        assert!(answers[0].is_ok() && answers[1].is_err() && answers[2].is_ok(), "{i}: {answers:?}");
        assert_eq!(everything(store, &tables, &players), before, "{i}: {answers:?}");
    }
    assert_eq!(submit(store, whole()), Ok(Receipt { head: Some(3) }));
    assert_ne!(everything(store, &tables, &players), before);
}

/// There is one snapshot, and never one of the future.
pub fn the_last_snapshot_counts(store: &dyn Store) {
    let at = table(store, "t");
    assert_eq!(store.last_snapshot(&at), Ok(None));
    submit(store, append(&at, 0, vec![entry("1"), entry("2")])).unwrap();
    for (seq, body) in [(0, "empty"), (1, "one"), (2, "two")] {
        submit(store, snapshot(&at, seq, body)).unwrap();
        let expected = Snapshot { seq, body: body.as_bytes().to_vec() };
        assert_eq!(store.last_snapshot(&at), Ok(Some(expected)));
    }
    assert!(matches!(submit(store, snapshot(&at, 3, "three")), Err(StoreFault::Invalid(_))));
    assert_eq!(store.last_snapshot(&at).unwrap().unwrap().seq, 2);
}

/// An owner need not wait for one answer before it submits the next append.
pub fn commits_of_a_table_keep_their_order(store: &dyn Store) {
    let at = table(store, "t");
    let commits = (0..200).map(|i| append(&at, i, vec![entry(&i.to_string())])).collect();
    for (i, answer) in (1..).zip(submit_all(store, commits)) {
        assert_eq!(answer, Ok(Receipt { head: Some(i) }));
    }
    for (i, entry) in store.entries(&at, 1, 1_000).unwrap().iter().enumerate() {
        assert_eq!(entry.body, i.to_string().into_bytes());
    }
}
