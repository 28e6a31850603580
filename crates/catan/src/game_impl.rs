//! Catan under the contract: check, let luck decide, carry out.
//!
//! Every action passes three stages in one arm: a `check_…` refuses without changing anything, the outcome is measured
//! against what luck may decide, and the rest cannot fail any more.

use std::fmt;

use game::{Chance, Game, OutcomeFault, Rejected, Seat, SeatSet, Sink, Unheard, Viewer};

use crate::action::{Action, Closed, Event, Outcome};
use crate::chance::CatanChance;
use crate::grid::Hex;
use crate::legal::CatanLegal;
use crate::phase::Phase;
use crate::refusal::Refusal;
use crate::view::{Seen, View};
use crate::{Catan, Setup};

/// Everything that is wrong with a setup.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupFault(pub Vec<String>);

impl fmt::Display for SetupFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("; "))
    }
}

impl std::error::Error for SetupFault {}

impl Game for Catan {
    const NAME: &'static str = "catan";
    const RULES_VERSION: u32 = 1;

    type Setup = Setup;
    type Action = Action;
    type Outcome = Outcome;
    type Event = Event;
    type Seen = Seen;
    type View = View;
    type Refusal = Refusal;
    type SetupFault = SetupFault;
    type Legal = CatanLegal;
    type Chance = CatanChance;

    fn create(setup: &Setup) -> Result<Self, SetupFault> {
        let faults = setup.faults();
        if faults.is_empty() { Ok(Self::begin(setup)) } else { Err(SetupFault(faults)) }
    }

    fn seats(&self) -> usize {
        self.players as usize
    }

    #[inline]
    fn to_move(&self) -> SeatSet {
        if let Phase::Discarding(debts) = self.phase {
            return debts.seats();
        }
        if self.phase == Phase::Ended { SeatSet::EMPTY } else { SeatSet::only(self.current()) }
    }

    #[inline(always)]
    fn legal(&self, seat: Seat) -> CatanLegal {
        CatanLegal::new(self, seat)
    }

    fn is_valid(&self, seat: Seat, action: &Action) -> Result<(), Refusal> {
        // Asking the real thing on a copy costs little and cannot disagree with it.
        let mut copy = *self;
        match copy.apply(seat, action, None, &mut Unheard) {
            Ok(()) | Err(Rejected::Outcome(_)) => Ok(()),
            Err(Rejected::Refused(refusal)) => Err(refusal),
        }
    }

    #[inline]
    fn chance(&self, seat: Seat, action: &Action) -> Option<CatanChance> {
        #[expect(
            clippy::wildcard_enum_match_arm,
            reason = "all others leave nothing to luck, as new ones mostly will"
        )]
        match *action {
            Action::RollDice => self.check_roll(seat).ok().map(|()| CatanChance::Dice),
            Action::BuyDevCard => self.check_buy(seat).ok().map(|()| CatanChance::Deck(self.deck)),
            Action::MoveRobber(hex) => {
                self.check_move_robber(seat, hex).ok().and_then(|()| self.theft_at(hex))
            }
            Action::Steal(victim) => self.check_steal(seat, victim).ok().map(|()| self.theft_from(victim)),
            _ => None,
        }
    }

    #[inline]
    fn apply(
        &mut self,
        seat: Seat,
        action: &Action,
        outcome: Option<Outcome>,
        events: &mut impl Sink<Event>,
    ) -> Result<(), Rejected<Refusal>> {
        match *action {
            Action::RollDice => {
                self.check_roll(seat)?;
                if let Outcome::Dice(dice) = decided(CatanChance::Dice, outcome)? {
                    self.roll(seat, dice, events);
                }
            }
            Action::EndTurn => {
                self.in_main(seat)?;
                undecided(outcome)?;
                self.end_turn(events);
            }
            Action::MoveRobber(hex) => {
                self.check_move_robber(seat, hex)?;
                let stolen = match self.theft_at(hex) {
                    Some(theft) => Some(decided(theft, outcome)?),
                    None => undecided(outcome).map(|()| None)?,
                };
                let card = if let Some(Outcome::Stolen(card)) = stolen { Some(card) } else { None };
                self.move_robber(hex, card, events);
            }
            Action::Steal(victim) => {
                self.check_steal(seat, victim)?;
                if let Outcome::Stolen(card) = decided(self.theft_from(victim), outcome)? {
                    self.steal(victim, card, events);
                }
            }
            Action::BuyDevCard => {
                self.check_buy(seat)?;
                if let Outcome::Card(card) = decided(CatanChance::Deck(self.deck), outcome)? {
                    self.buy_card(seat, card, events);
                    self.settle_victory(events);
                }
            }
            Action::Discard(cards) => {
                self.check_discard(seat, cards)?;
                undecided(outcome)?;
                self.discard(seat, cards, events);
            }
            Action::PlaceSettlement(vertex) => {
                self.check_place_settlement(seat, vertex)?;
                undecided(outcome)?;
                self.place_settlement(seat, vertex, events);
            }
            Action::PlaceRoad(edge) => {
                self.check_place_road(seat, edge)?;
                undecided(outcome)?;
                self.place_road(seat, edge, events);
            }
            Action::BuildRoad(edge) => {
                self.check_build_road(seat, edge)?;
                undecided(outcome)?;
                self.build_road(seat, edge, events);
                self.settle_victory(events);
            }
            Action::BuildSettlement(vertex) => {
                self.check_build_settlement(seat, vertex)?;
                undecided(outcome)?;
                self.build_settlement(seat, vertex, events);
                self.settle_victory(events);
            }
            Action::BuildCity(vertex) => {
                self.check_build_city(seat, vertex)?;
                undecided(outcome)?;
                self.build_city(seat, vertex, events);
                self.settle_victory(events);
            }
            Action::BankTrade { give, receive } => {
                self.check_bank_trade(seat, give, receive)?;
                undecided(outcome)?;
                self.bank_trade(seat, give, receive, events);
            }
            Action::PlayKnight
            | Action::PlayRoadBuilding
            | Action::EndRoadBuilding
            | Action::PlayYearOfPlenty(_)
            | Action::PlayMonopoly(_)
            | Action::PlayVictoryPoint => self.apply_card(seat, action, outcome, events)?,
            Action::OfferTrade(_)
            | Action::AcceptTrade { .. }
            | Action::DeclineTrade { .. }
            | Action::ConfirmTrade { .. }
            | Action::CancelTrade { .. } => self.apply_trade(seat, action, outcome, events)?,
        }
        Ok(())
    }

    fn view(&self, viewer: Viewer) -> View {
        View::new(self, viewer)
    }

    fn seen(&self, event: &Event, viewer: Viewer) -> Option<Seen> {
        Seen::new(event, viewer, self.rules.hands_open)
    }

    fn ended(&self) -> Option<SeatSet> {
        (self.phase == Phase::Ended).then(|| SeatSet::only(self.current()))
    }
}

