//! What one viewer may know of a game of Catan, in maps, so that a small change is a small patch.
//!
//! What is hidden is missing, and a count stands for it. Nothing is ever null.
//!
//! Rules: docs/rules/catan.md §17.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::{Cards, Offered};
use crate::Seat;
use crate::catan::state_out::{
    draft_at, edges, first_rolls, free_roads, largest_army, longest_road, pending_discards, phase_name,
    steal_candidates, vertices,
};
use crate::catan::{
    DevCard, DevCards, Draft, EdgeId, FirstRolls, Hand, HexId, LargestArmy, LongestRoad, PhaseName, VertexId,
};

/// What a viewer may know, and what it may do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "CatanShown")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "CatanShown", optional_fields))]
pub struct Shown {
    /// What the game waits for.
    pub phase: PhaseName,
    /// Turns begun, from 1; 0 in the setup.
    pub turn: u32,
    /// Whose turn it is; after the end, the winner.
    pub current_seat: Seat,
    /// Seats in order of play.
    pub seat_order: Vec<Seat>,
    /// This turn's dice, once rolled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dice: Option<[u8; 2]>,
    /// Where the robber stands.
    pub robber_hex_id: HexId,
    /// How many cards each seat owes that owes any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pending_discards: Option<BTreeMap<Seat, u8>>,
    /// From whom the mover may steal, while there is a choice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steal_candidates: Option<Vec<Seat>>,
    /// How many free roads may still be built, during road building.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub free_roads: Option<u8>,
    /// The position of the draft, while it lasts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draft: Option<Draft>,
    /// The roll for the first player, while it lasts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_rolls: Option<FirstRolls>,
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
    /// Open offers by number.
    pub offers: BTreeMap<u32, Offer>,
    /// Settlements by place.
    pub settlements: BTreeMap<VertexId, Seat>,
    /// Cities by place.
    pub cities: BTreeMap<VertexId, Seat>,
    /// Roads by place.
    pub roads: BTreeMap<EdgeId, Seat>,
    /// The players by seat.
    pub players: BTreeMap<Seat, Player>,
    /// Kinds of development cards played in this turn.
    pub played_this_turn: BTreeMap<DevCard, bool>,
    /// Roads paid for in this turn.
    pub paid_roads: u8,
    /// The winner, once there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<Seat>,
    /// What the viewer may do now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal: Option<Offered>,
}

/// An open offer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "CatanShownOffer")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "CatanShownOffer", optional_fields))]
pub struct Offer {
    /// Who made it.
    pub from: Seat,
    /// To whom.
    pub to: Vec<Seat>,
    /// What the offerer gives.
    pub give: Cards,
    /// What the offerer wants.
    pub receive: Cards,
    /// Who has accepted (true) or declined (false); the others have not answered.
    pub answers: BTreeMap<Seat, bool>,
    /// The number of the offer it answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counters: Option<u32>,
}

/// What a viewer may know of one player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "CatanShownPlayer")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "CatanShownPlayer", optional_fields))]
pub struct Player {
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
    /// Development cards on the table.
    pub played_cards: DevCards,
    /// All points, for the player and after the end for all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<u8>,
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
}

impl Shown {
    pub(super) fn new(view: &catan::View, legal: Option<Offered>) -> Self {
        let seats = || (0..).map(Seat).zip(&view.players);
        Self {
            phase: phase_name(view.phase),
            turn: view.turn,
            current_seat: view.current.into(),
            seat_order: view.order.iter().map(|&seat| seat.into()).collect(),
            dice: view.dice,
            robber_hex_id: view.robber.into(),
            pending_discards: Some(pending_discards(view.phase)).filter(|owed| !owed.is_empty()),
            steal_candidates: Some(steal_candidates(view.phase)).filter(|seats| !seats.is_empty()),
            free_roads: Some(free_roads(view.phase)).filter(|&left| left > 0),
            draft: view.draft.map(|at| draft_at(at, view.phase)),
            first_rolls: first_rolls(view.phase),
            bank: view.bank.into(),
            deck_count: view.deck_count,
            longest_road: longest_road(view.longest_road),
            largest_army: largest_army(view.largest_army),
            offers: view.offers.iter().map(|offer| (offer.number, Offer::from(offer))).collect(),
            settlements: vertices(seats().map(|(seat, player)| (seat, player.settlements.as_slice()))),
            cities: vertices(seats().map(|(seat, player)| (seat, player.cities.as_slice()))),
            roads: edges(seats().map(|(seat, player)| (seat, player.roads.as_slice()))),
            players: seats().map(|(seat, player)| (seat, Player::from(player))).collect(),
            played_this_turn: view.played_this_turn.iter().map(|&card| (card.into(), true)).collect(),
            paid_roads: view.paid_roads,
            winner: view.winner.map(Into::into),
            legal,
        }
    }
}

impl From<&catan::Offer> for Offer {
    fn from(offer: &catan::Offer) -> Self {
        let accepted = offer.accepted.iter().map(|seat| (seat.into(), true));
        let declined = offer.declined.iter().map(|seat| (seat.into(), false));
        Self {
            from: offer.from.into(),
            to: Seat::list(offer.to),
            give: offer.give.into(),
            receive: offer.receive.into(),
            answers: accepted.chain(declined).collect(),
            counters: offer.counters,
        }
    }
}

impl From<&catan::PlayerView> for Player {
    fn from(player: &catan::PlayerView) -> Self {
        Self {
            resources: player.resources.map(Into::into),
            resource_count: player.resource_count,
            dev_cards: player.dev_cards.map(Into::into),
            dev_card_count: player.dev_card_count,
            bought_this_turn: player.bought_this_turn.map(Into::into),
            played_cards: player.played.into(),
            points: player.points,
            public_points: player.public_points,
            road_length: player.road_length,
            roads_left: player.roads_left,
            settlements_left: player.settlements_left,
            cities_left: player.cities_left,
            offers_made: player.offers_made,
        }
    }
}
