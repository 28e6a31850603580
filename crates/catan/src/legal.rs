//! The legal actions of a seat, as a set that can be counted and indexed without being written out.
//!
//! Places are bit sets, so that a playout picks "the seventeenth action" without a list. Discards and trade offers are
//! too many to list; they are described (how many cards, to whom) and [`Legal::contains`] knows them.
//!
//! The order of the list never changes: simple actions first, then places from the top left, then trades and cards in the
//! order of the resources, then answers to offers.

use game::{Legal, Seat, SeatSet};

use crate::Catan;
use crate::action::{Action, Plenty, Terms};
use crate::card::DevCard;
use crate::draft::{self, DraftPhase};
use crate::grid::{Edge, Hex, Vertex};
use crate::phase::Phase;
use crate::refusal::Piece;
use crate::resource::{Hand, Resource};
use crate::robber::validate_discard;
use crate::trade::players::check_terms;

/// Actions without an argument, in the order of the list.
const SIMPLE: [Action; 7] = [
    Action::RollDice,
    Action::EndTurn,
    Action::BuyDevCard,
    Action::PlayKnight,
    Action::PlayRoadBuilding,
    Action::EndRoadBuilding,
    Action::PlayVictoryPoint,
];
const ROLL: u8 = 1 << 0;
const END_TURN: u8 = 1 << 1;
const BUY: u8 = 1 << 2;
const KNIGHT: u8 = 1 << 3;
const ROAD_BUILDING: u8 = 1 << 4;
const END_ROAD_BUILDING: u8 = 1 << 5;
const VICTORY_POINT: u8 = 1 << 6;

/// What one seat may do in one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CatanLegal {
    listed: u16,
    simple: u8,
    /// Whether places are those of the setup.
    setup: bool,
    victims: u8,
    monopoly: u8,
    owed: u8,
    hexes: u32,
    /// Bit `5 × give + receive`.
    trades: u32,
    /// Bits 0–14 for two cards in the order of [`PAIRS`], bits 15–19 for one.
    plenty: u32,
    vertices: u64,
    cities: u64,
    edges: u128,
    hand: Hand,
    answers: Answers,
    /// What describes the offers that may be made; no offers without any left.
    offers_left: u8,
    seat: Seat,
    active: Seat,
    players: u8,
    /// The offer that may be countered; 0 for none.
    counterable: u16,
}

/// What a seat may say to open offers. Bits by the seat of the offerer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Answers {
    numbers: [u16; 4],
    accept: u8,
    decline: u8,
    /// Bits by acceptor of the seat's own offer.
    confirm: u8,
    /// The number of the own offer; 0 for none.
    own: u16,
}

/// The offers a seat may make: any of its cards for any cards of other kinds, within these bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Offering {
    /// Who may be addressed.
    pub to: SeatSet,
    /// The offer that may be countered.
    pub counters: Option<u32>,
    /// How many offers are left in this turn.
    pub left: u8,
    /// Whether the seat may choose among the addressees; otherwise all of them are meant.
    pub chooses: bool,
}

impl Offering {
    fn admits(&self, terms: &Terms, hand: Hand) -> bool {
        let to = terms.to.unwrap_or(self.to);
        let addressed =
            if self.chooses { !to.is_empty() && to.bits() & !self.to.bits() == 0 } else { to == self.to };
        addressed
            && (terms.counters.is_none() || terms.counters == self.counters)
            && check_terms(terms, hand).is_ok()
    }
}

/// The fifteen pairs of resources.
const PAIRS: [(Resource, Resource); 15] = pairs();

const fn pairs() -> [(Resource, Resource); 15] {
    let mut list = [(Resource::Wood, Resource::Wood); 15];
    let (mut n, mut a) = (0, 0);
    while a < 5 {
        let mut b = a;
        while b < 5 {
            list[n] = (Resource::ALL[a], Resource::ALL[b]);
            n += 1;
            b += 1;
        }
        a += 1;
    }
    list
}

