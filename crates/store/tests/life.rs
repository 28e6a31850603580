//! A store from opening to closing: queue, answers, files, versions, copies.
#![allow(clippy::unwrap_used, reason = "what stands beside the tests is part of them")]

use std::path::{Path, PathBuf};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use rusqlite::Connection;
use store::suite::scene::{append, entry, everything, pay, pays, player, submit, table, token};
use store::{
    Account, Claimed, Commit, Epoch, Receipt, Settings, SqliteStore, Status, Store, StoreFault, TableId, wait,
};

/// A folder that goes when the test does.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("stammtisch-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn open(path: &Path) -> SqliteStore {
    SqliteStore::open(path, Settings::default()).unwrap()
}

#[test]
fn what_was_written_is_there_after_closing_and_opening() {
    let folder = Folder::new("reopen");
    let path = folder.file("store.sqlite");
    let store = open(&path);
    let (anna, at) = (player(&store, "anna", 1_000), table(&store, "t"));
    submit(&store, append(&at, 0, vec![entry("1")])).unwrap();
    submit(&store, pays(vec![pay(&Account::Player(anna.clone()), &Account::Table(at.clone()), 7)])).unwrap();
    let before = everything(&store, std::slice::from_ref(&at), std::slice::from_ref(&anna));
    store.close().unwrap();
    // Closed in good order, there is one file, and it is whole by itself.
    assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 1);
    assert_eq!(submit(&store, Commit::default()), Err(StoreFault::Closed));
    assert_eq!(store.table(&at), Err(StoreFault::Closed));
    store.close().unwrap();

    let store = open(&path);
    assert_eq!(everything(&store, std::slice::from_ref(&at), std::slice::from_ref(&anna)), before);
    assert_eq!(store.check(), Ok(Vec::new()));
}

#[test]
fn closing_writes_what_is_waiting() {
    let store = SqliteStore::temporary(Settings::default()).unwrap();
    let at = table(&store, "t");
    let (sender, answers) = mpsc::channel();
    for head in 0..300 {
        let sender = sender.clone();
        let done = Box::new(move |answer| drop(sender.send(answer)));
        store.submit(append(&at, head, vec![entry("x")]), done);
    }
    store.close().unwrap();
    drop(sender);
    let answers: Vec<_> = answers.into_iter().collect();
    assert_eq!(answers.len(), 300);
    assert!(answers.iter().all(Result::is_ok));
    assert_eq!(store.metrics().queue, 0);
}

#[test]
fn an_answer_comes_after_the_commit() {
    let store = Arc::new(SqliteStore::temporary(Settings::default()).unwrap());
    let at = table(&*store, "t");
    for head in 0..50 {
        let (path, (sender, seen)) = (store.path().to_owned(), mpsc::channel());
        let done = Box::new(move |answer: Result<Receipt, StoreFault>| {
            answer.unwrap();
            // A stranger to the store, as a second process would be.
            let other = Connection::open(path).unwrap();
            let count: u64 = other.query_row("SELECT count(*) FROM log", [], |row| row.get(0)).unwrap();
            sender.send(count).unwrap();
        });
        store.submit(append(&at, head, vec![entry("x")]), done);
        assert_eq!(seen.recv(), Ok(head + 1));
    }
}

#[test]
fn a_full_queue_refuses_at_once() {
    let store = SqliteStore::temporary(Settings { queue: 4, ..Settings::default() }).unwrap();
    let at = table(&store, "t");
    let (release, held) = mpsc::channel::<()>();
    let (begun, begins) = mpsc::channel();
    let block = Box::new(move |_| {
        begun.send(()).unwrap();
        let _ = held.recv();
    });
    store.submit(Commit::default(), block);
    begins.recv().unwrap();
    let (sender, answers) = mpsc::channel();
    for head in 0..6 {
        let sender = sender.clone();
        let done = Box::new(move |answer| drop(sender.send((head, answer))));
        store.submit(append(&at, head, vec![entry("x")]), done);
    }
    // The writer is held, so these two answers came from the submission itself.
    for head in [4, 5] {
        assert_eq!(answers.try_recv(), Ok((head, Err(StoreFault::QueueFull))));
    }
    assert!(answers.try_recv().is_err());
    assert_eq!((store.metrics().queue, store.metrics().turned_away), (4, 2));
    drop(release);
    for head in 0..4 {
        assert_eq!(answers.recv(), Ok((head, Ok(Receipt { head: Some(head + 1) }))));
    }
    assert_eq!(store.entries(&at, 1, 10).unwrap().len(), 4);
}

