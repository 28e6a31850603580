//! `examples/messages.json`: one right example of everything that anybody may send. Hostile tests and fuzzers begin with them, so a
//! message without one would go untried.

use std::collections::BTreeSet;

use protocol::http::{AdviceRequest, NewDevice, NewGuest, NewName, NewTable};
use protocol::ws::{Spoken, session};
use protocol::{Json, admin, read};
use serde_json::Value;

use crate::round_trip::through_text;

fn examples() -> Value {
    serde_json::from_str(include_str!("../examples/messages.json")).unwrap()
}

/// The types that a schema in this file tells apart.
fn described(file: &str) -> BTreeSet<String> {
    let mut schemas = crate::schemas::socket();
    let schema = schemas.remove(std::path::Path::new(file)).unwrap().to_value();
    let kinds = schema["oneOf"].as_array().unwrap().iter();
    kinds.map(|kind| kind["properties"]["type"]["const"].as_str().unwrap().to_owned()).collect()
}

fn check_types(examples: &Value, file: &str, known: &[&str]) {
    let types = |message: &Value| message["type"].as_str().unwrap().to_owned();
    let shown: BTreeSet<String> = examples.as_array().unwrap().iter().map(types).collect();
    assert_eq!(shown, described(file), "{file}: one example for each");
    assert_eq!(shown, known.iter().map(|kind| (*kind).to_owned()).collect(), "{file}: the list of types");
}

/// Each is read, and comes out as it went in.
fn check_reading<T>(examples: &Value)
where
    T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug,
{
    for example in examples.as_array().unwrap() {
        let message: T = read(&Json(example.clone())).unwrap();
        through_text(&message);
    }
}

fn of_game<G: Spoken>() {
    let examples = &examples()[G::NAME];
    check_types(examples, &format!("{}/command.json", G::NAME), G::COMMANDS);
    check_reading::<G::Command>(examples);
}

#[test]
fn every_message_of_a_page_has_an_example() {
    let examples = &examples()["session"];
    check_types(examples, "request.json", &session::Request::TYPES);
    check_reading::<session::Request>(examples);
    of_game::<catan::Catan>();
    of_game::<kniffel::Kniffel>();
    of_game::<roulette::Roulette>();
}

#[test]
fn every_body_of_a_request_has_an_example() {
    let paths = protocol::http::openapi()["paths"].clone();
    let endpoints =
        paths.as_object().unwrap().values().flat_map(|methods| methods.as_object().unwrap().values());
    let body = |endpoint: &Value| {
        let named = &endpoint["requestBody"]["content"]["application/json"]["schema"]["$ref"];
        Some(named.as_str()?.rsplit('/').next()?.to_owned())
    };
    let wanted: BTreeSet<String> = endpoints.filter_map(body).collect();
    let examples = examples()["http"].clone();
    assert_eq!(examples.as_object().unwrap().keys().cloned().collect::<BTreeSet<_>>(), wanted);
    let list = |name: &str| Value::Array(vec![examples[name].clone()]);
    check_reading::<NewGuest>(&list("NewGuest"));
    check_reading::<NewName>(&list("NewName"));
    check_reading::<NewDevice>(&list("NewDevice"));
    check_reading::<NewTable>(&list("NewTable"));
    check_reading::<AdviceRequest>(&list("AdviceRequest"));
}

/// A number for each command of the host; a new one does not compile until it has its number and then lacks its example.
fn number(request: &admin::Request) -> usize {
    use admin::Request as R;
    match request {
        R::Tables { .. } => 0,
        R::CloseTable { .. } => 1,
        R::Players { .. } => 2,
        R::Mute { .. } => 3,
        R::Unmute { .. } => 4,
        R::Ban { .. } => 5,
        R::Unban { .. } => 6,
        R::BanAddress { .. } => 7,
        R::UnbanAddress { .. } => 8,
        R::Bans {} => 9,
        R::ResetToken { .. } => 10,
        R::Export { .. } => 11,
        R::Delete { .. } => 12,
        R::Invite { .. } => 13,
        R::Invites {} => 14,
        R::Withdraw { .. } => 15,
    }
}

#[test]
fn every_command_of_the_host_has_an_example() {
    let examples = examples()["host"].clone();
    check_reading::<admin::Request>(&examples);
    let shown = examples.as_array().unwrap().iter();
    let shown: Vec<usize> =
        shown.map(|line| number(&serde_json::from_value(line.clone()).unwrap())).collect();
    assert_eq!(shown, (0..=15).collect::<Vec<_>>());
}
