//! The words of a table, whatever is played on it: who is there, how it is set up, what its log records.
//!
//! - [`PlayerId`], [`TableId`], [`JoinCode`], [`Color`], [`Bytes32`]: names and values.
//! - [`Settings`]: what the host chooses.
//! - [`Entry`]: one line of a table's log. The log is the table: its state is a fold over the entries.
//! - [`snapshot`]: what the entries up to some point come to.

mod bytes;
mod color;
mod entry;
mod id;
mod settings;
pub mod snapshot;

pub use bytes::Bytes32;
pub use color::Color;
pub use entry::{Author, Entry, EntryOf, HowEnded, PauseReason, PlayedMove, Topic};
pub use id::{IdFault, JoinCode, PlayerId, TableId};
pub use settings::{Absence, Changes, Pace, Settings, SettingsOf};
