//! The load test: tables of people who are programs play whole games over real sockets, as fast as wanted, and check all they are told.
//!
//! - [`Plan`]: how many tables, what they play, how fast, for how long.
//! - [`run`]: plays, and gives a [`Report`]: moves, times, bytes, errors, and every *violation*, which is what a server must
//!   never do: lose, repeat or reorder something, or lead to a view that is not the whole one.
//! - [`history`]: what every seat saw, in a file, for whoever can read the logs.
//! - [`choose`] and [`Committed`]: a script that does one of the legal things, and a player's part in making a seed.
//!
//! It knows nothing but the public protocol (docs/load.md).

#![expect(clippy::cast_precision_loss, reason = "counts and times here are far below 2^52")]

mod diary;
mod gathering;
mod histogram;
pub mod history;
mod http;
mod idle;
mod plan;
mod process;
mod report;
mod run;
mod script;
mod seat;
mod seeds;
mod socket;
mod table;
mod tally;
mod violation;
mod witness;

pub use plan::{Plan, Rate, Target};
pub use report::{Idle, Latency, Process, Report};
pub use run::{LoadFault, run};
pub use script::choose;
pub use seeds::Committed;
