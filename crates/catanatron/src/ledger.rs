//! The ledger: what the table looks like between two questions, worked out from the peer's records.
//!
//! The peer records who did what; our bots want to hear what came of it: who got which cards for a roll, who has to
//! discard. The *ledger* keeps the public facts that this takes (pieces, robber, bank, numbers of cards) and one's own
//! hand, and goes through the records one by one. It counts by the peer's rules where they differ from ours.
//!
//! Records: docs/catanatron.md §5.

use catan::{Board, DevCard, Event, Hand, Hex, Piece, Resource, Rules, Seen, Vertex};
use game::{Seat, SeatSet};

use crate::deed::Deed;
use crate::position::Position;
use crate::record::Record;
use crate::words::Counts;

/// What the records leave open and a later state tells.
#[derive(Clone, Debug, Default)]
pub(crate) struct Solved {
    /// For each monopoly in order, how many cards it took from each seat.
    pub(crate) taken: Vec<[u8; 4]>,
    /// The kind of every card that was stolen from us, if it can only have been one.
    pub(crate) stolen: Option<Resource>,
}

/// The turn that runs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Turn {
    /// From 1; 0 in the setup.
    pub(crate) number: u32,
    pub(crate) dice: Option<[u8; 2]>,
    /// Development cards played in it.
    pub(crate) played: Vec<DevCard>,
    /// Own cards bought in it.
    pub(crate) bought: Counts,
    free_roads: u8,
    owed: [u8; 4],
}

/// The public facts and one's own hand.
#[derive(Clone, Debug)]
pub(crate) struct Ledger {
    board: Board,
    rules: Rules,
    players: u8,
    me: Seat,
    pub(crate) robber: Hex,
    /// By index of the vertex: settlements and cities by seat, and which of all are cities.
    buildings: [u64; 4],
    cities: u64,
    /// By index of the edge.
    roads: [u128; 4],
    pub(crate) bank: [i32; 5],
    /// How many cards each seat holds.
    pub(crate) cards: [i32; 4],
    /// One's own cards.
    pub(crate) hand: [i32; 5],
    pub(crate) turn: Turn,
    /// Monopolies met since the solution was given.
    monopolies: usize,
    /// Cards stolen from us since then.
    pub(crate) n_stolen: u32,
}

impl Ledger {
    /// Before the first settlement.
    pub(crate) fn new(board: Board, rules: Rules, players: u8, me: Seat) -> Self {
        Self {
            board,
            rules,
            players,
            me,
            robber: board.desert(),
            buildings: [0; 4],
            cities: 0,
            roads: [0; 4],
            bank: [19; 5],
            cards: [0; 4],
            hand: [0; 5],
            turn: Turn::default(),
            monopolies: 0,
            n_stolen: 0,
        }
    }

    /// Goes through the records and tells what came of them.
    pub(crate) fn replay(&self, records: &[Record], solved: &Solved) -> (Self, Vec<Seen>) {
        let mut after = Self { monopolies: 0, n_stolen: 0, ..self.clone() };
        let mut seen = Vec::new();
        for record in records {
            after.tell(record, solved, &mut seen);
        }
        (after, seen)
    }

    /// Whether pieces and robber stand as in the position.
    pub(crate) fn agrees_with(&self, position: &Position) -> bool {
        let (buildings, cities, roads) = pieces(position);
        (self.buildings, self.cities, self.roads) == (buildings, cities, roads)
            && position.robber.is_none_or(|robber| robber == self.robber)
    }

    /// Takes over what the position says.
    pub(crate) fn correct(&mut self, position: &Position) {
        (self.buildings, self.cities, self.roads) = pieces(position);
        self.robber = position.robber.unwrap_or(self.robber);
        if let Some(bank) = position.bank {
            self.bank = bank.counts().map(i32::from);
        }
        for (cards, stand) in self.cards.iter_mut().zip(&position.players) {
            *cards = stand.cards.into();
        }
        if let Some(own) = position.own() {
            self.hand = own.hand.map(i32::from);
        }
        let in_setup = self.in_setup();
        let players = u32::from(self.players.max(1));
        let place = u32::from(position.current.0);
        if in_setup {
            self.turn.number = 0;
        } else if self.turn.number == 0 || (self.turn.number - 1) % players != place {
            // The number has to fit whose turn it is: the first such one that is not too small.
            let least = position.turns.min(1_000_000);
            self.turn = Turn::default();
            self.turn.number =
                (least + 1..=least + players).find(|t| (t - 1) % players == place).unwrap_or(1);
        }
    }

    fn n_roads(&self) -> u32 {
        self.roads.iter().map(|roads| roads.count_ones()).sum()
    }

    fn in_setup(&self) -> bool {
        self.n_roads() < 2 * u32::from(self.players)
    }

    /// Cards to or from a seat; what the bank has is the other side.
    fn book(&mut self, seat: Seat, cards: Hand, sign: i32) {
        for (kind, n) in cards.counts().into_iter().enumerate() {
            self.bank[kind] -= sign * i32::from(n);
            if seat == self.me {
                self.hand[kind] += sign * i32::from(n);
            }
        }
        if let Some(count) = self.cards.get_mut(seat.index()) {
            *count += sign * cards.total().cast_signed();
        }
    }

