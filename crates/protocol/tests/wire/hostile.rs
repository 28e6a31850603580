//! What a stranger may send: every field of real messages replaced by something it should not be, and plain noise.
//!
//! Nothing panics; and whatever is let in is a state like any other, which goes out and in again unchanged.

use game::Luck;
use game::conformance::SplitMix;
use protocol::engine::Request;
use protocol::{Json, read};
use serde_json::{Value, json};

use crate::games::{Subject, walk};

/// What a field may be replaced by.
fn poisons() -> Vec<Value> {
    vec![
        Value::Null,
        json!(true),
        json!(0),
        json!(1),
        json!(3),
        json!(-1),
        json!(1.5),
        json!(1e30),
        json!(200),
        json!(255),
        json!(256),
        json!(65_536),
        json!(u32::MAX),
        json!(9_007_199_254_740_991_u64),
        json!(u64::MAX),
        json!(i64::MIN),
        json!(""),
        json!("0,0"),
        json!("3,4"),
        json!("99999999999999999999,0"),
        json!("x".repeat(10_000)),
        json!([]),
        json!([[[[[[[[]]]]]]]]),
        json!([0, 0, 0, 0, 0, 0, 0, 0]),
        json!([1, 2]),
        json!({}),
        json!({ "0": 1, "1": 200, "9": 3 }),
        json!({ "": {} }),
    ]
}

