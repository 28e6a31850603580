//! The secrets of a whole game of Catan are looked for everywhere the server speaks: in all frames of all pages, in its answers
//! over HTTP, in its counters, and in its log at the most talkative level.
//!
//! The test reads the secrets from the store, so it knows what to look for from the first moment on.

use std::time::Duration;

use fair::{Context, Deck, Fair, Hash, Secret};
use futures_util::future::join_all;
use pages::{Page, Part};
use serde_json::{Value, json};

use crate::host::{Host, hasty};
use crate::logs;
use crate::whole_games::Party;
use crate::worlds::Story;

const GIVEN: [u8; 32] = [0x9d; 32];
const WITHHELD: [u8; 32] = [0x3b; 32];

/// A secret, in all spellings in which it could slip out.
struct Needle(&'static str, Vec<String>);

impl Needle {
    fn new(name: &'static str, bytes: &[u8; 32]) -> Self {
        let hex = Hash(*bytes).to_hex();
        let debug = format!("{bytes:?}");
        let compact = serde_json::to_string(bytes).unwrap();
        Self(name, vec![hex.to_uppercase(), hex, debug, compact])
    }

    fn is_in(&self, text: &str) -> bool {
        self.1.iter().any(|spelling| text.contains(spelling))
    }
}

/// Says so if any of these is in there.
#[track_caller]
fn search<'a>(needles: &[Needle], texts: impl IntoIterator<Item = &'a String>) {
    for text in texts {
        for needle in needles {
            assert!(!needle.is_in(text), "{} is in {text}", needle.0);
        }
    }
}

/// What the server says over HTTP about this table, to everybody who asks.
async fn answers(party: &Party) -> Vec<String> {
    let table = &party.table;
    let mut answers = Vec::new();
    for (_, token) in &party.people {
        for path in [
            "/api/tables".to_owned(),
            format!("/api/tables/{table}"),
            format!("/api/tables/{table}/replay"),
            "/metrics".to_owned(),
        ] {
            let headers = [("Authorization", format!("Bearer {token}"))];
            let (status, head, body) = pages::raw(party.host.address, "GET", &path, &headers, "").await;
            assert!(status == 200 || status == 404, "{path}: {status}");
            answers.extend([head, body]);
        }
    }
    answers
}

/// All frames that came before the end of the game.
fn frames(page: &Page) -> impl Iterator<Item = &String> {
    page.frames
        .iter()
        .zip(&page.told)
        .take_while(|(_, told)| told["type"] != "game_ended")
        .map(|(text, _)| text)
}

/// The frames of everybody, and all answers over HTTP.
async fn everything(party: &Party) -> Vec<String> {
    let frames = party.pages.iter().flat_map(|page| frames(page).cloned());
    frames.chain(answers(party).await).collect()
}

async fn all_hear(party: &mut Party, kind: &str) {
    join_all(party.pages.iter_mut().map(|page| page.hear_until(kind, |page| page.heard(kind)))).await;
}

