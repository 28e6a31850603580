//! The rules of European roulette, pure: no I/O, no clock, no randomness.
//!
//! One wheel with a single zero, 1 to 10 players who bet at the same time, play chips. [`Roulette`] is the table as a
//! state machine ([`game::Game`]): betting → spinning → settlement → round end → betting. [`Bet`] is one of the 157
//! bets, [`NamedBet`] a bet as a player writes it. The table itself (timer, ball, croupier) acts from the seat
//! [`TABLE`], which no player can take; after a spin it does whatever is [`due`](Roulette::due).
//!
//! Rules: docs/rules/roulette.md.

mod action;
mod apply;
mod bet;
mod check;
mod contract;
mod event;
mod layout;
mod legal;
mod load;
mod load_fault;
mod name;
mod named;
mod number;
mod payout;
mod phase;
mod raw;
mod refusal;
mod set;
mod setup;
mod stakes;
mod state;
mod view;
mod wheel;

pub use action::{Action, HOST, TABLE};
pub use bet::{Bet, BetType};
pub use event::Event;
pub use legal::{OpenBets, RouletteLegal};
pub use load_fault::{LoadFault, LoadFaults, PlayerFault};
pub use name::{Name, NameFault};
pub use named::{BetFault, NamedBet};
pub use number::{Color, Half, Number, Parity};
pub use phase::{History, Phase, Stage};
pub use raw::{Raw, RawPlayer};
pub use refusal::Refusal;
pub use set::NumberSet;
pub use setup::{
    MAX_PLAYERS, MAX_SPIN_TIMER_SEC, MAX_START_CHIPS, MAX_TOTAL_BET, Rules, Setup, SetupFault, SetupFaults,
};
pub use state::{Presence, Roulette};
pub use view::{BetView, PlayerView, View};
pub use wheel::{Outcome, WHEEL_ORDER, Wheel};
