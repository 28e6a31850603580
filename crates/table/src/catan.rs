//! Catan at a table.

use std::ops::RangeInclusive;

use bots::Company;
use catan::{Action, Catan, Event, Phase, Refusal as Rule};
use game::{Game, Seat, SeatSet, Viewer};
use protocol::catan::Start;
use protocol::table::{Absence, Pace, Settings, SettingsOf};

use crate::{Clocked, Played, Refusal, Waits};

impl Played for Catan {
    const CHAIRS: u8 = 4;
    const SUBSTITUTE: &'static str = "greedy";
    const BANKED: bool = false;

    fn usual() -> SettingsOf<Self> {
        Settings {
            start: Start::default(),
            turn_seconds: 0,
            absence: Absence::Bot,
            pace: Pace::Human,
            stake: 0,
            public: false,
            spectators: true,
        }
    }

    fn players(start: &Start) -> RangeInclusive<u8> {
        start.whole_rules().profile.players()
    }

    fn clock(&self) -> Option<Clocked> {
        let aside = matches!(self.phase(), Phase::Discarding(_));
        let turn = match self.phase() {
            Phase::Ended => return None,
            Phase::RollForFirst(rolls) => {
                let rolled = rolls.sums().iter().filter(|sum| **sum > 0).count() as u64;
                1 << 40 | rolled << 8 | u64::from(self.current().0)
            }
            Phase::Setup { turn, .. } => 1 << 41 | u64::from(turn),
            Phase::BeforeRoll
            | Phase::Discarding(_)
            | Phase::MovingRobber(_)
            | Phase::Stealing { .. }
            | Phase::RoadBuilding { .. }
            | Phase::Main => self.turn().into(),
        };
        Some(Clocked { turn, aside })
    }

    /// Whoever runs out of time gets good places in the setup, where they last, and the plainest moves later.
    fn hurried(&self, seat: Seat) -> Option<Action> {
        let legal = self.legal(seat);
        if let Phase::Setup { .. } = self.phase() {
            let bot = Self::bot(Self::SUBSTITUTE, seat, 0);
            let chosen = bot.and_then(|mut bot| bot.choose(&self.view(Viewer::Seat(seat)), &legal));
            if chosen.is_some() {
                return chosen;
            }
        }
        bots::fallback::<Self>(&legal)
    }

    fn waits(&self, seat: Seat, people: SeatSet) -> Waits {
        let offers = self.view(Viewer::Spectator).offers;
        let unanswered = |offer: &catan::Offer| {
            let answered = offer.accepted.bits() | offer.declined.bits();
            SeatSet::from_bits(offer.to.bits() & !answered)
        };
        let by_people = offers.iter().any(|offer| unanswered(offer).bits() & people.bits() != 0);
        if self.to_move().contains(seat) {
            // Its own offer is open: people may still take it.
            let own = offers
                .iter()
                .any(|offer| offer.from == seat && unanswered(offer).bits() & people.bits() != 0);
            return if own { Waits::ForPeople } else { Waits::Now };
        }
        if offers.iter().any(|offer| unanswered(offer).contains(seat)) {
            return if by_people { Waits::ForPeople } else { Waits::Now };
        }
        Waits::No
    }

    fn score(&self, seat: Seat) -> i64 {
        self.points(seat).into()
    }

    fn drew(event: &Event) -> Option<Seat> {
        if let Event::DevCardBought { seat, .. } = event { Some(*seat) } else { None }
    }

    fn is_placing(&self) -> bool {
        matches!(self.phase(), Phase::Setup { .. })
    }

    fn refused(refusal: &Rule) -> Refusal {
        Refusal::new(refusal.code(), refusal.to_string())
    }
}
