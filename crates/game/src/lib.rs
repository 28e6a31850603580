//! The contract that every game at the table fulfils.
//!
//! A game is a pure state machine: `state × action (+ outcome of chance) → new state + events`, or a
//! refusal that changes nothing. Nothing here knows one game's rules, does I/O, reads a clock or draws
//! a random number; luck arrives as an [`Outcome`](Game::Outcome) beside the action.
//!
//! - [`Seat`], [`SeatSet`], [`Viewer`]: who sits, who acts, who looks.
//! - [`Game`], [`Legal`], [`Sink`], [`Rejected`]: the contract itself.
//! - [`Luck`], [`Chance`]: where numbers come from and what they may decide.
//! - [`Record`], [`replay`]: the log, from which a state can always be made again.
//! - [`conformance`]: the laws of the contract as one test suite that every game runs.

mod chance;
#[cfg(feature = "conformance")]
pub mod conformance;
mod contract;
mod record;
mod seat;

pub use chance::{Chance, Luck, Purpose, draw, shuffle};
pub use contract::{Game, Legal, OutcomeFault, Rejected, Sink, Unheard};
pub use record::{Move, Record, ReplayFault, replay};
pub use seat::{Seat, SeatSet, Viewer};
