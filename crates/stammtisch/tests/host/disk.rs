//! Disks that fail under a running server: full, read-only, or not able to flush. Nothing is acknowledged or told that is not
//! durable, everybody is told so, and when the disk is well again play goes on without a restart.
//!
//! The disk is a library in C that stands between the server and the system's own (`tests/files/failing_disk.c`).
#![cfg(target_os = "linux")]

use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use bots::Dice;
use pages::Page;
use rusqlite::Connection;
use serde_json::json;

use crate::served::{Folder, Served, World, cut, play, serve, stammtisch};

/// A disk that can be made to fail.
struct Disk {
    place: Folder,
    data: PathBuf,
}

impl Disk {
    fn new(name: &str) -> Self {
        let place = Folder::new(name);
        let data = place.join("data");
        std::fs::create_dir_all(&data).unwrap();
        // The compiler that SQLite itself is built with.
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/files/failing_disk.c");
        let mut cc = Command::new("cc");
        cc.args(["-shared", "-fPIC", "-o"]).arg(place.join("disk.so")).args([source, "-ldl"]);
        assert!(cc.status().expect("a C compiler, cc, is there").success());
        Self { data: data.canonicalize().unwrap(), place }
    }

    fn world(&self) -> World {
        let text = |path: PathBuf| path.to_str().unwrap().to_owned();
        let environment = vec![
            ("LD_PRELOAD", text(self.place.join("disk.so"))),
            ("FAILING_DISK", text(self.place.0.clone())),
            ("FAILING_DATA", text(self.data.clone())),
        ];
        World { environment, log: Some(self.place.join("log")) }
    }

    fn fails(&self, how: &str) {
        std::fs::write(self.place.join(how), "").unwrap();
    }

    fn is_well(&self, how: &str) {
        std::fs::remove_file(self.place.join(how)).unwrap();
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.place.join("log")).unwrap()
    }

    /// Everything that the server wrote fits together.
    #[track_caller]
    fn check(&self) {
        let checked = stammtisch(["check", "--data", self.data.to_str().unwrap()]);
        let said = String::from_utf8([checked.stdout, checked.stderr].concat()).unwrap();
        assert!(checked.status.success() && said.contains("everything fits"), "{said}");
    }

    /// How many entries of a kind are in all logs.
    fn entries(&self, kind: &str) -> u64 {
        let file = Connection::open(self.data.join("stammtisch.sqlite")).unwrap();
        file.query_row("SELECT count(*) FROM log WHERE kind = ?1", [kind], |row| row.get(0)).unwrap()
    }
}

