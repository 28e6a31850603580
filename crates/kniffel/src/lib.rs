//! The rules of Kniffel, pure: no I/O, no clock, no randomness.
//!
//! [`Kniffel`] is the state of one game and fulfils the contract of the crate `game`. A *throw* is how the
//! five dice lie, a *keep* which of them stay on the table when the others are thrown again, a *category* is one
//! of the thirteen boxes of a *sheet*. Everything in this game is public.
//!
//! The rules in our own words, with the paragraphs that tests cite: docs/rules/kniffel.md.

mod action;
mod apply;
mod category;
mod chance;
mod dice;
mod event;
mod fault;
mod keep;
mod legal;
mod load;
mod raw;
mod refusal;
mod rules;
mod score;
mod sheet;
mod state;
mod turn;
mod validity;

pub use action::Action;
pub use category::{Category, CategorySet};
pub use chance::{Outcome, RollChance};
pub use dice::Dice;
pub use event::Event;
pub use fault::Fault;
pub use keep::Keep;
pub use legal::LegalActions;
pub use raw::{PhaseName, Raw, RawPlayer};
pub use refusal::Refusal;
pub use rules::{MAX_PLAYERS, Rules, Setup, SetupFault};
pub use score::score;
pub use sheet::{EXTRA_KNIFFEL, Entry, KNIFFEL, Sheet, UPPER_BONUS, UPPER_GOAL};
pub use state::{Kniffel, Phase};
pub use turn::{ROLLS, ROUNDS, Turn, winners};
