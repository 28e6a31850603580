//! From a state of the rules to a message. The parts that views have too are made here for both.

use std::collections::BTreeMap;

use catan::raw::RawPlayer;
use catan::{Catan, DevCard as Card, Phase, draft};

use super::event_out::counts;
use super::{
    Board, Draft, DraftPiece, EdgeId, FirstRolls, LargestArmy, LongestRoad, Offer, PhaseName, Player, State,
    VertexId,
};
use crate::Seat;

impl From<&Catan> for State {
    fn from(game: &Catan) -> Self {
        let raw = game.to_raw();
        let phase = phase_name(game.phase());
        let current = raw.current.into();
        let seats = || (0..).map(Seat).zip(&raw.players);
        Self {
            rules: raw.rules.into(),
            board: Board::from(&raw.board),
            phase,
            turn: raw.turn,
            current_seat: current,
            dice: raw.dice,
            robber_hex_id: raw.robber.into(),
            robber_phase: phase.robber_phase(),
            robber_mover: phase.robber_mover(current),
            pending_discards: pending_discards(game.phase()),
            draft: game.draft().map(|at| draft_at(at, game.phase())),
            bank: raw.bank.into(),
            deck: raw.deck.into(),
            longest_road: longest_road(raw.longest_road),
            largest_army: largest_army(raw.largest_army),
            offers: raw.offers.iter().map(Offer::from).collect(),
            settlements: vertices(seats().map(|(seat, player)| (seat, player.settlements.as_slice()))),
            cities: vertices(seats().map(|(seat, player)| (seat, player.cities.as_slice()))),
            roads: edges(seats().map(|(seat, player)| (seat, player.roads.as_slice()))),
            players: raw.players.iter().map(Player::from).collect(),
            seat_order: raw.order.iter().map(|&seat| seat.into()).collect(),
            first_rolls: first_rolls(game.phase()),
            steal_candidates: steal_candidates(game.phase()),
            free_roads: free_roads(game.phase()),
            played_this_turn: raw.played_this_turn.iter().map(|&card| card.into()).collect(),
            paid_roads: raw.paid_roads,
            last_offer: raw.last_offer,
        }
    }
}

impl From<&RawPlayer> for Player {
    fn from(raw: &RawPlayer) -> Self {
        Self {
            resources: raw.resources.into(),
            dev_cards: raw.dev_cards.into(),
            bought_this_turn: raw.bought_this_turn.into(),
            played_knights: raw.played.get(Card::Knight),
            points: raw.points,
            public_points: raw.public_points,
            roads_left: raw.roads_left,
            settlements_left: raw.settlements_left,
            cities_left: raw.cities_left,
            played_cards: raw.played.into(),
            road_length: raw.road_length,
            offers_made: raw.offers_made,
        }
    }
}

impl From<&catan::Offer> for Offer {
    fn from(offer: &catan::Offer) -> Self {
        Self {
            offer: offer.number,
            from: offer.from.into(),
            to: Seat::list(offer.to),
            give: offer.give.into(),
            receive: offer.receive.into(),
            accepted: Seat::list(offer.accepted),
            declined: Seat::list(offer.declined),
            counters: offer.counters,
        }
    }
}

pub(crate) const fn phase_name(phase: Phase) -> PhaseName {
    match phase {
        Phase::RollForFirst(_) => PhaseName::RollForFirst,
        Phase::Setup { .. } => PhaseName::Setup,
        Phase::BeforeRoll => PhaseName::BeforeRoll,
        Phase::Discarding(_) => PhaseName::Discarding,
        Phase::MovingRobber(_) => PhaseName::MovingRobber,
        Phase::Stealing { .. } => PhaseName::Stealing,
        Phase::RoadBuilding { .. } => PhaseName::RoadBuilding,
        Phase::Main => PhaseName::Main,
        Phase::Ended => PhaseName::Ended,
    }
}

pub(crate) fn pending_discards(phase: Phase) -> BTreeMap<Seat, u8> {
    if let Phase::Discarding(debts) = phase { counts(debts.by_seat()) } else { BTreeMap::new() }
}

/// A turn and position of the draft, with the settlement whose road is due.
pub(crate) fn draft_at((turn, at): (u8, draft::Position), phase: Phase) -> Draft {
    let settlement = if let Phase::Setup { settlement, .. } = phase { Some(settlement) } else { None };
    Draft {
        round: at.round,
        player_index: at.player_index,
        phase: match at.phase {
            draft::DraftPhase::Settlement => DraftPiece::Settlement,
            draft::DraftPhase::Road => DraftPiece::Road,
        },
        turn_number: turn,
        settlement: settlement.filter(|vertex| vertex.exists()).map(Into::into),
    }
}

pub(crate) fn first_rolls(phase: Phase) -> Option<FirstRolls> {
    let Phase::RollForFirst(rolls) = phase else { return None };
    Some(FirstRolls { contenders: Seat::list(rolls.contenders()), sums: counts(rolls.sums()) })
}

pub(crate) fn steal_candidates(phase: Phase) -> Vec<Seat> {
    if let Phase::Stealing { candidates, .. } = phase { Seat::list(candidates.seats()) } else { Vec::new() }
}

pub(crate) const fn free_roads(phase: Phase) -> u8 {
    if let Phase::RoadBuilding { left, .. } = phase { left } else { 0 }
}

pub(crate) fn longest_road(title: Option<(game::Seat, u8)>) -> Option<LongestRoad> {
    title.map(|(seat, length)| LongestRoad { seat: seat.into(), length })
}

pub(crate) fn largest_army(title: Option<(game::Seat, u8)>) -> Option<LargestArmy> {
    title.map(|(seat, knights)| LargestArmy { seat: seat.into(), knights })
}

pub(crate) fn vertices<'a>(
    by_seat: impl Iterator<Item = (Seat, &'a [catan::Vertex])>,
) -> BTreeMap<VertexId, Seat> {
    by_seat.flat_map(|(seat, places)| places.iter().map(move |&place| (place.into(), seat))).collect()
}

pub(crate) fn edges<'a>(by_seat: impl Iterator<Item = (Seat, &'a [catan::Edge])>) -> BTreeMap<EdgeId, Seat> {
    by_seat.flat_map(|(seat, places)| places.iter().map(move |&place| (place.into(), seat))).collect()
}
