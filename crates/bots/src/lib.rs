//! Players for each game.
//!
//! A [`Bot`] decides from what its seat may know: a view, the legal actions, the events it has heard.
//! [`random`] plays uniformly over what is listed as legal; [`playout`] lets such players finish a game. [`Dice`] is a
//! fast generator for simulations: its numbers mean nothing to anybody else (fair chance comes from the crate `fair`).

mod bot;
mod budget;
pub mod catan;
mod company;
mod dice;
pub mod kniffel;
pub mod random;
pub mod roulette;
mod seer;

pub use bot::Bot;
pub use budget::Budget;
pub use company::{Company, fallback};
pub use dice::Dice;
pub use random::{Player, playout, playout_with};
pub use seer::Seer;
