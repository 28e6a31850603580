//! Development cards: when they may be played and what each does.
//!
//! Rules: docs/rules/catan.md §11 (cards), §13 (largest army).

use game::{Seat, Sink};

use crate::Catan;
use crate::action::{Event, Plenty};
use crate::card::DevCard;
use crate::grid::Edge;
use crate::phase::{Phase, Resume};
use crate::refusal::{Piece, Refusal};
use crate::resource::{Hand, Resource};
use crate::rules::{DevCardsPerTurn, VictoryPointCards};

/// Victory-point cards among kinds as bits.
const VICTORY_POINTS: u8 = 1 << DevCard::VictoryPoint as u8;

/// Fewer knights never hold the title.
const SMALLEST_ARMY: u8 = 3;

impl Catan {
    /// Whether the seat may play cards at this moment, whichever it holds; and where the turn would go on.
    #[inline]
    pub(crate) fn card_moment(&self, seat: Seat) -> Result<Resume, Refusal> {
        if self.phase == Phase::BeforeRoll && seat == self.current() {
            return Ok(Resume::BeforeRoll);
        }
        self.in_main(seat).map(|()| Resume::Main)
    }

    /// Whether the rules still allow a card of this kind in this turn.
    #[inline]
    fn check_card_limit(&self, card: DevCard) -> Result<(), Refusal> {
        match self.rules.dev_cards_per_turn {
            _ if card == DevCard::VictoryPoint => Ok(()),
            DevCardsPerTurn::One if self.kinds_played != 0 => Err(Refusal::AlreadyPlayedCard),
            DevCardsPerTurn::OneOfEachKind if self.kinds_played >> card.index() & 1 == 1 => {
                Err(Refusal::AlreadyPlayedKind(card))
            }
            DevCardsPerTurn::One | DevCardsPerTurn::OneOfEachKind => Ok(()),
        }
    }

    /// Whether the seat may play this card now, apart from what the card itself demands.
    fn check_card(&self, seat: Seat, card: DevCard) -> Result<(), Refusal> {
        self.card_moment(seat)?;
        let held = self.held[seat.index() & 3];
        if held.get(card) == 0 {
            return Err(Refusal::NoSuchCard(card));
        }
        if held.get(card) == self.bought.get(card) {
            return Err(Refusal::BoughtThisTurn);
        }
        self.check_card_limit(card)
    }

    /// Kinds that the current player may play, as bits, apart from what road building and year of plenty demand. Only at a
    /// card's moment.
    #[inline]
    pub(crate) fn playable_kinds(&self, seat: Seat) -> u8 {
        let kinds = self.held[seat.index() & 3].minus(self.bought).kinds();
        let barred = match self.rules.dev_cards_per_turn {
            DevCardsPerTurn::One if self.kinds_played != 0 => !VICTORY_POINTS,
            DevCardsPerTurn::One => 0,
            DevCardsPerTurn::OneOfEachKind => self.kinds_played,
        };
        let hidden = match self.rules.victory_point_cards {
            VictoryPointCards::Hidden => VICTORY_POINTS,
            VictoryPointCards::Played => 0,
        };
        kinds & !barred & !hidden
    }

    pub(crate) fn check_knight(&self, seat: Seat) -> Result<(), Refusal> {
        self.check_card(seat, DevCard::Knight)
    }

    pub(crate) fn check_road_building(&self, seat: Seat) -> Result<(), Refusal> {
        self.check_card(seat, DevCard::RoadBuilding)?;
        if self.roads_left(seat) == 0 {
            return Err(Refusal::NoPieceLeft(Piece::Road));
        }
        if self.road_sites(seat) == 0 { Err(Refusal::NoPlaceForRoad) } else { Ok(()) }
    }

    pub(crate) fn check_end_road_building(&self, seat: Seat) -> Result<Resume, Refusal> {
        let Phase::RoadBuilding { left, resume } = self.phase else {
            // Everything else that could be wrong (the end, the turn, other business) comes first.
            return Err(self.in_main(seat).err().unwrap_or(Refusal::NotRoadBuilding));
        };
        if seat != self.current() {
            return Err(Refusal::NotYourTurn);
        }
        if left == 2 { Err(Refusal::BuildOneRoadFirst) } else { Ok(resume) }
    }

    pub(crate) fn check_year_of_plenty(&self, seat: Seat, cards: Plenty) -> Result<(), Refusal> {
        self.check_card(seat, DevCard::YearOfPlenty)?;
        let (wanted, due) = (cards.hand(), self.bank.total().min(2) as u8);
        if wanted.total() != u32::from(due) {
            // An empty bank has nothing to take, so the card cannot be played at all.
            return Err(if due == 0 {
                Refusal::BankCannotPay(wanted)
            } else {
                Refusal::WrongPlentyCount(due)
            });
        }
        if self.bank.covers(wanted) { Ok(()) } else { Err(Refusal::BankCannotPay(wanted)) }
    }

    pub(crate) fn check_monopoly(&self, seat: Seat) -> Result<(), Refusal> {
        self.check_card(seat, DevCard::Monopoly)
    }

