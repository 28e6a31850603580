//! The engine's messages: one JSON object per line in, one per line out.
//!
//! A [`Request`] is a line with an id and a [`Command`]; an [`Answer`] carries the same id and what came of it. What depends
//! on the game is kept as it came ([`AnyAction`] and its like) until somebody knows which game is meant. [`LogFile`] is a
//! whole game on disk.

mod answer;
mod any;
mod command;
mod log;
mod name;
mod request;

pub use answer::{
    Answer, Applied, Best, Empty, Ended, Handle, Hello, LegalAction, LegalActions, Opened, Reply,
};
pub use any::{AnyAction, AnyEvent, AnyOpen, AnyOutcome, AnyRules, AnyStart, AnyState, AnyView};
pub use command::{Command, Viewer};
pub use log::{AnyLog, LOG_VERSION, LogFile, LogFormat, LogMove, LogOf, log_game};
pub use name::GameName;
#[doc(hidden)]
pub use name::rules;
pub use request::Request;

/// Raised when a program written for an earlier version of these messages would break.
pub const PROTOCOL_VERSION: u32 = 1;
