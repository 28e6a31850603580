//! Logs that were changed do not verify, and the first thing that is off is named.

use bots::Dice;
use engine::verify::{Fault, Place, Problem, Report, Start, verify};
use game::Luck;
use serde_json::{Value, json};

use crate::table::{Table, starts, whole_game};

fn check(log: &Value) -> Result<Report, Fault> {
    verify(log.to_string().as_bytes())
}

/// Every value in a log, by where it stands.
fn leaves(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(i, item)| leaves(item, &format!("{path}/{i}"), found));
        }
        Value::Object(fields) => {
            fields.iter().for_each(|(key, item)| leaves(item, &format!("{path}/{key}"), found));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => found.push(path.to_owned()),
    }
}

/// Another value of the same kind.
fn other(value: &Value) -> Value {
    let word = |text: &str| match text {
        "wood" => json!("ore"),
        "ore" | "brick" | "sheep" | "wheat" => json!("wood"),
        "forest" => json!("hills"),
        "hills" | "pasture" | "fields" | "mountains" => json!("forest"),
        text if text.chars().all(|c| c.is_ascii_hexdigit()) => {
            let (first, rest) = text.split_at(1);
            json!(format!("{}{rest}", if first == "0" { "1" } else { "0" }))
        }
        text if text.contains(',') => json!(if text == "0,0" { "1,0" } else { "0,0" }),
        text => json!(format!("{text}x")),
    };
    match value {
        Value::Bool(b) => json!(!b),
        Value::Number(n) => json!(n.as_i64().unwrap() + if n.as_i64() == Some(6) { -1 } else { 1 }),
        Value::String(text) => word(text),
        Value::Null | Value::Array(_) | Value::Object(_) => json!(0),
    }
}

/// Whole games of every game and profile verify, and the report says what they hold.
#[test]
fn whole_games_verify() {
    for (name, new) in starts() {
        let report = verify(whole_game(&new).as_bytes()).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        assert_eq!(report.game, new["game"], "{name}");
        assert_eq!(report.players, new["players"].as_u64().unwrap() as usize, "{name}");
        assert!(report.winners.is_some() && report.drawn > 10 && report.given > 0, "{name}: {report}");
        let board_is_drawn = report.game == "catan";
        assert_eq!(report.start, if board_is_drawn { Start::DrawnBoard } else { Start::Given }, "{name}");
    }
}

/// Any single value changed or deleted, anywhere in the log.
#[test]
fn every_changed_value_is_noticed() {
    let mut luck = Dice::new(51);
    for (name, new) in starts() {
        let log: Value = serde_json::from_str(&whole_game(&new)).unwrap();
        let mut places = Vec::new();
        leaves(&log, "", &mut places);
        // All of the head, and as much of the moves as the time allows.
        let share = places.iter().filter(|place| place.starts_with("/moves")).count() as u32 / 40 + 1;
        for place in places.iter().filter(|place| !place.starts_with("/moves") || luck.below(share) == 0) {
            let mut changed = log.clone();
            let value = changed.pointer_mut(place).unwrap();
            *value = other(value);
            assert!(
                check(&changed).is_err(),
                "{name}: {place} changed to {}",
                changed.pointer(place).unwrap()
            );

            let mut cut = log.clone();
            let (parent, key) = place.rsplit_once('/').unwrap();
            match cut.pointer_mut(parent).unwrap() {
                Value::Object(fields) => drop(fields.remove(key)),
                Value::Array(items) => drop(items.remove(key.parse().unwrap())),
                leaf @ (Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_)) => {
                    unreachable!("nothing is inside {leaf}")
                }
            }
            assert!(check(&cut).is_err(), "{name}: {place} deleted");
        }
    }
}

#[test]
fn moves_left_out_repeated_or_exchanged_are_noticed() {
    let mut luck = Dice::new(52);
    for (name, new) in starts() {
        let log: Value = serde_json::from_str(&whole_game(&new)).unwrap();
        let n = log["moves"].as_array().unwrap().len();
        for _ in 0..12 {
            let at = luck.below(n as u32 - 1) as usize;
            for change in ["delete", "repeat", "exchange", "truncate"] {
                let mut changed = log.clone();
                let moves = changed["moves"].as_array_mut().unwrap();
                match change {
                    "delete" => drop(moves.remove(at)),
                    "repeat" => moves.insert(at, moves[at].clone()),
                    "exchange" if moves[at] == moves[at + 1] => continue,
                    "exchange" => moves.swap(at, at + 1),
                    _ => moves.truncate(at),
                }
                assert!(check(&changed).is_err(), "{name}: {change} {at}");
            }
        }
    }
}