#[test]
fn a_store_may_be_dropped_by_its_own_answer() {
    let store = Arc::new(SqliteStore::temporary(Settings::default()).unwrap());
    let (last, (sender, dropped)) = (Arc::clone(&store), mpsc::channel());
    let (release, held) = mpsc::channel::<()>();
    let done = Box::new(move |_| {
        let _ = held.recv();
        drop(last);
        sender.send(()).unwrap();
    });
    store.submit(Commit::default(), done);
    drop(store);
    drop(release);
    dropped.recv_timeout(std::time::Duration::from_secs(20)).unwrap();
}

#[test]
fn a_copy_is_made_while_others_write() {
    let folder = Folder::new("backup");
    let (path, copy) = (folder.file("store.sqlite"), folder.file("copy.sqlite"));
    let store = open(&path);
    let (anna, at) = (player(&store, "anna", 1_000_000), table(&store, "t"));
    let pot = Account::Table(at.clone());
    let write = |head| Commit {
        transfers: vec![pay(&Account::Player(anna.clone()), &pot, 1)],
        ..append(&at, head, vec![entry(&"x".repeat(3_000))])
    };
    for head in 0..100 {
        submit(&store, write(head)).unwrap();
    }
    std::thread::scope(|scope| {
        let copying = scope.spawn(|| store.backup_to(&copy));
        let mut head = 100;
        while !copying.is_finished() {
            submit(&store, write(head)).unwrap();
            head += 1;
        }
        copying.join().unwrap().unwrap();
    });
    assert!(matches!(store.backup_to(&copy), Err(StoreFault::Invalid(_))), "a copy was overwritten");
    assert!(store.backup_to(folder.file("no/such/folder")).is_err());
    let kept = store.table(&at).unwrap().unwrap().head;

    let restored = open(&copy);
    assert_eq!(restored.check(), Ok(Vec::new()));
    let head = restored.table(&at).unwrap().unwrap().head;
    assert!((100..=kept).contains(&head), "{head} of {kept}");
    assert_eq!(restored.balance(&pot), Ok(head.cast_signed()));
    // It goes on from there.
    assert_eq!(submit(&restored, write(head)), Ok(Receipt { head: Some(head + 1) }));
    drop(restored);
    let mut names: Vec<_> =
        std::fs::read_dir(&folder.0).unwrap().map(|file| file.unwrap().file_name()).collect();
    names.retain(|name| !name.to_string_lossy().starts_with("store.sqlite"));
    assert_eq!(names, ["copy.sqlite"]);
}

/// A copy can be read where nothing may be written, and reading leaves nothing beside it.
#[test]
fn a_copy_is_one_file_until_it_is_used() {
    let folder = Folder::new("one-file");
    let (path, copy, again) =
        (folder.file("store.sqlite"), folder.file("copy.sqlite"), folder.file("again.sqlite"));
    let store = open(&path);
    let at = table(&store, "t");
    submit(&store, append(&at, 0, vec![entry("a")])).unwrap();
    store.backup_to(&copy).unwrap();
    // How a file is written and read stands in two bytes of its head: 1 is the plain way, 2 with a write-ahead log.
    let ways = |file: &Path| std::fs::read(file).unwrap()[18..20].to_vec();
    let files = || {
        let all = std::fs::read_dir(&folder.0).unwrap().map(|file| file.unwrap().file_name());
        let mut names: Vec<_> = all.map(|name| name.into_string().unwrap()).collect();
        names.retain(|name| !name.starts_with("store.sqlite"));
        names.sort();
        names
    };
    assert_eq!(ways(&copy), [1, 1]);
    let read = SqliteStore::read_only(&copy, Settings::default()).unwrap();
    assert_eq!(read.check(), Ok(Vec::new()));
    assert_eq!(read.entries(&at, 1, 10).unwrap().len(), 1);
    assert_eq!(files(), ["copy.sqlite"], "while it is read");
    drop(read);
    SqliteStore::copy(&copy, &again).unwrap();
    assert_eq!(files(), ["again.sqlite", "copy.sqlite"]);
    let used = open(&again);
    submit(&used, append(&at, 1, vec![entry("b")])).unwrap();
    assert!(files().contains(&"again.sqlite-wal".to_owned()), "{:?}", files());
    drop(used);
    assert_eq!(ways(&again), [2, 2]);
}

