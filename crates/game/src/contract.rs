//! The contract: what a game must be able to answer.
//!
//! An *action* is what a seat asks for, with no luck in it. An *outcome* is what luck decided, given by
//! the table beside the action. An *event* is what happened, in full; what one viewer may know of it is a
//! *seen* event, and what one viewer may know of the state is a *view*. Views are built up from what is
//! allowed, never cut down from the state.

use std::fmt::{Debug, Display};

use crate::{Chance, Seat, SeatSet, Viewer};

/// A game as a pure state machine. All of its values are plain data that any thread may hold.
///
/// Laws, all of them checked by [`crate::conformance`] for every game:
/// - `apply` accepts exactly the actions that `legal` contains (with an outcome that `chance` allows);
/// - a rejected action leaves the state as it was;
/// - the same setup and moves give the same state;
/// - a finished game accepts nothing;
/// - two states that differ only in what a viewer may not know give equal views, seen events and refusals.
pub trait Game: Clone + Eq + Debug + Send + Sync + 'static {
    /// The game's name on the wire.
    const NAME: &'static str;
    /// Raised when a log recorded earlier would replay differently.
    const RULES_VERSION: u32;

    /// All that is settled before the first action: players, rules, board.
    type Setup: Clone + Eq + Debug + Send + Sync + 'static;
    /// What a seat asks for.
    type Action: Clone + Eq + Debug + Send + Sync + 'static;
    /// What luck decides.
    type Outcome: Copy + Eq + Debug + Send + Sync + 'static;
    /// What happened, in full.
    type Event: Clone + Eq + Debug + Send + Sync + 'static;
    /// What one viewer may know of an event.
    type Seen: Clone + Eq + Debug + Send + Sync + 'static;
    /// What one viewer may know of the state.
    type View: Clone + Eq + Debug + Send + Sync + 'static;
    /// Why an action is not possible, as a sentence for the player.
    type Refusal: Clone + Eq + Debug + Display + Send + Sync + 'static;
    /// Why a setup is not possible, with all faults.
    type SetupFault: Clone + Eq + Debug + Display + Send + Sync + 'static;
    /// The legal actions of one seat.
    type Legal: Legal<Self::Action> + Send + 'static;
    /// What luck may decide for one action.
    type Chance: Chance<Outcome = Self::Outcome>;

    /// The state before the first action.
    ///
    /// # Errors
    /// When the setup breaks a rule; the fault names everything that is wrong.
    fn create(setup: &Self::Setup) -> Result<Self, Self::SetupFault>;

    /// How many seats the table has.
    fn seats(&self) -> usize;

    /// The seats without whom the game cannot go on now.
    fn to_move(&self) -> SeatSet;

    /// What `seat` may do now, in a stable order. Empty for a seat that the table does not have.
    fn legal(&self, seat: Seat) -> Self::Legal;

    /// Whether the action would be accepted (given a possible outcome).
    ///
    /// # Errors
    /// The refusal that [`apply`](Self::apply) would give.
    fn is_valid(&self, seat: Seat, action: &Self::Action) -> Result<(), Self::Refusal>;

    /// What luck would decide if `seat` took this action now; `None` if nothing, or if the action is not legal.
    fn chance(&self, seat: Seat, action: &Self::Action) -> Option<Self::Chance>;

    /// Carries out the action: checks everything first, then changes the state and tells `events` what happened.
    ///
    /// # Errors
    /// [`Rejected`]; then nothing has changed and no event was told.
    fn apply(
        &mut self,
        seat: Seat,
        action: &Self::Action,
        outcome: Option<Self::Outcome>,
        events: &mut impl Sink<Self::Event>,
    ) -> Result<(), Rejected<Self::Refusal>>;

    /// What the viewer may know of the state.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// What the viewer may know of an event of this game; `None` if the viewer does not notice it at all.
    fn seen(&self, event: &Self::Event, viewer: Viewer) -> Option<Self::Seen>;

    /// The winners, once the game is over.
    fn ended(&self) -> Option<SeatSet>;
}

/// The legal actions of one seat in one position.
///
/// Most are *listed* one by one, in an order that never changes for the same position. Some are too many for a list
/// and only *described* (trade offers, discards): [`contains`](Self::contains) knows them too.
pub trait Legal<A> {
    /// How many actions are listed.
    fn len(&self) -> usize;

    /// The listed action with this number, from 0.
    fn get(&self, index: usize) -> Option<A>;

    /// Whether the action is legal: listed, or covered by a description.
    fn contains(&self, action: &A) -> bool;

    /// Whether nothing is listed.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The listed actions in order.
    fn iter(&self) -> impl Iterator<Item = A> {
        (0..self.len()).map_while(|index| self.get(index))
    }
}

/// Somebody who is told the events of an action while it is carried out.
pub trait Sink<E> {
    /// Something happened.
    fn event(&mut self, event: E);
}

impl<E> Sink<E> for Vec<E> {
    fn event(&mut self, event: E) {
        self.push(event);
    }
}

/// A sink that ignores everything; a playout passes it and pays nothing for events.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unheard;

impl<E> Sink<E> for Unheard {
    #[inline(always)]
    fn event(&mut self, _: E) {}
}

/// Why an action was not carried out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Rejected<R> {
    /// A rule refuses the action; the sentence is for the player.
    #[error("{0}")]
    Refused(R),
    /// The action is legal, but not with this outcome. The table's fault, never a player's.
    #[error("{0}")]
    Outcome(OutcomeFault),
}

impl<R> From<R> for Rejected<R> {
    #[inline]
    fn from(refusal: R) -> Self {
        Self::Refused(refusal)
    }
}

/// What is wrong with an outcome.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OutcomeFault {
    /// Luck has to decide something and no outcome was given.
    #[error("this action needs an outcome of chance")]
    Missing,
    /// Nothing is left to luck, yet an outcome was given.
    #[error("this action leaves nothing to chance")]
    Unexpected,
    /// The outcome cannot happen here.
    #[error("this outcome is not possible here")]
    Impossible,
}
