//! The file of a finished game: everything that is needed to check it, for good.
//!
//! A *file* is lines of JSON: a header (who played what, and all secrets), one line for each accepted move with the draw that
//! decided it, the end, and a digest over all bytes before. Each line has one spelling, so no byte of a file is free. It is written when the
//! game is over or aborted, and nothing in it is secret any more.
//!
//! - [`Header`], [`Step`], [`End`]: the lines; [`write()`] makes a file of them, [`Text`] reads one.
//! - [`Recorded`]: what a game must say about itself; [`Retelling`] makes the game again, move by move.
//! - [`record`]: from a game that was played to the bytes of its file.
//!
//! Published: docs/fairness.md §17.

mod end;
mod header;
mod record;
mod recorded;
mod retelling;
mod step;
mod text;
mod write;

pub use end::{Digest, End, How, Score};
pub use header::{Chair, DrawnPart, Fairness, FileFormat, Header, HeaderOf, Player};
pub use record::{PlayedGame, RecordFault, record};
pub use recorded::Recorded;
pub use retelling::{Retelling, ToldFault};
pub use step::{Draw, Purpose, Step, StepOf};
pub use text::{LineFault, Text};
pub use write::write;

/// The version of the format.
pub const FILE_VERSION: u32 = 1;
