//! Our writer of JSON beside the one that everybody uses.

use std::collections::BTreeMap;

use game::Viewer;
use protocol::write_json;
use serde::Serialize;
use serde_json::{Value, json};

use crate::socket::play::{Played, play};

#[track_caller]
fn check(value: &impl Serialize) {
    let mut text = "before".to_owned();
    assert!(write_json(value, &mut text));
    assert_eq!(text.strip_prefix("before"), serde_json::to_string(value).ok().as_deref());
}

#[derive(Serialize)]
struct Unit;

#[derive(Serialize, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Plain,
    #[serde(rename = "two_words")]
    Renamed,
}

#[derive(Serialize)]
enum Shape {
    Empty,
    One(i64),
    Two(u8, String),
    Named { a: Option<u8>, b: Vec<Shape> },
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
enum Tagged {
    WithFields {
        #[serde(skip_serializing_if = "Option::is_none")]
        maybe: Option<i8>,
        list: [u16; 3],
    },
    Inner(BTreeMap<String, u8>),
    Nothing {},
}

#[derive(Serialize)]
struct Flat {
    #[serde(flatten)]
    fields: BTreeMap<String, Value>,
    last: (),
}

#[test]
fn every_kind_of_value_is_written_as_everybody_writes_it() {
    check(&(true, false, (), Unit, Some(1), None::<u8>, 'ä', '"', "a\"\\\n\u{1}\u{7f}/ü😀", ""));
    check(&(
        0_u8,
        u8::MAX,
        u16::MAX,
        u32::MAX,
        u64::MAX,
        i8::MIN,
        i16::MIN,
        i32::MIN,
        i64::MIN,
        i64::MAX,
        -1,
    ));
    check(&(0.0, -0.0, 1.5, 1e300, 0.1_f32, f32::MAX, f64::NAN, f64::INFINITY, 3.0));
    check(&[Kind::Plain, Kind::Renamed]);
    let named = Shape::Named { a: None, b: vec![] };
    check(&[
        Shape::Empty,
        Shape::One(-7),
        Shape::Two(1, "x".into()),
        Shape::Named { a: Some(2), b: vec![named] },
    ]);
    check(&Tagged::WithFields { maybe: None, list: [1, 2, 3] });
    check(&Tagged::WithFields { maybe: Some(-1), list: [0; 3] });
    check(&Tagged::Inner([("b\"".to_owned(), 1), (String::new(), 2)].into()));
    check(&Tagged::Nothing {});
    check(&Flat { fields: [("a".to_owned(), json!({ "x": [1, {}] }))].into(), last: () });
    check(&(BTreeMap::from([(Kind::Plain, 1), (Kind::Renamed, 2)]), BTreeMap::from([('c', 0)])));
    check(&(
        BTreeMap::from([(-3_i64, "n")]),
        BTreeMap::from([(true, [[0_u8; 2]])]),
        BTreeMap::<u8, u8>::new(),
    ));
    check(&json!({ "deep": [[[{ "a": null, "b": [] }]]], "n": 12_345_678_901_234_567_890_u64, "f": -1.25 }));
}

#[test]
fn what_cannot_be_written_adds_nothing() {
    let mut text = "before".to_owned();
    assert!(!write_json(&json!({}).as_object().map(|_| BTreeMap::from([(vec![1], 1)])), &mut text));
    assert_eq!(text, "before");
}

/// Everything that pages are told and shown in whole games.
fn check_games<G: Played>(patience: u32) {
    play::<G>(3, patience, &mut |turn| {
        for viewer in turn.viewers() {
            turn.told(viewer).iter().for_each(check);
            check(&turn.page(viewer));
        }
        check(&G::view_out(&turn.after.view(Viewer::Spectator)));
        turn.moves.iter().for_each(|action| check(&G::action_out(action)));
        turn.events.iter().for_each(|event| check(&G::event_out(event)));
    });
}

#[test]
fn what_pages_are_told_is_written_as_everybody_writes_it() {
    check_games::<catan::Catan>(500);
    check_games::<kniffel::Kniffel>(500);
    check_games::<roulette::Roulette>(200);
}
