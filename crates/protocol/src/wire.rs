//! The contract between a game and the wire: how its values become messages, and back.
//!
//! *Out* means from the rules to JSON, *in* from JSON to the rules. What leaves is always right; what comes in may be
//! anything, so each way in can fail with a sentence. One generic session serves every game through this trait.

use std::fmt::Debug;

use game::{Game, Luck, Seat};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::Failure;

/// Plain data that leaves as JSON and is described by a schema.
pub trait Outward: Serialize + JsonSchema + Clone + PartialEq + Debug + Send + Sync + 'static {}
impl<T: Serialize + JsonSchema + Clone + PartialEq + Debug + Send + Sync + 'static> Outward for T {}

/// The same where it also comes in.
pub trait BothWays: Outward + DeserializeOwned {}
impl<T: Outward + DeserializeOwned> BothWays for T {}

/// A game that can be spoken about in JSON.
pub trait Wire: Game {
    /// What a seat asks for, with a `type`.
    type WireAction: BothWays;
    /// What luck decides.
    type WireOutcome: BothWays;
    /// What happened, in full or as one viewer may know it, with a `type`.
    type WireEvent: Outward;
    /// The full state.
    type WireState: BothWays;
    /// What one viewer may know of the state.
    type WireView: Outward;
    /// How a game begins beside the number of players: rules, and what the game settles before the first move.
    type WireStart: BothWays;
    /// What is legal but too much to be listed one by one.
    type WireOpen: Outward;

    /// The action that is meant.
    ///
    /// # Errors
    /// `illegal`, with the rules' own sentence, where the rules could not even write the action down.
    fn action_in(action: &Self::WireAction) -> Result<Self::Action, Failure>;

    /// An action as a message.
    fn action_out(action: &Self::Action) -> Self::WireAction;

    /// The outcome that is meant. Whether it is possible is for the rules to say.
    fn outcome_in(outcome: &Self::WireOutcome) -> Self::Outcome;

    /// An outcome as a message.
    fn outcome_out(outcome: Self::Outcome) -> Self::WireOutcome;

    /// A whole event as a message.
    fn event_out(event: &Self::Event) -> Self::WireEvent;

    /// What one viewer may know of an event, as a message.
    fn seen_out(seen: &Self::Seen) -> Self::WireEvent;

    /// The state as a message, complete: [`state_in`](Self::state_in) makes an equal state of it.
    fn state_out(&self) -> Self::WireState;

    /// The state that a message describes.
    ///
    /// # Errors
    /// Everything about it that no game could have led to, one sentence each; never an empty list.
    fn state_in(state: &Self::WireState) -> Result<Self, Vec<String>>;

    /// A view as a message.
    fn view_out(view: &Self::View) -> Self::WireView;

    /// What `seat` may do beside what is listed.
    fn open_out(seat: Seat, legal: &Self::Legal) -> Vec<Self::WireOpen>;

    /// The setup that is meant; what is left open is drawn from `luck`.
    ///
    /// # Errors
    /// `bad_request` with all faults.
    fn setup_in(players: u8, start: &Self::WireStart, luck: &mut impl Luck) -> Result<Self::Setup, Failure>;

    /// How many play, and a start with nothing left open: [`setup_in`](Self::setup_in) makes an equal setup of it
    /// without any luck.
    fn setup_out(setup: &Self::Setup) -> (u8, Self::WireStart);

    /// What the table itself has to do before anybody else can go on, and from which seat.
    ///
    /// An engine without a clock does this right after every accepted action, without an outcome, until nothing is due.
    fn due(&self) -> Option<(Seat, Self::Action)> {
        None
    }
}