impl CatanLegal {
    const NOTHING: Self = Self {
        listed: 0,
        simple: 0,
        setup: false,
        victims: 0,
        monopoly: 0,
        owed: 0,
        hexes: 0,
        trades: 0,
        plenty: 0,
        vertices: 0,
        cities: 0,
        edges: 0,
        hand: Hand::EMPTY,
        answers: Answers { numbers: [0; 4], accept: 0, decline: 0, confirm: 0, own: 0 },
        offers_left: 0,
        seat: Seat(0),
        active: Seat(0),
        players: 0,
        counterable: 0,
    };

    #[inline(always)]
    pub(crate) fn new(game: &Catan, seat: Seat) -> Self {
        let mut legal = Self::NOTHING;
        if seat == game.current() {
            if game.phase == Phase::Main {
                legal.add_main(game, seat);
            } else if game.phase == Phase::BeforeRoll {
                legal.simple = ROLL;
                legal.listed = 1;
                if legal.add_cards(game, seat) {
                    legal.listed = legal.count();
                }
            } else {
                legal.add_special(game, seat);
                legal.listed = legal.count();
            }
        } else if seat.0 < game.players {
            legal.add_bystander(game, seat);
            legal.listed = legal.count();
        }
        legal
    }

    fn add_main(&mut self, game: &Catan, seat: Seat) {
        self.simple = END_TURN;
        let hand = game.hands[seat.index() & 3];
        self.hand = hand;
        // Most positions of a turn offer nothing but its end: every set is asked for only if the cards allow it.
        let mut more = false;
        if hand.covers(Piece::Road.cost()) {
            self.edges = game.paid_road_sites(seat);
            self.vertices = game.settlement_sites(seat);
            more = true;
        }
        if hand.covers(Piece::City.cost()) {
            self.cities = game.city_sites(seat);
            more = true;
        }
        if hand.covers(Piece::DevCard.cost()) && !game.deck.is_empty() {
            self.simple |= BUY;
            more = true;
        }
        self.trades = game.bank_trades(seat);
        more |= self.trades != 0;
        more |= self.add_cards(game, seat);
        if !game.offers.none_open() {
            self.add_answers(game, seat);
            more = true;
        }
        self.add_offering(game, seat);
        self.listed = if more { self.count() } else { 1 };
    }

    /// Development cards, at a moment when they may be played; says whether there could be any.
    #[inline]
    fn add_cards(&mut self, game: &Catan, seat: Seat) -> bool {
        let kinds = game.playable_kinds(seat);
        if kinds != 0 {
            self.add_kinds(game, seat, kinds);
        }
        kinds != 0
    }

    fn add_kinds(&mut self, game: &Catan, seat: Seat, kinds: u8) {
        let has = |card: DevCard| kinds >> card.index() & 1 == 1;
        if has(DevCard::Knight) {
            self.simple |= KNIGHT;
        }
        if has(DevCard::RoadBuilding) && game.roads_left(seat) > 0 && game.road_sites(seat) != 0 {
            self.simple |= ROAD_BUILDING;
        }
        if has(DevCard::VictoryPoint) {
            self.simple |= VICTORY_POINT;
        }
        if has(DevCard::Monopoly) {
            self.monopoly = 0x1f;
        }
        if has(DevCard::YearOfPlenty) {
            self.plenty = plenty(game.bank);
        }
    }

    /// Phases that wait for one particular thing.
    fn add_special(&mut self, game: &Catan, seat: Seat) {
        match game.phase {
            Phase::RollForFirst(_) => self.simple = ROLL,
            Phase::Setup { turn, settlement } => {
                self.setup = true;
                match draft::position(game.players, turn).map(|at| at.phase) {
                    Some(DraftPhase::Settlement) => self.vertices = game.setup_sites(),
                    Some(DraftPhase::Road) => self.edges = settlement.edge_mask() & !game.all_roads(),
                    None => {}
                }
            }
            Phase::Discarding(debts) => self.add_debt(game, seat, debts.owed_by(seat)),
            Phase::MovingRobber(_) => self.hexes = game.robber_sites(),
            Phase::Stealing { candidates, .. } => self.victims = candidates.bits(),
            Phase::RoadBuilding { left, .. } => {
                self.edges = game.road_sites(seat);
                if left < 2 {
                    self.simple = END_ROAD_BUILDING;
                }
            }
            Phase::BeforeRoll | Phase::Main | Phase::Ended => {}
        }
    }

