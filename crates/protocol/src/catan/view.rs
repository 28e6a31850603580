//! What one viewer may know of Catan, as a message.
//!
//! The names are those of the state; what is hidden is missing, and a count stands for it. Nothing is ever null, so that a
//! patch from one view to the next is exact.
//!
//! Rules: docs/rules/catan.md §17.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::state_out::{
    draft_at, edges, first_rolls, free_roads, largest_army, longest_road, pending_discards, phase_name,
    steal_candidates, vertices,
};
use super::{
    Board, DevCard, DevCards, Draft, EdgeId, FirstRolls, Hand, HexId, LargestArmy, LongestRoad, Offer,
    PhaseName, RobberPhase, Rules, VertexId,
};
use crate::Seat;

/// What a viewer may know of the state.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "CatanView")]
pub struct View {
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
    /// This turn's dice, once rolled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dice: Option<[u8; 2]>,
    /// Where the robber stands.
    pub robber_hex_id: HexId,
    /// What the robber waits for.
    pub robber_phase: RobberPhase,
    /// Who moves the robber or steals, if anybody has to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub robber_mover: Option<Seat>,
    /// How many cards each seat owes that owes any.
    pub pending_discards: BTreeMap<Seat, u8>,
    /// The position of the draft, while it lasts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draft: Option<Draft>,
    /// What the bank has.
    pub bank: Hand,
    /// How many development cards are left.
    pub deck_count: u8,
    /// Who holds the longest road, if anybody does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longest_road: Option<LongestRoad>,
    /// Who holds the largest army, if anybody does.
    #[serde(skip_serializing_if = "Option::is_none")]
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
    pub players: Vec<PlayerView>,
    /// Seats in order of play.
    pub seat_order: Vec<Seat>,
    /// The roll for the first player, while it lasts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_rolls: Option<FirstRolls>,
    /// From whom the mover may steal; empty unless there is a choice.
    pub steal_candidates: Vec<Seat>,
    /// How many free roads may still be built; 0 unless road building is going on.
    pub free_roads: u8,
    /// Kinds of development cards played in this turn.
    pub played_this_turn: Vec<DevCard>,
    /// Roads paid for in this turn.
    pub paid_roads: u8,
    /// The winner, once there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<Seat>,
}

/// What a viewer may know of one player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "CatanPlayerView")]
pub struct PlayerView {
    /// Resource cards, for those who may know.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resources: Option<Hand>,
    /// How many resource cards.
    pub resource_count: u8,
    /// Unplayed development cards, for their owner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dev_cards: Option<DevCards>,
    /// How many unplayed development cards.
    pub dev_card_count: u8,
    /// Which of them are from this turn, for their owner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bought_this_turn: Option<DevCards>,
    /// Knights on the table.
    pub played_knights: u8,
    /// All points, for the player and after the end for all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<u8>,
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

impl From<&catan::View> for View {
    fn from(view: &catan::View) -> Self {
        let phase = phase_name(view.phase);
        let current = view.current.into();
        let seats = || (0..).map(Seat).zip(&view.players);
        Self {
            rules: view.rules.into(),
            board: Board::from(&view.board.spec()),
            phase,
            turn: view.turn,
            current_seat: current,
            dice: view.dice,
            robber_hex_id: view.robber.into(),
            robber_phase: phase.robber_phase(),
            robber_mover: phase.robber_mover(current),
            pending_discards: pending_discards(view.phase),
            draft: view.draft.map(|at| draft_at(at, view.phase)),
            bank: view.bank.into(),
            deck_count: view.deck_count,
            longest_road: longest_road(view.longest_road),
            largest_army: largest_army(view.largest_army),
            offers: view.offers.iter().map(Offer::from).collect(),
            settlements: vertices(seats().map(|(seat, player)| (seat, player.settlements.as_slice()))),
            cities: vertices(seats().map(|(seat, player)| (seat, player.cities.as_slice()))),
            roads: edges(seats().map(|(seat, player)| (seat, player.roads.as_slice()))),
            players: view.players.iter().map(PlayerView::from).collect(),
            seat_order: view.order.iter().map(|&seat| seat.into()).collect(),
            first_rolls: first_rolls(view.phase),
            steal_candidates: steal_candidates(view.phase),
            free_roads: free_roads(view.phase),
            played_this_turn: view.played_this_turn.iter().map(|&card| card.into()).collect(),
            paid_roads: view.paid_roads,
            winner: view.winner.map(Into::into),
        }
    }
}

impl From<&catan::PlayerView> for PlayerView {
    fn from(player: &catan::PlayerView) -> Self {
        Self {
            resources: player.resources.map(Into::into),
            resource_count: player.resource_count,
            dev_cards: player.dev_cards.map(Into::into),
            dev_card_count: player.dev_card_count,
            bought_this_turn: player.bought_this_turn.map(Into::into),
            played_knights: player.played.get(catan::DevCard::Knight),
            points: player.points,
            public_points: player.public_points,
            roads_left: player.roads_left,
            settlements_left: player.settlements_left,
            cities_left: player.cities_left,
            played_cards: player.played.into(),
            road_length: player.road_length,
            offers_made: player.offers_made,
        }
    }
}