    pub(crate) fn check_victory_point(&self, seat: Seat) -> Result<(), Refusal> {
        self.card_moment(seat)?;
        match self.rules.victory_point_cards {
            VictoryPointCards::Hidden => Err(Refusal::VictoryPointsNotPlayed),
            VictoryPointCards::Played => self.check_card(seat, DevCard::VictoryPoint),
        }
    }

    pub(crate) fn buy_card(&mut self, seat: Seat, card: DevCard, events: &mut impl Sink<Event>) {
        self.pay(seat, Piece::DevCard.cost());
        self.deck = self.deck.without(card);
        self.bought = self.bought.with(card);
        let held = &mut self.held[seat.index() & 3];
        *held = held.with(card);
        events.event(Event::DevCardBought { seat, card });
        self.withdraw_unpayable(events);
    }

    /// Moves the card from the hand to the table.
    fn lay_down(&mut self, seat: Seat, card: DevCard, events: &mut impl Sink<Event>) {
        let i = seat.index() & 3;
        self.held[i] = self.held[i].without(card);
        self.played[i] = self.played[i].with(card);
        if card != DevCard::VictoryPoint {
            self.kinds_played |= 1 << card.index();
        }
        events.event(Event::DevCardPlayed { seat, card });
    }

    /// Where the turn goes on after a card that is played now.
    fn resume(&self) -> Resume {
        if self.phase == Phase::BeforeRoll { Resume::BeforeRoll } else { Resume::Main }
    }

    pub(crate) fn play_knight(&mut self, seat: Seat, events: &mut impl Sink<Event>) {
        let resume = self.resume();
        self.lay_down(seat, DevCard::Knight, events);
        self.settle_largest_army(seat, events);
        self.settle_victory(events);
        if self.phase != Phase::Ended {
            self.begin_robber(resume, events);
        }
    }

    /// First to three knights, then only strictly more (§13).
    fn settle_largest_army(&mut self, seat: Seat, events: &mut impl Sink<Event>) {
        let knights = |s: Seat| self.played[s.index() & 3].get(DevCard::Knight);
        let to_beat = self.largest_army.map_or(SMALLEST_ARMY - 1, knights);
        let own = knights(seat);
        if own > to_beat && self.largest_army != Some(seat) {
            self.largest_army = Some(seat);
            events.event(Event::LargestArmyChanged { seat, knights: own });
        }
    }

    pub(crate) fn play_road_building(&mut self, seat: Seat, events: &mut impl Sink<Event>) {
        let resume = self.resume();
        self.lay_down(seat, DevCard::RoadBuilding, events);
        self.phase = Phase::RoadBuilding { left: 2, resume };
    }

    /// A road, paid or free; the second free road, the last piece and the last place end road building (§11.4).
    pub(crate) fn build_road(&mut self, seat: Seat, edge: Edge, events: &mut impl Sink<Event>) {
        let Phase::RoadBuilding { left, resume } = self.phase else {
            self.paid_roads = self.paid_roads.saturating_add(1);
            self.pay(seat, Piece::Road.cost());
            events.event(Event::RoadBuilt { seat, edge, free: false });
            self.add_road(seat, edge, events);
            self.withdraw_unpayable(events);
            return;
        };
        events.event(Event::RoadBuilt { seat, edge, free: true });
        self.add_road(seat, edge, events);
        if left == 1 || self.roads_left(seat) == 0 || self.road_sites(seat) == 0 {
            self.end_road_building(seat, resume, events);
        } else {
            self.phase = Phase::RoadBuilding { left: 1, resume };
        }
    }

    pub(crate) fn end_road_building(&mut self, seat: Seat, resume: Resume, events: &mut impl Sink<Event>) {
        self.phase = resume.into();
        events.event(Event::RoadBuildingEnded { seat });
    }

    pub(crate) fn play_year_of_plenty(&mut self, seat: Seat, cards: Plenty, events: &mut impl Sink<Event>) {
        self.lay_down(seat, DevCard::YearOfPlenty, events);
        self.collect(seat, cards.hand());
        events.event(Event::PlentyTaken { seat, cards: cards.hand() });
    }

    pub(crate) fn play_monopoly(&mut self, seat: Seat, resource: Resource, events: &mut impl Sink<Event>) {
        self.lay_down(seat, DevCard::Monopoly, events);
        let cap = self.rules.monopoly_cap.unwrap_or(u8::MAX);
        let mut taken = [0; 4];
        for victim in (0..4).filter(|&victim| victim != seat.index()) {
            let n = self.hands[victim].get(resource).min(cap);
            taken[victim] = n;
            self.hands[victim] = self.hands[victim].minus(Hand::some(resource, n));
            self.hands[seat.index() & 3] = self.hands[seat.index() & 3].plus(Hand::some(resource, n));
        }
        events.event(Event::MonopolyTaken { seat, resource, taken });
        self.withdraw_unpayable(events);
    }

    pub(crate) fn play_victory_point(&mut self, seat: Seat, events: &mut impl Sink<Event>) {
        self.lay_down(seat, DevCard::VictoryPoint, events);
    }
}