#[test]
fn what_is_not_ours_is_left_alone() {
    let folder = Folder::new("foreign");
    let refused = |path: &Path| SqliteStore::open(path, Settings::default()).unwrap_err();

    let text = folder.file("text");
    std::fs::write(&text, "Dear diary, ".repeat(1_000)).unwrap();
    assert!(matches!(refused(&text), StoreFault::Corrupt(_)));
    assert_eq!(std::fs::read_to_string(&text).unwrap(), "Dear diary, ".repeat(1_000));

    let other = folder.file("other.sqlite");
    Connection::open(&other).unwrap().execute_batch("CREATE TABLE songs (title)").unwrap();
    let bytes = std::fs::read(&other).unwrap();
    assert!(matches!(refused(&other), StoreFault::Corrupt(_)));
    assert_eq!(std::fs::read(&other).unwrap(), bytes);

    let newer = folder.file("newer.sqlite");
    open(&newer).close().unwrap();
    Connection::open(&newer).unwrap().pragma_update(None, "user_version", 99).unwrap();
    let fault = refused(&newer);
    assert!(matches!(fault, StoreFault::NewerVersion { found: 99, .. }));
    assert!(fault.to_string().contains("version 99"), "{fault}");

    assert!(matches!(refused(&folder.file("no/such/folder/x.sqlite")), StoreFault::Disk(_)));
}

/// How long nobody had served a table, by the store that claims it.
fn unserved(store: &SqliteStore, table: &TableId) -> Duration {
    wait(|done| store.claim(table.clone(), done)).unwrap().unserved.unwrap()
}

/// The time without a server is counted from its last sign of life, for every table by itself; whoever closes the file signs as well.
#[test]
fn a_table_is_unserved_since_the_last_sign_of_life_of_its_server() {
    let folder = Folder::new("signs");
    let path = folder.file("store.sqlite");
    let pause = Duration::from_millis(300);
    let first = open(&path);
    let (at, other) = (table(&first, "t"), table(&first, "u"));
    std::thread::sleep(pause);
    wait(|done| first.sign_of_life(done)).unwrap();
    let signed = Instant::now();
    std::thread::sleep(pause);
    // The first is as good as killed: it does nothing any more.
    let second = open(&path);
    let found = unserved(&second, &at);
    assert!(found >= pause && found <= signed.elapsed() + pause / 4, "{found:?} of {:?}", signed.elapsed());
    second.close().unwrap();
    let closed = Instant::now();
    std::thread::sleep(pause);
    // A server that had nothing to do with the tables is no sign of life for them.
    open(&path).close().unwrap();
    let third = open(&path);
    let (found, others) = (unserved(&third, &at), unserved(&third, &other));
    assert!(found >= pause && found <= closed.elapsed() + pause / 4, "{found:?} of {:?}", closed.elapsed());
    assert!(others >= 2 * pause, "{others:?}: the first server had it");
    assert_eq!(unserved(&third, &at), Duration::ZERO);
    drop(first);
}

/// Recorded once and never again: the file of the first version, as text. It must open for ever.
#[test]
fn a_database_of_version_1_opens() {
    let folder = Folder::new("version-1");
    let path = folder.file("store.sqlite");
    Connection::open(&path).unwrap().execute_batch(include_str!("data/version-1.sql")).unwrap();
    let store = open(&path);
    assert_eq!(store.check(), Ok(Vec::new()));
    let anna = store.player_by_token(&token("anna")).unwrap().unwrap();
    assert_eq!((anna.id.as_str(), anna.name.as_str(), anna.seen_at_ms), ("anna", "Änne", 50));
    assert_eq!(store.balance(&Account::Player(anna.id.clone())), Ok(940));
    assert_eq!(store.balance(&Account::Table("t".into())), Ok(60));
    assert_eq!(store.transfers_of(&anna.id, None, 10).unwrap().len(), 2);
    let at = store.table_by_code("abc234").unwrap().unwrap();
    assert_eq!((at.id.as_str(), at.epoch, at.head, at.row.status), ("t", Epoch(2), 3, Status::Running));
    let entries = store.entries(&at.id, 1, 10).unwrap();
    assert_eq!(entries[0].body, b"{\"type\":\"start\"}");
    assert_eq!(store.command(&at.id, &anna.id, "c-1").unwrap().unwrap().0, 2);
    assert_eq!(store.last_snapshot(&at.id).unwrap().unwrap().seq, 2);
    assert_eq!(store.chat(&at.id, 10).unwrap()[0].text, "hello");
    assert_eq!(store.statistics(&anna.id).unwrap()[0].best, 251);
    assert_eq!(store.tables_of(&anna.id).unwrap().len(), 1);
    let games = store.games_of(&anna.id, None, 10).unwrap();
    assert_eq!((games[0].result.score, games[0].result.details.as_str()), (251, ""));
    assert_eq!(store.rolls(&anna.id), Ok(vec![]));
    // And it goes on.
    let claimed = wait(|done| store.claim(at.id.clone(), done));
    assert_eq!(claimed, Ok(Claimed { epoch: Epoch(3), unserved: None }), "nobody knows who had it");
    let commit = store::suite::scene::append_in(Epoch(3), &at.id, 3, vec![entry("4")]);
    assert_eq!(submit(&store, commit), Ok(Receipt { head: Some(4) }));
}
