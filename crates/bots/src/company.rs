//! Company: which bots a game has, by name, and what is done for a seat whose bot has nothing to say.
//!
//! A *level* is the name of a bot as people choose it. A level that needs prepared data gets it when its first bot is
//! made, not before.
//!
//! Levels: docs/bots.md §3.

use game::{Game, Seat};

use crate::{Bot, Budget};

/// A game that has bots.
pub trait Company: Game {
    /// The names of the levels, from the weakest or plainest up.
    const LEVELS: &'static [&'static str];

    /// A new bot of this level for a seat, with a budget for each decision. Its own luck, where it uses any, comes from
    /// the seed. `None` for a level that the game does not have.
    fn bot_with(level: &str, seat: Seat, seed: u64, budget: Budget) -> Option<Box<dyn Bot<Self>>>;

    /// As [`Company::bot_with`], with the level's usual budget.
    #[must_use]
    fn bot(level: &str, seat: Seat, seed: u64) -> Option<Box<dyn Bot<Self>>> {
        Self::bot_with(level, seat, seed, Budget::Usual)
    }

    /// The plainest legal action that moves the game on, for a seat whose bot gave nothing. It finds one whenever the
    /// game waits for the seat ([`Game::to_move`]). A bot that waits for people gives nothing either, so it is not for
    /// the first `None` (docs/bots.md §2).
    fn fallback(legal: &Self::Legal) -> Option<Self::Action>;
}

/// The plainest legal action that moves the game on; see [`Company::fallback`].
pub fn fallback<G: Company>(legal: &G::Legal) -> Option<G::Action> {
    G::fallback(legal)
}
