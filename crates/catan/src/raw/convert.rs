//! From a state to plain data and back.

use game::{Seat, SeatSet};

use super::{RawCatan, RawPhase, RawPlayer, StateFault, check};
use crate::board::Board;
use crate::card::DevCard;
use crate::grid::{Edge, Vertex, edges_of};
use crate::phase::{Candidates, Debts, FirstRolls, Phase, Resume};
use crate::road;
use crate::{Catan, Setup};

impl Catan {
    /// The state as plain data.
    #[must_use]
    pub fn to_raw(&self) -> RawCatan {
        RawCatan {
            rules: self.rules,
            board: self.board.spec(),
            order: self.order().collect(),
            phase: raw_phase(self.phase),
            turn: self.turn,
            current: self.current(),
            dice: self.dice(),
            robber: self.robber,
            bank: self.bank,
            deck: self.deck,
            longest_road: self.longest_road.map(|seat| (seat, self.road_length(seat))),
            largest_army: self.largest_army.map(|seat| (seat, self.played(seat).get(DevCard::Knight))),
            offers: self.offers().collect(),
            last_offer: u32::from(self.offers.last),
            played_this_turn: self.kinds_played_this_turn().collect(),
            paid_roads: self.paid_roads,
            players: self.seats_iter().map(|seat| self.raw_player(seat)).collect(),
        }
    }

    fn raw_player(&self, seat: Seat) -> RawPlayer {
        RawPlayer {
            resources: self.hand(seat),
            dev_cards: self.held(seat),
            bought_this_turn: self.bought_this_turn(seat),
            played: self.played(seat),
            points: self.points(seat),
            public_points: self.public_points(seat),
            road_length: self.road_length(seat),
            roads_left: self.roads_left(seat),
            settlements_left: self.settlements_left(seat),
            cities_left: self.cities_left(seat),
            offers_made: self.offers_made(seat),
            roads: self.roads(seat).collect(),
            settlements: self.settlements(seat).collect(),
            cities: self.cities(seat).collect(),
        }
    }

    /// The state that this data describes.
    ///
    /// # Errors
    /// Everything about it that no game could have led to, as far as one position can tell.
    pub fn from_raw(raw: &RawCatan) -> Result<Self, StateFault> {
        let mut faults = check::shape(raw);
        let board = Board::try_from(&raw.board).map_err(|fault| faults.extend(fault.0)).ok();
        let (true, Some(board)) = (faults.is_empty(), board) else { return Err(StateFault(faults)) };
        let game = Self::assemble(raw, board);
        faults.extend(check::content(raw, &game));
        if faults.is_empty() { Ok(game) } else { Err(StateFault(faults)) }
    }

    /// Puts together data whose shape is right; whether it makes sense is asked afterwards.
    fn assemble(raw: &RawCatan, board: Board) -> Self {
        let setup = Setup {
            players: raw.players.len() as u8,
            rules: raw.rules,
            board,
            order: Some(raw.order.clone()),
        };
        let mut game = Self::begin(&setup);
        game.phase = phase(&raw.phase);
        game.turn = raw.turn;
        game.current = Seat(raw.current.0 & 3);
        game.dice = raw.dice.unwrap_or([0; 2]);
        game.robber = raw.robber;
        game.bank = raw.bank;
        game.deck = raw.deck;
        game.longest_road = raw.longest_road.map(|(seat, _)| seat);
        game.largest_army = raw.largest_army.map(|(seat, _)| seat);
        game.kinds_played = raw.played_this_turn.iter().fold(0, |bits, card| bits | 1 << card.index());
        game.paid_roads = raw.paid_roads;
        for (i, player) in raw.players.iter().enumerate() {
            game.hands[i] = player.resources;
            game.held[i] = player.dev_cards;
            game.played[i] = player.played;
            game.lay(i, &player.roads, &player.settlements, &player.cities);
            game.offers.made[i] = player.offers_made;
            if Seat(i as u8) == raw.current {
                game.bought = player.bought_this_turn;
            }
        }
        for offer in &raw.offers {
            game.offers.put(offer);
        }
        game.offers.last = raw.last_offer as u16;
        game.fill_caches();
        game
    }

