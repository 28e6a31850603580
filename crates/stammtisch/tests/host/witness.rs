//! People who play and remember: what they asked for, what they were answered, and what they were told.
//!
//! A *witness* knows nothing of the server but its socket. What it remembers, beside the database file, is all that the checker
//! goes by.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use bots::Dice;
use game::Luck;
use load::history::{self, Noted};
use pages::Page;
use serde_json::{Value, json};

use crate::served::Served;

/// Messages with an event's number that tell of the table, or sum up; all others tell what happened in the game.
const NOT_OF_THE_GAME: [&str; 15] = [
    "ack",
    "card_proof",
    "countdown",
    "game_ended",
    "game_started",
    "paused",
    "resumed",
    "seed_request",
    "seeds_committed",
    "seeds_revealed",
    "spin_proof",
    "table_closed",
    "table_state",
    "view",
    "view_patch",
];

/// A person at a table, with what they know for certain.
#[derive(Clone, Debug)]
pub(crate) struct Witness {
    /// Id and token.
    pub(crate) who: (String, String),
    /// The table.
    pub(crate) table: String,
    luck: Dice,
    /// Everything that was asked for, by id.
    sent: BTreeMap<String, Value>,
    /// The command that waits for its answer, also across a restart.
    open: Option<String>,
    /// The greeting is not over.
    joining: bool,
    /// All that was asked for, answered, heard and seen, in order.
    pub(crate) notes: Vec<Noted>,
}

impl Witness {
    fn new(who: (String, String), table: String, luck: Dice) -> Self {
        let notes = vec![Noted::Sits { table: table.clone(), player: who.0.clone() }];
        Self { who, table, luck, sent: BTreeMap::new(), open: None, joining: false, notes }
    }

    /// Plays until the server is gone.
    pub(crate) async fn play(&mut self, address: SocketAddr) {
        let Ok(mut page) = Page::try_open(address, &self.who.0, &self.who.1, None).await else { return };
        page.send(&json!({ "type": "join_table", "tableId": self.table, "id": "join" })).await;
        self.joining = true;
        self.notes.push(Noted::Joining { after: 0 });
        while let Some(told) = page.hear().await {
            let joined = told["type"] == "ack" && told["id"] == "join";
            if joined {
                self.joining = false;
                self.notes.push(Noted::Joined { seq: told["seq"].as_u64().unwrap() });
            }
            self.note(&told, &page);
            if joined && let Some(open) = &self.open {
                // The answer was lost, or the command was: the server knows which.
                page.send(&self.sent[open]).await;
            }
            if self.open.is_none()
                && let Some(wish) = self.wish(&page)
            {
                page.send(&wish).await;
            }
        }
    }

    /// What to do next.
    fn wish(&mut self, page: &Page) -> Option<Value> {
        let mut wish = match page.phase() {
            "playing" => {
                // Bets are the moves of roulette: whoever may turn the wheel does so seldom.
                let spins = self.luck.below(20) == 0;
                pages::choose_among(page, &mut self.luck, |kind| kind != "spin" || spins)?
            }
            "over" if !asked_again(page) => json!({ "type": "request_rematch" }),
            "lobby" if !is_ready(page) => json!({ "type": "toggle_ready" }),
            _ => return None,
        };
        let id = format!("c{}", self.sent.len());
        wish["id"] = id.clone().into();
        self.sent.insert(id.clone(), wish.clone());
        self.notes.push(Noted::Asked { id: id.clone(), says: wish.clone() });
        self.open = Some(id);
        Some(wish)
    }

    fn note(&mut self, told: &Value, page: &Page) {
        let kind = told["type"].as_str().unwrap();
        let seq = told["seq"].as_u64();
        if matches!(kind, "ack" | "rejected" | "invalid_placement")
            && self.open.as_deref() == told["id"].as_str()
            && let Some(id) = self.open.take()
        {
            let code = || told["code"].as_str().unwrap().to_owned();
            let answer = seq.filter(|_| kind == "ack");
            self.notes.push(match answer {
                Some(seq) => Noted::Acked { id, seq },
                None => Noted::Refused { id, code: code() },
            });
        }
        let Some(seq) = seq else { return };
        match kind {
            "game_started" if !self.joining => self.notes.push(Noted::Began { seq }),
            "view" | "view_patch" => {
                self.notes.push(Noted::Shown { seq, view: history::view_digest(&page.view) });
            }
            kind if !NOT_OF_THE_GAME.contains(&kind) => {
                self.notes.push(Noted::Heard { seq, event: history::event(told.clone()) });
            }
            _ => {}
        }
    }
}

/// Whether this page's player has said to want another game.
fn asked_again(page: &Page) -> bool {
    page.table["rematch"].as_array().is_some_and(|all| all.iter().any(|who| *who == page.player.as_str()))
}

/// Whether this page's player has said to be ready.
fn is_ready(page: &Page) -> bool {
    let players = page.table["players"].as_array();
    players.is_some_and(|all| all.iter().any(|p| p["playerId"] == page.player.as_str() && p["ready"] == true))
}

/// Tables of all three games with two to four people each, some with a bot beside them; all games have begun.
pub(crate) async fn gather(served: &Served, tables: usize) -> Vec<Witness> {
    let mut parties = Vec::new();
    for n in 0..tables {
        parties.push(party(served, n));
    }
    futures_util::future::join_all(parties).await.into_iter().flatten().collect()
}

async fn party(served: &Served, n: usize) -> Vec<Witness> {
    let (game, bot) = [("kniffel", "novice"), ("catan", "greedy"), ("roulette", "")][n % 3];
    let people = 2 + n / 3 % 3;
    let stake = u32::from(game != "roulette");
    let mut options = json!({ "pace": "instant", "stake": stake, "turnSeconds": 5 });
    if game == "roulette" {
        options["start"] = json!({ "chips": 200, "rules": { "isManualSpin": false, "spinTimerSec": 5 } });
    }
    let mut who = Vec::new();
    for person in 0..people {
        who.push(served.guest(&format!("Person {n} {person}")).await);
    }
    let table = served.table(&who[0], &json!({ "game": game, "options": options })).await;
    let mut pages = Vec::new();
    for person in &who {
        let mut page = Page::at(served.address, person, &table).await;
        page.does(json!({ "type": "sit" })).await;
        pages.push(page);
    }
    if people < 4 && !bot.is_empty() {
        pages[0].does(json!({ "type": "add_bot", "bot": bot })).await;
    }
    for page in &mut pages {
        page.does(json!({ "type": "toggle_ready" })).await;
    }
    crate::served::begun(&mut pages).await;
    let dice = |person: usize| Dice::new((n * 10 + person) as u64);
    who.into_iter().enumerate().map(|(person, who)| Witness::new(who, table.clone(), dice(person))).collect()
}
