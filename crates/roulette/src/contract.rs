//! The table as a game that fulfills the contract.
//!
//! Nothing is decided here; every answer comes from the file that its name points to.
//!
//! Rules: docs/rules/roulette.md §1.5, §5.12, §7, §8.1.

use game::{Game, Rejected, Seat, SeatSet, Sink, Viewer};

use crate::{
    Action, Event, MAX_PLAYERS, Outcome, Phase, Refusal, Roulette, RouletteLegal, Setup, SetupFaults, View,
    Wheel,
};

impl Game for Roulette {
    const NAME: &'static str = "roulette";
    const RULES_VERSION: u32 = 1;

    type Setup = Setup;
    type Action = Action;
    type Outcome = Outcome;
    type Event = Event;
    type Seen = Event;
    type View = View;
    type Refusal = Refusal;
    type SetupFault = SetupFaults;
    type Legal = RouletteLegal;
    type Chance = Wheel;

    fn create(setup: &Setup) -> Result<Self, SetupFaults> {
        Self::new(setup)
    }

    /// Ten for players, taken or empty, and the one from which the table acts.
    fn seats(&self) -> usize {
        usize::from(MAX_PLAYERS) + 1
    }

    fn to_move(&self) -> SeatSet {
        self.waits_for()
    }

    #[inline]
    fn legal(&self, seat: Seat) -> RouletteLegal {
        self.legal_actions(seat)
    }

    #[inline]
    fn is_valid(&self, seat: Seat, action: &Action) -> Result<(), Refusal> {
        self.check(seat, action)
    }

    #[inline]
    fn chance(&self, seat: Seat, action: &Action) -> Option<Wheel> {
        (matches!(action, Action::Spin) && self.check(seat, action).is_ok()).then_some(Wheel)
    }

    #[inline]
    fn apply(
        &mut self,
        seat: Seat,
        action: &Action,
        outcome: Option<Outcome>,
        events: &mut impl Sink<Event>,
    ) -> Result<(), Rejected<Refusal>> {
        self.carry_out(seat, action, outcome, events)
    }

    fn view(&self, _: Viewer) -> View {
        self.public_view()
    }

    fn seen(&self, event: &Event, _: Viewer) -> Option<Event> {
        Some(event.clone())
    }

    fn ended(&self) -> Option<SeatSet> {
        (self.phase == Phase::Closed).then_some(SeatSet::EMPTY)
    }
}
