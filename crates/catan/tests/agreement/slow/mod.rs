//! A second Catan, slow and obvious, to compare the fast one with.
//!
//! Written from docs/rules/catan.md alone, with sets and maps, text for actions and nothing cached: it shares no
//! module, table or constant with the crate under test. Where the two disagree, one of them misreads the rules.
//!
//! - [`Slow::legal`]: the listed actions of a seat, as text; [`Slow::accepts`] knows discards and offers too.
//! - [`Slow::chances`], [`Slow::apply`]: what luck may decide, and the action carried out.
//! - [`Slow::facts`]: the whole state as text.

#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "each rule speaks of a few acts and leaves all others alone"
)]

mod board;
mod check;
pub(crate) mod count;
pub(crate) mod dealer;
mod effects;
mod facts;
mod grid;
mod luck;
pub(crate) mod policy;
mod rules;
mod scene;
mod sights;
pub(crate) mod titles;
mod trade;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

pub(crate) use grid::{Grid, Spot};
pub(crate) use rules::SlowRules;
pub(crate) use words::{Card, Resource};

use trade::Offer;
use words::Pile;

/// What one player holds, apart from what stands on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Player {
    hand: Pile<Resource>,
    /// Unplayed development cards, those of this turn included.
    dev: Pile<Card>,
    /// Development cards bought in this turn.
    bought: Pile<Card>,
    /// Victory-point cards laid open, where the profile wants that.
    shown_points: u32,
    knights: u32,
}

/// A land tile.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Tile {
    produces: Option<Resource>,
    number: Option<u8>,
}

/// What the game waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Phase {
    /// Seats still to roll in this round, ascending, and what the others of the round rolled.
    RollFirst {
        waiting: BTreeSet<usize>,
        rolled: BTreeMap<usize, u8>,
    },
    /// A turn of the draft; on odd turns the settlement that the road must touch.
    Setup {
        turn: usize,
        settlement: Option<Spot>,
    },
    BeforeRoll,
    Discarding {
        owed: BTreeMap<usize, u32>,
    },
    Moving,
    Stealing,
    RoadBuilding {
        placed: usize,
    },
    Main,
    Ended {
        winner: usize,
    },
}

/// A whole game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Slow {
    rules: SlowRules,
    tiles: Rc<BTreeMap<Spot, Tile>>,
    /// Ports by their side; `None` takes any resource.
    ports: Rc<BTreeMap<Spot, Option<Resource>>>,
    robber: Spot,
    settlements: BTreeMap<Spot, usize>,
    cities: BTreeMap<Spot, usize>,
    roads: BTreeMap<Spot, usize>,
    bank: Pile<Resource>,
    deck: Pile<Card>,
    players: Vec<Player>,
    order: Vec<usize>,
    /// Whose turn it is, as a place in `order`.
    turn_at: usize,
    phase: Phase,
    rolled: bool,
    dice: Option<(u8, u8)>,
    /// Development cards played in this turn, victory points not among them.
    played: BTreeSet<Card>,
    paid_roads: u32,
    offers: BTreeMap<u32, Offer>,
    next_offer: u32,
    offers_made: BTreeMap<usize, u32>,
    /// Each player's longest trail, worked out anew whenever something is built.
    lengths: Vec<usize>,
    longest_road: Option<usize>,
    largest_army: Option<usize>,
}

/// A hex on the board: (q, r), terrain, token.
pub(crate) type HexText = (Spot, String, Option<u8>);

impl Slow {
    /// A game before its first action.
    pub(crate) fn new(
        players: usize,
        rules: SlowRules,
        hexes: Vec<HexText>,
        ports: Vec<(Spot, String)>,
        order: Option<Vec<usize>>,
    ) -> Self {
        let desert = hexes.iter().find(|hex| hex.1 == "desert").expect("a board has a desert").0;
        let tile = |terrain: &str, number| Tile { produces: board::product(terrain), number };
        let by_roll = rules.first_player_by_roll && order.is_none();
        let phase = if by_roll {
            Phase::RollFirst { waiting: (0..players).collect(), rolled: BTreeMap::new() }
        } else {
            Phase::Setup { turn: 0, settlement: None }
        };
        let bank: Vec<_> = Resource::ALL.iter().map(|&kind| (kind, 19)).collect();
        let player = Player {
            hand: Pile::empty(),
            dev: Pile::empty(),
            bought: Pile::empty(),
            shown_points: 0,
            knights: 0,
        };
        Self {
            rules,
            tiles: Rc::new(
                hexes.into_iter().map(|(at, terrain, number)| (at, tile(&terrain, number))).collect(),
            ),
            ports: Rc::new(ports.into_iter().map(|(at, kind)| (at, kind.parse().ok())).collect()),
            robber: desert,
            settlements: BTreeMap::new(),
            cities: BTreeMap::new(),
            roads: BTreeMap::new(),
            bank: Pile::of(&bank),
            deck: Pile::of(&[
                (Card::Knight, 14),
                (Card::VictoryPoint, 5),
                (Card::RoadBuilding, 2),
                (Card::YearOfPlenty, 2),
                (Card::Monopoly, 2),
            ]),
            players: vec![player; players],
            order: order.unwrap_or_else(|| (0..players).collect()),
            turn_at: 0,
            phase,
            rolled: false,
            dice: None,
            played: BTreeSet::new(),
            paid_roads: 0,
            offers: BTreeMap::new(),
            next_offer: 1,
            offers_made: BTreeMap::new(),
            lengths: vec![0; players],
            longest_road: None,
            largest_army: None,
        }
    }

    /// The player whose turn it is.
    fn active(&self) -> usize {
        self.order[self.turn_at]
    }

    /// The one seat that has to decide, unless several owe cards or the game is over.
    fn mover(&self) -> Option<usize> {
        match &self.phase {
            Phase::RollFirst { waiting, .. } => waiting.first().copied(),
            Phase::Setup { turn, .. } => Some(self.drafting(*turn)),
            Phase::Discarding { .. } | Phase::Ended { .. } => None,
            Phase::BeforeRoll
            | Phase::Moving
            | Phase::Stealing
            | Phase::RoadBuilding { .. }
            | Phase::Main => Some(self.active()),
        }
    }

    /// Whose turn of the draft it is: there along the order, and back.
    fn drafting(&self, turn: usize) -> usize {
        let n = self.order.len();
        let place = if turn < 2 * n { turn / 2 } else { n - 1 - (turn - 2 * n) / 2 };
        self.order[place]
    }

    /// The seats without whom the game cannot go on.
    fn to_move(&self) -> BTreeSet<usize> {
        if let Phase::Discarding { owed } = &self.phase {
            return owed.keys().copied().collect();
        }
        self.mover().into_iter().collect()
    }

    /// Points from every cause, hidden cards included.
    fn points(&self, seat: usize) -> u32 {
        let hidden = self.players[seat].dev.count(Card::VictoryPoint);
        self.open_points(seat) + if self.rules.vp_cards_played { 0 } else { hidden }
    }

    /// Points that everybody can count on the table.
    fn open_points(&self, seat: usize) -> u32 {
        let settlements = self.settlements.values().filter(|&&owner| owner == seat).count() as u32;
        let cities = self.cities.values().filter(|&&owner| owner == seat).count() as u32;
        let road = if self.longest_road == Some(seat) { 2 } else { 0 };
        let army = if self.largest_army == Some(seat) { 2 } else { 0 };
        settlements + 2 * cities + road + army + self.players[seat].shown_points
    }
}