    /// A seat that is at the table while somebody else's turn runs.
    fn add_bystander(&mut self, game: &Catan, seat: Seat) {
        if let Phase::Discarding(debts) = game.phase {
            self.add_debt(game, seat, debts.owed_by(seat));
        } else if game.phase == Phase::Main {
            self.hand = game.hands[seat.index() & 3];
            if !game.offers.none_open() {
                self.add_answers(game, seat);
            }
            self.add_offering(game, seat);
        }
    }

    fn add_debt(&mut self, game: &Catan, seat: Seat, owed: u8) {
        self.owed = owed;
        self.hand = game.hands[seat.index() & 3];
    }

    fn add_answers(&mut self, game: &Catan, seat: Seat) {
        for offer in game.offers.iter() {
            let i = offer.from.index() & 3;
            self.answers.numbers[i] = offer.number as u16;
            if offer.from == seat {
                self.answers.own = offer.number as u16;
                self.answers.confirm = offer.accepted.bits() as u8;
            } else if offer.to.contains(seat) {
                let can_accept = !offer.accepted.contains(seat) && self.hand.covers(offer.receive);
                self.answers.accept |= u8::from(can_accept) << i;
                self.answers.decline |= u8::from(!offer.declined.contains(seat)) << i;
            }
        }
        if seat != game.current() {
            self.answers.confirm = 0;
        }
    }

    #[inline]
    fn add_offering(&mut self, game: &Catan, seat: Seat) {
        if self.hand.is_empty() || game.check_offer_limit(seat).is_err() {
            return;
        }
        self.offers_left = game.rules.offers_per_turn - game.offers.made[seat.index() & 3];
        self.seat = seat;
        self.active = game.current();
        self.players = game.players;
        if seat != self.active {
            let countered = game.offers.of(self.active).filter(|offer| offer.to.contains(seat));
            self.counterable = countered.map_or(0, |offer| offer.number as u16);
        }
    }

    #[inline]
    fn count(&self) -> u16 {
        (self.simple.count_ones()
            + self.vertices.count_ones()
            + self.edges.count_ones()
            + self.cities.count_ones()
            + self.hexes.count_ones()
            + self.victims.count_ones()
            + self.trades.count_ones()
            + self.plenty.count_ones()
            + self.monopoly.count_ones()
            + self.answers.accept.count_ones()
            + self.answers.decline.count_ones()
            + self.answers.confirm.count_ones()
            + u32::from(self.answers.own != 0)) as u16
    }

    /// How many cards the seat has to discard, if any.
    #[must_use]
    pub fn discard_owed(&self) -> Option<u8> {
        (self.owed > 0).then_some(self.owed)
    }

    /// The seat's cards, where discards or offers are described by them; otherwise nothing.
    #[must_use]
    pub fn hand(&self) -> Hand {
        self.hand
    }

    /// The offers the seat may make, if any.
    #[must_use]
    pub fn offering(&self) -> Option<Offering> {
        let chooses = self.seat == self.active;
        let to = if chooses {
            SeatSet::first(self.players).without(self.seat)
        } else {
            SeatSet::only(self.active)
        };
        let counters = (self.counterable != 0).then(|| u32::from(self.counterable));
        (self.offers_left > 0).then_some(Offering { to, counters, left: self.offers_left, chooses })
    }

