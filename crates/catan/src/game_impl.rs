//! Catan under the contract: check, let luck decide, carry out.
//!
//! Every action passes three stages. `check` refuses without changing anything; `luck` says what chance has to add and
//! the outcome is measured against it; `perform` cannot fail any more.

use std::fmt;

use game::{Chance, Game, OutcomeFault, Rejected, Seat, SeatSet, Sink, Viewer};

use crate::action::{Action, Closed, Event, Outcome};
use crate::chance::CatanChance;
use crate::legal::CatanLegal;
use crate::phase::Phase;
use crate::refusal::{Piece, Refusal};
use crate::resource::Hand;
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
        self.check(seat, action)
    }

    #[inline]
    fn chance(&self, seat: Seat, action: &Action) -> Option<CatanChance> {
        // Most actions leave nothing to luck: ask that first, and of the rest only what concerns them.
        let luck = self.luck(action)?;
        if let Action::RollDice = action {
            return self.check_roll(seat).is_ok().then_some(luck);
        }
        self.check(seat, action).is_ok().then_some(luck)
    }

    #[inline]
    fn apply(
        &mut self,
        seat: Seat,
        action: &Action,
        outcome: Option<Outcome>,
        events: &mut impl Sink<Event>,
    ) -> Result<(), Rejected<Refusal>> {
        self.check(seat, action)?;
        match (self.luck(action), outcome) {
            (None, None) => {}
            (Some(luck), Some(outcome)) if luck.weight(&outcome) > 0 => {}
            (Some(_), Some(_)) => return Err(Rejected::Outcome(OutcomeFault::Impossible)),
            (Some(_), None) => return Err(Rejected::Outcome(OutcomeFault::Missing)),
            (None, Some(_)) => return Err(Rejected::Outcome(OutcomeFault::Unexpected)),
        }
        self.perform(seat, action, outcome, events);
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
    #[inline]
    fn check(&self, seat: Seat, action: &Action) -> Result<(), Refusal> {
        match *action {
            Action::PlaceSettlement(vertex) => self.check_place_settlement(seat, vertex),
            Action::PlaceRoad(edge) => self.check_place_road(seat, edge),
            Action::RollDice => self.check_roll(seat),
            Action::Discard(cards) => self.check_discard(seat, cards),
            Action::MoveRobber(hex) => self.check_move_robber(seat, hex),
            Action::Steal(victim) => self.check_steal(seat, victim),
            Action::BuildRoad(edge) => self.check_build_road(seat, edge),
            Action::BuildSettlement(vertex) => self.check_build_settlement(seat, vertex),
            Action::BuildCity(vertex) => self.check_build_city(seat, vertex),
            Action::BuyDevCard => self.check_buy(seat),
            Action::PlayKnight => self.check_knight(seat),
            Action::PlayRoadBuilding => self.check_road_building(seat),
            Action::EndRoadBuilding => self.check_end_road_building(seat),
            Action::PlayYearOfPlenty(cards) => self.check_year_of_plenty(seat, cards),
            Action::PlayMonopoly(_) => self.check_monopoly(seat),
            Action::PlayVictoryPoint => self.check_victory_point(seat),
            Action::BankTrade { give, receive } => self.check_bank_trade(seat, give, receive),
            Action::OfferTrade(terms) => self.check_offer(seat, &terms),
            Action::AcceptTrade { offer } => self.check_accept(seat, offer).map(drop),
            Action::DeclineTrade { offer } => self.check_decline(seat, offer).map(drop),
            Action::ConfirmTrade { offer, with } => self.check_confirm(seat, offer, with).map(drop),
            Action::CancelTrade { offer } => self.check_cancel(seat, offer).map(drop),
            Action::EndTurn => self.in_main(seat),
        }
    }

    /// What luck has to decide for this action, if the action is legal.
    #[inline]
    fn luck(&self, action: &Action) -> Option<CatanChance> {
        let theft = |victim: Seat| CatanChance::Theft(self.hands[victim.index() & 3]);
        #[expect(
            clippy::wildcard_enum_match_arm,
            reason = "all others leave nothing to luck, as new ones mostly will"
        )]
        match *action {
            Action::RollDice => Some(CatanChance::Dice),
            Action::BuyDevCard => Some(CatanChance::Deck(self.deck)),
            Action::MoveRobber(hex) => self.only_victim(hex).map(theft),
            Action::Steal(victim) => Some(theft(victim)),
            _ => None,
        }
    }

    /// Carries out an action that `check` and `luck` have let through.
    #[inline]
    fn perform(
        &mut self,
        seat: Seat,
        action: &Action,
        outcome: Option<Outcome>,
        events: &mut impl Sink<Event>,
    ) {
        match (*action, outcome) {
            (Action::PlaceSettlement(vertex), _) => self.place_settlement(seat, vertex, events),
            (Action::PlaceRoad(edge), _) => self.place_road(seat, edge, events),
            (Action::RollDice, Some(Outcome::Dice(dice))) => self.roll(seat, dice, events),
            (Action::Discard(cards), _) => self.discard(seat, cards, events),
            (Action::MoveRobber(hex), Some(Outcome::Stolen(card))) => {
                self.move_robber(hex, Some(card), events);
            }
            (Action::MoveRobber(hex), _) => self.move_robber(hex, None, events),
            (Action::Steal(victim), Some(Outcome::Stolen(card))) => self.steal(victim, card, events),
            (Action::BuildRoad(edge), _) => {
                self.build_road(seat, edge, events);
                self.settle_victory(events);
            }
            (Action::BuildSettlement(vertex), _) => {
                self.pay(seat, Piece::Settlement.cost());
                events.event(Event::SettlementBuilt { seat, vertex });
                self.add_settlement(seat, vertex, events);
                self.withdraw_unpayable(events);
                self.settle_victory(events);
            }
            (Action::BuildCity(vertex), _) => {
                self.pay(seat, Piece::City.cost());
                self.cities |= vertex.bit();
                events.event(Event::CityBuilt { seat, vertex });
                self.withdraw_unpayable(events);
                self.settle_victory(events);
            }
            (Action::BuyDevCard, Some(Outcome::Card(card))) => {
                self.buy_card(seat, card, events);
                self.settle_victory(events);
            }
            (Action::PlayKnight, _) => self.play_knight(seat, events),
            (Action::PlayRoadBuilding, _) => self.play_road_building(seat, events),
            (Action::EndRoadBuilding, _) => {
                if let Phase::RoadBuilding { resume, .. } = self.phase {
                    self.end_road_building(seat, resume, events);
                }
            }
            (Action::PlayYearOfPlenty(cards), _) => self.play_year_of_plenty(seat, cards, events),
            (Action::PlayMonopoly(resource), _) => self.play_monopoly(seat, resource, events),
            (Action::PlayVictoryPoint, _) => {
                self.play_victory_point(seat, events);
                self.settle_victory(events);
            }
            (Action::BankTrade { give, receive }, _) => {
                let count = self.rates(seat).get(give);
                self.pay(seat, Hand::some(give, count));
                self.collect(seat, Hand::one(receive));
                events.event(Event::BankTraded { seat, give, count, receive });
                self.withdraw_unpayable(events);
            }
            (Action::EndTurn, _) => self.end_turn(events),
            (Action::OfferTrade(terms), _) => self.offer(seat, &terms, events),
            (Action::AcceptTrade { offer }, _) => {
                if let Some(offer) = self.offers.numbered(offer) {
                    self.accept(seat, &offer, events);
                }
            }
            (Action::DeclineTrade { offer }, _) => {
                if let Some(offer) = self.offers.numbered(offer) {
                    self.decline(seat, &offer, events);
                }
            }
            (Action::ConfirmTrade { offer, with }, _) => {
                if let Some(offer) = self.offers.numbered(offer) {
                    self.execute(&offer, with, events);
                }
            }
            (Action::CancelTrade { offer }, _) => {
                if let Some(offer) = self.offers.numbered(offer) {
                    self.close_offer(&offer, Closed::Cancelled, events);
                }
            }
            // `luck` was measured before: without its outcome none of these gets here.
            (Action::RollDice | Action::Steal(_) | Action::BuyDevCard, _) => {}
        }
    }
}
