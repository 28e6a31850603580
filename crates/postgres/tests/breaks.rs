//! Connections that break, and databases that do not answer.
#![allow(clippy::unwrap_used, reason = "what stands beside the tests is part of them")]

use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::time::{Duration, Instant};

use postgres_store::testing::Place;
use postgres_store::{PostgresSettings, PostgresStore};
use store::suite::scene::{answer, append, entry, player, submit, table, token};
use store::{Receipt, Store, StoreFault};

/// A socket in between, which can lose the answer to a COMMIT, or everything.
struct Between {
    folder: PathBuf,
    lose: Arc<AtomicBool>,
    silent: Arc<AtomicBool>,
}

impl Between {
    fn new(database: PathBuf) -> Self {
        let folder = std::env::temp_dir().join(format!("stammtisch-between-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let listener = UnixListener::bind(folder.join(".s.PGSQL.5432")).unwrap();
        let (lose, silent) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
        let between = Self { folder, lose: Arc::clone(&lose), silent: Arc::clone(&silent) };
        std::thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                let server = UnixStream::connect(&database).unwrap();
                let ends = (client.try_clone().unwrap(), server.try_clone().unwrap());
                let quiet = Arc::clone(&silent);
                std::thread::spawn(move || pass(client, server, &AtomicBool::new(false), &quiet));
                let (lose, quiet) = (Arc::clone(&lose), Arc::clone(&silent));
                std::thread::spawn(move || pass(ends.1, ends.0, &lose, &quiet));
            }
        });
        between
    }
}

