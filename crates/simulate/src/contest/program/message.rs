//! What an arena and a program say to each other, one JSON object a line.
//!
//! Views, events, legal actions and actions are those of the engine, word for word.
//!
//! Published: docs/bots.md §7.

use protocol::engine::LegalActions;
use protocol::{Json, Seat, Wire};
use serde::Serialize;

/// Raised when a program written for an earlier version would break.
pub const EXEC_PROTOCOL: u32 = 1;

/// What the arena says.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub(crate) enum Said<E, V, A, P> {
    /// First of all; a `hello` is expected back.
    Hello {
        /// [`EXEC_PROTOCOL`].
        protocol: u32,
        /// The game.
        game: &'static str,
        /// The version of its rules.
        rules_version: u32,
    },
    /// A game begins. Nothing is expected back.
    NewGame {
        /// The program's seat.
        seat: Seat,
        /// How many play.
        players: usize,
        /// How long a decision may take.
        budget_ms: u64,
        /// For the program's own luck: the same in the same game of the same contest.
        seed: u32,
    },
    /// A question; an [`Answered`] with the same id is expected back.
    Choose {
        /// The number of the question.
        id: u64,
        /// What the seat has seen since the last question.
        seen: Vec<E>,
        /// What the seat may know.
        view: V,
        /// What the seat may do.
        legal: LegalActions<A, P>,
    },
    /// The game is over. Nothing is expected back.
    GameOver {
        /// What the seat has seen since the last question.
        seen: Vec<E>,
        /// Who won.
        winners: Vec<Seat>,
    },
}

/// What the arena says in one game.
pub(crate) type SaidOf<G> =
    Said<<G as Wire>::WireEvent, <G as Wire>::WireView, <G as Wire>::WireAction, <G as Wire>::WireOpen>;

/// An answer: the number of the question, and what is done; nothing if there was no such field.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Answered {
    pub(crate) id: u64,
    pub(crate) action: Option<Json>,
}

impl<E: Serialize, V: Serialize, A: Serialize, P: Serialize> Said<E, V, A, P> {
    /// As one line, with its end.
    pub(crate) fn line(&self) -> String {
        // No key of a message is anything but text, so it can be written; an empty line would be no question.
        let mut line = serde_json::to_string(self).unwrap_or_default();
        line.push('\n');
        line
    }
}

fn object(line: &[u8]) -> Option<serde_json::Map<String, serde_json::Value>> {
    let Json(value) = Json::parse(std::str::from_utf8(line).ok()?).ok()?;
    if let serde_json::Value::Object(fields) = value { Some(fields) } else { None }
}

/// Whether a line is the `hello` of a program that speaks this protocol.
pub(crate) fn is_hello(line: &[u8]) -> bool {
    object(line).is_some_and(|fields| {
        fields.get("type").is_some_and(|kind| kind == "hello")
            && fields.get("protocol").is_some_and(|version| version == EXEC_PROTOCOL)
    })
}

/// The answer that a line is, if it is any.
pub(crate) fn answer(line: &[u8]) -> Option<Answered> {
    let mut fields = object(line)?;
    let id = fields.get("id")?.as_u64()?;
    Some(Answered { id, action: fields.remove("action").map(Json) })
}
