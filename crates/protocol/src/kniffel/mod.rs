//! Kniffel on the wire. Everything is public, so a view is the state, and an event the same for all.

mod action;
mod category;
mod event;
mod open;
mod rules;
mod state;

pub use action::{Action, Outcome};
pub use category::Category;
pub use event::Event;
pub use open::Open;
pub use rules::{Overrides, Profile, Rules, RulesChoice, Start};
pub use state::{PhaseName, Player, State};

use game::{Luck, Seat};
use kniffel::Kniffel;

use crate::{Failure, Wire};

impl Wire for Kniffel {
    type WireAction = Action;
    type WireOutcome = Outcome;
    type WireEvent = Event;
    type WireState = State;
    type WireView = State;
    type WireStart = Start;
    type WireOpen = Open;

    fn action_in(action: &Action) -> Result<kniffel::Action, Failure> {
        Ok(action.into())
    }

    fn action_out(action: &kniffel::Action) -> Action {
        action.into()
    }

    fn outcome_in(outcome: &Outcome) -> kniffel::Outcome {
        kniffel::Outcome { dice: outcome.dice }
    }

    fn outcome_out(outcome: kniffel::Outcome) -> Outcome {
        Outcome { dice: outcome.dice }
    }

    fn event_out(event: &kniffel::Event) -> Event {
        event.into()
    }

    fn seen_out(seen: &kniffel::Event) -> Event {
        seen.into()
    }

    fn state_out(&self) -> State {
        State::from(&self.to_raw())
    }

    fn state_in(state: &State) -> Result<Self, Vec<String>> {
        Self::try_from_raw(&state.raw()).map_err(|faults| faults.iter().map(ToString::to_string).collect())
    }

    fn view_out(view: &kniffel::Raw) -> State {
        State::from(view)
    }

    /// Everything is listed.
    fn open_out(_: Seat, _: &kniffel::LegalActions) -> Vec<Open> {
        Vec::new()
    }

    fn setup_in(players: u8, start: &Start, _: &mut impl Luck) -> Result<kniffel::Setup, Failure> {
        start.to_rules(players)
    }

    fn setup_out(setup: &kniffel::Setup) -> (u8, Start) {
        (setup.players, Start::from(setup))
    }
}
