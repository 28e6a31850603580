//! Every message on the wire as a type; the only crate that knows JSON.
//!
//! The rules crates know no JSON and no text: this crate mirrors their actions, outcomes, events, states and views as types
//! with serde and a JSON Schema, and converts between the two. A game joins by implementing [`Wire`].
//!
//! - [`admin`]: what the host of a server asks of it.
//! - [`catan`], [`kniffel`], [`roulette`]: the words of each game, shared by every protocol.
//! - [`engine`]: the messages of the engine, one JSON object per line, and the log file.
//! - [`file`](mod@file): the file of a finished game, from which anybody can check it.
//! - [`Json`], [`read`]: strict reading of text from strangers; [`Failure`] is what they get back.
//!
//! Conventions: fields are `camelCase`, values of `type` and of enums `snake_case`, numbers whole, unknown fields refused.

pub mod admin;
mod canonical;
pub mod catan;
pub mod choice;
mod endpoints;
pub mod engine;
mod failure;
mod fault;
pub mod file;
pub mod http;
mod json;
pub mod kniffel;
mod mirror;
mod number;
pub mod openapi;
mod read;
pub mod roulette;
pub mod table;
mod tagged;
mod wire;
pub mod ws;

pub use canonical::canonical;
pub use choice::{Choice, Nullable};
pub use failure::{ErrorCode, Failure};
pub use json::{Json, NESTING, ParseFault};
pub use number::{Seat, UpTo, Whole};
pub use read::{read, read_at};
pub use wire::{BothWays, Outward, Wire};
