//! Nodes with a database and a bus of their own.

use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use nats_bus::testing::NatsServer;
use pages::Page;
use postgres_store::testing::{Place, Visitor};
use serde_json::{Value, json};

use crate::served::{Folder, Served, World, serve};

/// How often nodes say that they are there, as set below.
pub(crate) const RENEWAL: Duration = Duration::from_millis(600);

/// Times that are short, so that tests are too, and that a busy machine keeps.
const SHORT: [&str; 5] = [
    "cluster.lease=3",
    "cluster.renewal=0.6",
    "cluster.pulse=0.2",
    "cluster.silence=1.5",
    "cluster.cut_off=2",
];

/// Nodes that share their tables.
pub(crate) struct Company {
    place: Place,
    folder: Folder,
    /// Ends with this.
    _bus: NatsServer,
    pub(crate) bus_address: String,
    pub(crate) nodes: Vec<Served>,
}

impl Company {
    /// So many nodes; `None`, if the machine lacks what they need and that is no failure here.
    pub(crate) fn gather(name: &str, count: usize) -> Option<Self> {
        Self::gather_in(name, count, &World::default())
    }

    /// The same in a world of one's own choice.
    pub(crate) fn gather_in(name: &str, count: usize, world: &World) -> Option<Self> {
        let place = Place::new()?;
        let bus = NatsServer::start(&[])?;
        let folder = Folder::new(&format!("cluster-{name}"));
        let bus_address = bus.url();
        let mut company = Self { place, folder, _bus: bus, bus_address, nodes: Vec::new() };
        for n in 0..count {
            let node = company.start_in(&format!("node{n}"), &company.bus_address, world);
            company.nodes.push(node);
        }
        Some(company)
    }

    /// What the nodes call their schema, and the beginning of all subjects.
    pub(crate) fn space(&self) -> String {
        self.place.settings("somebody").schema
    }

    /// A node of this name.
    pub(crate) fn start(&self, name: &str) -> Served {
        self.start_on(name, &self.bus_address)
    }

    /// The same, with a way of its own to the bus.
    pub(crate) fn start_on(&self, name: &str, bus: &str) -> Served {
        self.start_in(name, bus, &World::default())
    }

    /// The same, with a way of its own to the database.
    pub(crate) fn start_with(&self, name: &str, database: &str) -> Served {
        self.start_between(name, database, &self.bus_address, &World::default())
    }

    /// The socket of the database; `None`, if it has none and that is no failure here.
    pub(crate) fn socket(&self) -> Option<PathBuf> {
        self.place.socket()
    }

    fn start_in(&self, name: &str, bus: &str, world: &World) -> Served {
        self.start_between(name, &self.place.settings(name).url, bus, world)
    }

    /// One more of a name that there is already, on another machine.
    pub(crate) fn start_twin(&self, name: &str) -> Served {
        let ways = (&*self.place.settings(name).url, &*self.bus_address);
        self.start_at(&format!("twin-of-{name}"), name, ways, &World::default())
    }

    fn start_between(&self, name: &str, database: &str, bus: &str, world: &World) -> Served {
        self.start_at(name, name, (database, bus), world)
    }

    fn start_at(&self, folder: &str, name: &str, (database, bus): (&str, &str), world: &World) -> Served {
        let wanted = self.settings(name, database, bus);
        let wanted: Vec<&str> = wanted.iter().map(String::as_str).chain(SHORT).collect();
        Served::start_in(&self.folder.join(folder), &wanted, world)
    }

    /// The same, not started yet, and with settings that come last.
    pub(crate) fn prepare(&self, name: &str, ways: (&str, &str), more: &[&str], world: &World) -> Command {
        let wanted = self.settings(name, ways.0, ways.1);
        let wanted: Vec<&str> =
            wanted.iter().map(String::as_str).chain(SHORT).chain(more.iter().copied()).collect();
        serve(&self.folder.join(name), &wanted, world)
    }

    /// Where the database is.
    pub(crate) fn database(&self) -> String {
        self.place.settings("somebody").url
    }

