//! A state as plain data, and the one door through which such data becomes a [`Catan`].
//!
//! [`RawCatan`] can say anything; [`Catan::from_raw`] lets in only what a game could look like and names every fault
//! otherwise. What is derived in a state (points, pieces left, lengths) is claimed here and checked.
//!
//! Rules: docs/rules/catan.md, all of it.

mod check;
mod convert;
mod offers;

pub use check::StateFault;

use game::{Seat, SeatSet};

use crate::board::BoardSpec;
use crate::card::{DevCard, DevCards};
use crate::grid::{Edge, Hex, Vertex};
use crate::resource::Hand;
use crate::rules::Rules;
use crate::trade::Offer;

/// A state as plain data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RawCatan {
    /// The rules.
    pub rules: Rules,
    /// The board.
    pub board: BoardSpec,
    /// Seats in order of play.
    pub order: Vec<Seat>,
    /// What the game waits for.
    pub phase: RawPhase,
    /// Turns begun.
    pub turn: u32,
    /// Whose turn it is.
    pub current: Seat,
    /// This turn's dice.
    pub dice: Option<[u8; 2]>,
    /// Where the robber stands.
    pub robber: Hex,
    /// What the bank has.
    pub bank: Hand,
    /// What is left of the deck.
    pub deck: DevCards,
    /// Holder and length.
    pub longest_road: Option<(Seat, u8)>,
    /// Holder and knights.
    pub largest_army: Option<(Seat, u8)>,
    /// Open offers.
    pub offers: Vec<Offer>,
    /// The last number that an offer was given.
    pub last_offer: u32,
    /// Kinds of development cards played in this turn.
    pub played_this_turn: Vec<DevCard>,
    /// Roads paid for in this turn.
    pub paid_roads: u8,
    /// The players by seat.
    pub players: Vec<RawPlayer>,
}

/// A player as plain data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RawPlayer {
    /// Resource cards.
    pub resources: Hand,
    /// Unplayed development cards.
    pub dev_cards: DevCards,
    /// Which of them are from this turn.
    pub bought_this_turn: DevCards,
    /// Played development cards.
    pub played: DevCards,
    /// All points.
    pub points: u8,
    /// Points that everybody sees.
    pub public_points: u8,
    /// Length of the longest trail.
    pub road_length: u8,
    /// Roads in the supply.
    pub roads_left: u8,
    /// Settlements in the supply.
    pub settlements_left: u8,
    /// Cities in the supply.
    pub cities_left: u8,
    /// Offers made in this turn.
    pub offers_made: u8,
    /// Roads on the board.
    pub roads: Vec<Edge>,
    /// Settlements on the board.
    pub settlements: Vec<Vertex>,
    /// Cities on the board.
    pub cities: Vec<Vertex>,
}

/// A phase as plain data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RawPhase {
    /// A roll for the first player.
    RollForFirst {
        /// Who rolls in this round.
        contenders: SeatSet,
        /// Sums of this round by seat; 0 for a seat that has not rolled.
        sums: [u8; 4],
    },
    /// A piece of the setup.
    Setup {
        /// The turn of the draft.
        turn: u8,
        /// The settlement just placed, while its road is due.
        settlement: Option<Vertex>,
    },
    /// The roll is next.
    BeforeRoll,
    /// Cards are owed.
    Discarding {
        /// How many, by seat.
        owed: [u8; 4],
    },
    /// The robber has to be moved.
    MovingRobber {
        /// Whether the roll is still to come.
        before_roll: bool,
    },
    /// A victim has to be chosen.
    Stealing {
        /// From whom.
        candidates: SeatSet,
        /// Whether the roll is still to come.
        before_roll: bool,
    },
    /// Free roads.
    RoadBuilding {
        /// How many may still be built.
        left: u8,
        /// Whether the roll is still to come.
        before_roll: bool,
    },
    /// After the roll.
    Main,
    /// The player whose turn it is has won.
    Ended,
}
