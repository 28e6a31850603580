//! Pages at tables of other nodes, and theirs at ours: who is let go of, and when; nodes that say too much, or what nobody would say, or speak
//! another version.

use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bots::Dice;
use cluster::{Content, LETTERS, Letter, Line, Patience, Question, Reach, Reply};
use probes::Input;
use protocol::engine::GameName;
use protocol::table::{PlayerId, TableId};
use store::{NewPlayer, SqliteStore, Store};
use tokio::sync::{mpsc, oneshot};

use super::{Bus, Nodes, SAID};
use crate::app::App;
use crate::clock::Clock;
use crate::config::Config;
use crate::identity::Device;
use crate::mail::{ConnId, Mail};
use crate::outbox::{Close, Outbox};
use crate::registry::tests::{stall, stall_later, writes};
use crate::storing;

const PATIENCE: Patience = Patience { pulse: 500, silence: 3_000 };

/// A bus that keeps what it is given.
#[derive(Debug, Default)]
struct Kept(Mutex<Vec<Letter>>);

impl Bus for Kept {
    fn send(&self, _node: &str, letter: Vec<u8>) -> bool {
        self.0.lock().unwrap().push(Letter::from_bytes(&letter).unwrap());
        true
    }

    fn is_up(&self) -> bool {
        true
    }

    fn flush(&self) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        Box::pin(std::future::ready(()))
    }
}

/// A node of this name.
fn node(name: &str) -> (Arc<App>, Arc<Kept>) {
    let store: Arc<dyn Store> = Arc::new(SqliteStore::temporary(store::Settings::default()).unwrap());
    let sanctions = crate::sanctions::Sanctions::default();
    let (app, bus) = (App::new(Config::default(), Clock::default(), store, sanctions), Arc::default());
    app.nodes.set(Nodes::new(name.into(), Arc::clone(&bus) as _, PATIENCE, Duration::from_secs(5))).unwrap();
    (Arc::new(app), bus)
}

fn table() -> TableId {
    "9999999999999999".parse().unwrap()
}

fn join(page: u64) -> Content {
    Content::Join {
        table: table().to_string(),
        page,
        player: "1111111111111111".into(),
        name: "Anna".into(),
        device: 1,
        last_seq: None,
        as_spectator: false,
        id: "join".into(),
    }
}

