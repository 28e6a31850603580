//! The words of a table, whatever is played on it: who is there, how it is set up, what its log records.

mod color;
mod id;

pub use color::Color;
pub use id::{IdFault, JoinCode, PlayerId, TableId};
