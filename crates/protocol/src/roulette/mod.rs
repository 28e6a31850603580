//! Roulette on the wire. Everything is public, so a view differs from the state only in what the page needs beside it.
//!
//! The table itself acts from the seat [`roulette::TABLE`]: `settle`, `end_round` and, for a deserted table, `close`. A
//! protocol that passes on messages of players must never let one speak for that seat.

mod action;
pub(crate) mod bet;
mod event;
mod open;
mod rules;
mod start;
mod state;
mod view;

pub use action::{Action, Outcome};
pub use bet::{Bet, BetType};
pub use event::Event;
pub use open::Open;
pub use rules::{Overrides, Profile, Rules, RulesChoice};
pub use start::Start;
pub use state::{PhaseName, Player, State};
pub use view::{BetView, PlayerView, View};

use game::{Luck, Seat};
use roulette::Roulette;

use crate::{Failure, Wire};

impl Wire for Roulette {
    type WireAction = Action;
    type WireOutcome = Outcome;
    type WireEvent = Event;
    type WireState = State;
    type WireView = View;
    type WireStart = Start;
    type WireOpen = Open;

    fn action_in(action: &Action) -> Result<roulette::Action, Failure> {
        action.to_rules()
    }

    fn action_out(action: &roulette::Action) -> Action {
        action.into()
    }

    fn outcome_in(outcome: &Outcome) -> roulette::Outcome {
        roulette::Outcome { winning_number: outcome.winning_number }
    }

    fn outcome_out(outcome: roulette::Outcome) -> Outcome {
        Outcome { winning_number: outcome.winning_number }
    }

    fn event_out(event: &roulette::Event) -> Event {
        event.into()
    }

    fn seen_out(seen: &roulette::Event) -> Event {
        seen.into()
    }

    fn state_out(&self) -> State {
        State::from(&self.to_raw())
    }

    fn state_in(state: &State) -> Result<Self, Vec<String>> {
        state.load()
    }

    fn view_out(view: &roulette::View) -> View {
        view.into()
    }

    fn open_out(seat: Seat, legal: &roulette::RouletteLegal) -> Vec<Open> {
        open::describe(seat, legal)
    }

    fn setup_in(players: u8, start: &Start, _: &mut impl Luck) -> Result<roulette::Setup, Failure> {
        start.to_rules(players)
    }

    fn setup_out(setup: &roulette::Setup) -> (u8, Start) {
        (setup.players, Start::from(setup))
    }

    /// After a spin the table settles and ends the round.
    fn due(&self) -> Option<(Seat, roulette::Action)> {
        Self::due(self).map(|action| (roulette::TABLE, action))
    }
}
