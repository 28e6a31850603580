//! Contests: who is better, by how much, and how sure that is.
//!
//! - who takes part: [`Entry`], one of our bots or any program (`program`)
//! - how a game is played: `sitting` asks and carries out, `bench` seats the players of a game by its number
//! - how many are played: [`Contest`], on many threads, with a test that ends it where the answer is clear
//! - what came of it: [`GameRow`] for each game, [`ContestReport`] for all of them
//!
//! In words: docs/bots.md §7.

mod bench;
#[expect(clippy::module_inception, reason = "the contest itself, among what it needs")]
mod contest;
mod contested;
mod entry;
mod player;
mod program;
mod report;
mod row;
mod score;
mod sitting;
mod table;
mod times;
mod words;

pub use contest::{Contest, ContestFault, Scribe};
pub(crate) use contested::Contested;
pub use entry::{Entry, EntryFault, Who};
pub use program::EXEC_PROTOCOL;
pub use report::{ContestReport, EntryReport, Gain, TableReport, TestReport};
pub use row::{Counts, GameRow, SeatRow};
pub use times::TimeSummary;
pub use words::Unclosed;
