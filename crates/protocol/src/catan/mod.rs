//! Catan on the wire: the words that the engine's lines and later the WebSocket share.
//!
//! Ids are texts, `"q,r"` for a hex and `"x,y"` for a vertex or an edge; hands are objects with any of the five
//! resources. An id that names nothing is not a fault of the message: the rules refuse it with their own sentence.

mod action;
mod board;
mod event;
mod event_out;
mod load;
mod open;
mod outcome;
mod place;
mod rules;
mod start;
mod state;
pub(crate) mod state_out;
mod view;
mod word;

pub use action::{Action, Plenty};
pub use board::{Board, Port, Tile};
pub use event::Event;
pub use open::Open;
pub use outcome::Outcome;
pub use place::{EdgeId, HexId, VertexId};
pub use rules::{Overrides, Rules, RulesChoice};
pub use start::Start;
pub use state::{
    Draft, DraftPiece, FirstRolls, LargestArmy, LongestRoad, Offer, PhaseName, Player, RobberPhase, State,
};
pub use view::{PlayerView, View};
pub use word::{
    BoardKind, CloseReason, DevCard, DevCards, DevCardsPerTurn, FirstPlayer, Hand, PortKind, Profile,
    Resource, Terrain, VictoryPointCards,
};

use catan::Catan;
use game::{Luck, Seat};

use crate::{Failure, Wire};

impl Wire for Catan {
    type WireAction = Action;
    type WireOutcome = Outcome;
    type WireEvent = Event;
    type WireState = State;
    type WireView = View;
    type WireStart = Start;
    type WireOpen = Open;

    fn action_in(action: &Action) -> Result<catan::Action, Failure> {
        Ok(action.to_rules())
    }

    fn action_out(action: &catan::Action) -> Action {
        Action::from(action)
    }

    fn outcome_in(outcome: &Outcome) -> catan::Outcome {
        (*outcome).into()
    }

    fn outcome_out(outcome: catan::Outcome) -> Outcome {
        outcome.into()
    }

    fn event_out(event: &catan::Event) -> Event {
        Event::from(event)
    }

    fn seen_out(seen: &catan::Seen) -> Event {
        Event::from(seen)
    }

    fn state_out(&self) -> State {
        State::from(self)
    }

    fn state_in(state: &State) -> Result<Self, Vec<String>> {
        load::load(state)
    }

    fn view_out(view: &catan::View) -> View {
        View::from(view)
    }

    fn open_out(seat: Seat, legal: &catan::CatanLegal) -> Vec<Open> {
        open::describe(seat, legal)
    }

    fn setup_in(players: u8, start: &Start, luck: &mut impl Luck) -> Result<catan::Setup, Failure> {
        start.to_rules(players, luck)
    }

    fn setup_out(setup: &catan::Setup) -> (u8, Start) {
        (setup.players, Start::from(setup))
    }
}
