//! Everything that anybody may send: pages, programs that speak HTTP, the host.

use std::fmt::Debug;
use std::sync::LazyLock;

use game::Luck;
use protocol::http::{AdviceRequest, NewDevice, NewGuest, NewName, NewTable, TableSummary};
use protocol::ws::{Spoken, patch, session};
use protocol::{Json, admin, read};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::Input;

/// One right example of each.
static EXAMPLES: LazyLock<Value> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../protocol/tests/examples/messages.json")).unwrap()
});

/// Tries a message of some kind; whether it was accepted.
pub fn message(kind: usize, input: &mut Input<'_, impl Luck>) -> bool {
    match kind % 13 {
        0 => framed::<session::Request>("session", input),
        1 => framed::<<catan::Catan as Spoken>::Command>("catan", input),
        2 => framed::<<kniffel::Kniffel as Spoken>::Command>("kniffel", input),
        3 => framed::<<roulette::Roulette as Spoken>::Command>("roulette", input),
        4 => body::<NewGuest>("NewGuest", input),
        5 => body::<NewName>("NewName", input),
        6 => body::<NewDevice>("NewDevice", input),
        7 => body::<NewTable>("NewTable", input),
        8 => body::<AdviceRequest>("AdviceRequest", input) && advised(input),
        9 => plain::<admin::Request>(&some("host", input), input),
        10 => patched(input),
        11 => plain::<TableSummary>(&summary(), input),
        _ => plain::<admin::Answer>(&serde_json::json!({ "answer": "done" }), input),
    }
}

/// One of a list of examples.
fn some(name: &str, input: &mut Input<'_, impl Luck>) -> Value {
    let list = EXAMPLES[name].as_array().unwrap();
    list[input.luck.below(list.len() as u32) as usize].clone()
}

/// A message on a table's socket, read as the server does: the frame first, then what is in it.
fn framed<T>(name: &str, input: &mut Input<'_, impl Luck>) -> bool
where
    T: Serialize + DeserializeOwned + PartialEq + Debug,
{
    let mut example = some(name, input);
    example["id"] = "x".into();
    let Ok(text) = String::from_utf8(input.text(&example)) else { return false };
    let frame = match session::Frame::parse(&text) {
        Ok(frame) => frame,
        Err(fault) => {
            assert!(!fault.failure.message.is_empty(), "a fault has a sentence");
            return false;
        }
    };
    match frame.read::<T>() {
        Ok(message) => {
            let written = serde_json::to_string(&message).unwrap();
            let again: T = read(&Json::parse(&written).unwrap()).unwrap();
            assert_eq!(again, message, "{written}");
            // The same contents are the same command, however they were written.
            let same = session::Frame::parse(&format!(r#" {{"id":"y",{}"#, &frame.contents()[1..])).unwrap();
            assert_eq!((same.contents(), &same.kind), (frame.contents(), &frame.kind));
            true
        }
        Err(failure) => {
            assert!(!failure.message.is_empty(), "a failure has a sentence");
            false
        }
    }
}

/// The body of a request.
fn body<T>(name: &str, input: &mut Input<'_, impl Luck>) -> bool
where
    T: Serialize + DeserializeOwned + PartialEq + Debug,
{
    plain::<T>(&EXAMPLES["http"][name].clone(), input)
}

/// Something that is read without more ado.
fn plain<T>(example: &Value, input: &mut Input<'_, impl Luck>) -> bool
where
    T: Serialize + DeserializeOwned + PartialEq + Debug,
{
    let Ok(message) = serde_json::from_slice::<T>(&input.text(example)) else { return false };
    let written = serde_json::to_vec(&message).unwrap();
    assert_eq!(serde_json::from_slice::<T>(&written).unwrap(), message);
    true
}

/// A position for advice is one that a game can come to, or it is refused.
fn advised(input: &mut Input<'_, impl Luck>) -> bool {
    let text = input.text(&EXAMPLES["http"]["AdviceRequest"]);
    let Ok(request) = serde_json::from_slice::<AdviceRequest>(&text) else { return false };
    request.positions.iter().all(|position| match position.read(request.whole_rules()) {
        Ok(_) => true,
        Err(sentence) => {
            assert!(!sentence.is_empty(), "a refusal has a sentence");
            false
        }
    })
}

/// A patch from one view to another leads there; any patch can be applied to any view.
fn patched(input: &mut Input<'_, impl Luck>) -> bool {
    let parse = |text: &[u8]| serde_json::from_slice::<Value>(text).ok();
    let (Some(from), Some(to)) = (parse(&input.text(&summary())), parse(&input.text(&summary()))) else {
        return false;
    };
    let mut led = from.clone();
    patch::apply(&mut led, to.clone());
    // No field of a view is ever null, and a view is an object.
    let (from, to) = (without_null(from), without_null(to));
    if !from.is_object() || !to.is_object() {
        return false;
    }
    let mut led = from.clone();
    if let Some(patch) = patch::diff(&from, &to) {
        patch::apply(&mut led, patch);
    }
    assert_eq!(led, to, "from {from}");
    true
}

fn without_null(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let kept = fields.into_iter().filter(|(_, field)| !field.is_null());
            Value::Object(kept.map(|(key, field)| (key, without_null(field))).collect())
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => value,
    }
}

/// A table as lists show it, and as it is stored for them.
fn summary() -> Value {
    serde_json::json!({
        "tableId": "0123456789abcdef", "code": "k7m2qx", "game": "kniffel", "phase": "lobby", "players": ["Ada", "Bert"],
        "seats": 4, "public": true, "settings": { "stake": 5, "start": { "rules": { "profile": "default" } } },
        "waitsFor": { "0123456789abcdef": "Ada" }, "waitsForMe": true, "changedAt": 1_700_000_000_000_i64,
    })
}
