//! Pages of other nodes that say too much, and nodes of another version.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use cluster::{Content, LETTERS, Letter, Line, Patience, Reach};
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
