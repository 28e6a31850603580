//! Players for each game.
//!
//! [`random`] plays uniformly over what is listed as legal; [`playout`] lets such players finish a game. [`Dice`] is a
//! fast generator for simulations: its numbers mean nothing to anybody else (fair chance comes from the crate `fair`).

mod dice;
pub mod random;

pub use dice::Dice;
pub use random::{Player, playout, playout_with};
