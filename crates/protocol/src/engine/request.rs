//! A line of input: an id of the asker's choice, and a command.

use serde_json::Value;

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