/// The salts of the deck: each is for the one who has bought the card, if that is a person.
fn check_salts(party: &Party, deck: &Deck) {
    let mut proofs = 0;
    for index in 0..25 {
        let salt = Needle::new("the salt of a card", &deck.proof(index).unwrap().salt);
        let knows = |page: &&Page| frames(page).any(|text| salt.is_in(text));
        let knowing: Vec<&Page> = party.pages.iter().filter(knows).collect();
        assert!(knowing.len() <= 1, "card {index} is proved to several");
        for page in knowing {
            let told = page.told.iter().find(|told| salt.is_in(&told.to_string())).unwrap();
            assert_eq!((&told["type"], &told["proof"]["index"]), (&json!("card_proof"), &json!(index)));
            proofs += 1;
        }
    }
    let bought = |page: &Page| {
        let seat = page.seat();
        let own = |told: &&Value| told["type"] == "dev_card_bought" && told["seat"].as_u64() == seat;
        page.told.iter().filter(own).count()
    };
    let bought: usize = party.pages.iter().filter(|page| page.seat().is_some()).map(bought).sum();
    assert_eq!(proofs, bought, "each card that a person has bought is proved to that person");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_secret_is_in_any_frame_answer_counter_or_log_line() {
    logs::listen();
    tracing::trace!(heard = "so that we know that all is heard");
    let mut config = hasty();
    (config.tables.commit, config.tables.reveal) = (Duration::from_mins(10), Duration::from_mins(10));
    let options = json!({ "pace": "instant", "public": true, "start": { "rules": { "pointsToWin": 6 } } });
    let mut party = Party::at(Host::with(config).await, 4, "catan", options).await;
    let watcher = party.pages.pop().unwrap();
    party.pages[0].part = Some(Part::Gives(GIVEN));
    party.pages[1].part = Some(Part::Withholds(WITHHELD));
    party.sit(&["greedy"]).await;
    party.pages.push(watcher);
    all_hear(&mut party, "seed_request").await;

    // The third one does not commit: all others wait, and nobody's seed is known.
    let server =
        Story::of(&party).entries("seed_chosen").next().unwrap()["seed"].as_str().unwrap().to_owned();
    let server = Secret::from_hex(&server).unwrap();
    let mut needles = vec![
        Needle::new("the server's seed", server.bytes()),
        Needle::new("a withheld seed", &WITHHELD),
        Needle::new("a seed before its time", &GIVEN),
    ];
    search(&needles, &everything(&party).await);
    party.host.clock.advance(Duration::from_mins(10));
    all_hear(&mut party, "seeds_committed").await;
    // It was revealed to the server, but not yet by it: the second one could still do so, too.
    let again = json!({ "type": "reveal_seed", "seed": Hash(GIVEN).to_hex() });
    assert_eq!(party.pages[0].refused(again).await, "seed_already_revealed");
    search(&needles, &everything(&party).await);
    party.host.clock.advance(Duration::from_mins(10));
    all_hear(&mut party, "seeds_revealed").await;
    all_hear(&mut party, "view").await;
    // From here on everybody may know it.
    let public = needles.pop().unwrap();
    assert!(everything(&party).await.iter().any(|text| public.is_in(text)), "the search finds what is there");

    let context = Context::new(&party.table, 1).unwrap();
    let seats = [Secret::from(GIVEN), Secret::ZERO, Secret::ZERO, Secret::ZERO];
    let seed = fair::game_seed(&context, &server, &seats);
    let deck = Deck::new(&Fair::new(&seed), [14, 5, 2, 2, 2]);
    needles.push(Needle::new("the seed of the game", &Hash::from_hex(&seed.to_hex()).unwrap().0));
    let salts = (0..25).map(|index| Needle::new("the salt of a card", &deck.proof(index).unwrap().salt));
    let salts: Vec<Needle> = salts.collect();
    for moves in [30, 100, 100_000] {
        party.play(moves).await;
        let texts: Vec<String> = party.pages.iter().flat_map(|page| frames(page).cloned()).collect();
        search(&needles, &texts);
        if party.pages[0].phase() == "playing" {
            let answers = answers(&party).await;
            search(&needles, &answers);
            search(&salts, &answers);
        }
    }
    check_salts(&party, &deck);

    // The game is over, and the file has all of it: the search would have found it.
    let file = answers(&party).await;
    assert!(
        needles
            .iter()
            .filter(|needle| needle.0 == "the server's seed")
            .all(|n| file.iter().any(|t| n.is_in(t)))
    );
    // The log never has any of it, nor what people are known by.
    let log = [logs::lines()];
    assert!(log[0].contains("so that we know that all is heard"));
    search(&needles, &log);
    search(&salts, &log);
    search(&[public], &log);
    assert!(party.people.iter().all(|(_, token)| !log[0].contains(token)), "a token is in the log");
    for card in ["knight", "monopoly", "victory_point", "wheat", "brick"] {
        assert!(!log[0].contains(card), "a card is in the log: {card}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_password_is_in_any_log_line() {
    logs::listen();
    tracing::trace!(heard = "so that we know that all is heard");
    let mut config = hasty();
    config.password = Some(serde_json::from_value(json!("open-sesame-77")).unwrap());
    let host = Host::with(config).await;
    for (password, expected) in [("open-sesame-77", 201), ("shut-sesame-78", 403)] {
        let body = json!({ "name": "Ada", "password": password });
        let (status, _) = pages::request(host.address, "POST", "/api/guests", None, Some(&body)).await;
        assert_eq!(status, expected, "{password}");
    }
    let log = logs::lines();
    assert!(log.contains("so that we know that all is heard"));
    assert!(!log.contains("sesame-7"), "a password is in the log");
}