    /// Without the listed actions that `keep` refuses, for a table that allows less than our rules. What is only described
    /// stays, and so do answers to offers.
    #[must_use]
    pub fn retain(self, keep: impl Fn(&Action) -> bool) -> Self {
        let mut left = self;
        self.iter().filter(|action| !keep(action)).for_each(|action| left.remove(&action));
        left.listed = left.count();
        left
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "what is left is simple, described or an answer")]
    fn remove(&mut self, action: &Action) {
        match *action {
            Action::PlaceSettlement(vertex) | Action::BuildSettlement(vertex) => {
                self.vertices &= !vertex.bit();
            }
            Action::PlaceRoad(edge) | Action::BuildRoad(edge) => self.edges &= !edge.bit(),
            Action::BuildCity(vertex) => self.cities &= !vertex.bit(),
            Action::MoveRobber(hex) => self.hexes &= !(1 << hex.index()),
            Action::Steal(victim) => self.victims &= !(1 << victim.index()),
            Action::BankTrade { give, receive } => {
                self.trades &= !(1 << (5 * give.index() + receive.index()));
            }
            Action::PlayMonopoly(kind) => self.monopoly &= !(1 << kind.index()),
            Action::PlayYearOfPlenty(cards) => {
                let pair = PAIRS.iter().position(|&(a, b)| Plenty::two(a, b) == cards);
                let one = cards.resources().next().map_or(0, Resource::index);
                self.plenty &= !(1 << pair.unwrap_or(PAIRS.len() + one));
            }
            other => {
                if let Some(bit) = SIMPLE.iter().position(|simple| *simple == other) {
                    self.simple &= !(1 << bit);
                }
            }
        }
    }

    /// The same for somebody who makes no offers.
    #[must_use]
    pub fn without_offers(self) -> Self {
        Self { offers_left: 0, ..self }
    }

    fn answer(&self, index: u32) -> Option<Action> {
        let mut index = index;
        let number = |bit: u32| u32::from(self.answers.numbers[bit as usize & 3]);
        if let Some(bit) = nth(&mut index, u64::from(self.answers.accept)) {
            return Some(Action::AcceptTrade { offer: number(bit) });
        }
        if let Some(bit) = nth(&mut index, u64::from(self.answers.decline)) {
            return Some(Action::DeclineTrade { offer: number(bit) });
        }
        let own = u32::from(self.answers.own);
        if let Some(bit) = nth(&mut index, u64::from(self.answers.confirm)) {
            return Some(Action::ConfirmTrade { offer: own, with: Seat(bit as u8) });
        }
        (own != 0 && index == 0).then_some(Action::CancelTrade { offer: own })
    }
}

/// The place of the `index`-th set bit; if there are fewer, `index` is reduced by their number.
#[inline]
fn nth(index: &mut u32, bits: u64) -> Option<u32> {
    let n = bits.count_ones();
    if *index >= n {
        *index -= n;
        return None;
    }
    let mut rest = bits;
    for _ in 0..*index {
        rest &= rest - 1;
    }
    Some(rest.trailing_zeros())
}

/// What a year of plenty may take: two cards that the bank has, or the only one.
fn plenty(bank: Hand) -> u32 {
    let one = bank.at_least(Hand::of([1; 5]));
    if bank.total() == 1 {
        return u32::from(one) << 15;
    }
    PAIRS
        .iter()
        .enumerate()
        .filter(|(_, (a, b))| bank.covers(Plenty::two(*a, *b).hand()))
        .fold(0, |bits, (i, _)| bits | 1 << i)
}

impl Legal<Action> for CatanLegal {
    #[inline]
    fn len(&self) -> usize {
        self.listed as usize
    }

