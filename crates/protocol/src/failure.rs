//! What a request gets back that could not be served: a code for programs and a sentence for people.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What went wrong, for programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// The line is not JSON, or not an object.
    Parse,
    /// There is no such command.
    UnknownCommand,
    /// There is no game with this handle.
    NoSuchGame,
    /// A field is missing, unknown, of the wrong type or out of range.
    BadRequest,
    /// A rule refuses the action; the message is the player's sentence.
    Illegal,
    /// The action is legal, but not with this outcome.
    ImpossibleOutcome,
    /// The line is too long, nested too deeply, or there are too many games.
    Limit,
    /// A fault of the engine.
    Internal,
}

/// Why a request was not served.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, thiserror::Error)]
#[serde(deny_unknown_fields)]
#[error("{message}")]
pub struct Failure {
    /// What went wrong, for programs.
    pub code: ErrorCode,
    /// The same as a sentence.
    pub message: String,
}

impl Failure {
    /// A failure with this code and sentence.
    #[must_use]
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }

    /// A field is missing, unknown, of the wrong type or out of range.
    #[must_use]
    pub fn bad_request(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::BadRequest, message)
    }

    /// A rule refuses it.
    #[must_use]
    pub fn illegal(refusal: impl std::fmt::Display) -> Self {
        Self::new(ErrorCode::Illegal, refusal.to_string())
    }

    /// Several faults at once.
    #[must_use]
    pub fn faults(faults: &[String]) -> Self {
        Self::bad_request(faults.join("; "))
    }
}

impl<R: std::fmt::Display> From<game::Rejected<R>> for Failure {
    fn from(rejected: game::Rejected<R>) -> Self {
        match rejected {
            game::Rejected::Refused(refusal) => Self::illegal(refusal),
            game::Rejected::Outcome(fault) => Self::new(ErrorCode::ImpossibleOutcome, fault.to_string()),
        }
    }
}
