//! Along whole games: what goes out comes in again as it was, and has the form that the schemas promise.

use std::collections::BTreeSet;

use game::{Game, Legal, Luck, Seat, Viewer};
use protocol::{Json, Wire, read};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::games::{Step, Subject, walk};
use crate::validator::Validator;

/// Writes something as text and reads the text again, by our own reader.
pub(crate) fn through_text<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(value: &T) -> T {
    let text = serde_json::to_string(value).unwrap();
    let back: T = read(&Json::parse(&text).unwrap()).unwrap_or_else(|fault| panic!("{fault}: {text}"));
    assert_eq!(&back, value);
    assert_eq!(serde_json::to_string(&back).unwrap(), text, "the same text, whoever writes it");
    back
}

/// Luck that nobody may ask for.
struct None;

impl Luck for None {
    fn below(&mut self, _: u32) -> u32 {
        panic!("nothing was left open")
    }
}

fn state_survives<G: Subject>(game: &G) {
    let state = through_text(&game.state_out());
    assert_eq!(G::state_in(&state).as_ref(), Ok(game));
}

/// Plays on, and gives back every situation that was met, as `situations` names them.
fn every_state_survives<G: Subject>(
    patience: u32,
    situations: fn(&Value) -> Vec<String>,
) -> BTreeSet<String> {
    let mut met = BTreeSet::new();
    walk::<G>(1, patience, &mut |game, _| {
        state_survives(game);
        met.extend(situations(&value(&game.state_out())));
    });
    met
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

#[test]
fn every_state_of_catan_loads_again() {
    let met = every_state_survives::<catan::Catan>(500, |state| {
        let offers = || state["offers"].as_array().unwrap().iter();
        let mut met = vec![text(&state["phase"])];
        met.extend(offers().filter(|offer| offer["accepted"] != json!([])).map(|_| "accepted".to_owned()));
        met.extend(offers().filter(|offer| offer["declined"] != json!([])).map(|_| "declined".to_owned()));
        met.extend(offers().filter(|offer| offer.get("counters").is_some()).map(|_| "countered".to_owned()));
        for title in ["longestRoad", "largestArmy", "dice"] {
            met.extend((!state[title].is_null()).then(|| title.to_owned()));
        }
        met
    });
    let expected = [
        "accepted",
        "before_roll",
        "countered",
        "declined",
        "dice",
        "discarding",
        "ended",
        "largestArmy",
        "longestRoad",
        "main",
        "moving_robber",
        "road_building",
        "roll_for_first",
        "setup",
        "stealing",
    ];
    assert!(met.iter().eq(expected.iter()), "{met:?}");
}

#[test]
fn every_state_of_kniffel_loads_again() {
    let met = every_state_survives::<kniffel::Kniffel>(1_500, |state| {
        let extra = state["players"].as_array().unwrap().iter().any(|player| player["isConnected"] == false);
        [Some(text(&state["phase"])), extra.then(|| "away".to_owned())].into_iter().flatten().collect()
    });
    assert!(met.iter().eq(["away", "ended", "rolling", "waiting"].iter()), "{met:?}");
}

#[test]
fn every_state_of_roulette_loads_again() {
    let met = every_state_survives::<roulette::Roulette>(600, |state| {
        let left = state["players"].as_array().unwrap().iter().any(|player| player["hasLeft"] == true);
        [Some(text(&state["phase"])), left.then(|| "left".to_owned())].into_iter().flatten().collect()
    });
    let expected = ["betting", "closed", "left", "round_end", "settlement", "spinning"];
    assert!(met.iter().eq(expected.iter()), "{met:?}");
}

fn every_action_survives<G: Subject>() {
    let mut position = 0;
    walk::<G>(2, 300, &mut |game, step| {
        if let Some(Step { action, outcome, .. }) = step {
            assert_eq!(G::action_in(&through_text(&G::action_out(action))).as_ref(), Ok(action));
            if let Some(outcome) = outcome {
                assert_eq!(G::outcome_in(&through_text(&G::outcome_out(*outcome))), *outcome);
            }
        }
        position += 1;
        if position % 10 == 0 {
            for seat in (0..game.seats()).map(|seat| Seat(seat as u8)) {
                for action in game.legal(seat).iter() {
                    assert_eq!(G::action_in(&through_text(&G::action_out(&action))).as_ref(), Ok(&action));
                }
            }
        }
    });
}

#[test]
fn every_legal_action_can_be_said() {
    every_action_survives::<catan::Catan>();
    every_action_survives::<kniffel::Kniffel>();
    every_action_survives::<roulette::Roulette>();
}

fn every_setup_survives<G: Subject>() {
    for seed in 0..20 {
        for setup in G::setups(&mut game::conformance::SplitMix::new(seed)) {
            let (players, start) = G::setup_out(&setup);
            assert_eq!(G::setup_in(players, &through_text(&start), &mut None), Ok(setup));
        }
    }
}

#[test]
fn a_resolved_setup_needs_no_luck() {
    every_setup_survives::<catan::Catan>();
    every_setup_survives::<kniffel::Kniffel>();
    every_setup_survives::<roulette::Roulette>();
}

fn value(part: &impl Serialize) -> Value {
    serde_json::to_value(part).unwrap()
}

fn everything_has_its_form<G: Subject>(validator: &Validator, patience: u32) {
    let file = |part: &str| format!("{}/{part}.json", G::NAME);
    let mut position = 0;
    walk::<G>(3, patience, &mut |game, step| {
        if let Some(step) = step {
            validator.check(file("action"), &value(&G::action_out(&step.action)));
            step.outcome.iter().for_each(|o| validator.check(file("outcome"), &value(&G::outcome_out(*o))));
            for event in &step.events {
                validator.check(file("event"), &value(&G::event_out(event)));
                for viewer in Viewer::all(game.seats()) {
                    if let Some(seen) = game.seen(event, viewer) {
                        validator.check(file("event"), &value(&G::seen_out(&seen)));
                    }
                }
            }
        }
        position += 1;
        if position % 7 == 1 {
            validator.check(file("state"), &value(&game.state_out()));
            for viewer in Viewer::all(game.seats()) {
                let view = value(&G::view_out(&game.view(viewer)));
                validator.check(file("view"), &view);
            }
            for seat in (0..game.seats()).map(|seat| Seat(seat as u8)) {
                for open in G::open_out(seat, &game.legal(seat)) {
                    validator.check(file("open"), &value(&open));
                }
            }
        }
    });
    for setup in G::setups(&mut game::conformance::SplitMix::new(3)) {
        validator.check(file("start"), &value(&G::setup_out(&setup).1));
    }
}

#[test]
fn every_message_has_the_form_of_its_schema() {
    let validator = Validator::engine();
    everything_has_its_form::<catan::Catan>(&validator, 300);
    everything_has_its_form::<kniffel::Kniffel>(&validator, 600);
    everything_has_its_form::<roulette::Roulette>(&validator, 200);
}

/// Every key of every object in a value.
fn keys(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| keys(item, found)),
        Value::Object(fields) => fields.iter().for_each(|(key, field)| {
            found.push(key.clone());
            keys(field, found);
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

// docs/rules/catan.md §17
#[test]
fn a_view_of_catan_has_no_word_for_what_is_hidden() {
    walk::<catan::Catan>(4, 200, &mut |game, _| {
        for viewer in Viewer::all(game.seats()) {
            let view = value(&catan::Catan::view_out(&game.view(viewer)));
            let mut found = Vec::new();
            keys(&view, &mut found);
            let count = |word: &str| found.iter().filter(|key| *key == word).count();
            let own = usize::from(viewer != Viewer::Spectator);
            let hands = if game.rules().hands_open { game.seats() } else { own };
            assert_eq!((count("resources"), count("devCards"), count("boughtThisTurn")), (hands, own, own));
            assert_eq!((count("deck"), count("lastOffer")), (0, 0));
            let points = if game.ended().is_some() { game.seats() } else { own };
            assert_eq!(count("points"), points);
        }
    });
}

/// A merge patch cannot tell null from missing, so no part of a view that changes is ever null.
#[test]
fn a_view_has_no_null_beside_the_rules() {
    fn check<G: Subject>() {
        walk::<G>(5, 200, &mut |game, _| {
            let mut view = value(&G::view_out(&game.view(Viewer::Spectator)));
            view.as_object_mut().unwrap().remove("rules");
            assert!(!view.to_string().contains("null"), "{view}");
        });
    }
    check::<catan::Catan>();
    check::<kniffel::Kniffel>();
    check::<roulette::Roulette>();
}
