//! Commands: each one reads back as it was written, and whatever is not exactly a command is refused with a sentence.

use std::collections::BTreeSet;

use protocol::ws::Spoken;
use protocol::{Json, read};
use serde_json::{Value, json};

use crate::round_trip::through_text;
use crate::validator::Validator;

/// What a field takes.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// Any text; the rules refuse one that names nothing.
    Text,
    /// One of some names.
    Name,
    /// 0 to 255.
    Byte,
    /// 0 to 2³² − 1.
    Count,
    /// Any whole number that everybody keeps exactly; the rules refuse those that are too small or large.
    Whole,
    /// A list of such.
    Wholes,
    /// Cards by kind.
    Cards,
    /// One or two kinds of cards.
    Plenty,
    /// Five times true or false.
    Dice,
    /// Seats; may be left out.
    Seats,
    /// A number that may be left out.
    CountOrNone,
}

impl Kind {
    /// What a field of this kind must not be.
    fn wrong(self) -> Vec<Value> {
        let numbers =
            [json!(1.5), json!(1.0), json!(1e30), json!(u64::MAX), json!(1_u64 << 53), json!(i64::MIN)];
        let not_text = [json!(1), json!(-1), json!(true), json!([]), json!({}), Value::Null];
        let not_number = [json!("1"), json!(true), json!([1]), json!({}), Value::Null];
        let small = [json!(-1), json!(256), json!(1_u64 << 32)];
        let lists = [json!("wood"), json!({}), json!(1)];
        let in_list = |wrong: Vec<Value>| wrong.into_iter().map(|item| json!([item])).collect::<Vec<_>>();
        match self {
            Self::Text => not_text.into(),
            Self::Name => {
                [&not_text[..], &[json!("Wood"), json!("wool"), json!(""), json!("wood ")]].concat()
            }
            Self::Byte => [&numbers[..], &not_number, &small].concat(),
            Self::Count => [&numbers[..], &not_number, &[json!(-1), json!(1_u64 << 32)]].concat(),
            // Whether left out or null is the same to a page.
            Self::CountOrNone => [&numbers[..], &not_number[..4], &[json!(-1), json!(1_u64 << 32)]].concat(),
            Self::Whole => [&numbers[..], &not_number].concat(),
            Self::Wholes => [&in_list(Self::Whole.wrong())[..], &lists, &[Value::Null]].concat(),
            Self::Cards => {
                let counts = [json!(-1), json!(128), json!(1.5), json!("1"), Value::Null, json!([1])];
                let strange =
                    [json!({ "gold": 1 }), json!({ "Wood": 1 }), json!([1, 0, 0, 0, 0]), json!("wood")];
                let counts: Vec<Value> = counts.into_iter().map(|n| json!({ "ore": n })).collect();
                [&counts[..], &strange, &[Value::Null, json!(1)]].concat()
            }
            Self::Plenty => {
                let counts =
                    [json!([]), json!(["ore", "ore", "ore"]), json!(["gold"]), json!([1]), Value::Null];
                [&counts[..], &lists].concat()
            }
            Self::Dice => {
                let dice = |n| json!(vec![true; n]);
                [&[dice(4), dice(6), dice(0), json!([1, 0, 0, 0, 0]), Value::Null][..], &lists].concat()
            }
            Self::Seats => [&in_list(Self::Byte.wrong())[..], &lists].concat(),
        }
    }

    const fn may_be_missing(self) -> bool {
        matches!(self, Self::Seats | Self::CountOrNone)
    }
}

type Row = (Value, &'static [(&'static str, Kind)]);

fn catan() -> Vec<Row> {
    let cards = json!({ "wood": 1, "brick": 0, "sheep": 2, "wheat": 0, "ore": 0 });
    vec![
        (json!({ "type": "place_settlement", "vertexId": "2,-4" }), &[("vertexId", Kind::Text)]),
        (json!({ "type": "place_road", "edgeId": "3,-4" }), &[("edgeId", Kind::Text)]),
        (json!({ "type": "roll_dice" }), &[]),
        (json!({ "type": "discard", "resources": cards }), &[("resources", Kind::Cards)]),
        (json!({ "type": "move_robber", "hexId": "0,0" }), &[("hexId", Kind::Text)]),
        (json!({ "type": "steal", "victim": 2 }), &[("victim", Kind::Byte)]),
        (json!({ "type": "build_road", "edgeId": "3,-4" }), &[("edgeId", Kind::Text)]),
        (json!({ "type": "build_settlement", "vertexId": "2,-4" }), &[("vertexId", Kind::Text)]),
        (json!({ "type": "build_city", "vertexId": "2,-4" }), &[("vertexId", Kind::Text)]),
        (json!({ "type": "buy_dev_card" }), &[]),
        (json!({ "type": "play_knight" }), &[]),
        (json!({ "type": "play_road_building" }), &[]),
        (json!({ "type": "end_road_building" }), &[]),
        (
            json!({ "type": "play_year_of_plenty", "resources": ["wood", "ore"] }),
            &[("resources", Kind::Plenty)],
        ),
        (json!({ "type": "play_monopoly", "resource": "wood" }), &[("resource", Kind::Name)]),
        (json!({ "type": "play_victory_point" }), &[]),
        (
            json!({ "type": "bank_trade", "give": "wood", "receive": "ore" }),
            &[("give", Kind::Name), ("receive", Kind::Name)],
        ),
        (
            json!({ "type": "offer_trade", "give": cards, "receive": cards, "to": [1, 3], "counters": 12 }),
            &[
                ("give", Kind::Cards),
                ("receive", Kind::Cards),
                ("to", Kind::Seats),
                ("counters", Kind::CountOrNone),
            ],
        ),
        (json!({ "type": "accept_trade", "offer": 7 }), &[("offer", Kind::Count)]),
        (json!({ "type": "decline_trade", "offer": 7 }), &[("offer", Kind::Count)]),
        (
            json!({ "type": "confirm_trade", "offer": 7, "with": 1 }),
            &[("offer", Kind::Count), ("with", Kind::Byte)],
        ),
        (json!({ "type": "cancel_trade", "offer": 7 }), &[("offer", Kind::Count)]),
        (json!({ "type": "end_turn" }), &[]),
    ]
}