    /// Lays a player's pieces on the board.
    pub(crate) fn lay(&mut self, player: usize, roads: &[Edge], settlements: &[Vertex], cities: &[Vertex]) {
        let player = player & 3;
        self.roads[player] = roads.iter().fold(0, |bits, edge| bits | edge.bit());
        let cities = cities.iter().fold(0, |bits, vertex| bits | vertex.bit());
        self.buildings[player] = settlements.iter().fold(cities, |bits, vertex| bits | vertex.bit());
        self.cities |= cities;
    }

    /// Computes what the state keeps only for speed.
    pub(crate) fn fill_caches(&mut self) {
        for i in 0..4 {
            self.reach[i] = self.reach_of(i);
            self.ports[i] = self.board.ports_at(self.buildings[i]);
            let blocked = self.all_buildings() & !self.buildings[i];
            self.road_lengths[i] = road::longest_trail(self.roads[i], blocked);
        }
    }

    /// Whether every road hangs together with a building of its owner, other players' buildings aside.
    pub(super) fn roads_hang_together(&self, seat: Seat) -> bool {
        let mut reached = self.buildings[seat.index() & 3];
        let mut left = self.roads[seat.index() & 3];
        loop {
            let next = edges_of(left).find(|edge| edge.ends().iter().any(|v| v.bit() & reached != 0));
            let Some(edge) = next else { return left == 0 };
            left &= !edge.bit();
            reached |= edge.ends().iter().fold(0, |bits, v| bits | v.bit());
        }
    }
}

fn raw_phase(phase: Phase) -> RawPhase {
    let before = |resume| resume == Resume::BeforeRoll;
    match phase {
        Phase::RollForFirst(rolls) => {
            RawPhase::RollForFirst { contenders: rolls.contenders(), sums: rolls.sums() }
        }
        Phase::Setup { turn, settlement } => {
            RawPhase::Setup { turn, settlement: settlement.exists().then_some(settlement) }
        }
        Phase::BeforeRoll => RawPhase::BeforeRoll,
        Phase::Discarding(debts) => RawPhase::Discarding { owed: debts.by_seat() },
        Phase::MovingRobber(resume) => RawPhase::MovingRobber { before_roll: before(resume) },
        Phase::Stealing { candidates, resume } => {
            RawPhase::Stealing { candidates: candidates.seats(), before_roll: before(resume) }
        }
        Phase::RoadBuilding { left, resume } => RawPhase::RoadBuilding { left, before_roll: before(resume) },
        Phase::Main => RawPhase::Main,
        Phase::Ended => RawPhase::Ended,
    }
}

fn phase(raw: &RawPhase) -> Phase {
    let resume = |before_roll: bool| if before_roll { Resume::BeforeRoll } else { Resume::Main };
    let bits = |seats: SeatSet| seats.bits() as u8;
    match *raw {
        RawPhase::RollForFirst { contenders, sums } => {
            Phase::RollForFirst(FirstRolls { sums, contenders: bits(contenders) })
        }
        RawPhase::Setup { turn, settlement } => {
            Phase::Setup { turn, settlement: settlement.unwrap_or(Vertex::NOWHERE) }
        }
        RawPhase::BeforeRoll => Phase::BeforeRoll,
        // Debts of nobody are a fault that `check::shape` has named before.
        RawPhase::Discarding { owed } => Debts::new(owed).map_or(Phase::Main, Phase::Discarding),
        RawPhase::MovingRobber { before_roll } => Phase::MovingRobber(resume(before_roll)),
        RawPhase::Stealing { candidates, before_roll } => Phase::Stealing {
            candidates: Candidates::from_bits(bits(candidates)),
            resume: resume(before_roll),
        },
        RawPhase::RoadBuilding { left, before_roll } => {
            Phase::RoadBuilding { left, resume: resume(before_roll) }
        }
        RawPhase::Main => Phase::Main,
        RawPhase::Ended => Phase::Ended,
    }
}