    /// The same between two seats.
    fn hand_over(&mut self, from: Seat, to: Seat, cards: Hand) {
        self.book(from, cards, -1);
        self.book(to, cards, 1);
    }

    fn tell(&mut self, record: &Record, solved: &Solved, seen: &mut Vec<Seen>) {
        let seat = record.seat;
        let Some(own_buildings) = self.buildings.get(seat.index()).copied() else { return };
        let mut public = |event| seen.push(Seen::Public(event));
        match record.deed {
            Deed::Settlement(vertex) if self.in_setup() => {
                let second = own_buildings != 0;
                let granted = if second { self.granted(vertex) } else { Hand::EMPTY };
                self.book(seat, granted, 1);
                self.buildings[seat.index()] |= 1 << vertex.index();
                public(Event::SettlementPlaced { seat, vertex, second, granted });
            }
            Deed::Settlement(vertex) => {
                self.book(seat, Piece::Settlement.cost(), -1);
                self.buildings[seat.index()] |= 1 << vertex.index();
                public(Event::SettlementBuilt { seat, vertex });
            }
            Deed::City(vertex) => {
                self.book(seat, Piece::City.cost(), -1);
                self.cities |= 1 << vertex.index();
                public(Event::CityBuilt { seat, vertex });
            }
            Deed::Road(edge) if self.in_setup() => {
                self.roads[seat.index()] |= 1 << edge.index();
                public(Event::RoadPlaced { seat, edge });
                if !self.in_setup() {
                    public(Event::SetupComplete { next: Seat(0) });
                    self.begin_turn(Seat(0), seen);
                }
            }
            Deed::Road(edge) => {
                let free = self.turn.free_roads > 0;
                self.turn.free_roads = self.turn.free_roads.saturating_sub(1);
                if !free {
                    self.book(seat, Piece::Road.cost(), -1);
                }
                self.roads[seat.index()] |= 1 << edge.index();
                public(Event::RoadBuilt { seat, edge, free });
                if free && self.turn.free_roads == 0 {
                    public(Event::RoadBuildingEnded { seat });
                }
            }
            Deed::Buy => {
                self.book(seat, Piece::DevCard.cost(), -1);
                let card = record.bought.filter(|_| seat == self.me);
                if let Some(card) = card {
                    let bought = &mut self.turn.bought[card.index()];
                    *bought = bought.saturating_add(1);
                }
                seen.push(Seen::DevCardBought { seat, card });
            }
            Deed::Roll => self.roll(record, seen),
            Deed::EndTurn => {
                let next = (seat.0 + 1) % self.players.max(1);
                self.begin_turn(Seat(next), seen);
            }
            Deed::Discard(kind) => {
                self.book(seat, Hand::one(kind), -1);
                let debt = &mut self.turn.owed[seat.index() & 3];
                *debt = debt.saturating_sub(1);
                let waiting = (0..4).map(Seat).filter(|other| self.turn.owed[other.index()] > 0);
                let waiting = waiting.fold(SeatSet::EMPTY, SeatSet::with);
                public(Event::Discarded { seat, cards: Hand::one(kind), waiting });
                if waiting.is_empty() {
                    let place = self.turn.number.saturating_sub(1) % u32::from(self.players.max(1));
                    public(Event::RobberMoveRequired { seat: Seat(place as u8) });
                }
            }
            Deed::Robber { hex, victim } => self.rob(record, hex, victim, solved, seen),
            Deed::Maritime { give, count, want } => {
                self.book(seat, Hand::some(give, count), -1);
                self.book(seat, Hand::one(want), 1);
                public(Event::BankTraded { seat, give, count, receive: want });
            }
            Deed::Confirm { give, receive, with } => {
                self.hand_over(seat, with, give);
                self.hand_over(with, seat, receive);
                public(Event::TradeExecuted { offer: 0, from: seat, with, give, receive });
            }
            Deed::Knight | Deed::RoadBuilding | Deed::Plenty(_) | Deed::Monopoly(_) => {
                self.play(record, solved, seen);
            }
            // Talk, and what we do not know.
            Deed::Offer | Deed::Reject | Deed::Cancel | Deed::Unknown => {}
        }
    }

    fn begin_turn(&mut self, seat: Seat, seen: &mut Vec<Seen>) {
        self.turn = Turn { number: self.turn.number.saturating_add(1), ..Turn::default() };
        seen.push(Seen::Public(Event::TurnBegan { seat, turn: self.turn.number }));
    }

