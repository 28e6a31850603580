//! Mutations: small changes that turn something right into something that may be wrong.
//!
//! A change is made to a JSON value (another leaf, a field too many, a list too long) or to the bytes of a line. What is
//! changed and how is drawn from a [`Luck`], so that a test repeats itself and a fuzzer can steer.

use std::sync::LazyLock;

use game::Luck;
use serde_json::{Map, Value, json};

/// Changes one place of a value.
pub fn change_json(value: &mut Value, luck: &mut impl Luck) {
    let places = count(value);
    let place = luck.below(places);
    at(value, place, &mut |found| change(found, luck));
}

/// How many values there are in this one, itself included.
fn count(value: &Value) -> u32 {
    1 + match value {
        Value::Array(items) => items.iter().map(count).sum::<u32>(),
        Value::Object(fields) => fields.values().map(count).sum(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => 0,
    }
}

/// Visits the value with this number, counted from the outside in.
fn at(value: &mut Value, place: u32, visit: &mut dyn FnMut(&mut Value)) {
    if place == 0 {
        visit(value);
        return;
    }
    let mut left = place - 1;
    let mut descend = |inner: &mut Value| {
        let n = count(inner);
        let is_here = left < n;
        if is_here {
            at(inner, left, visit);
        }
        left = left.wrapping_sub(n);
        is_here
    };
    match value {
        Value::Array(items) => {
            let _ = items.iter_mut().any(&mut descend);
        }
        Value::Object(fields) => {
            let _ = fields.values_mut().any(&mut descend);
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn change(value: &mut Value, luck: &mut impl Luck) {
    if luck.below(4) == 0 {
        *value = anything(luck);
        return;
    }
    match value {
        Value::Null => *value = anything(luck),
        Value::Bool(b) => *b = !*b,
        Value::Number(n) => {
            let step = [1, -1, 2, -7, 100, 256][luck.below(6) as usize];
            *value = n.as_i64().map_or_else(|| anything(luck), |n| json!(n.wrapping_add(step)));
        }
        Value::String(text) => change_text(text, luck),
        Value::Array(items) => change_list(items, luck),
        Value::Object(fields) => change_fields(fields, luck),
    }
}

fn change_text(text: &mut String, luck: &mut impl Luck) {
    // Words of the protocol that mean something elsewhere, ids that are nearly right, and text that is none.
    const WORDS: [&str; 16] = [
        "",
        "ore",
        "desert",
        "0,0",
        "3,-1",
        "99,99",
        "-0,0",
        "roll_dice",
        "settle",
        "kniffel",
        "practice",
        "00",
        "\u{0}",
        "ä\"\\\n",
        "end_turn",
        "main",
    ];
    match luck.below(4) {
        0 => text.push('x'),
        1 => drop(text.pop()),
        2 => *text = text.repeat(luck.below(4) as usize),
        _ => WORDS[luck.below(16) as usize].clone_into(text),
    }
}

fn change_list(items: &mut Vec<Value>, luck: &mut impl Luck) {
    let some = luck.below(items.len() as u32) as usize;
    match (luck.below(5), items.get(some).cloned()) {
        (0, Some(item)) => items.push(item),
        (1, Some(_)) => drop(items.swap_remove(some)),
        (2, Some(item)) => items.extend(vec![item; 1 + luck.below(40) as usize]),
        (3, Some(_)) => items.rotate_left(some),
        _ => items.push(anything(luck)),
    }
}

fn change_fields(fields: &mut Map<String, Value>, luck: &mut impl Luck) {
    let some = fields.keys().nth(luck.below(fields.len() as u32) as usize).cloned();
    match (luck.below(4), some) {
        (0, Some(key)) => drop(fields.remove(&key)),
        (1, Some(key)) => {
            let value = fields.remove(&key).unwrap_or_default();
            fields.insert(key + "x", value);
        }
        (2, Some(key)) => {
            let other = fields.keys().nth(luck.below(fields.len() as u32) as usize).cloned();
            let value = other.and_then(|other| fields.get(&other)).cloned().unwrap_or_default();
            fields.insert(key, value);
        }
        _ => drop(fields.insert("extra".to_owned(), anything(luck))),
    }
}

/// Values that are seldom right. Made once: the nested ones take longer than all the rest of a probe.
static ANYTHING: LazyLock<Vec<Value>> = LazyLock::new(|| {
    let nested = |depth| (0..depth).fold(json!([]), |inner, _| json!([inner]));
    vec![
        json!(null),
        json!(true),
        json!(0),
        json!(-1),
        json!(1),
        json!(7),
        json!(255),
        json!(256),
        json!(65_536),
        json!(u32::MAX),
        json!(1_u64 << 53),
        json!(u64::MAX),
        json!(i64::MIN),
        json!(i64::MAX),
        json!(1.5),
        json!(-0.0),
        json!(1e300),
        json!(""),
        json!("wood"),
        json!("0,0"),
        json!([]),
        json!([1, 2]),
        json!([true, false, true, false, true]),
        json!({}),
        json!({ "type": "roll_dice" }),
        json!({ "dice": [3, 4] }),
        json!({ "wood": 1 }),
        nested(31),
        nested(40),
    ]
});

/// A value that is seldom right.
pub(super) fn anything(luck: &mut impl Luck) -> Value {
    ANYTHING.get(luck.below(ANYTHING.len() as u32) as usize).cloned().unwrap_or_default()
}

/// Changes a few bytes of a line.
pub fn change_bytes(line: &mut Vec<u8>, luck: &mut impl Luck) {
    for _ in 0..=luck.below(3) {
        let place = luck.below(line.len() as u32) as usize;
        let byte = [b'"', b'{', b']', b',', b'\\', 0xff, b'0', luck.below(256) as u8][luck.below(8) as usize];
        // A line feed would make two lines of one.
        let byte = if byte == b'\n' { b' ' } else { byte };
        match luck.below(5) {
            0 => line.truncate(place),
            1 => line.insert(place.min(line.len()), byte),
            2 if place < line.len() => drop(line.remove(place)),
            3 => line.extend_from_within(place..),
            _ => line.get_mut(place).map_or((), |found| *found = byte),
        }
    }
}
