//! Catan at a table.

use std::ops::RangeInclusive;

use bots::Company;
use catan::{Action, Catan, Event, Phase, Refusal as Rule};
use game::{Game, Seat, SeatSet, Viewer};
use protocol::catan::Start;
use protocol::table::{Settings, SettingsOf};

use crate::{Clocked, Played, Refusal, Waits};

impl Played for Catan {
    const CHAIRS: u8 = 4;
    const SUBSTITUTE: &'static str = "greedy";
    const BANKED: bool = false;

    fn usual() -> SettingsOf<Self> {
        Settings::default()
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

    /// The sums that players rolled in their turns.
    fn rolled(events: &[Event]) -> Vec<(Seat, u8)> {
        let rolled = |event: &Event| {
            if let Event::DiceRolled { seat, dice, .. } = event {
                Some((*seat, dice[0] + dice[1]))
            } else {
                None
            }
        };
        events.iter().filter_map(rolled).collect()
    }

    fn drew(event: &Event) -> Option<Seat> {
        if let Event::DevCardBought { seat, .. } = event { Some(*seat) } else { None }
    }

    fn is_placing(&self) -> bool {
        matches!(self.phase(), Phase::Setup { .. })
    }

    /// Cards are named as `2 wheat, 1 ore`, pieces and cards by their words on the wire.
    #[expect(clippy::wildcard_enum_match_arm, reason = "most sentences have nothing to fill in")]
    fn refused(refusal: &Rule) -> Refusal {
        let refused = Refusal::new(refusal.code(), refusal.to_string());
        let word = |name: String| name.replace(' ', "_");
        match refusal {
            Rule::WrongDiscardCount { owed, got } => refused.with("owed", owed).with("got", got),
            Rule::CannotDiscard { resource, wanted, have } => {
                refused.with("resource", resource).with("wanted", wanted).with("have", have)
            }
            Rule::NoPieceLeft(piece) => refused.with("piece", word(piece.to_string())),
            Rule::CannotAfford { what, missing } => refused
                .with("piece", word(what.to_string()))
                .with("cost", what.cost())
                .with("missing", missing),
            Rule::TooManyRoads { limit } | Rule::TooManyOffers { limit } => refused.with("limit", limit),
            Rule::NoSuchCard(card) | Rule::AlreadyPlayedKind(card) => {
                refused.with("card", word(card.to_string()))
            }
            Rule::WrongPlentyCount(count) => refused.with("count", count),
            Rule::BankCannotPay(cards) | Rule::CannotGive(cards) => refused.with("cards", cards),
            Rule::RateNotMet { resource, rate, have } => {
                refused.with("resource", resource).with("rate", rate).with("have", have)
            }
            Rule::NoSuchOffer(offer) => refused.with("offer", offer),
            _ => refused,
        }
    }
}