/// Waits until something holds; a busy machine may take its time.
async fn until(what: &str, holds: impl Fn() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < Duration::from_secs(30), "{what}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Whose turn it is. Onlookers are told of a move a moment after whoever made it, so a page knows only after it has asked.
async fn turn(pages: &mut [Page]) -> usize {
    for page in &mut *pages {
        page.catch_up().await;
    }
    pages.iter().position(|page| page.view.get("legal").is_some()).expect("it is somebody's turn")
}

/// Plays on a disk that fails in one way: what people are told, what the log says, and how it goes on.
async fn suffers(how: &str, said: &str) {
    let disk = Disk::new(how);
    let served = Served::start_in(&disk.data, &["snapshot_every=5"], &disk.world());
    let people = [served.guest("Anna").await, served.guest("Bert").await];
    let (table, mut pages) = served.party(&people).await;
    play(&mut pages, 12).await;
    let mover = turn(&mut pages).await;
    let before: Vec<u64> = pages.iter().map(|page| page.last_seq).collect();
    let played = disk.entries("played");
    disk.fails(how);
    let mut luck = Dice::new(1);
    for _ in 0..3 {
        let wish = pages::choose(&pages[mover], &mut luck).unwrap();
        assert_eq!(pages[mover].refused(wish).await, "not_stored");
        assert_eq!(pages[mover].refused(json!({ "type": "chat", "text": "hello" })).await, "not_stored");
    }
    // What needs no writing goes on, and shows the table as it was.
    let view = pages[mover].view.clone();
    for (page, seq) in pages.iter_mut().zip(&before) {
        page.catch_up().await;
        assert_eq!(page.last_seq, *seq, "nobody is told of anything");
    }
    assert_eq!((&pages[mover].view, disk.entries("played")), (&view, played));
    assert_eq!(served.get(&people[0], "/health").await.0, 200);
    let (status, problem) =
        pages::request(served.address, "POST", "/api/guests", None, Some(&json!({ "name": "Carl" }))).await;
    assert_eq!((status, &problem["code"]), (503, &json!("unavailable")), "{problem}");
    assert!(disk.log().contains("not stored") && disk.log().contains(said), "{}", disk.log());

    disk.is_well(how);
    assert!(play(&mut pages, 12).await >= 12, "without a restart");
    // A disk that fails for good, and a server that is killed on it.
    let mover = turn(&mut pages).await;
    disk.fails(how);
    let wish = pages::choose(&pages[mover], &mut luck).unwrap();
    assert_eq!(pages[mover].refused(wish).await, "not_stored");
    served.kill();
    disk.is_well(how);
    disk.check();
    let seen = pages.iter().map(|page| page.last_seq).max().unwrap();
    let served = Served::start_in(&disk.data, &[], &disk.world());
    let mut pages = Vec::new();
    for who in &people {
        pages.push(Page::at(served.address, who, &table).await);
    }
    assert!(pages[0].last_seq >= seen, "{} is less than {seen}", pages[0].last_seq);
    play(&mut pages, 100_000).await;
    assert_eq!(pages[0].phase(), "over");
    served.stop();
    disk.check();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_refuses_and_goes_on() {
    suffers("full", "the disk is full").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_disk_that_does_not_flush_acknowledges_nothing() {
    suffers("unflushed", "reading or writing failed").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_disk_that_becomes_read_only_refuses_and_goes_on() {
    suffers("read_only", "reading or writing failed").await;
}

/// What happens by itself while nothing can be stored happens once it can: a bot makes its move, and those who went are missed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_and_absences_wait_for_the_disk() {
    let disk = Disk::new("waiting");
    // Nobody's patience ends here: what goes on does so because it is tried again.
    let settings = ["tables.thinking=600", "tables.grace=600"];
    let served = Served::start_in(&disk.data, &settings, &disk.world());
    let anna = served.guest("Anna").await;
    let options = json!({ "pace": "fast" });
    let body = json!({ "game": "kniffel", "bots": ["novice"], "quick": true, "options": options });
    let table = served.table(&anna, &body).await;
    let mut page = Page::at(served.address, &anna, &table).await;
    page.hear_until("the beginning", |page| page.phase() == "playing" && page.view.is_object()).await;
    let mut luck = Dice::new(1);
    // Until it is the bot's turn: bots wait a moment before they think.
    loop {
        page.hear_until("the turn", |page| page.view.get("legal").is_some()).await;
        let wish = pages::choose(&page, &mut luck).unwrap();
        page.does(wish.clone()).await;
        if wish["type"] == "choose_category" {
            break;
        }
    }
    disk.fails("full");
    until("the bot has tried", || disk.log().contains("not stored")).await;
    let moves = disk.entries("played");
    disk.is_well("full");
    until("the bot's move is made", || disk.entries("played") > moves).await;

    page.hear_until("the turn", |page| page.view.get("legal").is_some()).await;
    let (paused, complaints) = (disk.entries("paused"), disk.log().matches("not stored").count());
    disk.fails("full");
    page.close().await;
    until("somebody went", || disk.log().matches("not stored").count() > complaints).await;
    assert_eq!(disk.entries("paused"), paused);
    disk.is_well("full");
    until("the game stands still with nobody there", || disk.entries("paused") > paused).await;
    served.stop();
    disk.check();
}

/// Whoever comes back while nothing can be stored is told to try again, which pages do by themselves, and gets in once it can.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_turned_away_for_good_while_nothing_can_be_stored() {
    let disk = Disk::new("coming");
    let served = Served::start_in(&disk.data, &[], &disk.world());
    let people = [served.guest("Anna").await, served.guest("Bert").await];
    let (table, mut pages) = served.party(&people).await;
    play(&mut pages, 12).await;
    for page in pages {
        page.close().await;
    }
    // Now it has to be stored that somebody is there again.
    until("the game stands still with nobody there", || disk.entries("paused") > 0).await;
    disk.fails("full");
    let join = json!({ "type": "join_table", "tableId": table });
    let mut pages =
        [Page::open(served.address, &people[0]).await, Page::open(served.address, &people[1]).await];
    for page in &mut pages {
        assert_eq!(page.refused(join.clone()).await, "unavailable");
    }
    disk.is_well("full");
    for page in &mut pages {
        page.does(join.clone()).await;
    }
    play(&mut pages, 100_000).await;
    assert_eq!(pages[0].phase(), "over");
    served.stop();
    disk.check();
}

/// A move that is in the log is never refused: while the log cannot be asked, whoever sends the move again is sent away to come back,
/// and gets the first answer then. The desk that gave it is gone, and so is what it remembered.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_acknowledged_move_is_not_refused_while_the_log_cannot_be_read() {
    let disk = Disk::new("unreadable");
    let served = Served::start_in(&disk.data, &[], &disk.world());
    let people = [served.guest("Anna").await, served.guest("Bert").await];
    let (table, mut pages) = served.party(&people).await;
    let mut luck = Dice::new(1);
    // A box that is filled: by the rules nobody fills it twice.
    let (mover, filled, first) = loop {
        let mover = turn(&mut pages).await;
        let mut wish = pages::choose(&pages[mover], &mut luck).unwrap();
        wish["id"] = format!("wish {}", pages[mover].last_seq).into();
        let answer = pages[mover].does(wish.clone()).await;
        if wish["type"] == "choose_category" {
            break (mover, wish, answer);
        }
    };
    served.kill();
    let served = Served::start_in(&disk.data, &[], &disk.world());
    let mut page = Page::at(served.address, &people[mover], &table).await;
    // The log is there, and what asks it for a command fails.
    let file = Connection::open(disk.data.join("stammtisch.sqlite")).unwrap();
    file.execute_batch("ALTER TABLE log RENAME COLUMN command TO unreadable").unwrap();
    page.send(&filled).await;
    assert_eq!(cut(&mut page).await, 4013, "to be joined again");
    assert!(!page.told.iter().any(|told| told["id"] == filled["id"]), "no answer: {:?}", page.told);
    file.execute_batch("ALTER TABLE log RENAME COLUMN unreadable TO command").unwrap();
    drop(file);
    let mut page = Page::at(served.address, &people[mover], &table).await;
    assert_eq!(page.ask(filled).await, first, "the first answer");
    served.stop();
    disk.check();
}

/// On a disk that cannot be written to the server does not start, says why in one sentence, and leaves nothing half done.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_a_disk_that_cannot_be_written_to_nothing_begins() {
    let disk = Disk::new("beginning");
    let database = disk.data.join("stammtisch.sqlite");
    let started = |world: &World| {
        let world = World { environment: world.environment.clone(), log: None };
        let mut command = serve(&disk.data, &[], &world);
        let output = command.stderr(std::process::Stdio::piped()).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    for (how, why) in [("full", "No space left on device"), ("read_only", "Read-only file system")] {
        disk.fails(how);
        let (code, said) = started(&disk.world());
        assert_eq!((code, said.lines().count()), (Some(2), 1), "{said}");
        assert!(said.contains(why), "{said}");
        disk.is_well(how);
    }
    assert!(!database.exists(), "nothing was begun");
    let served = Served::start_in(&disk.data, &[], &disk.world());
    let people = [served.guest("Anna").await, served.guest("Bert").await];
    let (_, mut pages) = served.party(&people).await;
    play(&mut pages, 10).await;
    served.stop();
    let bytes = std::fs::read(&database).unwrap();
    for how in ["full", "read_only"] {
        disk.fails(how);
        let (code, said) = started(&disk.world());
        assert_eq!((code, said.lines().count()), (Some(2), 1), "{said}");
        disk.is_well(how);
        assert_eq!(std::fs::read(&database).unwrap(), bytes, "{how}");
    }
    // Only the file itself: somebody else's, or locked away.
    disk.fails("read_only");
    let mut world = disk.world();
    world.environment[2].1 = database.to_str().unwrap().to_owned();
    let (code, said) = started(&world);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("stammtisch.sqlite: the database is read-only"), "{said}");
    disk.is_well("read_only");
    assert_eq!(std::fs::read(&database).unwrap(), bytes);
    disk.check();
}
