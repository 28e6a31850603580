//! Worlds: the log of a table on a server of its own, with everybody back at the table.
//!
//! A *story* is a table's log up to some entry, with the people who were there. Since a server makes a table again from nothing but
//! its log, a log in which something else was drawn is another world: one that could have been.

use std::sync::mpsc;

use fair::commit::{seat_commitment, server_commitment};
use fair::{Context, Hash, Secret};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use store::{
    Account, Append, Commit, Epoch, NewEntry, NewPlayer, Sitting, Store, TableRow, TableWrite, Transfer,
};
use table::{Limits, Played, Table};

use crate::host::{Host, hasty};
use crate::whole_games::Party;
use pages::Page;

/// A table's log, and who was there.
#[derive(Clone)]
pub(crate) struct Story {
    pub(crate) table: String,
    /// Id and token of everybody, seated or not.
    people: Vec<(String, String)>,
    row: TableRow,
    /// The entries, each with its time.
    pub(crate) log: Vec<(i64, Value)>,
}

/// A server, and everybody's page.
pub(crate) struct World {
    pub(crate) host: Host,
    pub(crate) pages: Vec<Page>,
}

impl Story {
    /// What happened at a party.
    pub(crate) fn of(party: &Party) -> Self {
        let id = store::TableId::from(party.table.as_str());
        let entries = party.host.store.entries(&id, 1, 100_000).unwrap();
        let log = entries.iter().map(|e| (e.at_ms, serde_json::from_slice(&e.body).unwrap())).collect();
        let row = party.host.store.table(&id).unwrap().unwrap().row;
        Self { table: party.table.clone(), people: party.people.clone(), row, log }
    }

    /// The same, but only so many entries of it.
    pub(crate) fn up_to(&self, entries: usize) -> Self {
        Self { log: self.log[..entries].to_vec(), ..self.clone() }
    }

    /// Whether it could have been, and is still going on.
    pub(crate) fn could_be<G: Played>(&self) -> bool {
        let entries =
            self.log.iter().map(|(at, entry)| (*at, serde_json::from_value(entry.clone()).unwrap()));
        let restored = Table::<G>::restore(self.table.parse().unwrap(), Limits::default(), entries, 0);
        restored.is_ok_and(|table| table.game().is_some_and(|playing| playing.game.ended().is_none()))
    }

    /// The same with another seed of the server, and the commitments that go with it. What was drawn stays as it is.
    pub(crate) fn with_seed<G: Played>(&self, seed: [u8; 32]) -> Self {
        let mut story = self.clone();
        let given: Vec<Value> = self.entries("seat_revealed").cloned().collect();
        let number = self.entries("seed_chosen").next().unwrap()["number"].as_u64().unwrap();
        let context = Context::new(&self.table, number.try_into().unwrap()).unwrap();
        let server = server_commitment(G::KIND, &context, &Secret::from(seed));
        for (_, entry) in &mut story.log {
            match entry["kind"].as_str().unwrap() {
                "seed_chosen" => entry["seed"] = Hash(seed).to_hex().into(),
                "seat_committed" => {
                    // Whoever has not revealed has committed to nobody knows what.
                    let Some(given) = given.iter().find(|given| given["seat"] == entry["seat"]) else {
                        continue;
                    };
                    let secret = Secret::from_hex(given["seed"].as_str().unwrap()).unwrap();
                    let seat = game::Seat(entry["seat"].as_u64().unwrap().try_into().unwrap());
                    entry["commitment"] = seat_commitment(&context, &server, seat, &secret).to_hex().into();
                }
                _ => {}
            }
        }
        story
    }

    /// All entries of a kind.
    pub(crate) fn entries(&self, kind: &str) -> impl Iterator<Item = &Value> {
        self.log.iter().map(|(_, entry)| entry).filter(move |entry| entry["kind"] == kind)
    }

    /// Who had which seat when the game began.
    fn sittings(&self) -> Vec<Sitting> {
        let sat: Vec<&Value> = self.entries("sat").collect();
        let order = self.entries("started").next().unwrap()["order"].as_array().unwrap();
        let player = |chair: &Value| sat[usize::try_from(chair.as_u64().unwrap()).unwrap()]["player"].clone();
        (0..)
            .zip(order)
            .map(|(seat, chair)| Sitting { player: player(chair).as_str().unwrap().into(), seat })
            .collect()
    }

