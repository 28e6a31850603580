//! Right messages made wrong, one place at a time: missing, of another type, huge, negative, fractional, no number at all, nested,
//! twice, with a stranger beside it. As text, since much of it is no JSON.

use serde_json::{Map, Value};

/// What stands in for a place until its text is put there.
const MARK: &str = "\u{1}here\u{1}";

/// What a place may be replaced by.
pub(crate) fn poisons() -> Vec<String> {
    let words = [
        "null",
        "true",
        "false",
        "0",
        "1",
        "-1",
        "1.5",
        "-0.0",
        "1e2",
        "256",
        "4294967296",
        "9007199254740993",
        "18446744073709551616",
        "-9223372036854775809",
        "1e400",
        "-1e400",
        "NaN",
        "-Infinity",
        "0x10",
        "01",
        "\"NaN\"",
        "\"Infinity\"",
        "\"\"",
        "\"\\u0000\"",
        "\"\\ud800\"",
        "\"\u{202e}\"",
        "\"1\"",
        "[]",
        "{}",
        "[0,0,0,0,0,0,0,0,0]",
        "[null]",
        "{\"\":{}}",
        "",
    ];
    let mut all: Vec<String> = words.map(str::to_owned).to_vec();
    all.push("9".repeat(4_000));
    all.push(format!("\"{}\"", "x".repeat(7_000)));
    all.push("[".repeat(3_000) + &"]".repeat(3_000));
    all.push("{\"a\":".repeat(1_000) + "1" + &"}".repeat(1_000));
    all.push("[".repeat(7_000));
    all
}

/// What is longer than a frame may be.
pub(crate) fn giants() -> Vec<String> {
    vec![
        format!("\"{}\"", "x".repeat(1 << 20)),
        "[".repeat(10_000) + &"]".repeat(10_000),
        "9".repeat(1 << 20),
    ]
}

/// The way to every value inside a value, itself left out.
fn places(value: &Value, at: &str, found: &mut Vec<String>) {
    let mut inside = |key: &str, inner: &Value| {
        let here = format!("{at}/{key}");
        found.push(here.clone());
        places(inner, &here, found);
    };
    match value {
        Value::Array(items) => items.iter().enumerate().for_each(|(i, item)| inside(&i.to_string(), item)),
        Value::Object(fields) => fields.iter().for_each(|(key, field)| inside(key, field)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// The message with a text in one place.
fn with(message: &Value, place: &str, text: &str) -> String {
    let mut copy = message.clone();
    *copy.pointer_mut(place).unwrap() = MARK.into();
    copy.to_string().replacen(&Value::from(MARK).to_string(), text, 1)
}

/// The same with each of these texts in each of its places but the id.
pub(crate) fn replaced(message: &Value, texts: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    places(message, "", &mut found);
    found.retain(|place| place != "/id");
    found.iter().flat_map(|place| texts.iter().map(|text| with(message, place, text))).collect()
}

/// The same with each place missing, with something unknown beside it, or twice.
pub(crate) fn rearranged(message: &Value) -> Vec<String> {
    let mut found = Vec::new();
    places(message, "", &mut found);
    let mut all = Vec::new();
    for place in found.iter().filter(|place| *place != "/id") {
        let (parent, key) = place.rsplit_once('/').unwrap();
        let mut copy = message.clone();
        match copy.pointer_mut(parent) {
            Some(Value::Object(fields)) => drop(fields.remove(key)),
            Some(Value::Array(items)) => drop(items.remove(key.parse().unwrap())),
            _ => unreachable!("a place is inside something"),
        }
        all.push(copy.to_string());
        if let Some(Value::Object(fields)) = message.pointer(parent) {
            let twice = fields.iter().find(|(name, _)| *name == key).unwrap();
            let both = format!(
                "{{{}:{},{}",
                Value::from(key),
                twice.1,
                &Value::Object(fields.clone()).to_string()[1..]
            );
            all.push(if parent.is_empty() { both } else { with(message, parent, &both) });
        }
    }
    let mut strange: Map<String, Value> = message.as_object().unwrap().clone();
    strange.insert("stranger".to_owned(), 1.into());
    all.push(Value::Object(strange).to_string());
    all
}
