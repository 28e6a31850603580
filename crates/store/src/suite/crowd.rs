//! Cases with many at once.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::scene::{Dice, answer, append, entry, pay, pays, player, submit, table};
use crate::{Account, Commit, PlayerId, Store, StoreFault, TopUp, wait};

/// Eight threads append five hundred commands each to forty tables and look up the head when they were too late. What was
/// answered is there, nothing is there twice, nothing else is there.
pub fn eight_threads_on_forty_tables(store: &dyn Store) {
    const THREADS: usize = 8;
    const APPENDS: usize = 500;
    let players: Vec<PlayerId> = (0..THREADS).map(|i| player(store, &format!("p{i}"), 0)).collect();
    let tables: Vec<_> = (0..40).map(|i| table(store, &format!("t{i}"))).collect();
    let acknowledged: Vec<Vec<(usize, u64, String)>> = std::thread::scope(|scope| {
        let threads: Vec<_> = players
            .iter()
            .enumerate()
            .map(|(i, me)| {
                let tables = &tables;
                scope.spawn(move || {
                    let mut dice = Dice(i as u64);
                    let mut heads = vec![0; tables.len()];
                    let mut told = Vec::new();
                    for n in 0..APPENDS {
                        let at = dice.below(tables.len() as u64) as usize;
                        let body = format!("{i}-{n}");
                        loop {
                            let commit = append(&tables[at], heads[at], vec![answer(&body, me, &body)]);
                            match submit(store, commit) {
                                Ok(receipt) => {
                                    heads[at] = receipt.head.unwrap();
                                    told.push((at, heads[at], body));
                                    break;
                                }
                                Err(StoreFault::WrongHead { found, .. }) => heads[at] = found,
                                Err(fault) => panic!("{fault}"),
                            }
                        }
                    }
                    told
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let acknowledged: BTreeSet<_> = acknowledged.into_iter().flatten().collect();
    assert_eq!(acknowledged.len(), THREADS * APPENDS);
    let mut there = BTreeSet::new();
    for (i, at) in tables.iter().enumerate() {
        for (seq, entry) in (1..).zip(store.entries(at, 1, 10_000).unwrap()) {
            assert_eq!(entry.seq, seq, "a gap in table {i}");
            there.insert((i, seq, String::from_utf8(entry.body).unwrap()));
        }
    }
    assert_eq!(there, acknowledged);
    let metrics = store.metrics();
    assert!(metrics.groups < metrics.written, "nothing was grouped: {metrics:?}");
}

/// However many devices ask at the same time.
pub fn parallel_top_ups_give_once(store: &dyn Store) {
    let anna = player(store, "anna", 0);
    let given: u64 = std::thread::scope(|scope| {
        let ask = || {
            let top_up = TopUp { player: anna.clone(), minimum: 200, day: 5, at_ms: 1 };
            wait(|done| store.top_up(top_up, done)).unwrap()
        };
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(ask)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    assert_eq!((given, store.balance(&Account::Player(anna))), (200, Ok(200)));
}

/// A reader beside a writer sees the commits from the first on without gaps, and every one of them whole.
pub fn reads_see_whole_commits(store: &dyn Store) {
    let at = table(store, "t");
    let (pot, over) = (Account::Table(at.clone()), AtomicBool::new(false));
    std::thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let mut last = 0;
            while !over.load(Relaxed) {
                let entries = store.entries(&at, 1, 10_000).unwrap();
                assert!(
                    entries.len() >= last && entries.len().is_multiple_of(2),
                    "{} after {last}",
                    entries.len()
                );
                last = entries.len();
                // Read after the entries, so at least as far on.
                assert!(2 * store.balance(&pot).unwrap().unsigned_abs() >= last as u64);
            }
        });
        for i in 0..200 {
            let commit = append(&at, 2 * i, vec![entry("left"), entry("right")]);
            let transfers = vec![pay(&Account::House, &pot, 1)];
            submit(store, Commit { transfers, ..commit }).unwrap();
        }
        over.store(true, Relaxed);
        reader.join().unwrap();
    });
    submit(store, pays(vec![pay(&pot, &Account::House, 200)])).unwrap();
}
