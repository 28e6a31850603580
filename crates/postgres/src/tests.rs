//! How many statements a group takes, without a database.

use store::engine::Pending;
use store::suite::scene::{answer, append, entry, pay, row};
use store::{Account, Commit, Epoch, Snapshot, TableId};

use crate::job::Job;
use crate::known::{Known, Place, Questions};
use crate::locks::locks;
use crate::plan::Plan;

/// What a table writes in play: entries, one with a command, a row, a snapshot; every third also moves chips.
fn commit(i: usize) -> Commit {
    let at = TableId::from(format!("t{i}"));
    let mut commit = append(&at, 0, vec![entry("1"), answer("2", &"anna".into(), "c")]);
    if let Some(write) = &mut commit.table {
        write.row = Some(row());
        write.snapshot = Some(Snapshot { seq: 2, body: Vec::new() });
    }
    if i.is_multiple_of(3) {
        commit.transfers = vec![pay(&Account::House, &Account::Table(at), 5)];
    }
    commit
}

/// What would be known about the tables of these commits.
fn known(n: usize) -> Known {
    let mut known = Known { lease: true, ..Known::default() };
    known.players.insert("anna".into(), 1);
    known.accounts.insert(Account::House, (1, 0));
    for (i, key) in (0..n).zip(1..) {
        let at = TableId::from(format!("t{i}"));
        let place = Place { key, epoch: Epoch::FIRST, head: 0, mine: true, elsewhere: None, unserved: None };
        known.tables.insert(at.clone(), place);
        known.new_accounts.insert(at, key);
    }
    known
}

/// How many statements lock, ask and write for a group of so many.
fn statements(n: usize) -> (usize, usize, usize) {
    let commits: Vec<_> = (0..n).map(commit).collect();
    let job = |commit: &Commit| Job::Commit(Box::new(commit.clone()), Pending::new(Box::new(|_| {})));
    let group: Vec<_> = commits.iter().map(job).collect();
    let mut plan = Plan::new(known(n));
    for commit in &commits {
        assert_eq!(plan.commit(commit).unwrap().head, Some(2));
    }
    let written = plan.draft.calls(1).unwrap().len();
    (locks(&group).len(), Questions::about(&group, 1).calls.len(), written)
}

#[test]
fn a_large_group_takes_as_many_statements_as_a_small_one() {
    let one = statements(1);
    for n in [2, 50, 512] {
        assert_eq!(statements(n), one, "{n}");
    }
    assert!(one.0 + one.1 + one.2 < 20, "{one:?}");
}