    fn roll(&mut self, record: &Record, seen: &mut Vec<Seen>) {
        let Some(dice) = record.dice else { return };
        let seat = record.seat;
        self.turn.dice = Some(dice);
        let sum = dice[0] + dice[1];
        let distributed = if sum == 7 { [Hand::EMPTY; 4] } else { self.production(sum) };
        for (seat, cards) in (0..).map(Seat).zip(distributed) {
            self.book(seat, cards, 1);
        }
        seen.push(Seen::Public(Event::DiceRolled { seat, dice, distributed }));
        if sum != 7 {
            return;
        }
        let from = i32::from(self.rules.discard_from);
        let owed = self.cards.map(|n| if n >= from { u8::try_from(n / 2).unwrap_or(0) } else { 0 });
        self.turn.owed = owed;
        seen.push(Seen::Public(if owed == [0; 4] {
            Event::RobberMoveRequired { seat }
        } else {
            Event::DiscardsOwed { owed }
        }));
    }

    /// A development card is played.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other deeds are no cards")]
    fn play(&mut self, record: &Record, solved: &Solved, seen: &mut Vec<Seen>) {
        let seat = record.seat;
        let (card, then) = match record.deed {
            Deed::RoadBuilding => {
                let left = 15_u32.saturating_sub(self.roads[seat.index() & 3].count_ones());
                self.turn.free_roads = left.min(2) as u8;
                (DevCard::RoadBuilding, None)
            }
            Deed::Plenty(plenty) => {
                let cards = plenty.hand();
                self.book(seat, cards, 1);
                (DevCard::YearOfPlenty, Some(Event::PlentyTaken { seat, cards }))
            }
            Deed::Monopoly(resource) => {
                let taken = solved.taken.get(self.monopolies).copied().unwrap_or_default();
                self.monopolies += 1;
                for (victim, n) in (0..).map(Seat).zip(taken) {
                    self.hand_over(victim, seat, Hand::some(resource, n));
                }
                (DevCard::Monopoly, Some(Event::MonopolyTaken { seat, resource, taken }))
            }
            _ => (DevCard::Knight, Some(Event::RobberMoveRequired { seat })),
        };
        self.turn.played.push(card);
        seen.push(Seen::Public(Event::DevCardPlayed { seat, card }));
        seen.extend(then.map(Seen::Public));
    }

    fn rob(
        &mut self,
        record: &Record,
        hex: Hex,
        victim: Option<Seat>,
        solved: &Solved,
        seen: &mut Vec<Seen>,
    ) {
        let thief = record.seat;
        self.robber = hex;
        self.turn.owed = [0; 4];
        seen.push(Seen::Public(Event::RobberMoved { seat: thief, hex }));
        let Some(victim) = victim else {
            seen.push(Seen::Public(Event::NothingToSteal { seat: thief }));
            return;
        };
        let corners = hex.vertices().fold(0_u64, |mask, vertex| mask | 1 << vertex.index());
        let there = |seat: &usize| self.buildings[*seat] & corners != 0 && self.cards[*seat] > 0;
        let automatic = (0..4).filter(|&seat| seat != thief.index()).filter(there).count() <= 1;
        let card = if thief == self.me {
            record.stolen
        } else if victim == self.me {
            self.n_stolen += 1;
            solved.stolen
        } else {
            None
        };
        if let Some(card) = card {
            self.hand_over(victim, thief, Hand::one(card));
        } else {
            self.cards[victim.index() & 3] -= 1;
            self.cards[thief.index() & 3] += 1;
        }
        seen.push(Seen::Stolen { thief, victim, automatic, card });
    }

    /// One card for each producing tile around a vertex.
    fn granted(&self, vertex: Vertex) -> Hand {
        vertex.hexes().filter_map(|hex| self.board.resource(hex)).map(|kind| (kind, 1)).collect()
    }

    /// What a roll brings by the peer's rule: a resource that the bank cannot pay in full is paid to nobody.
    fn production(&self, sum: u8) -> [Hand; 4] {
        let mut due = [Counts::default(); 4];
        for hex in Hex::land().filter(|&hex| hex != self.robber) {
            let (terrain, token) = self.board.tile(hex);
            let Some(kind) = terrain.resource().filter(|_| token == Some(sum)) else { continue };
            for bit in hex.vertices().map(|vertex| 1_u64 << vertex.index()) {
                for (due, buildings) in due.iter_mut().zip(self.buildings) {
                    due[kind.index()] +=
                        u8::from(buildings & bit != 0) + u8::from(buildings & self.cities & bit != 0);
                }
            }
        }
        for (kind, &left) in self.bank.iter().enumerate() {
            if due.iter().map(|due| i32::from(due[kind])).sum::<i32>() > left {
                for due in &mut due {
                    due[kind] = 0;
                }
            }
        }
        due.map(|due| Hand::new(due).unwrap_or_default())
    }
}

/// Buildings by seat, cities of all, roads by seat, as masks.
fn pieces(position: &Position) -> ([u64; 4], u64, [u128; 4]) {
    let (mut buildings, mut cities, mut roads) = ([0; 4], 0, [0; 4]);
    for (seat, stand) in position.players.iter().enumerate().take(4) {
        for vertex in stand.settlements.iter().chain(&stand.cities) {
            buildings[seat] |= 1 << vertex.index();
        }
        cities |= stand.cities.iter().fold(0, |mask, vertex| mask | 1 << vertex.index());
        roads[seat] = stand.roads.iter().fold(0, |mask, edge| mask | 1 << edge.index());
    }
    (buildings, cities, roads)
}
