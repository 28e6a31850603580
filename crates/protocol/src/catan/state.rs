//! The full state of Catan as a message.
//!
//! What the page of the protocol names stands first in each struct; the rest is what a state needs beside it to be loaded
//! again without loss. Some of it is said twice (a phase and its robber phase, a hand and its count of pieces): loading
//! checks that both agree.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Board, DevCard, DevCards, EdgeId, Hand, HexId, Rules, VertexId};
use crate::Seat;

/// The full state.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "CatanState")]
pub struct State {
    /// The rules.
    pub rules: Rules,
    /// The board.
    pub board: Board,
    /// What the game waits for.
    pub phase: PhaseName,
    /// Turns begun, from 1; 0 in the setup.
    pub turn: u32,
    /// Whose turn it is; after the end, the winner.
    pub current_seat: Seat,
    /// This turn's dice; null before the roll.
    pub dice: Option<[u8; 2]>,
    /// Where the robber stands.
    pub robber_hex_id: HexId,
    /// What the robber waits for.
    pub robber_phase: RobberPhase,
    /// Who moves the robber or steals; null if nobody has to.
    pub robber_mover: Option<Seat>,
    /// How many cards each seat owes that owes any.
    pub pending_discards: BTreeMap<Seat, u8>,
    /// The position of the draft; null once the setup is over.
    pub draft: Option<Draft>,
    /// What the bank has.
    pub bank: Hand,
    /// What is left of the deck.
    pub deck: DevCards,
    /// Who holds the longest road; null if nobody does.
    pub longest_road: Option<LongestRoad>,
    /// Who holds the largest army; null if nobody does.
    pub largest_army: Option<LargestArmy>,
    /// Open offers.
    pub offers: Vec<Offer>,
    /// Settlements by place.
    pub settlements: BTreeMap<VertexId, Seat>,
    /// Cities by place.
    pub cities: BTreeMap<VertexId, Seat>,
    /// Roads by place.
    pub roads: BTreeMap<EdgeId, Seat>,
    /// The players by seat.
    pub players: Vec<Player>,
    /// Seats in order of play.
    pub seat_order: Vec<Seat>,
    /// The roll for the first player; null unless it is going on.
    pub first_rolls: Option<FirstRolls>,
    /// From whom the mover may steal; empty unless there is a choice.
    pub steal_candidates: Vec<Seat>,
    /// How many free roads may still be built; 0 unless road building is going on.
    pub free_roads: u8,
    /// Kinds of development cards played in this turn.
    pub played_this_turn: Vec<DevCard>,
    /// Roads paid for in this turn.
    pub paid_roads: u8,
    /// The last number that an offer was given.
    pub last_offer: u32,
}

/// What the game waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "CatanPhase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "CatanPhase"))]
pub enum PhaseName {
    /// A roll for the first player.
    RollForFirst,
    /// A piece of the setup.
    Setup,
    /// The roll, or a development card before it.
    BeforeRoll,
    /// Cards that a seven demands.
    Discarding,
    /// The robber's new place.
    MovingRobber,
    /// The choice of a victim.
    Stealing,
    /// Free roads.
    RoadBuilding,
    /// Building, trading, cards, the end of the turn.
    Main,
    /// Nothing: the game is over.
    Ended,
}

/// What the robber waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "CatanRobberPhase")]
pub enum RobberPhase {
    /// Nothing.
    None,
    /// Cards that a seven demands.
    Discarding,
    /// Its new place.
    Moving,
    /// The choice of a victim.
    Stealing,
}

impl PhaseName {
    /// What the robber waits for in this phase.
    #[must_use]
    pub const fn robber_phase(self) -> RobberPhase {
        match self {
            Self::Discarding => RobberPhase::Discarding,
            Self::MovingRobber => RobberPhase::Moving,
            Self::Stealing => RobberPhase::Stealing,
            Self::RollForFirst
            | Self::Setup
            | Self::BeforeRoll
            | Self::RoadBuilding
            | Self::Main
            | Self::Ended => RobberPhase::None,
        }
    }

    /// Who moves the robber or steals in this phase, if it is the turn of `current`.
    #[must_use]
    pub fn robber_mover(self, current: Seat) -> Option<Seat> {
        (self.robber_phase() != RobberPhase::None).then_some(current)
    }
}

/// A position of the draft.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "CatanDraft")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "CatanDraft", optional_fields))]
pub struct Draft {
    /// 1 on the way out, 2 on the way back.
    pub round: u8,
    /// The place in the order of play.
    pub player_index: u8,
    /// What is placed.
    pub phase: DraftPiece,
    /// The turn of the draft, from 0.
    pub turn_number: u8,
    /// The settlement just placed, while its road is due.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settlement: Option<VertexId>,
}

/// What is placed in the draft.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "CatanDraftPiece")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "CatanDraftPiece"))]
pub enum DraftPiece {
    /// A settlement.
    Settlement,
    /// The road that touches it.
    Road,
}

/// Who holds the longest road.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "CatanLongestRoad")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "CatanLongestRoad"))]
pub struct LongestRoad {
    /// Who.
    pub seat: Seat,
    /// How long it is.
    pub length: u8,
}

/// Who holds the largest army.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "CatanLargestArmy")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "CatanLargestArmy"))]
pub struct LargestArmy {
    /// Who.
    pub seat: Seat,
    /// How many knights.
    pub knights: u8,
}

/// An open offer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "CatanOffer")]
pub struct Offer {
    /// Its number, which never repeats in a game.
    pub offer: u32,
    /// Who made it.
    pub from: Seat,
    /// To whom.
    pub to: Vec<Seat>,
    /// What the offerer gives.
    pub give: Hand,
    /// What the offerer wants.
    pub receive: Hand,
    /// Who has accepted.
    pub accepted: Vec<Seat>,
    /// Who has declined.
    pub declined: Vec<Seat>,
    /// The number of the offer it answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counters: Option<u32>,
}

/// The roll for the first player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "CatanFirstRolls")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "CatanFirstRolls"))]
pub struct FirstRolls {
    /// Who rolls in this round.
    pub contenders: Vec<Seat>,
    /// The sums of those who have.
    pub sums: BTreeMap<Seat, u8>,
}

/// A player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "CatanPlayer")]
pub struct Player {
    /// Resource cards.
    pub resources: Hand,
    /// Unplayed development cards.
    pub dev_cards: DevCards,
    /// Which of them are from this turn.
    pub bought_this_turn: DevCards,
    /// Knights on the table.
    pub played_knights: u8,
    /// All points.
    pub points: u8,
    /// Points that everybody sees.
    pub public_points: u8,
    /// Roads in the supply.
    pub roads_left: u8,
    /// Settlements in the supply.
    pub settlements_left: u8,
    /// Cities in the supply.
    pub cities_left: u8,
    /// Development cards on the table, knights included.
    pub played_cards: DevCards,
    /// Length of the longest trail.
    pub road_length: u8,
    /// Offers made in this turn.
    pub offers_made: u8,
}