fn kniffel() -> Vec<Row> {
    vec![
        (
            json!({ "type": "roll_dice", "keptDice": [true, false, false, true, false] }),
            &[("keptDice", Kind::Dice)],
        ),
        (json!({ "type": "choose_category", "category": "full_house" }), &[("category", Kind::Name)]),
    ]
}

fn roulette() -> Vec<Row> {
    vec![
        (
            json!({ "type": "place_bet", "betType": "split", "numbers": [1, 2], "amount": 5 }),
            &[("betType", Kind::Name), ("numbers", Kind::Wholes), ("amount", Kind::Whole)],
        ),
        (json!({ "type": "remove_bet", "betIndex": 0 }), &[("betIndex", Kind::Count)]),
        (json!({ "type": "undo_bet" }), &[]),
        (json!({ "type": "clear_bets" }), &[]),
        (json!({ "type": "repeat_bets" }), &[]),
        (json!({ "type": "double_bets" }), &[]),
        (json!({ "type": "spin" }), &[]),
        (json!({ "type": "next_round" }), &[]),
    ]
}

/// The sentence with which something is refused.
#[track_caller]
fn refusal<G: Spoken>(message: &Value) -> String {
    match read::<G::Command>(&Json(message.clone())) {
        Ok(command) => panic!("{message} was read as {command:?}"),
        Err(failure) => failure.message,
    }
}

fn check<G: Spoken>(rows: &[Row]) {
    let validator = Validator::socket();
    let schema = format!("{}/command.json", G::NAME);
    let kinds: Vec<&str> = rows.iter().map(|(message, _)| message["type"].as_str().unwrap()).collect();
    assert_eq!(kinds, G::COMMANDS);
    for (message, fields) in rows {
        let command: G::Command =
            read(&Json(message.clone())).unwrap_or_else(|failure| panic!("{message}: {failure}"));
        assert_eq!(serde_json::to_value(through_text(&command)).unwrap(), *message);
        validator.check(&schema, message);

        let named: BTreeSet<&str> = fields.iter().map(|(name, _)| *name).chain(["type"]).collect();
        assert!(message.as_object().unwrap().keys().map(String::as_str).eq(named), "{message}: fields");
        for &(name, kind) in *fields {
            let mut without = message.clone();
            without.as_object_mut().unwrap().remove(name);
            if kind.may_be_missing() {
                assert!(read::<G::Command>(&Json(without)).is_ok(), "{message} without {name}");
            } else {
                assert!(refusal::<G>(&without).contains(name));
                assert!(validator.fault(&schema, &without).is_err());
            }
            for wrong in kind.wrong() {
                let mut spoiled = message.clone();
                spoiled[name] = wrong;
                let sentence = refusal::<G>(&spoiled);
                assert!(sentence.contains(name), "{spoiled}: {sentence}");
            }
        }
        for stranger in ["stranger", "id", "Type", "seat", "playerId"] {
            let mut more = message.clone();
            more[stranger] = json!(1);
            assert!(refusal::<G>(&more).contains(stranger));
            assert!(validator.fault(&schema, &more).is_err());
        }
    }
    for nothing in [json!({}), json!([]), json!("roll_dice"), json!(["roll_dice"]), json!(1), Value::Null] {
        refusal::<G>(&nothing);
    }
    for kind in
        [json!("Roll_dice"), json!("rollDice"), json!(""), json!(1), Value::Null, json!(["roll_dice"])]
    {
        assert!(refusal::<G>(&json!({ "type": kind })).contains("type"));
    }
}

#[test]
fn a_command_of_catan_is_read_strictly() {
    check::<catan::Catan>(&catan());
}

#[test]
fn a_command_of_kniffel_is_read_strictly() {
    check::<kniffel::Kniffel>(&kniffel());
}

#[test]
fn a_command_of_roulette_is_read_strictly() {
    check::<roulette::Roulette>(&roulette());
}

/// What only the table may do has no command.
#[test]
fn nobody_can_speak_for_the_table() {
    for kind in
        ["settle", "end_round", "close", "player_join", "player_leave", "player_disconnect", "hold_dice"]
    {
        refusal::<roulette::Roulette>(&json!({ "type": kind }));
        refusal::<kniffel::Kniffel>(&json!({ "type": kind }));
    }
    for kind in ["player_ready", "player_reconnect"] {
        refusal::<kniffel::Kniffel>(&json!({ "type": kind }));
    }
}