impl Drop for Between {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Passes on what comes, until it is time to lose something.
fn pass(mut from: UnixStream, mut to: UnixStream, lose: &AtomicBool, silent: &AtomicBool) {
    let mut buffer = vec![0; 65_536];
    while let Ok(n) = from.read(&mut buffer) {
        let some = &buffer[..n];
        let is_commit = some.windows(7).any(|part| part == b"COMMIT\0");
        if n == 0 || (is_commit && lose.swap(false, SeqCst)) {
            break;
        }
        if !silent.load(SeqCst) && to.write_all(some).is_err() {
            break;
        }
    }
    let _ = (from.shutdown(std::net::Shutdown::Both), to.shutdown(std::net::Shutdown::Both));
}

#[test]
fn connections_that_are_killed_lose_nothing_that_was_acknowledged() {
    let Some(place) = Place::new() else { return };
    let store = PostgresStore::open(place.settings(&format!("killed-{}", std::process::id()))).unwrap();
    let visitor = place.visit();
    let over = AtomicBool::new(false);
    let writers: Vec<_> =
        (0..4).map(|i| (player(&store, &format!("p{i}"), 0), table(&store, &format!("t{i}")))).collect();
    let (acknowledged, unclear): (Vec<BTreeSet<_>>, Vec<usize>) = std::thread::scope(|scope| {
        let threads: Vec<_> = writers
            .iter()
            .map(|(me, at)| {
                let (store, over) = (&store, &over);
                scope.spawn(move || {
                    let (mut head, mut n, mut unclear) = (0, 0, 0);
                    let mut told = BTreeSet::new();
                    while !over.load(SeqCst) {
                        let body = n.to_string();
                        match submit(store, append(at, head, vec![answer(&body, me, &body)])) {
                            Ok(Receipt { head: now }) => {
                                head = now.unwrap();
                                told.insert((head, body));
                                n += 1;
                            }
                            // Sent again after an answer that was lost: it was there.
                            Err(StoreFault::Duplicate { seq, .. }) => {
                                head = seq;
                                told.insert((seq, body));
                                n += 1;
                            }
                            Err(StoreFault::Away(_) | StoreFault::Unknown(_)) => {
                                unclear += 1;
                                std::thread::sleep(Duration::from_millis(5));
                            }
                            Err(fault) => panic!("{fault}"),
                        }
                        // Reads survive as well, or say why not.
                        if n % 20 == 0
                            && let Err(fault) = store.table(at)
                        {
                            assert!(matches!(fault, StoreFault::Away(_) | StoreFault::Unknown(_)), "{fault}");
                        }
                    }
                    (told, unclear)
                })
            })
            .collect();
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(3) {
            std::thread::sleep(Duration::from_millis(70));
            let kill = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
                        WHERE application_name LIKE 'stammtisch killed-%' AND pid <> pg_backend_pid()";
            visitor.ask(kill).unwrap();
        }
        over.store(true, SeqCst);
        threads.into_iter().map(|thread| thread.join().unwrap()).unzip()
    });
    for ((_, at), told) in writers.iter().zip(&acknowledged) {
        let entries = store.entries(at, 1, 10_000).unwrap();
        let there: BTreeSet<_> =
            entries.into_iter().map(|entry| (entry.seq, String::from_utf8(entry.body).unwrap())).collect();
        let extra: Vec<_> = there.difference(told).collect();
        assert!(told.is_subset(&there), "{:?} is lost", told.difference(&there).collect::<Vec<_>>());
        assert!(extra.len() <= 1, "at most the last can be there without an answer: {extra:?}");
        assert!(told.len() > 10, "only {} entries", told.len());
    }
    println!("{} answers were not clear", unclear.iter().sum::<usize>());
    assert_eq!(store.check(), Ok(vec![]));
}

#[test]
fn a_commit_whose_answer_was_lost_is_a_duplicate_when_it_is_sent_again() {
    let Some(place) = Place::new() else { return };
    let Some(socket) = place.socket() else { return };
    let between = Between::new(socket);
    let url = format!("host={} user=stammtisch dbname=postgres", between.folder.display());
    let store = PostgresStore::open(PostgresSettings { url, ..place.settings("a") }).unwrap();
    let (anna, at) = (player(&store, "anna", 0), table(&store, "t"));
    between.lose.store(true, SeqCst);
    let commit = append(&at, 0, vec![answer("1", &anna, "c-1")]);
    let unknown = submit(&store, commit.clone());
    assert!(matches!(unknown, Err(StoreFault::Unknown(_))), "{unknown:?}");
    let there = StoreFault::Duplicate { seq: 1, digest: token("1") };
    assert_eq!(submit(&store, commit), Err(there));
    assert_eq!(submit(&store, append(&at, 1, vec![entry("2")])), Ok(Receipt { head: Some(2) }));
    assert_eq!(store.metrics().failed_groups, 1);
}

#[test]
fn a_database_that_does_not_answer_keeps_nobody_waiting() {
    let Some(place) = Place::new() else { return };
    let Some(socket) = place.socket() else { return };
    let between = Between::new(socket);
    let url = format!("host={} user=stammtisch dbname=postgres", between.folder.display());
    let (patience, connect) = (Duration::from_millis(800), Duration::from_millis(500));
    let (lease, renewal) = (Duration::from_millis(1_500), Duration::from_millis(300));
    let settings = PostgresSettings { url, patience, connect, lease, renewal, ..place.settings("a") };
    let store = PostgresStore::open(settings).unwrap();
    let at = table(&store, "t");
    store.table(&at).unwrap();
    between.silent.store(true, SeqCst);
    for _ in 0..3 {
        let begun = Instant::now();
        let (wrote, read) = (submit(&store, append(&at, 0, vec![entry("x")])), store.table(&at));
        assert!(matches!(wrote, Err(StoreFault::Away(_))), "{wrote:?}");
        assert!(matches!(read, Err(StoreFault::Away(_))), "{read:?}");
        assert!(begun.elapsed() < Duration::from_secs(8), "{:?}", begun.elapsed());
    }
    std::thread::sleep(Duration::from_secs(1));
    assert!(!store.lease().holds(Instant::now()));
    between.silent.store(false, SeqCst);
    let begun = Instant::now();
    // What was on its way when nobody answered may have been taken back only now.
    while submit(&store, append(&at, 0, vec![entry("1")])).is_err() {
        assert!(begun.elapsed() < Duration::from_secs(20), "it does not come back");
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(store.table(&at).unwrap().unwrap().head, 1);
    // The database knows of a renewal before the node does.
    while !store.lease().holds(Instant::now()) {
        assert!(begun.elapsed() < Duration::from_secs(20), "the lease is not renewed");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_store_can_be_used_on_the_threads_of_another_runtime() {
    let Some(place) = Place::new() else { return };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    runtime.block_on(async {
        let store = PostgresStore::open(place.settings("a")).unwrap();
        let at = table(&store, "t");
        assert!(store.table(&at).unwrap().is_some());
        drop(store);
    });
}

#[test]
fn a_database_that_is_not_there_is_said_to_be() {
    let begun = Instant::now();
    let nowhere = PostgresSettings::new("host=/nowhere user=x dbname=x", "a");
    assert!(matches!(PostgresStore::open(nowhere), Err(StoreFault::Away(_))));
    let nonsense = PostgresSettings::new("host", "a");
    assert!(matches!(PostgresStore::open(nonsense), Err(StoreFault::Invalid(_))));
    assert!(begun.elapsed() < Duration::from_secs(5));
}
