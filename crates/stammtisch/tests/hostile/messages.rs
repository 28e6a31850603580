//! Every message with every field missing, wrong, huge, negative, fractional, nested: each gets exactly one answer.

use std::collections::{BTreeMap, BTreeSet};

use pages::Page;
use protocol::ws::session::ID_LENGTH;
use serde_json::{Value, json};

use crate::siege::{Siege, examples};
use crate::spoiled::{giants, poisons, rearranged, replaced};

/// Messages of this type come last: a table that was left or given up takes nothing more.
const LAST: [&str; 3] = ["vote", "give_up_seat", "leave_table"];

/// What is asked without an id, or answered by something else than an answer.
const QUESTIONS: [&str; 3] = ["ping", "get_view", "hold_dice"];

/// All messages for a table of this game, with ids that exist.
fn messages(game: &str, table: &str, player: &str) -> Vec<Value> {
    let examples = examples();
    let known = [&examples["session"], &examples[game]].map(|list| list.as_array().unwrap().clone());
    let mut all: Vec<Value> = known.concat();
    for message in &mut all {
        for (field, id) in [("tableId", table), ("playerId", player)] {
            if message.get(field).is_some() {
                message[field] = id.into();
            }
        }
    }
    all.sort_by_key(|message| LAST.iter().position(|kind| message["type"] == *kind));
    all
}

/// The id to which a text must be answered, if it has one.
fn id(text: &str) -> Option<String> {
    let json = protocol::Json::parse(text).ok()?;
    json.0["id"].as_str().filter(|id| ID_LENGTH.contains(&id.chars().count())).map(str::to_owned)
}

/// Sends texts and hears until every one of them was answered, once.
async fn ask_all(page: &mut Page, texts: &[String]) {
    for some in texts.chunks(50) {
        let mut open: BTreeMap<String, &String> = BTreeMap::new();
        let mut unreadable = 0_usize;
        for text in some {
            match id(text) {
                Some(id) => drop(open.insert(id, text)),
                None => unreadable += 1,
            }
            page.send_text(text).await;
        }
        let mut answered = BTreeSet::new();
        while !open.is_empty() || unreadable > 0 {
            let told = page.hear().await.unwrap_or_else(|| panic!("closed {:?} at {open:?}", page.closed));
            match (told["type"].as_str().unwrap(), told["id"].as_str()) {
                ("ack" | "rejected" | "invalid_placement", Some(id)) => {
                    assert!(answered.insert(id.to_owned()), "answered twice: {told}");
                    open.remove(id).unwrap_or_else(|| panic!("nobody asked: {told}"));
                    assert!(
                        told["type"] == "ack" || told["reason"].as_str().is_some_and(|why| !why.is_empty())
                    );
                }
                ("error", None) => {
                    unreadable = unreadable.checked_sub(1).expect("as many as were unreadable");
                }
                _ => {}
            }
        }
    }
}

/// Spoils everything that can be said at a table.
async fn spoil(siege: &Siege, game: &str, bot: Option<&str>) {
    let who = siege.served.guest("Mallory").await;
    let table = siege.table(&who, game, bot).await;
    let mut page = Page::at(siege.address, &who, &table).await;
    let (poisons, mut number) = (poisons(), 0);
    for message in messages(game, &table, &who.0) {
        let kind = message["type"].as_str().unwrap().to_owned();
        let mut texts = rearranged(&message);
        texts.extend(replaced(&message, &poisons));
        // Each with an id of its own, in front, where it is not part of what is spoiled.
        for text in &mut texts {
            number += 1;
            text.replace_range(..1, &format!("{{\"id\":\"x{number}\","));
        }
        if QUESTIONS.contains(&kind.as_str()) {
            for text in texts {
                page.send_text(&text).await;
            }
            page.catch_up().await;
        } else {
            ask_all(&mut page, &texts).await;
        }
    }
    // In place of the id: what is none gets an error.
    let wrong: Vec<String> = poisons.iter().map(|id| format!(r#"{{"id":{id},"type":"no_such"}}"#)).collect();
    ask_all(&mut page, &wrong).await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_message_spoiled_in_every_place_gets_one_answer() {
    let siege = Siege::new("messages", &[]);
    let attack = async {
        tokio::join!(
            spoil(&siege, "kniffel", None),
            spoil(&siege, "kniffel", Some("novice")),
            spoil(&siege, "roulette", Some("cautious")),
            spoil(&siege, "catan", Some("greedy")),
        );
    };
    siege.withstands(attack).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_longer_than_a_frame_ends_its_own_socket_only() {
    let siege = Siege::new("giants", &[]);
    let attack = async {
        let who = siege.served.guest("Mallory").await;
        let table = siege.table(&who, "kniffel", None).await;
        for message in messages("kniffel", &table, &who.0) {
            let mut message = message;
            message["id"] = json!("giant");
            let text = replaced(&message, &giants()).swap_remove(number(&message) % giants().len());
            let mut page = Page::at(siege.address, &who, &table).await;
            page.send_text(&text).await;
            while page.hear().await.is_some() {}
        }
    };
    siege.withstands(attack).await;
}

/// Any number that differs from message to message.
fn number(message: &Value) -> usize {
    message["type"].as_str().unwrap().len()
}
