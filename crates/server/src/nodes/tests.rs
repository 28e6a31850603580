//! Other nodes that say too much, or what nobody would say.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use bots::Dice;
use cluster::{Content, Letter, Line, Patience, Question, Reply};
use probes::Input;
use protocol::table::TableId;
use store::{SqliteStore, Store};

use super::{Bus, Nodes, SAID};
use crate::app::App;
use crate::clock::Clock;
use crate::config::Config;
use crate::outbox::{Close, Outbox};

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
