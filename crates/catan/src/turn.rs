//! The course of a game: who begins, the setup, the roll, the end of a turn, and winning.
//!
//! Rules: docs/rules/catan.md §5, §6, §7.1, §16.

use game::{Seat, SeatSet, Sink};

use crate::Catan;
use crate::action::Event;
use crate::draft;
use crate::grid::{Edge, Vertex};
use crate::phase::{FirstRolls, Phase};
use crate::refusal::Refusal;
use crate::resource::Hand;

impl Catan {
    /// Whether the seat is at the free part of its own turn: after the roll, nothing pending.
    #[inline]
    pub(crate) fn in_main(&self, seat: Seat) -> Result<(), Refusal> {
        if self.phase == Phase::Main && seat == self.current() {
            Ok(())
        } else {
            Err(self.why_not_main(seat))
        }
    }

    #[cold]
    fn why_not_main(&self, seat: Seat) -> Refusal {
        match self.phase {
            Phase::Ended => Refusal::GameOver,
            _ if seat != self.current() => Refusal::NotYourTurn,
            Phase::RollForFirst(_) => Refusal::FirstPlayerOpen,
            Phase::Setup { .. } => Refusal::SetupNotFinished,
            Phase::BeforeRoll => Refusal::RollFirst,
            Phase::Discarding(_) => Refusal::DiscardsPending,
            Phase::MovingRobber(_) => Refusal::RobberPending,
            Phase::Stealing { .. } => Refusal::StealPending,
            Phase::RoadBuilding { .. } => Refusal::RoadBuildingPending,
            // Only reached by the seat whose turn it is, for which the main phase refuses nothing.
            Phase::Main => Refusal::AlreadyRolled,
        }
    }

    #[inline]
    pub(crate) fn check_roll(&self, seat: Seat) -> Result<(), Refusal> {
        let expected = matches!(self.phase, Phase::BeforeRoll | Phase::RollForFirst(_));
        if expected && seat == self.current() { Ok(()) } else { Err(self.why_not_main(seat)) }
    }

    pub(crate) fn roll(&mut self, seat: Seat, dice: [u8; 2], events: &mut impl Sink<Event>) {
        if let Phase::RollForFirst(rolls) = self.phase {
            return self.roll_for_first(rolls, seat, dice, events);
        }
        self.dice = dice;
        let sum = dice[0] + dice[1];
        if sum == 7 {
            events.event(Event::DiceRolled { seat, dice, distributed: [Hand::EMPTY; 4] });
            return self.begin_discards(events);
        }
        let distributed = self.production(sum);
        let mut total = Hand::EMPTY;
        for (hand, cards) in self.hands.iter_mut().zip(distributed) {
            *hand = hand.plus(cards);
            total = total.plus(cards);
        }
        self.bank = self.bank.minus(total);
        self.phase = Phase::Main;
        events.event(Event::DiceRolled { seat, dice, distributed });
    }

    /// One roll for the first player; the last of a round either decides or sends the tied ones into another (§6).
    fn roll_for_first(
        &mut self,
        mut rolls: FirstRolls,
        seat: Seat,
        dice: [u8; 2],
        events: &mut impl Sink<Event>,
    ) {
        rolls.sums[seat.index() & 3] = dice[0] + dice[1];
        events.event(Event::FirstPlayerRolled { seat, dice });
        if let Some(next) = rolls.next() {
            self.current = Seat(next & 3);
            self.phase = Phase::RollForFirst(rolls);
            return;
        }
        let highest = rolls.highest();
        let first = highest.trailing_zeros() as u8;
        if highest.is_power_of_two() {
            for (place, seat) in self.order.iter_mut().take(self.players as usize).zip(0..) {
                *place = (first + seat) % self.players;
            }
            self.current = Seat(first & 3);
            self.phase = Phase::Setup { turn: 0, settlement: Vertex::NOWHERE };
            events.event(Event::FirstPlayerChosen { seat: Seat(first) });
        } else {
            self.current = Seat(first & 3);
            self.phase = Phase::RollForFirst(FirstRolls::among(highest));
            events.event(Event::FirstPlayerTied { seats: SeatSet::from_bits(u16::from(highest)) });
        }
    }

    pub(crate) fn place_settlement(&mut self, seat: Seat, vertex: Vertex, events: &mut impl Sink<Event>) {
        let Phase::Setup { turn, .. } = self.phase else { return };
        let second = draft::position(self.players, turn).is_some_and(|at| at.round == 2);
        let granted = if second { self.yield_of(vertex) } else { Hand::EMPTY };
        self.collect(seat, granted);
        events.event(Event::SettlementPlaced { seat, vertex, second, granted });
        self.add_settlement(seat, vertex, events);
        self.phase = Phase::Setup { turn: turn + 1, settlement: vertex };
    }

    /// One card for each producing tile around a vertex (§5.4). The bank is full enough in the setup.
    fn yield_of(&self, vertex: Vertex) -> Hand {
        vertex.hexes().filter_map(|hex| self.board.resource(hex)).map(|resource| (resource, 1)).collect()
    }

    pub(crate) fn place_road(&mut self, seat: Seat, edge: Edge, events: &mut impl Sink<Event>) {
        let Phase::Setup { turn, .. } = self.phase else { return };
        events.event(Event::RoadPlaced { seat, edge });
        self.add_road(seat, edge, events);
        if let Some(at) = draft::next(self.players, turn) {
            self.current = self.seat_at(at.player_index);
            self.phase = Phase::Setup { turn: turn + 1, settlement: Vertex::NOWHERE };
        } else {
            events.event(Event::SetupComplete { next: Seat(self.order[0]) });
            self.begin_turn(0, events);
        }
    }

    pub(crate) fn end_turn(&mut self, events: &mut impl Sink<Event>) {
        self.close_all_offers(events);
        let next = self.place() + 1;
        self.begin_turn(if next >= self.players { 0 } else { next }, events);
    }

    fn begin_turn(&mut self, place: u8, events: &mut impl Sink<Event>) {
        self.current = self.seat_at(place);
        self.turn = self.turn.saturating_add(1);
        self.dice = [0; 2];
        self.bought = crate::DevCards::EMPTY;
        self.kinds_played = 0;
        self.paid_roads = 0;
        self.offers.made = [0; 4];
        self.phase = Phase::BeforeRoll;
        events.event(Event::TurnBegan { seat: self.current(), turn: self.turn });
        // Points that came in somebody else's turn count now (§16.3).
        self.settle_victory(events);
    }

    /// Ends the game if the player whose turn it is has the points; nobody else can win now (§16.2).
    #[inline]
    pub(crate) fn settle_victory(&mut self, events: &mut impl Sink<Event>) {
        let winner = self.current();
        if self.points(winner) >= self.rules.points_to_win {
            self.close_all_offers(events);
            self.phase = Phase::Ended;
            let points = [0, 1, 2, 3].map(|s| self.points(Seat(s)));
            events.event(Event::GameEnded { winner, points });
        }
    }
}
