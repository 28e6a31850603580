//! Whole games of all three over real sockets: scripts as people, bots beside them.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use bots::Dice;
use serde_json::{Value, json};

use crate::host::Host;
use pages::Page;

/// People at a table, all with open pages.
pub(crate) struct Party {
    pub(crate) host: Host,
    pub(crate) table: String,
    pub(crate) people: Vec<(String, String)>,
    pub(crate) pages: Vec<Page>,
}

impl Party {
    /// `n` people at a new table; they have not sat down.
    pub(crate) async fn gather(n: usize, game: &str, options: Value) -> Self {
        Self::at(Host::start().await, n, game, options).await
    }

    pub(crate) async fn at(host: Host, n: usize, game: &str, options: Value) -> Self {
        let mut people = Vec::new();
        for i in 0..n {
            people.push(host.guest(&format!("Person {i}")).await);
        }
        let table = host.table(&people[0].1, &json!({ "game": game, "options": options })).await;
        let mut pages = Vec::new();
        for who in &people {
            pages.push(Page::at(host.address, who, &table).await);
        }
        Self { host, table, people, pages }
    }

    /// All sit down with bots beside them and say that they are ready; returns when the game has begun for all.
    pub(crate) async fn begin(&mut self, bots: &[&str]) {
        self.sit(bots).await;
        let playing = |page: &Page| page.phase() == "playing" && page.view.is_object();
        // All at a time, since those who give seeds have to answer.
        let begins = self.pages.iter_mut().map(|page| page.hear_until("the beginning", playing));
        futures_util::future::join_all(begins).await;
    }

    /// All sit down with bots beside them and say that they are ready.
    pub(crate) async fn sit(&mut self, bots: &[&str]) {
        for page in &mut self.pages {
            page.does(json!({ "type": "sit" })).await;
        }
        for bot in bots {
            self.pages[0].does(json!({ "type": "add_bot", "bot": bot })).await;
        }
        for page in &mut self.pages {
            page.does(json!({ "type": "toggle_ready" })).await;
        }
    }

    /// Every page plays by its script until the game is over, or until so many moves were made in all.
    pub(crate) async fn play(&mut self, most: usize) -> usize {
        self.play_with(most, |_| true).await
    }

    /// The same, with moves of kinds that will do.
    pub(crate) async fn play_with(&mut self, most: usize, will_do: fn(&str) -> bool) -> usize {
        let moves = &AtomicUsize::new(0);
        let plays = self.pages.iter_mut().enumerate().map(|(i, page)| async move {
            let mut luck = Dice::new(i as u64 + 1);
            while page.phase() == "playing" && moves.load(Ordering::Relaxed) < most {
                if let Some(message) = pages::choose_among(page, &mut luck, will_do) {
                    // What was legal a moment ago may be so no longer: others move too.
                    let answer = page.ask(message).await;
                    moves.fetch_add(usize::from(answer["type"] == "ack"), Ordering::Relaxed);
                } else {
                    // Looks up now and then: the others may have made the last move.
                    let heard = tokio::time::timeout(Duration::from_millis(200), page.hear()).await;
                    assert!(heard.is_err() || heard.is_ok_and(|told| told.is_some()), "the game goes on");
                }
            }
        });
        futures_util::future::join_all(plays).await;
        moves.load(Ordering::Relaxed)
    }
}

fn quick() -> Value {
    json!({ "pace": "instant" })
}