/// The owner of a table lets go of a page that says more than is dealt with, tells its node why, and hears nothing more of it; others are not
/// disturbed.
#[tokio::test]
async fn a_page_of_another_node_that_says_too_much_is_cut() {
    let (owner, bus) = node("owner");
    let nodes = owner.nodes.get().unwrap();
    let mut line = Line::new("other", 0, PATIENCE);
    let mut write = |content| nodes.receive(&owner, &line.write(content, 0).to_bytes());
    write(join(7));
    write(join(8));
    let said = |page| Content::Said { page, text: r#"{"type":"request_view","id":"x"}"#.into() };
    // Nothing of it is dealt with meanwhile: nobody waits for anything here.
    for _ in 0..SAID {
        write(said(7));
    }
    assert!(bus.0.lock().unwrap().is_empty(), "so much is no fault");
    for _ in 0..5 {
        write(said(7));
    }
    write(said(8));
    let cut = bus.0.lock().unwrap().pop().unwrap();
    assert_eq!(cut.content, Content::Cut { page: 7, why: Close::TooFast as u16 });
    assert!(bus.0.lock().unwrap().is_empty(), "it is said once");
    let visitors: Vec<u64> = nodes.known().visitors.keys().map(|(_, page)| *page).collect();
    assert_eq!(visitors, [8]);
    // What the page's own node does with that letter.
    let (own, _) = node("other");
    let nodes = own.nodes.get().unwrap();
    let outbox = Outbox::new(own.config.sockets.outbox);
    nodes.join("owner", &table(), 7, outbox.clone(), join(7));
    assert_eq!(outbox.closed(), None);
    nodes.receive(&own, &cut.to_bytes());
    assert_eq!(outbox.closed(), Some(Close::TooFast), "the page is told why");
    assert!(nodes.known().away.is_empty());
}

/// A node that stops says so, and nobody waits for it: pages at its tables are let go of at once, and so is a page that had set out for it before it
/// was known that it has left.
#[tokio::test]
async fn nobody_waits_for_a_node_that_has_left() {
    let (own, bus) = node("other");
    let nodes = own.nodes.get().unwrap();
    let page = || Outbox::new(own.config.sockets.outbox);
    let (there, late) = (page(), page());
    nodes.join("owner", &table(), 7, there.clone(), join(7));
    assert_eq!((there.closed(), nodes.reach("owner")), (None, Reach::Reachable));
    let (owner, sent) = node("owner");
    let joined = bus.0.lock().unwrap().pop().unwrap();
    owner.nodes.get().unwrap().receive(&owner, &joined.to_bytes());
    owner.nodes.get().unwrap().say_farewell(&owner).await;
    let farewell = sent.0.lock().unwrap().pop().unwrap();
    assert_eq!(farewell.content, Content::Farewell);
    nodes.receive(&own, &farewell.to_bytes());
    assert_eq!((there.closed(), nodes.reach("owner")), (Some(Close::Rejoin), Reach::OutOfReach));
    let relay = super::relay(Arc::clone(&own), nodes, table(), "owner".into());
    nodes.join("owner", &table(), 8, late.clone(), join(8));
    assert_eq!(late.closed(), Some(Close::Rejoin));
    relay.closed().await;
    assert!(bus.0.lock().unwrap().is_empty(), "nothing is written to it any more");
}

/// Two pages of a table, whose owner gives it up: the first is back, by way of the new owner, before the second is let go of.
#[tokio::test]
async fn a_page_that_is_cut_by_the_former_owner_does_not_take_those_along_who_are_back() {
    let (own, _) = node("other");
    let nodes = own.nodes.get().unwrap();
    let page = || Outbox::new(own.config.sockets.outbox);
    let (quick, slow, again) = (page(), page(), page());
    let mut former = Line::new("former", 0, PATIENCE);
    let mut cut = |page| {
        let cut = Content::Cut { page, why: Close::Rejoin as u16 };
        nodes.receive(&own, &former.write(cut, 0).to_bytes());
    };
    let before = super::relay(Arc::clone(&own), nodes, table(), "former".into());
    nodes.join("former", &table(), 1, quick.clone(), join(1));
    nodes.join("former", &table(), 2, slow.clone(), join(2));
    cut(1);
    before.closed().await;
    assert_eq!(quick.closed(), Some(Close::Rejoin));
    let after = super::relay(Arc::clone(&own), nodes, table(), "present".into());
    nodes.join("present", &table(), 3, again.clone(), join(3));
    cut(2);
    assert_eq!(slow.closed(), Some(Close::Rejoin));
    tokio::time::sleep(Duration::from_millis(20)).await;
    assert!(again.closed().is_none() && !after.is_closed(), "somebody is at the table through its new owner");
}

fn comes(conn: ConnId, player: PlayerId, outbox: &Outbox) -> Mail {
    let (device, id) = (Device::numbered(1), "join".to_owned());
    let (last_seq, as_spectator, outbox) = (None, false, outbox.clone());
    Mail::Join { conn, player, name: "Anna".into(), device, last_seq, as_spectator, id, outbox }
}

/// A table of this node's own, and who opened it.
async fn opened(app: &Arc<App>) -> (PlayerId, mpsc::Sender<Mail>) {
    let host = PlayerId::from_entropy([1; 16]);
    let new = NewPlayer { id: host.as_str().into(), name: "A".into(), token: [1; 32], opening: 0, at_ms: 0 };
    storing::write(|done| app.store.create_player(new, done)).await.unwrap();
    let (_, mail) = app.tables.open(app, GameName::Kniffel, host.clone(), None).await.unwrap();
    (host, mail)
}

/// Whoever was on the way to a table when the server stopped is told to come back, and does not wait for an answer: at a table of this node's, and
/// at the stand-in of another's.
#[tokio::test]
async fn whoever_comes_when_the_server_stops_is_turned_away() {
    let (own, _) = node("own");
    let (host, mail) = opened(&own).await;
    let relay = super::relay(Arc::clone(&own), own.nodes.get().unwrap(), table(), "owner".into());
    for (conn, mail) in [(7, mail), (8, relay)] {
        let (outbox, (done, stopped)) = (Outbox::new(own.config.sockets.outbox), oneshot::channel());
        // On its one thread whoever reads it learns of both at once.
        mail.try_send(Mail::Stop { done }).unwrap();
        mail.try_send(comes(conn, host.clone(), &outbox)).unwrap();
        stopped.await.unwrap();
        assert_eq!(outbox.closed(), Some(Close::Rejoin), "{conn}");
    }
}

/// When people are told that their server stops, their table can be had elsewhere already: they come back faster than anything is written.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_is_given_up_before_people_are_told_to_come_back() {
    let (own, _) = node("own");
    let (host, mail) = opened(&own).await;
    let outbox = Outbox::new(own.config.sockets.outbox);
    mail.send(comes(7, host, &outbox)).await.unwrap();
    outbox.news().await;
    let gate = stall(&own);
    let (done, stopped) = oneshot::channel();
    mail.send(Mail::Stop { done }).await.unwrap();
    // The row of the table is written, and then nothing more.
    writes(&own, 1).await;
    let (second, reached) = stall_later(&own);
    drop(gate);
    tokio::task::spawn_blocking(move || reached.recv()).await.unwrap().unwrap();
    writes(&own, 1).await;
    assert_eq!(outbox.closed(), None, "the table is not given up yet");
    drop(second);
    stopped.await.unwrap();
    assert_eq!(outbox.closed(), Some(Close::Stopping));
}