/// The way to every value inside a value.
fn paths(value: &Value, at: &str, found: &mut Vec<String>) {
    found.push(at.to_owned());
    match value {
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(i, item)| paths(item, &format!("{at}/{i}"), found));
        }
        Value::Object(fields) => {
            fields.iter().for_each(|(key, field)| paths(field, &format!("{at}/{key}"), found));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Every way to spoil a value in one place: replaced, taken out, or with a stranger beside it.
fn spoiled(value: &Value, luck: &mut SplitMix, one_in: u32) -> Vec<Value> {
    let mut all = Vec::new();
    let mut places = Vec::new();
    paths(value, "", &mut places);
    for place in places {
        for poison in poisons() {
            if luck.one_in(one_in) {
                let mut copy = value.clone();
                *copy.pointer_mut(&place).unwrap() = poison;
                all.push(copy);
            }
        }
        let mut copy = value.clone();
        if let Some(object) = copy.pointer_mut(&place).and_then(Value::as_object_mut) {
            object.insert("stranger".to_owned(), json!(1));
            all.push(copy);
        }
        if let Some((parent, key)) = place.rsplit_once('/') {
            let mut copy = value.clone();
            let parent = copy.pointer_mut(parent).unwrap();
            if let Some(fields) = parent.as_object_mut() {
                fields.remove(key);
            } else if let Some(items) = parent.as_array_mut() {
                items.remove(key.parse().unwrap());
            }
            all.push(copy);
        }
    }
    all
}

fn loads_nothing_strange<G: Subject>(one_in: u32) {
    let mut luck = SplitMix::new(9);
    let (mut position, mut let_in, mut kept_out) = (0_u32, 0_u32, 0_u32);
    walk::<G>(8, 400, &mut |game, _| {
        position += 1;
        if !luck.one_in(150) {
            return;
        }
        let state = serde_json::to_value(game.state_out()).unwrap();
        for strange in spoiled(&state, &mut luck, one_in) {
            match read::<G::WireState>(&Json(strange)).map(|state| G::state_in(&state)) {
                Ok(Ok(loaded)) => {
                    let_in += 1;
                    assert_eq!(G::state_in(&loaded.state_out()), Ok(loaded));
                }
                Ok(Err(faults)) => {
                    kept_out += 1;
                    assert!(!faults.is_empty() && faults.iter().all(|fault| !fault.is_empty()));
                }
                Err(failure) => {
                    kept_out += 1;
                    assert!(!failure.message.is_empty());
                }
            }
        }
    });
    assert!(kept_out > 10 * let_in && kept_out > 1_000, "{let_in} let in, {kept_out} kept out");
}

#[test]
fn a_spoiled_state_of_catan_never_panics() {
    loads_nothing_strange::<catan::Catan>(9);
}

#[test]
fn a_spoiled_state_of_kniffel_never_panics() {
    loads_nothing_strange::<kniffel::Kniffel>(5);
}

#[test]
fn a_spoiled_state_of_roulette_never_panics() {
    loads_nothing_strange::<roulette::Roulette>(5);
}

/// A spoiled action is refused by the message or by the rules, or is another action that can be said.
fn acts_on_nothing_strange<G: Subject>() {
    let mut luck = SplitMix::new(11);
    walk::<G>(12, 150, &mut |game, step| {
        let Some(step) = step else { return };
        let action = serde_json::to_value(G::action_out(&step.action)).unwrap();
        for strange in spoiled(&action, &mut luck, 1) {
            let Ok(action) = read::<G::WireAction>(&Json(strange)) else { continue };
            let Ok(action) = G::action_in(&action) else { continue };
            let mut copy = game.clone();
            let outcome = copy.chance(step.seat, &action).map(|chance| game::draw(&chance, &mut luck));
            if copy.apply(step.seat, &action, outcome, &mut game::Unheard).is_ok() {
                assert_eq!(G::action_in(&G::action_out(&action)).as_ref(), Ok(&action));
            } else {
                assert_eq!(&copy, game, "refused means unchanged");
            }
        }
        if let Some(outcome) = step.outcome {
            let outcome = serde_json::to_value(G::outcome_out(outcome)).unwrap();
            for strange in spoiled(&outcome, &mut luck, 1) {
                let Ok(outcome) = read::<G::WireOutcome>(&Json(strange)) else { continue };
                drop(game.clone().apply(
                    step.seat,
                    &step.action,
                    Some(G::outcome_in(&outcome)),
                    &mut game::Unheard,
                ));
            }
        }
    });
}

#[test]
fn a_spoiled_action_never_panics() {
    acts_on_nothing_strange::<catan::Catan>();
    acts_on_nothing_strange::<kniffel::Kniffel>();
    acts_on_nothing_strange::<roulette::Roulette>();
}

fn begins_nothing_strange<G: Subject>() {
    let mut luck = SplitMix::new(13);
    for setup in G::setups(&mut luck) {
        let (players, start) = G::setup_out(&setup);
        for strange in spoiled(&serde_json::to_value(&start).unwrap(), &mut luck, 2) {
            let Ok(start) = read::<G::WireStart>(&Json(strange)) else { continue };
            if let Ok(setup) = G::setup_in(players, &start, &mut luck) {
                assert!(G::create(&setup).is_ok(), "{setup:?}");
            }
        }
        for players in [0, 1, 200, 255] {
            if let Ok(setup) = G::setup_in(players, &start, &mut luck) {
                assert!(G::create(&setup).is_ok(), "{setup:?}");
            }
        }
    }
}

#[test]
fn a_spoiled_setup_never_panics_and_what_is_let_in_can_begin() {
    begins_nothing_strange::<catan::Catan>();
    begins_nothing_strange::<kniffel::Kniffel>();
    begins_nothing_strange::<roulette::Roulette>();
}

#[test]
fn noise_is_answered() {
    let mut luck = SplitMix::new(14);
    let line = br#"{"id":[1,{"a":"\u00e4"}],"cmd":"apply","handle":1,"seat":0,"action":{"type":"discard","resources":{"ore":-1e9}}}"#;
    for _ in 0..20_000 {
        let mut noise = line.to_vec();
        for _ in 0..=luck.below(4) {
            let at = luck.index(noise.len());
            match luck.below(3) {
                0 => noise[at] = luck.below(256) as u8,
                1 => drop(noise.remove(at)),
                _ => noise.insert(at, b"{}[]\",:0-9e\\u"[luck.index(13)]),
            }
        }
        let Ok(text) = String::from_utf8(noise) else { continue };
        let request = Request::parse(&text);
        if let Err(failure) = request.command {
            assert!(!failure.message.is_empty());
        }
    }
}