    /// A server with this table, and everybody back at it.
    pub(crate) async fn world(&self) -> World {
        // Who is shown several moves in one piece depends on the time, which is not the same in two worlds.
        let mut config = hasty();
        config.sockets.together = std::time::Duration::ZERO;
        let host = Host::filled(config, |store| self.fill(store)).await;
        let mut pages = Vec::new();
        for who in &self.people {
            let mut page = Page::open(host.address, who).await;
            page.does(json!({ "type": "join_table", "tableId": self.table, "id": "join" })).await;
            pages.push(page);
        }
        let mut world = World { host, pages };
        world.catch_up().await;
        world
    }

    fn fill(&self, store: &dyn Store) {
        let (_, first) = &self.log[0];
        for (id, token) in &self.people {
            let player = NewPlayer {
                id: id.as_str().into(),
                name: "Somebody".into(),
                token: Sha256::digest(token).into(),
                opening: 1_000,
                at_ms: self.log[0].0,
            };
            wait(|done| store.create_player(player, done));
        }
        assert_eq!(first["kind"], "opened");
        let table = store::TableId::from(self.table.as_str());
        let entries = self.log.iter().map(|(at_ms, entry)| NewEntry {
            at_ms: *at_ms,
            kind: entry["kind"].as_str().unwrap().to_owned().into(),
            body: serde_json::to_vec(entry).unwrap(),
            command: None,
        });
        let mut write = TableWrite::new(table.clone(), Epoch::FIRST);
        write.append = Some(Append { expected_head: 0, entries: entries.collect() });
        write.row = Some(self.row.clone());
        write.seats = Some(self.sittings());
        // What the players brought to a table with chips; nothing is paid out in these tests.
        let to = Account::Table(table);
        let chips = Transfer { from: Account::House, to, amount: 10_000, reason: "buy_in".into() };
        let commit = Commit { table: Some(write), transfers: vec![chips], ..Commit::default() };
        wait(|done| store.submit(commit, done));
    }
}

/// Writes something, and waits until it is durable.
fn wait<T: Send + 'static>(write: impl FnOnce(store::Done<T>)) -> T {
    let (done, written) = mpsc::channel();
    write(Box::new(move |result| done.send(result).unwrap()));
    written.recv().unwrap().unwrap()
}

impl World {
    /// Everybody hears all that there is to hear, and gets the whole view once more.
    pub(crate) async fn catch_up(&mut self) {
        for page in &mut self.pages {
            page.catch_up().await;
        }
    }

    /// Somebody asks for something; then everybody hears what came of it. The answer's type.
    pub(crate) async fn ask(&mut self, who: usize, message: &Value) -> String {
        let answer = self.pages[who].ask(message.clone()).await;
        self.catch_up().await;
        answer["type"].as_str().unwrap().to_owned()
    }

    /// All that somebody was sent, byte for byte, but for what follows the names of these fields; and what the server answers to
    /// all questions about the table.
    pub(crate) async fn seen(&self, who: usize, story: &Story, free: &[&str]) -> Vec<String> {
        let headers = [("Authorization", format!("Bearer {}", story.people[who].1))];
        let table = &story.table;
        let mut seen = self.pages[who].frames.clone();
        for path in
            ["/api/tables".to_owned(), format!("/api/tables/{table}"), format!("/api/tables/{table}/replay")]
        {
            let (status, _, body) = pages::raw(self.host.address, "GET", &path, &headers, "").await;
            seen.push(format!("{path} {status} {body}"));
        }
        seen.iter().map(|text| free.iter().fold(text.clone(), |text, field| without(&text, field))).collect()
    }
}

/// A text without the numbers or texts of a field.
fn without(text: &str, field: &str) -> String {
    let name = format!("\"{field}\":");
    let mut parts = text.split(&name);
    let mut rest = parts.next().unwrap().to_owned();
    for part in parts {
        let value = |byte: char| byte.is_ascii_alphanumeric() || matches!(byte, '"' | '-');
        rest.push_str(&name);
        rest.push_str(part.trim_start_matches(value));
    }
    rest
}
