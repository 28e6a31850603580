//! The laws of the contract as one test suite.
//!
//! A *subject* is a game together with what the suite cannot know by itself: with which setups to begin,
//! which actions are conceivable, what a viewer may not know, which situations must be met. A *law* is a
//! function that plays many games of a subject and panics, with the position, where the contract is broken;
//! a game's test file calls each law in a test of its own. Every number is drawn from [`SplitMix`] with a
//! fixed seed, so a failure comes back on every run.

mod acceptance;
mod chances;
mod ending;
mod invariants;
mod luck;
mod order;
mod rejection;
mod replays;
mod secrecy;
mod strata;
#[cfg(test)]
mod toy;
#[cfg(test)]
mod toy_laws;
mod walk;

pub use acceptance::accepts_exactly_what_is_legal;
pub use chances::chances_add_up;
pub use ending::{finished_game_accepts_nothing, somebody_can_always_move};
pub use invariants::invariants_hold;
pub use luck::SplitMix;
pub use order::order_of_legal_actions_is_stable;
pub use rejection::rejection_changes_nothing;
pub use replays::replay_gives_the_same_state;
pub use secrecy::nothing_hidden_shows;
pub use strata::Tally;
pub use walk::{any_move, listed_move};

use crate::{Game, Seat, Viewer};

/// The state of a subject's game.
pub type StateOf<S> = <S as Subject>::Game;
/// The actions of a subject's game.
pub type ActionOf<S> = <<S as Subject>::Game as Game>::Action;
/// The outcomes of a subject's game.
pub type OutcomeOf<S> = <<S as Subject>::Game as Game>::Outcome;
/// The setups of a subject's game.
pub type SetupOf<S> = <<S as Subject>::Game as Game>::Setup;

/// A game as the suite needs it; implemented for an empty type in the game's own tests.
pub trait Subject {
    /// The game under test.
    type Game: Game;

    /// Whether some games come to an end. A game that says `false` must never report one.
    const ENDS: bool = true;

    /// Whether a game that is over has at least one winner. A game that says `false` must never report one.
    const WINNERS: bool = true;

    /// Whether a viewer may be kept from knowing something. A game that says `false` must show the same to everyone.
    const SECRETS: bool;

    /// Every kind of beginning worth testing: each number of players, each profile of rules.
    fn setups() -> Vec<SetupOf<Self>>;

    /// Further positions to begin from, so that rare situations are met. Each must be a possible position.
    #[must_use]
    fn positions() -> Vec<Self::Game> {
        Vec::new()
    }

    /// Every action that `seat` could write down, whether it makes sense or not: all ids, those out of range too.
    ///
    /// It has to cover every listed action, and the suite checks that it does. Actions that are described rather
    /// than listed are covered by samples.
    fn conceivable(game: &Self::Game, seat: Seat, visit: &mut dyn FnMut(ActionOf<Self>));

    /// A random legal action that is described but not listed, or `None` where there is none.
    fn random_open(game: &Self::Game, seat: Seat, luck: &mut SplitMix) -> Option<ActionOf<Self>> {
        let _ = (game, seat, luck);
        None
    }

    /// Outcomes of every kind, possible and impossible ones, to be tried where they do not belong.
    fn sample_outcomes() -> Vec<OutcomeOf<Self>>;

    /// Whether the action takes the game further; `false` for marks such as "is away".
    fn moves_on(action: &ActionOf<Self>) -> bool {
        let _ = action;
        true
    }

    /// What to play next in a random game; `None` where nobody can do anything.
    ///
    /// The default is [`any_move`]. A game may lean towards moves that lead to situations it wants to meet.
    fn choose(game: &Self::Game, luck: &mut SplitMix) -> Option<(Seat, ActionOf<Self>)> {
        any_move::<Self>(game, luck)
    }

    /// The most actions in one random game before the next is begun.
    #[must_use]
    fn patience() -> u32 {
        5_000
    }

    /// Tells `tally` the names of all situations that this position is an example of.
    fn strata(game: &Self::Game, tally: &mut Tally);

    /// The situations without which the tests prove too little.
    fn required_strata() -> &'static [&'static str];

    /// What must hold in every position: nothing lost, nothing made, caches equal to what they cache.
    ///
    /// # Errors
    /// A sentence that says what is wrong.
    fn check_invariants(game: &Self::Game) -> Result<(), String>;

    /// Another possible state that differs from this one only in what `viewer` may not know; `None` where the
    /// viewer knows everything. A viewer whose seat the table does not have knows as little as a spectator.
    fn twist(game: &Self::Game, viewer: Viewer, luck: &mut SplitMix) -> Option<Self::Game> {
        let _ = (game, viewer, luck);
        None
    }

    /// Whether the rules themselves let `viewer` learn, by this action, something in which the two states differ:
    /// a card is laid open, a count becomes known. Then what is seen may differ. The suite limits such excuses.
    fn reveals(
        game: &Self::Game,
        twisted: &Self::Game,
        viewer: Viewer,
        seat: Seat,
        action: &ActionOf<Self>,
    ) -> bool {
        let _ = (game, twisted, viewer, seat, action);
        false
    }
}

/// The table's seats, then seats that it does not have.
pub(crate) fn seats_and_ghosts(seats: usize) -> impl Iterator<Item = Seat> {
    let n = u8::try_from(seats).unwrap_or(u8::MAX);
    (0..n).chain([n, n.saturating_add(1), 15, 16, 255].into_iter().filter(move |&ghost| ghost >= n)).map(Seat)
}

/// The table's seats.
pub(crate) fn seats_of<G: Game>(game: &G) -> impl Iterator<Item = Seat> + use<G> {
    (0..u8::try_from(game.seats()).unwrap_or(u8::MAX)).map(Seat)
}
