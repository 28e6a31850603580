//! Many games at once: players, threads, counts and intervals.
//!
//! A *plan* says which games to play, a *report* what came of them. Game number i of a plan takes all its luck, the
//! board of Catan included, from the generator of (seed, i), and everything that is counted is a whole number, so a
//! plan gives the same report whatever the number of threads; only the [`Timing`] differs.
//!
//! - what to play: [`Plan`], [`GameName`], [`Opening`]
//! - how it is played: `crew` shares the games among threads, an `arena` plays and counts one
//! - what came of it: [`Report`], [`statistics`]; `table` shows a report to people
//! - bots and programs against each other: [`contest`]

mod arena;
mod clock;
pub mod contest;
mod crew;
mod name;
mod opening;
mod plan;
mod report;
pub mod statistics;
mod table;

pub use clock::Timing;
pub use name::GameName;
pub use opening::{CatanOpening, Opening, OpeningFault};
pub use plan::{Plan, simulate};
pub use report::{Chips, Details, Histogram, HistogramRow, PointsRow, Report, SeatWins};
