//! `best`: every level of every game can be asked, and answers with what its seat may do.

use bots::{Company, Dice};
use serde_json::{Value, json};

use crate::table::{Table, starts};

fn levels(game: &str) -> &'static [&'static str] {
    match game {
        "catan" => catan::Catan::LEVELS,
        "kniffel" => kniffel::Kniffel::LEVELS,
        _ => roulette::Roulette::LEVELS,
    }
}

fn game_of(name: &str) -> &str {
    name.split('-').next().unwrap()
}

fn best(handle: &Value, seat: &Value, level: &str) -> Value {
    json!({ "cmd": "best", "handle": handle, "seat": seat, "bot": level, "seed": "aa", "budgetNodes": 20 })
}

#[test]
fn hello_lists_every_level_and_random_first() {
    let hello = Table::new().ok(&json!({ "cmd": "hello" }));
    for game in ["catan", "kniffel", "roulette"] {
        let listed: Vec<_> =
            hello["bots"][game].as_array().unwrap().iter().map(|v| v.as_str().unwrap()).collect();
        assert_eq!(listed[0], "random");
        assert!(levels(game).iter().all(|level| listed.contains(level)), "{game}: {listed:?}");
        let distinct: std::collections::BTreeSet<_> = listed.iter().collect();
        assert_eq!(distinct.len(), listed.len());
    }
}

/// In positions of random games of every kind: a legal action for whoever the game waits for, the same for the same seed.
#[test]
fn every_level_advises_legally_in_every_game() {
    for (name, new) in starts() {
        let mut table = Table::new();
        let handle = table.open(&new);
        let mut luck = Dice::new(17);
        let mut advised = 0;
        for _ in 0..12 {
            let legal = table.ok(&json!({ "cmd": "legal", "handle": handle }));
            for seat in legal["toMove"].as_array().unwrap() {
                for level in levels(game_of(name)) {
                    let ask = best(&handle, seat, level);
                    let said = table.ok(&ask);
                    assert_eq!(said, table.ok(&ask), "{name} {level}: the same seed, the same advice");
                    let copy = table.ok(&json!({ "cmd": "clone", "handle": handle }))["handle"].take();
                    table.ok(
                        &json!({ "cmd": "apply", "handle": copy, "seat": seat, "action": said["action"] }),
                    );
                    table.ok(&json!({ "cmd": "drop", "handle": copy }));
                    advised += 1;
                }
            }
            table.play(&handle, &mut luck, 19);
        }
        assert!(advised > 10, "{name}: {advised}");
    }
}

/// The expert's worth of an empty sheet's first throw is near the best mean total, and its advice follows it.
#[test]
fn a_bot_that_can_tell_says_what_its_choice_is_worth() {
    let mut table = Table::new();
    let handle = table.open(&json!({ "cmd": "new", "game": "kniffel", "players": 1, "seed": "05" }));
    let apply = |table: &mut Table, action: Value, outcome: Value| {
        table.ok(
            &json!({ "cmd": "apply", "handle": handle, "seat": 0, "action": action, "outcome": outcome }),
        );
    };
    apply(&mut table, json!({ "type": "player_ready" }), Value::Null);
    let ask = |table: &mut Table, level: &str| table.ok(&best(&json!(1), &json!(0), level));
    assert_eq!(
        ask(&mut table, "expert")["value"],
        Value::Null,
        "before the first throw there is nothing to judge"
    );
    let none = json!([false, false, false, false, false]);
    apply(&mut table, json!({ "type": "roll_dice", "keptDice": none }), json!({ "dice": [6, 6, 6, 6, 6] }));
    let said = ask(&mut table, "expert");
    assert_eq!(said["action"], json!({ "type": "choose_category", "category": "kniffel" }));
    let value = said["value"].as_f64().unwrap();
    assert!((260.0..300.0).contains(&value), "a Kniffel in the first throw: {value}");
    assert_eq!(ask(&mut table, "novice")["value"], Value::Null);
}

/// Greedy remembers who holds what: the same position without its past gets, now and then, other advice.
#[test]
fn a_bot_hears_the_past_of_the_game() {
    let (mut asked, mut differs) = (0, 0);
    for seed in 10..30 {
        let mut table = Table::new();
        let new = json!({ "cmd": "new", "game": "catan", "players": 3, "seed": seed.to_string() });
        let handle = table.open(&new);
        for _ in 0..400 {
            let legal = table.ok(&json!({ "cmd": "legal", "handle": handle }));
            let Some(seat) = legal["toMove"].get(0).cloned() else { break };
            let said = table.ok(&best(&handle, &seat, "greedy"))["action"].take();
            let state = table.state(&handle);
            let bare = table.ok(&json!({ "cmd": "load", "game": "catan", "state": state }))["handle"].take();
            asked += 1;
            differs += u32::from(table.ok(&best(&bare, &seat, "greedy"))["action"] != said);
            table.ok(&json!({ "cmd": "drop", "handle": bare }));
            table.ok(&json!({ "cmd": "apply", "handle": handle, "seat": seat, "action": said }));
        }
    }
    assert!(differs > 0 && differs < asked / 4, "{differs} of {asked}");
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let mut table = Table::new();
    let catan = table.open(&json!({ "cmd": "new", "game": "catan", "players": 3, "seed": "05" }));
    let (code, message) = table.refused(&best(&catan, &json!(0), "expert"));
    assert_eq!(code, "bad_request");
    assert!(message.contains("there is no bot \"expert\", only random, weighted, greedy, "), "{message}");
    let (code, _) = table.refused(&best(&catan, &json!(3), "greedy"));
    assert_eq!(code, "bad_request");
    let (code, message) = table.refused(&best(&catan, &json!(1), "greedy"));
    assert_eq!((code.as_str(), message.as_str()), ("illegal", "seat 1 has nothing to do now"));
    // Whoever has placed the bets of a round would rather wait, and nobody has to bet more.
    let roulette = table.open(&json!({ "cmd": "new", "game": "roulette", "players": 2, "seed": "05" }));
    let bet = table.ok(&best(&roulette, &json!(1), "cautious"))["action"].take();
    assert_eq!(bet["type"], "place_bet");
    table.ok(&json!({ "cmd": "apply", "handle": roulette, "seat": 1, "action": bet }));
    let (code, _) = table.refused(&best(&roulette, &json!(1), "cautious"));
    assert_eq!(code, "illegal");
}
