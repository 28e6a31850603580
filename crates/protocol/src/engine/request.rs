//! A line of input: an id of the asker's choice, and a command.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Value, json};

use super::Command;
use crate::{ErrorCode, Failure, Json, read};

/// A line of input. Whatever is wrong with it, it has an id to answer to.
#[derive(Clone, PartialEq, Debug)]
pub struct Request {
    /// Whatever the asker wrote, to be given back; null if nothing.
    pub id: Json,
    /// What is asked, or why it cannot be known.
    pub command: Result<Command, Failure>,
}

impl Request {
    /// Reads a line. Never fails as a whole: what is wrong stands in place of the command.
    #[must_use]
    pub fn parse(line: &str) -> Self {
        let failed = |failure| Self { id: Json::default(), command: Err(failure) };
        match Json::parse(line) {
            Err(fault) => failed(fault.into()),
            Ok(Json(Value::Object(mut fields))) => {
                let id = Json(fields.remove("id").unwrap_or_default());
                let unknown = match fields.get("cmd") {
                    Some(Value::String(name)) if !Command::NAMES.contains(&name.as_str()) => Some(name),
                    _ => None,
                };
                let command = match unknown {
                    Some(name) => Err(unknown_command(name)),
                    None => read(&Json(Value::Object(fields))),
                };
                Self { id, command }
            }
            Ok(_) => failed(Failure::new(ErrorCode::Parse, "a request is a JSON object")),
        }
    }
}

fn unknown_command(name: &str) -> Failure {
    let names = Command::NAMES.join(", ");
    Failure::new(ErrorCode::UnknownCommand, format!("there is no command {name:?}, only {names}"))
}

impl JsonSchema for Request {
    fn schema_name() -> Cow<'static, str> {
        "Request".into()
    }

    /// That of a command, with an id of any kind in every variant.
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = Command::json_schema(generator);
        let variants = schema.get_mut("oneOf").and_then(Value::as_array_mut).into_iter().flatten();
        for properties in variants.filter_map(|variant| variant.get_mut("properties")?.as_object_mut()) {
            properties.insert("id".to_owned(), json!({ "description": "Given back with the answer." }));
        }
        schema
    }
}
