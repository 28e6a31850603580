//! The honest interface: a *bot* is a player that is given what its seat may know, and nothing else.
//!
//! It hears the events that its seat sees, and when the table asks, it is shown the seat's view and the seat's legal
//! actions, which by the contract's laws follow from what the seat may know. There is no way from here to the state.
//!
//! Interface and manners: docs/bots.md §1, §2.

use game::Game;

/// A player of one game who decides from what its seat may know.
pub trait Bot<G: Game>: Send {
    /// Something happened that this seat may know of.
    fn hear(&mut self, seen: &G::Seen);
    /// What the seat does now; `None` if it has nothing to do or would rather wait.
    fn choose(&mut self, view: &G::View, legal: &G::Legal) -> Option<G::Action>;
    /// What the bot thinks its last choice is worth, if it can tell: the probability to win, or the mean of the final
    /// total.
    fn value(&self) -> Option<f64> {
        None
    }
}