/// A drawn outcome that was changed is found at its move, without the help of the digest.
#[test]
fn a_changed_outcome_is_found_at_its_move() {
    for (name, new) in starts() {
        let log: Value = serde_json::from_str(&whole_game(&new)).unwrap();
        let drawn = |m: &Value| m.get("outcome").is_some() && m.get("given").is_none();
        let moves = log["moves"].as_array().unwrap();
        let numbers: Vec<usize> = (0..moves.len()).filter(|&i| drawn(&moves[i])).collect();
        for &number in numbers.iter().step_by(numbers.len() / 8 + 1) {
            let mut changed = log.clone();
            let mut inside = Vec::new();
            let outcome = &mut changed["moves"][number]["outcome"];
            leaves(outcome, "", &mut inside);
            let value = outcome.pointer_mut(&inside[0]).unwrap();
            *value = other(value);
            let fault = check(&changed).unwrap_err();
            assert_eq!(fault.place, Place::Move(number), "{name}: {fault}");
        }
    }
}

/// Dice that could be, but that the seed does not have.
#[test]
fn the_sentence_says_what_was_expected_and_what_is_there() {
    let mut table = Table::new();
    let handle = table.open(&json!({ "cmd": "new", "game": "roulette", "players": 1, "seed": "37" }));
    table.ok(&json!({ "cmd": "apply", "handle": handle, "seat": 0, "action": { "type": "spin" } }));
    let mut log: Value = serde_json::from_str(&table.log(&handle)).unwrap();
    let number = log["moves"][0]["outcome"]["winningNumber"].as_u64().unwrap();
    let wrong = (number + 1) % 37;
    log["moves"][0]["outcome"]["winningNumber"] = json!(wrong);
    let expected = format!(
        r#"move 0: expected {{"winningNumber":{number}}}, as the seed has it, found {{"winningNumber":{wrong}}}"#
    );
    assert_eq!(check(&log).unwrap_err().to_string(), expected);
    log["moves"][0]["given"] = json!(true);
    assert_eq!(
        check(&log).unwrap_err().place,
        Place::Digest,
        "a given number may be any; the log was not written so"
    );
}

/// Another board, and another seed, are found where the first luck is drawn.
#[test]
fn a_board_that_the_seed_does_not_have_is_found() {
    let (_, new) = &starts()[0];
    let log: Value = serde_json::from_str(&whole_game(new)).unwrap();
    let mut exchanged = log.clone();
    let hexes = exchanged["setup"]["board"]["hexes"].as_array_mut().unwrap();
    let second = hexes
        .iter()
        .position(|hex| hex["terrain"] != hexes[0]["terrain"] && hex["number"].is_number())
        .unwrap();
    let [a, b] = [hexes[0]["terrain"].clone(), hexes[second]["terrain"].clone()];
    assert!(hexes[0]["number"].is_number(), "the first hex of this game is not the desert");
    (hexes[0]["terrain"], hexes[second]["terrain"]) = (b, a);
    let fault = check(&exchanged).unwrap_err();
    assert!(fault.place == Place::Board && matches!(fault.problem, Problem::Differs { .. }), "{fault}");

    let mut reseeded = log.clone();
    reseeded["seed"] = json!("ca7b");
    assert_eq!(check(&reseeded).unwrap_err().place, Place::Board);

    for (field, value) in [("players", json!(3)), ("position", json!(1)), ("setupDrawn", json!(false))] {
        let mut changed = log.clone();
        changed[field] = value;
        assert!(check(&changed).is_err(), "{field}");
    }
}

/// Nothing is said about logs that this program does not know.
#[test]
fn unknown_versions_are_refused_first() {
    let (_, new) = &starts()[3];
    let log: Value = serde_json::from_str(&whole_game(new)).unwrap();
    let refused = |field: &str, value: Value| {
        let mut changed = log.clone();
        changed[field] = value;
        // Even if there is something else that cannot be read.
        changed["moves"] = json!("later versions may write this otherwise");
        let fault = check(&changed).unwrap_err();
        assert_eq!(fault.place, Place::Version, "{fault}");
        fault.to_string()
    };
    assert_eq!(
        refused("version", json!(2)),
        "the version: this log has version 2 of the format; this program reads version 1"
    );
    assert_eq!(
        refused("rulesVersion", json!(7)),
        "the version: this game was played by version 7 of the rules of kniffel; this program knows version 1"
    );
    assert_eq!(
        refused("scheme", json!(2)),
        "the version: the luck of this game was drawn by scheme 2; this program knows scheme 1"
    );
    assert_eq!(refused("game", json!("chess")), "the version: there is no game \"chess\"");
    assert_eq!(
        refused("format", json!("pgn")),
        "the version: this is not the log of a game: its format is not \"stammtisch-log\""
    );
    for text in ["", "[]", "{}", "\u{feff}{}", "nonsense"] {
        assert!(verify(text.as_bytes()).is_err(), "{text}");
    }
    assert_eq!(verify(&[0xff]).unwrap_err().place, Place::File);
}

/// The whole line of an answer will do, spaces and all.
#[test]
fn the_line_of_the_answer_is_a_log_too() {
    let (_, new) = &starts()[3];
    let log: Value = serde_json::from_str(&whole_game(new)).unwrap();
    let answer = serde_json::to_string_pretty(&json!({ "id": 1, "ok": log })).unwrap();
    assert_eq!(verify(answer.as_bytes()), check(&log));
}
