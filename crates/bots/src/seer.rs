//! Seers: players that are shown the whole state, for the arena only.
//!
//! They exist to compare honest bots with programs that do look at hidden cards. No table seats one: [`crate::Company`]
//! does not know them.

use game::{Game, Seat};

/// A player that sees everything.
pub trait Seer<G: Game>: Send {
    /// What the seat does now; `None` if it has nothing to do.
    fn choose(&mut self, game: &G, seat: Seat) -> Option<G::Action>;
}