fn has_null(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.iter().any(has_null),
        Value::Object(fields) => fields.values().any(has_null),
        Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

/// What every finished game must have told every page.
pub(crate) fn check_end(party: &Party) {
    for page in &party.pages {
        let ended = page.told.iter().find(|told| told["type"] == "game_ended").expect("the end is told");
        assert_eq!(ended["how"], "finished");
        assert!(!ended["winners"].as_array().unwrap().is_empty());
        let seed = ended["serverSeed"].as_str().unwrap();
        assert_eq!(seed.len(), 64);
        let before: Vec<&Value> = page.told.iter().take_while(|told| told["type"] != "game_ended").collect();
        assert!(before.iter().all(|told| !told.to_string().contains(seed)), "no seed before the end");
        assert!(!has_null(&page.view), "no field of a view is ever null: {}", page.view);
    }
}

/// Whoever looks in later is told the same end, with the time that the game took and not the time since.
async fn check_latecomer(party: &Party) {
    let end = |page: &Page| {
        let mut end =
            page.told.iter().find(|told| told["type"] == "game_ended").expect("the end is told").clone();
        end["seq"] = Value::Null;
        end
    };
    tokio::time::sleep(Duration::from_millis(50)).await;
    let mut late = Page::at(party.host.address, &party.people[0], &party.table).await;
    late.hear_until("the end", |page| page.told.iter().any(|told| told["type"] == "game_ended")).await;
    assert_eq!(end(&late), end(&party.pages[0]));
}

/// The file of the finished game, checked by both verifiers: ours, and the one that knows nothing but docs/fairness.md.
pub(crate) async fn check_file(party: &Party) -> String {
    let path = format!("/api/tables/{}/replay", party.table);
    let headers = [("Authorization", format!("Bearer {}", party.people[0].1))];
    let (status, _, file) = pages::raw(party.host.address, "GET", &path, &headers, "").await;
    assert_eq!(status, 200, "{file}");
    engine::verify::verify(file.as_bytes()).unwrap();
    let name = std::env::temp_dir().join(format!("stammtisch-{}.jsonl", party.table));
    std::fs::write(&name, &file).unwrap();
    let tool = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tools/verify_game.py");
    let checked = std::process::Command::new("python3").arg(tool).arg(&name).output().unwrap();
    std::fs::remove_file(&name).unwrap();
    let said =
        [checked.stdout, checked.stderr].map(|said| String::from_utf8_lossy(&said).into_owned()).concat();
    assert!(checked.status.success(), "{said}");
    file
}

/// Rounds of roulette: everybody bets, the host spins, the clock does the rest.
pub(crate) async fn play_rounds(party: &mut Party, rounds: usize) {
    for round in 1..=rounds {
        for page in &mut party.pages {
            page.does(json!({ "type": "place_bet", "betType": "red", "numbers": [], "amount": 5 })).await;
        }
        party.pages[0].does(json!({ "type": "spin" })).await;
        party.host.clock.advance(Duration::from_secs(7));
        for page in &mut party.pages {
            page.hear_until("the result", |page| {
                page.told.iter().filter(|told| told["type"] == "round_settled").count() >= round
            })
            .await;
        }
        party.host.clock.advance(Duration::from_secs(6));
        for page in &mut party.pages {
            page.hear_until("the next round", |page| page.view["phase"] == "betting").await;
        }
    }
}

/// A roulette table ends when all people agree.
pub(crate) async fn give_up(party: &mut Party) {
    for page in &mut party.pages {
        page.does(json!({ "type": "vote", "topic": "abort", "yes": true })).await;
    }
    for page in &mut party.pages {
        page.hear_until("the end", |page| page.phase() == "over").await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn catan_with_two_people_and_a_bot() {
    let mut party =
        Party::gather(2, "catan", json!({ "pace": "instant", "start": { "rules": { "pointsToWin": 5 } } }))
            .await;
    party.begin(&["greedy"]).await;
    party.play(100_000).await;
    check_end(&party);
    check_file(&party).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn kniffel_with_three_people_and_a_bot() {
    let mut party = Party::gather(3, "kniffel", quick()).await;
    party.begin(&["novice"]).await;
    let moves = party.play(100_000).await;
    assert!(moves >= 3 * 26);
    check_end(&party);
    check_latecomer(&party).await;
    check_file(&party).await;
    // And once more.
    for page in &mut party.pages {
        page.does(json!({ "type": "request_rematch" })).await;
    }
    for page in &mut party.pages {
        page.hear_until("another game", |page| page.started["number"] == 2).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn roulette_with_two_people_and_a_bot() {
    let mut party = Party::gather(2, "roulette", json!({ "pace": "fast" })).await;
    party.begin(&["cautious"]).await;
    play_rounds(&mut party, 5).await;
    let proofs = party.pages[0].told.iter().filter(|told| told["type"] == "spin_proof").count();
    assert_eq!(proofs, 5, "every spin can be checked at once");
    give_up(&mut party).await;
    check_file(&party).await;
    let sum: i64 = {
        use store::{Account, Store};
        let accounts = party.people.iter().map(|(id, _)| Account::Player(id.as_str().into()));
        let accounts = accounts.chain([Account::House, Account::Table(party.table.as_str().into())]);
        accounts.map(|account| party.host.store.balance(&account).unwrap()).sum()
    };
    assert_eq!(sum, 0, "chips are neither made nor lost");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn alone_with_bots_in_one_request() {
    let host = Host::start().await;
    let me = host.guest("Alone").await;
    let options = json!({ "pace": "instant" });
    for (game, bots) in
        [("catan", vec!["greedy", "weighted"]), ("kniffel", vec!["expert"]), ("roulette", vec!["lucky"])]
    {
        let body = json!({ "game": game, "bots": bots, "quick": true, "options": options });
        let table = host.table(&me.1, &body).await;
        let mut page = Page::at(host.address, &me, &table).await;
        page.hear_until("the beginning", |page| page.phase() == "playing" && page.view.is_object()).await;
        assert_eq!(page.table["players"].as_array().unwrap().len(), bots.len() + 1);
    }
}
