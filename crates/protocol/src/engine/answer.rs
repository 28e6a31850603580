//! What the engine answers.
//!
//! The parts that depend on the game are parameters, so that one session answers for every game.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::GameName;
use crate::{Failure, Json, Seat};

/// A line of output: the id of the request, and what came of it.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Answer<T> {
    /// As the request had it; null if it had none.
    pub id: Json,
    /// What came of it.
    #[serde(flatten)]
    pub reply: Reply<T>,
}

/// What came of a request.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reply<T> {
    /// It was served.
    Ok(T),
    /// It was not.
    Error(Failure),
}

impl<T: Serialize> Answer<T> {
    /// The answer to a request.
    pub fn new(id: Json, result: Result<T, Failure>) -> Self {
        Self { id, reply: result.map_or_else(Reply::Error, Reply::Ok) }
    }

    /// As one line, without its line feed.
    #[must_use]
    pub fn to_line(&self) -> String {
        serde_json::to_string(self).unwrap_or_else(|fault| {
            let message = Value::from(format!("the answer cannot be written: {fault}"));
            format!(r#"{{"id":{},"error":{{"code":"internal","message":{message}}}}}"#, self.id.0)
        })
    }
}

/// To `hello`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Hello {
    /// Of these messages.
    pub protocol_version: u32,
    /// Of the program.
    pub version: String,
    /// The games there are.
    pub games: Vec<GameName>,
    /// The bots there are, by game.
    pub bots: BTreeMap<GameName, Vec<String>>,
    /// Of the rules of each game; logs say which they were recorded with.
    pub rules_versions: BTreeMap<GameName, u32>,
}

/// To `new`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Opened<S> {
    /// By which the game is known from now on.
    pub handle: u32,
    /// The state before the first move.
    pub state: S,
}

/// To `clone` and `load`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Handle {
    /// By which the game is known from now on.
    pub handle: u32,
}

/// To `undo` and `drop`: nothing but that it was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
pub struct Empty {}

/// To `legal`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LegalActions<A, P> {
    /// The seats the game waits for.
    pub to_move: Vec<Seat>,
    /// Every legal action that can be listed.
    pub actions: Vec<LegalAction<A>>,
    /// What is legal but too much to be listed.
    pub open: Vec<P>,
}

/// One legal action.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct LegalAction<A> {
    /// Who may do it.
    pub seat: Seat,
    /// What.
    pub action: A,
}

/// To `apply`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Applied<E, O> {
    /// What happened, in full.
    pub events: Vec<E>,
    /// What luck decided; null if nothing was left to it.
    pub outcome: Option<O>,
    /// The seats the game waits for now.
    pub to_move: Vec<Seat>,
    /// How the game ended; null if it goes on.
    pub ended: Option<Ended>,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Ended {
    /// Who won; several may have, or nobody.
    pub winners: Vec<Seat>,
}

/// To `best`.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Best<A> {
    /// What the bot would do.
    pub action: A,
    /// What it thinks of its position afterwards; null if it does not think.
    pub value: Option<f64>,
}