impl Catan {
    /// What moving the robber to `hex` leaves to luck: a card of the only one who can be robbed there.
    #[inline]
    fn theft_at(&self, hex: Hex) -> Option<CatanChance> {
        self.only_victim(hex).map(|victim| self.theft_from(victim))
    }

    #[inline]
    fn theft_from(&self, victim: Seat) -> CatanChance {
        CatanChance::Theft(self.hands[victim.index() & 3])
    }

    /// The part of `apply` about development cards, none of which leaves anything to luck.
    fn apply_card(
        &mut self,
        seat: Seat,
        action: &Action,
        outcome: Option<Outcome>,
        events: &mut impl Sink<Event>,
    ) -> Result<(), Rejected<Refusal>> {
        #[expect(clippy::wildcard_enum_match_arm, reason = "`apply` passes on the actions about cards only")]
        match *action {
            Action::PlayKnight => {
                self.check_knight(seat)?;
                undecided(outcome)?;
                self.play_knight(seat, events);
            }
            Action::PlayRoadBuilding => {
                self.check_road_building(seat)?;
                undecided(outcome)?;
                self.play_road_building(seat, events);
            }
            Action::EndRoadBuilding => {
                let resume = self.check_end_road_building(seat)?;
                undecided(outcome)?;
                self.end_road_building(seat, resume, events);
            }
            Action::PlayYearOfPlenty(cards) => {
                self.check_year_of_plenty(seat, cards)?;
                undecided(outcome)?;
                self.play_year_of_plenty(seat, cards, events);
            }
            Action::PlayMonopoly(resource) => {
                self.check_monopoly(seat)?;
                undecided(outcome)?;
                self.play_monopoly(seat, resource, events);
            }
            Action::PlayVictoryPoint => {
                self.check_victory_point(seat)?;
                undecided(outcome)?;
                self.play_victory_point(seat, events);
                self.settle_victory(events);
            }
            _ => {}
        }
        Ok(())
    }

    /// The part of `apply` about trade between players, which leaves nothing to luck.
    fn apply_trade(
        &mut self,
        seat: Seat,
        action: &Action,
        outcome: Option<Outcome>,
        events: &mut impl Sink<Event>,
    ) -> Result<(), Rejected<Refusal>> {
        #[expect(clippy::wildcard_enum_match_arm, reason = "`apply` passes on the actions about trade only")]
        match *action {
            Action::OfferTrade(terms) => {
                self.check_offer(seat, &terms)?;
                undecided(outcome)?;
                self.offer(seat, &terms, events);
            }
            Action::AcceptTrade { offer } => {
                let offer = self.check_accept(seat, offer)?;
                undecided(outcome)?;
                self.accept(seat, &offer, events);
            }
            Action::DeclineTrade { offer } => {
                let offer = self.check_decline(seat, offer)?;
                undecided(outcome)?;
                self.decline(seat, &offer, events);
            }
            Action::ConfirmTrade { offer, with } => {
                let offer = self.check_confirm(seat, offer, with)?;
                undecided(outcome)?;
                self.execute(&offer, with, events);
            }
            Action::CancelTrade { offer } => {
                let offer = self.check_cancel(seat, offer)?;
                undecided(outcome)?;
                self.close_offer(&offer, Closed::Cancelled, events);
            }
            _ => {}
        }
        Ok(())
    }
}

/// The outcome that luck gave, if it is there and possible.
#[inline]
fn decided(luck: CatanChance, outcome: Option<Outcome>) -> Result<Outcome, Rejected<Refusal>> {
    match outcome {
        Some(outcome) if luck.weight(&outcome) > 0 => Ok(outcome),
        Some(_) => Err(Rejected::Outcome(OutcomeFault::Impossible)),
        None => Err(Rejected::Outcome(OutcomeFault::Missing)),
    }
}

/// Makes sure that nothing was decided where luck has no say.
#[inline]
fn undecided(outcome: Option<Outcome>) -> Result<(), Rejected<Refusal>> {
    if outcome.is_none() { Ok(()) } else { Err(Rejected::Outcome(OutcomeFault::Unexpected)) }
}