/// Whatever is written to a node in the name of another, it lives, and a third one is answered as before.
#[tokio::test]
async fn letters_that_nobody_would_write_disturb_nobody() {
    let (owner, bus) = node("owner");
    let nodes = owner.nodes.get().unwrap();
    let mut line = Line::new("other", 0, PATIENCE);
    for round in 0..20 {
        for seed in 0..500 {
            let letter = probes::letter_bytes(&mut Input::drawn(Dice::new(round * 500 + seed)));
            nodes.receive(&owner, &letter);
        }
        let question = Question::Close { table: table().to_string() };
        let asked = line.write(Content::Ask { number: 1_000 + round, question }, 0);
        nodes.receive(&owner, &asked.to_bytes());
        let begun = std::time::Instant::now();
        let answer = Content::Answer { number: 1_000 + round, reply: Reply::NotHere };
        while !bus.0.lock().unwrap().iter().any(|letter| letter.content == answer) {
            assert!(begun.elapsed().as_secs() < 30, "no answer in round {round}");
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        bus.0.lock().unwrap().clear();
        nodes.tick();
    }
}

/// Where two versions run side by side, each says once who it is, pages are let go of once, and the other's tables are waited for; nobody
/// is passed on to a node that does not understand.
#[tokio::test]
async fn a_node_of_another_version_is_out_of_reach() {
    let (own, bus) = node("old#1");
    let nodes = own.nodes.get().unwrap();
    let outbox = Outbox::new(own.config.sockets.outbox);
    assert_eq!(nodes.reach("new#2"), Reach::Reachable, "nobody knows yet");
    nodes.join("new#2", &table(), 7, outbox.clone(), join(7));
    bus.0.lock().unwrap().clear();
    for n in 1..4 {
        let letter = serde_json::json!({ "v": LETTERS + 1, "from": "new#2", "n": n, "what": "else" });
        nodes.receive(&own, letter.to_string().as_bytes());
    }
    assert_eq!(outbox.closed(), Some(Close::Rejoin));
    assert_eq!(nodes.reach("new#2"), Reach::OutOfReach);
    assert_eq!(nodes.reach("old#3"), Reach::Reachable);
    assert_eq!(*bus.0.lock().unwrap(), [Letter::introducing("old#1")], "said once");
    nodes.tick();
    assert_eq!(bus.0.lock().unwrap().len(), 1, "and no pulse follows");
    assert_eq!(nodes.reach("new#2"), Reach::OutOfReach);
}
