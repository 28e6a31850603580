//! What pages are told: every word occurs in whole games, has the form of its schema, and names players beside seats.

use std::collections::BTreeSet;

use game::Viewer;
use protocol::ws::{People, Spoken};
use serde_json::{Value, json};

use super::play::{Played, play, told};
use crate::validator::Validator;

fn values(told: &[impl serde::Serialize]) -> Vec<Value> {
    told.iter().map(|told| serde_json::to_value(told).unwrap()).collect()
}

/// Plays, holds everything against the schemas, and gives back the words that were used.
fn words<G: Played>(seed: u64, patience: u32) -> BTreeSet<String> {
    let validator = Validator::socket();
    let file = |part: &str| format!("{}/{part}.json", G::NAME);
    let mut words = BTreeSet::new();
    let mut position = 0;
    play::<G>(seed, patience, &mut |turn| {
        position += 1;
        for viewer in turn.viewers() {
            for told in values(&turn.told(viewer)) {
                words.insert(told["type"].as_str().unwrap().to_owned());
                if position % 5 == 0 || position < 200 {
                    validator.check(file("told"), &told);
                }
            }
            if position % 20 == 1 {
                validator.check(file("shown"), &turn.page(viewer));
                validator.check(file("fixed"), &serde_json::to_value(turn.after.fixed()).unwrap());
                if let Some(legal) = turn.page(viewer).get("legal") {
                    validator.check(file("offered"), legal);
                }
            }
        }
    });
    words
}

/// Plays until every word was told that is wanted, and sees that no other is.
fn check<G: Played>(patience: u32, wanted: &str) {
    let wanted: BTreeSet<String> = wanted.split_whitespace().map(str::to_owned).collect();
    let mut told = BTreeSet::new();
    for seed in 0..20 {
        told.extend(words::<G>(seed, patience));
        if told.len() >= wanted.len() {
            break;
        }
    }
    let missing: Vec<_> = wanted.difference(&told).collect();
    let more: Vec<_> = told.difference(&wanted).collect();
    assert!(missing.is_empty() && more.is_empty(), "never told: {missing:?}; not expected: {more:?}");
}

#[test]
fn every_word_of_catan_is_told() {
    check::<catan::Catan>(
        500,
        "settlement_placed road_placed placement_turn setup_complete
         turn_changed dice_rolled robber_triggered discarded robber_move_required robber_moved steal_required stolen
         no_steal_possible road_built settlement_built city_built dev_card_bought dev_card_played monopoly_executed
         year_of_plenty_taken bank_traded trade_offered trade_answered trade_executed trade_closed
         longest_road_changed largest_army_changed
         first_player_rolled first_player_tied first_player_chosen acceptance_withdrawn",
    );
}

#[test]
fn every_word_of_kniffel_is_told() {
    check::<kniffel::Kniffel>(600, "turn_changed dice_rolled category_chosen");
}

#[test]
fn every_word_of_roulette_is_told() {
    let words = "bet_placed bet_removed betting_closed wheel_spun round_settled betting_opened";
    check::<roulette::Roulette>(600, words);
}

/// The words that are told are those that the schemas describe, all of them.
#[test]
fn the_schemas_describe_no_other_words() {
    for (file, schema) in crate::schemas::socket() {
        if file.ends_with("told.json") && file.iter().count() == 2 {
            let schema = schema.to_value();
            let words = schema["oneOf"].as_array().unwrap().iter();
            let words = words.map(|word| word["properties"]["type"]["const"].as_str().unwrap());
            let expected = match file.iter().next().unwrap().to_str().unwrap() {
                "catan" => 31,
                "kniffel" => 3,
                "roulette" => 6,
                other => panic!("a new game: {other}"),
            };
            assert_eq!(words.collect::<BTreeSet<_>>().len(), expected, "{}", file.display());
        }
    }
}

/// A seat and the field beside it.
const BESIDE: [(&str, &str); 7] = [
    ("seat", "playerId"),
    ("currentSeat", "currentPlayerId"),
    ("nextSeat", "nextPlayerId"),
    ("thief", "thiefId"),
    ("victim", "victimId"),
    ("from", "fromId"),
    ("with", "withId"),
];

/// Counts the seats that have their player beside them.
fn look(value: &Value, people: People, named: &mut u32) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| look(item, people, named)),
        Value::Object(fields) => {
            for (seat, id) in BESIDE {
                let wanted = fields
                    .get(seat)
                    .and_then(Value::as_u64)
                    .and_then(|seat| people.at(game::Seat(seat as u8)))
                    .map(|id| json!(id));
                *named += u32::from(wanted.is_some());
                assert_eq!(fields.get(id), wanted.as_ref(), "{value}");
            }
            fields.values().for_each(|field| look(field, people, named));
        }
        Value::Null => panic!("null"),
        Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Every seat has its player beside it; where nobody sits, the field is missing, and nothing is ever null.