    /// A connection to the database beside those of the nodes.
    pub(crate) fn visit(&self) -> Visitor {
        self.place.visit()
    }

    /// A file in a folder that goes with the company.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        std::fs::create_dir_all(&self.folder.0).unwrap();
        self.folder.join(name)
    }

    fn settings(&self, name: &str, database: &str, bus: &str) -> [String; 5] {
        [
            format!("cluster.database={database}"),
            format!("cluster.bus={bus}"),
            format!("cluster.node={name}"),
            format!("cluster.name={}", self.space()),
            "tables.grace=600".to_owned(),
        ]
    }

    /// Somebody's page at a table, through one of the nodes.
    pub(crate) async fn page(&self, node: usize, who: &(String, String), table: &str) -> Page {
        Page::at(self.nodes[node].address, who, table).await
    }

    /// People at a new table of Kniffel that the first node opens, each with a page at a node of their own; the game has begun.
    pub(crate) async fn party(&self, names: &[&str]) -> Party {
        self.hurried_party(names, 0).await
    }

    /// The same with so many seconds for each turn.
    pub(crate) async fn hurried_party(&self, names: &[&str], turn_seconds: u32) -> Party {
        let mut people = Vec::new();
        for (n, name) in names.iter().enumerate() {
            people.push(self.nodes[n % self.nodes.len()].guest(name).await);
        }
        let options = json!({ "pace": "instant", "stake": 10, "turnSeconds": turn_seconds, "public": true });
        let table = self.nodes[0].table(&people[0], &json!({ "game": "kniffel", "options": options })).await;
        let mut pages = Vec::new();
        for (n, who) in people.iter().enumerate() {
            let mut page = self.page(n % self.nodes.len(), who, &table).await;
            page.does(json!({ "type": "sit" })).await;
            pages.push(page);
        }
        for page in &mut pages {
            page.does(json!({ "type": "toggle_ready" })).await;
        }
        crate::served::begun(&mut pages).await;
        Party { people, table, pages }
    }

    pub(crate) fn signal(&self, node: usize, name: &str) {
        signal(self.nodes[node].process(), name);
    }
}

pub(crate) fn signal(process: u32, name: &str) {
    assert!(Command::new("kill").args([name, &process.to_string()]).status().unwrap().success());
}

/// People at a table.
pub(crate) struct Party {
    pub(crate) people: Vec<(String, String)>,
    pub(crate) table: String,
    pub(crate) pages: Vec<Page>,
}

impl Party {
    /// Whose turn it is, after everybody has looked.
    pub(crate) async fn turn(&mut self) -> usize {
        for page in &mut self.pages {
            page.catch_up().await;
        }
        self.pages.iter().position(|page| page.view.get("legal").is_some()).expect("it is somebody's turn")
    }

    /// Whoever's turn it is makes a move; the answer.
    pub(crate) async fn moves(&mut self) -> Value {
        let turn = self.turn().await;
        let message = pages::choose(&self.pages[turn], &mut bots::Dice::new(1)).unwrap();
        self.pages[turn].does(message).await
    }
}

/// Comes to a table as a page does that was told to come back: again and again, until somebody lets it in.
pub(crate) async fn back(nodes: &[&Served], who: &(String, String), table: &str) -> Page {
    let begun = Instant::now();
    loop {
        for node in nodes {
            let Ok(mut page) = Page::try_open(node.address, &who.0, &who.1, None).await else { continue };
            page.send(&json!({ "type": "join_table", "tableId": table, "id": "back" })).await;
            // It may be let go of once more: whoever served the table does not any longer, and nobody does yet.
            while let Some(told) = page.hear().await {
                if told["id"] != "back" {
                    continue;
                }
                if told["type"] == "ack" {
                    return page;
                }
                assert_eq!(told["code"], "unavailable", "{told}");
                break;
            }
        }
        assert!(begun.elapsed() < Duration::from_mins(1), "nobody lets {} in", who.0);
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}
