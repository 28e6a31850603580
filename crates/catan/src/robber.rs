//! The robber: none → discarding → moving → stealing → none.
//!
//! Each question has its own small function, so that a table, a bot and a test can ask it too: who must discard, how
//! much, whether these cards will do, where the robber may go, whom it robs.
//!
//! Rules: docs/rules/catan.md §8 (discards), §9 (robber and stealing).

use game::{Seat, SeatSet, Sink};

use crate::Catan;
use crate::action::Event;
use crate::grid::{HEXES, Hex};
use crate::phase::{Candidates, Debts, Phase, Resume};
use crate::refusal::Refusal;
use crate::resource::{Hand, Resource};
use crate::rules::Rules;

/// Whether a seven makes this hand discard (§8.1).
#[must_use]
#[inline]
pub fn must_discard(hand: Hand, rules: &Rules) -> bool {
    hand.total() >= u32::from(rules.discard_from)
}

/// How many cards a hand of `cards` gives up: half, rounded down (§8.2).
#[must_use]
#[inline]
pub fn discard_target(cards: u32) -> u8 {
    (cards / 2) as u8
}

/// Whether these cards pay the debt (§8.3): the number first, then the kinds in order.
///
/// # Errors
/// The first thing that is wrong.
pub fn validate_discard(hand: Hand, owed: u8, cards: Hand) -> Result<(), Refusal> {
    if cards.total() != u32::from(owed) {
        return Err(Refusal::WrongDiscardCount { owed, got: cards.total() });
    }
    if hand.covers(cards) {
        return Ok(());
    }
    let short = Resource::ALL.into_iter().find(|&r| cards.get(r) > hand.get(r)).unwrap_or(Resource::Ore);
    Err(Refusal::CannotDiscard { resource: short, wanted: cards.get(short), have: hand.get(short) })
}

/// Whether the robber may go from one hex to another (§9.3).
///
/// # Errors
/// No hex, sea, or the hex it stands on where the rules forbid it.
pub fn check_placement(from: Hex, to: Hex, rules: &Rules) -> Result<(), Refusal> {
    if to.is_sea() {
        return Err(Refusal::RobberAtSea);
    }
    if !to.is_land() {
        return Err(Refusal::InvalidHex);
    }
    if to == from && !rules.robber_may_stay {
        return Err(Refusal::RobberMustMove);
    }
    Ok(())
}

impl Catan {
    /// Who can be robbed on a hex: others with a building on a corner and at least one card (§9.5).
    #[must_use]
    #[inline]
    pub fn steal_candidates(&self, hex: Hex, mover: Seat) -> SeatSet {
        SeatSet::from_bits(u16::from(self.candidate_bits(hex, mover)))
    }

    #[inline]
    fn candidate_bits(&self, hex: Hex, mover: Seat) -> u8 {
        let corners = if hex.is_land() { hex.vertex_mask() } else { 0 };
        let mut bits = 0;
        for seat in 0..4 {
            let there = self.buildings[seat] & corners != 0 && !self.hands[seat].is_empty();
            bits |= u8::from(there) << seat;
        }
        if mover.0 < 4 { bits & !(1 << mover.0) } else { bits }
    }

    /// Hexes where the robber may go now, as bits.
    #[inline]
    pub(crate) fn robber_sites(&self) -> u32 {
        let land = (1 << HEXES) - 1;
        if self.rules.robber_may_stay { land } else { land & !(1 << self.robber.index()) }
    }

    /// The single victim that moving the robber to `hex` would rob without a choice.
    #[inline]
    pub(crate) fn only_victim(&self, hex: Hex) -> Option<Seat> {
        let bits = self.candidate_bits(hex, self.current());
        bits.is_power_of_two().then(|| Seat(bits.trailing_zeros() as u8))
    }

    pub(crate) fn check_discard(&self, seat: Seat, cards: Hand) -> Result<(), Refusal> {
        if self.phase == Phase::Ended {
            return Err(Refusal::GameOver);
        }
        let owed = if let Phase::Discarding(debts) = self.phase { debts.owed_by(seat) } else { 0 };
        if owed == 0 {
            return Err(Refusal::NoDiscardOwed);
        }
        validate_discard(self.hands[seat.index() & 3], owed, cards)
    }