fn names_players<G: Played>(patience: u32) {
    let (mut named, mut unnamed) = (0, 0);
    play::<G>(6, patience, &mut |turn| {
        // The same with an empty seat 1, and with nobody at all.
        let mut seats = turn.people.0.to_vec();
        seats.get_mut(1).map(Option::take);
        for people in [turn.people.0.to_vec(), seats, vec![]] {
            let people = People(&people);
            for told in values(&told(turn.after, turn.events, Viewer::Spectator, people)) {
                look(&told, people, if people.0.is_empty() { &mut unnamed } else { &mut named });
            }
        }
    });
    assert!(named > 100 && unnamed == 0, "{named}, {unnamed}");
}

#[test]
fn a_seat_has_its_player_beside_it() {
    names_players::<catan::Catan>(300);
    names_players::<kniffel::Kniffel>(100);
    names_players::<roulette::Roulette>(100);
}

/// What a page is told before anything has happened.
#[test]
fn the_beginning_says_whose_turn_it_is() {
    use game::Game;
    let people = super::play::people(4);
    let people = People(&people);
    let mut luck = game::conformance::SplitMix::new(1);
    for setup in catan::Catan::tables(&mut luck) {
        let game = catan::Catan::create(&setup).unwrap();
        let told = values(&catan::Catan::begun(&game.view(Viewer::Spectator), people, None));
        if setup.rules.first_player == catan::FirstPlayer::HighestRoll {
            assert_eq!(told, [] as [Value; 0], "nobody knows yet");
        } else {
            assert_eq!(
                told,
                [json!({
                    "type": "placement_turn",
                    "currentPlayerIndex": 0,
                    "currentSeat": 0,
                    "currentPlayerId": people.at(game::Seat(0)),
                    "phase": "settlement",
                    "round": 1,
                    "turnNumber": 0,
                })]
            );
        }
    }
    let table = roulette::Roulette::create(&roulette::Setup::new(2)).unwrap();
    let closes_at = Some(protocol::Whole::new(1_700_000_000_000));
    let told = values(&roulette::Roulette::begun(&table.view(Viewer::Spectator), people, closes_at));
    assert_eq!(told, [json!({ "type": "betting_opened", "round": 1, "closesAt": 1_700_000_000_000_u64 })]);
}

/// Some messages word for word, as the protocol describes them.
#[test]
fn messages_look_as_they_are_described() {
    let mut met = BTreeSet::new();
    play::<catan::Catan>(8, 1_200, &mut |turn| {
        let told = values(&turn.told(Viewer::Seat(turn.seat)));
        for (at, message) in told.iter().enumerate() {
            match message["type"].as_str().unwrap() {
                "settlement_placed" => {
                    let second = message["isSecondSettlement"] == true;
                    assert_eq!(message.get("resourcesGranted").is_some(), second);
                    let granted = message["resourcesGranted"].as_array().into_iter().flatten();
                    for kind in granted {
                        assert!(kind["type"].is_string() && kind["count"].as_u64() > Some(0), "{message}");
                    }
                    let next = &told[at + 1];
                    assert_eq!((&next["type"], &next["phase"]), (&json!("placement_turn"), &json!("road")));
                    met.insert("settlement");
                }
                "dice_rolled" => {
                    let die = |name: &str| message[name].as_u64().unwrap();
                    assert_eq!(die("dice1") + die("dice2"), die("total"));
                    assert_eq!(message["robberTriggered"], die("total") == 7);
                    met.insert("dice");
                }
                "steal_required" => {
                    for candidate in message["candidates"].as_array().unwrap() {
                        let seat = candidate["seat"].as_u64().unwrap();
                        let hand = turn.after.hand(game::Seat(seat as u8));
                        assert_eq!(candidate["cardCount"], hand.total());
                    }
                    met.insert("steal");
                }
                "robber_triggered" => {
                    for debtor in message["mustDiscardPlayers"].as_array().unwrap() {
                        let seat = debtor["seat"].as_u64().unwrap();
                        let hand = turn.after.hand(game::Seat(seat as u8));
                        assert_eq!(debtor["targetCount"], hand.total() / 2);
                    }
                    met.insert("debt");
                }
                "discarded" => {
                    let remaining = message["remaining"].as_array().unwrap();
                    assert_eq!(message["allDiscardsDone"], remaining.is_empty());
                    met.insert("discard");
                }
                _ => {}
            }
        }
    });
    assert_eq!(met.len(), 5, "{met:?}");
}