    #[inline]
    fn get(&self, index: usize) -> Option<Action> {
        if index >= self.listed as usize {
            return None;
        }
        let mut index = index as u32;
        if let Some(bit) = nth(&mut index, u64::from(self.simple)) {
            return SIMPLE.get(bit as usize).copied();
        }
        if let Some(bit) = nth(&mut index, self.vertices) {
            let vertex = Vertex(bit as u8);
            return Some(if self.setup {
                Action::PlaceSettlement(vertex)
            } else {
                Action::BuildSettlement(vertex)
            });
        }
        let low = nth(&mut index, self.edges as u64);
        if let Some(bit) = low.or_else(|| nth(&mut index, (self.edges >> 64) as u64).map(|bit| bit + 64)) {
            let edge = Edge(bit as u8);
            return Some(if self.setup { Action::PlaceRoad(edge) } else { Action::BuildRoad(edge) });
        }
        if let Some(bit) = nth(&mut index, u64::from(self.hexes)) {
            return Some(Action::MoveRobber(Hex(bit as u8)));
        }
        if let Some(bit) = nth(&mut index, u64::from(self.trades)) {
            let (give, receive) = (bit as usize / 5, bit as usize % 5);
            return Some(Action::BankTrade {
                give: Resource::from_index(give),
                receive: Resource::from_index(receive),
            });
        }
        if let Some(bit) = nth(&mut index, self.cities) {
            return Some(Action::BuildCity(Vertex(bit as u8)));
        }
        if let Some(bit) = nth(&mut index, u64::from(self.victims)) {
            return Some(Action::Steal(Seat(bit as u8)));
        }
        if let Some(bit) = nth(&mut index, u64::from(self.plenty)) {
            return Some(Action::PlayYearOfPlenty(match PAIRS.get(bit as usize) {
                Some(&(a, b)) => Plenty::two(a, b),
                None => Plenty::one(Resource::from_index(bit as usize - PAIRS.len())),
            }));
        }
        if let Some(bit) = nth(&mut index, u64::from(self.monopoly)) {
            return Some(Action::PlayMonopoly(Resource::from_index(bit as usize)));
        }
        self.answer(index)
    }

    fn contains(&self, action: &Action) -> bool {
        if let Action::Discard(cards) = action {
            return self.owed > 0 && validate_discard(self.hand, self.owed, *cards).is_ok();
        }
        if let Action::OfferTrade(terms) = action {
            return self.offering().is_some_and(|offering| offering.admits(terms, self.hand));
        }
        self.iter().any(|listed| listed == *action)
    }
}

#[cfg(test)]
mod tests {
    use game::{Game, Luck, draw};

    use super::*;
    use crate::{Board, Rules, Setup};

    /// A small generator, so that this test needs no other crate.
    struct Steps(u64);

    impl Luck for Steps {
        fn below(&mut self, bound: u32) -> u32 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((self.0 >> 33) as u32) % bound.max(1)
        }
    }

    /// In whole games, whatever is kept stays in its order, and everything else is gone.
    #[test]
    fn what_is_not_kept_is_gone() {
        let mut kinds = std::collections::BTreeSet::new();
        for seed in 0..20 {
            let mut luck = Steps(seed);
            let board = Board::random(&mut luck);
            let rules = Rules { offers_per_turn: 0, ..Rules::default() };
            let mut game = Catan::create(&Setup { players: 3, rules, board, order: None }).unwrap();
            for _ in 0..1_500 {
                let Some(seat) = game.to_move().lowest() else { break };
                let legal = game.legal(seat);
                let listed: Vec<_> = legal.iter().collect();
                let salt = luck.below(1_000) as usize;
                let keep = |action: &Action| {
                    listed
                        .iter()
                        .position(|other| other == action)
                        .is_some_and(|place| !(place * 7 + salt).is_multiple_of(3))
                };
                let kept: Vec<_> = listed.iter().filter(|action| keep(action)).copied().collect();
                assert_eq!(legal.retain(keep).iter().collect::<Vec<_>>(), kept);
                assert_eq!(legal.retain(|_| true), legal);
                assert_eq!(
                    (legal.retain(|_| false).len(), legal.retain(|_| false).discard_owed()),
                    (0, legal.discard_owed())
                );
                kinds.extend(
                    listed
                        .iter()
                        .map(|action| format!("{action:?}").split(['(', ' ']).next().map(str::to_owned)),
                );
                let action = if let Some(owed) = legal.discard_owed() {
                    let hand = legal.hand();
                    Action::Discard((0..u32::from(owed)).map(|n| (hand.card_at(n), 1)).collect())
                } else {
                    listed[luck.below(listed.len() as u32) as usize]
                };
                let outcome = game.chance(seat, &action).map(|chance| draw(&chance, &mut luck));
                game.apply(seat, &action, outcome, &mut game::Unheard).unwrap();
            }
        }
        assert_eq!(kinds.len(), 16, "every kind that the list can have without offers: {kinds:?}");
    }
}