    pub(crate) fn check_move_robber(&self, seat: Seat, hex: Hex) -> Result<(), Refusal> {
        if self.phase == Phase::Ended {
            return Err(Refusal::GameOver);
        }
        if seat != self.current() {
            return Err(Refusal::NotYourRobber);
        }
        if !matches!(self.phase, Phase::MovingRobber(_)) {
            return Err(Refusal::NotMovingRobber);
        }
        check_placement(self.robber, hex, &self.rules)
    }

    pub(crate) fn check_steal(&self, seat: Seat, victim: Seat) -> Result<(), Refusal> {
        if self.phase == Phase::Ended {
            return Err(Refusal::GameOver);
        }
        if seat != self.current() {
            return Err(Refusal::NotYourSteal);
        }
        let Phase::Stealing { candidates, .. } = self.phase else { return Err(Refusal::NotStealing) };
        if candidates.seats().contains(victim) { Ok(()) } else { Err(Refusal::InvalidStealTarget) }
    }

    /// A seven was rolled: whoever holds too much owes, then the roller moves the robber.
    #[inline]
    pub(crate) fn begin_discards(&mut self, events: &mut impl Sink<Event>) {
        let mut owed = [0; 4];
        for (owed, hand) in owed.iter_mut().zip(self.hands) {
            if must_discard(hand, &self.rules) {
                *owed = discard_target(hand.total());
            }
        }
        match Debts::new(owed) {
            Some(debts) => {
                self.phase = Phase::Discarding(debts);
                events.event(Event::DiscardsOwed { owed });
            }
            None => self.begin_robber(Resume::Main, events),
        }
    }

    pub(crate) fn discard(&mut self, seat: Seat, cards: Hand, events: &mut impl Sink<Event>) {
        let Phase::Discarding(debts) = self.phase else { return };
        self.pay(seat, cards);
        let left = debts.paid_by(seat);
        let waiting = left.map_or(SeatSet::EMPTY, Debts::seats);
        events.event(Event::Discarded { seat, cards, waiting });
        match left {
            Some(debts) => self.phase = Phase::Discarding(debts),
            None => self.begin_robber(Resume::Main, events),
        }
    }

    #[inline]
    pub(crate) fn begin_robber(&mut self, resume: Resume, events: &mut impl Sink<Event>) {
        self.phase = Phase::MovingRobber(resume);
        events.event(Event::RobberMoveRequired { seat: self.current() });
    }

    /// Puts the robber down; `stolen` is the card of a single candidate.
    pub(crate) fn move_robber(&mut self, hex: Hex, stolen: Option<Resource>, events: &mut impl Sink<Event>) {
        let Phase::MovingRobber(resume) = self.phase else { return };
        let seat = self.current();
        self.robber = hex;
        events.event(Event::RobberMoved { seat, hex });
        let bits = self.candidate_bits(hex, seat);
        if bits == 0 {
            self.phase = resume.into();
            events.event(Event::NothingToSteal { seat });
        } else if let Some(card) = stolen {
            self.phase = resume.into();
            self.take_card(Seat(bits.trailing_zeros() as u8), card, true, events);
        } else {
            let candidates = Candidates::from_bits(bits);
            self.phase = Phase::Stealing { candidates, resume };
            events.event(Event::StealRequired { seat, candidates: candidates.seats() });
        }
    }

    pub(crate) fn steal(&mut self, victim: Seat, card: Resource, events: &mut impl Sink<Event>) {
        let Phase::Stealing { resume, .. } = self.phase else { return };
        self.phase = resume.into();
        self.take_card(victim, card, false, events);
    }

    fn take_card(&mut self, victim: Seat, card: Resource, automatic: bool, events: &mut impl Sink<Event>) {
        let thief = self.current();
        let (from, to) = (victim.index() & 3, thief.index());
        self.hands[from] = self.hands[from].minus(Hand::one(card));
        self.hands[to] = self.hands[to].plus(Hand::one(card));
        events.event(Event::Stolen { thief, victim, automatic, card });
        self.withdraw_unpayable(events);
    }
}
