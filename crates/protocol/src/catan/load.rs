//! From a message to a state: the way in for states from outside.
//!
//! What the message says twice has to agree (*agreement*); the rest is plain data that the rules check. All faults are
//! collected, those of the message first.

use std::collections::BTreeMap;

use catan::raw::{RawCatan, RawPhase, RawPlayer};
use catan::{Catan, Edge, Hex, Vertex, draft};

use super::state_out::draft_at;
use super::{Draft, EdgeId, Offer, PhaseName, Player, State, VertexId};
use crate::Seat;

pub(super) fn load(state: &State) -> Result<Catan, Vec<String>> {
    let mut faults = state.board.unknown_places();
    unknown_places(state, &mut faults);
    agreement(state, &mut faults);
    let raw = raw(state, &mut faults);
    match Catan::from_raw(&raw) {
        Ok(game) if faults.is_empty() => Ok(game),
        Ok(_) => Err(faults),
        Err(more) => {
            faults.extend(more.0);
            Err(faults)
        }
    }
}

/// Ids that name nothing: the rules can only say that something stands nowhere.
fn unknown_places(state: &State, faults: &mut Vec<String>) {
    let buildings = state.settlements.keys().chain(state.cities.keys());
    let draft = state.draft.iter().filter_map(|draft| draft.settlement.as_ref());
    for id in buildings.chain(draft).filter(|id| id.place() == Vertex::NOWHERE) {
        faults.push(format!("there is no vertex {:?}", id.0));
    }
    for id in state.roads.keys().filter(|id| id.place() == Edge::NOWHERE) {
        faults.push(format!("there is no edge {:?}", id.0));
    }
    if state.robber_hex_id.place() == Hex::NOWHERE {
        faults.push(format!("there is no hex {:?}", state.robber_hex_id.0));
    }
}

/// What is said twice, and what belongs to one phase only.
fn agreement(state: &State, faults: &mut Vec<String>) {
    let phase = state.phase;
    let mover = phase.robber_mover(state.current_seat);
    for (field, fits) in [
        ("robberPhase", state.robber_phase == phase.robber_phase()),
        ("robberMover", state.robber_mover == mover),
        ("pendingDiscards", state.pending_discards.is_empty() != (phase == PhaseName::Discarding)),
        ("draft", state.draft.is_some() == (phase == PhaseName::Setup)),
        ("firstRolls", state.first_rolls.is_some() == (phase == PhaseName::RollForFirst)),
        ("stealCandidates", state.steal_candidates.is_empty() != (phase == PhaseName::Stealing)),
        ("freeRoads", (state.free_roads > 0) == (phase == PhaseName::RoadBuilding)),
    ] {
        if !fits {
            faults.push(format!("{field} does not fit the phase"));
        }
    }
    if state.draft.as_ref().is_some_and(|draft| !draft_agrees(draft, state.players.len())) {
        faults.push("round, playerIndex and phase of the draft do not follow from its turnNumber".to_owned());
    }
    for (seat, player) in state.players.iter().enumerate() {
        if player.played_knights != player.played_cards.knight.get() {
            faults.push(format!("playedKnights and playedCards of seat {seat} differ"));
        }
    }
}

fn draft_agrees(draft: &Draft, players: usize) -> bool {
    let players = u8::try_from(players).ok().filter(|n| *n <= 4);
    // Without a position, the rules say what is wrong with the number of players or of the turn.
    players.and_then(|n| draft::position(n, draft.turn_number)).is_none_or(|at| {
        let said = draft_at((draft.turn_number, at), catan::Phase::Main);
        (draft.round, draft.player_index, draft.phase) == (said.round, said.player_index, said.phase)
    })
}

/// The state as plain data. What belongs to nobody is a fault and left out.
fn raw(state: &State, faults: &mut Vec<String>) -> RawCatan {
    let mut players: Vec<RawPlayer> = state.players.iter().map(raw_player).collect();
    let pieces = (state.settlements.values().map(|seat| (seat, "settlement")))
        .chain(state.cities.values().map(|seat| (seat, "city")))
        .chain(state.roads.values().map(|seat| (seat, "road")));
    for (seat, piece) in pieces.filter(|(seat, _)| usize::from(seat.0) >= players.len()) {
        faults.push(format!("a {piece} belongs to seat {}, which nobody has", seat.0));
    }
    for (seat, player) in players.iter_mut().enumerate() {
        let own = |of: &Seat| usize::from(of.0) == seat;
        player.settlements = places(&state.settlements, own, VertexId::place);
        player.cities = places(&state.cities, own, VertexId::place);
        player.roads = places(&state.roads, own, EdgeId::place);
    }
    RawCatan {
        rules: state.rules.into(),
        board: state.board.spec(),
        order: state.seat_order.iter().map(|&seat| seat.into()).collect(),
        phase: raw_phase(state, faults),
        turn: state.turn,
        current: state.current_seat.into(),
        dice: state.dice,
        robber: state.robber_hex_id.place(),
        bank: state.bank.into(),
        deck: state.deck.into(),
        longest_road: state.longest_road.map(|title| (title.seat.into(), title.length)),
        largest_army: state.largest_army.map(|title| (title.seat.into(), title.knights)),
        offers: state.offers.iter().map(raw_offer).collect(),
        last_offer: state.last_offer,
        played_this_turn: state.played_this_turn.iter().map(|&card| card.into()).collect(),
        paid_roads: state.paid_roads,
        players,
    }
}

fn places<I, P>(map: &BTreeMap<I, Seat>, own: impl Fn(&Seat) -> bool, place: impl Fn(&I) -> P) -> Vec<P> {
    map.iter().filter(|(_, seat)| own(seat)).map(|(id, _)| place(id)).collect()
}

fn raw_player(player: &Player) -> RawPlayer {
    RawPlayer {
        resources: player.resources.into(),
        dev_cards: player.dev_cards.into(),
        bought_this_turn: player.bought_this_turn.into(),
        played: player.played_cards.into(),
        points: player.points,
        public_points: player.public_points,
        road_length: player.road_length,
        roads_left: player.roads_left,
        settlements_left: player.settlements_left,
        cities_left: player.cities_left,
        offers_made: player.offers_made,
        roads: Vec::new(),
        settlements: Vec::new(),
        cities: Vec::new(),
    }
}

fn raw_offer(offer: &Offer) -> catan::Offer {
    catan::Offer {
        number: offer.offer,
        from: offer.from.into(),
        to: Seat::set(&offer.to),
        give: offer.give.into(),
        receive: offer.receive.into(),
        accepted: Seat::set(&offer.accepted),
        declined: Seat::set(&offer.declined),
        counters: offer.counters,
    }
}

fn raw_phase(state: &State, faults: &mut Vec<String>) -> RawPhase {
    // Whether the roll is still to come after the robber or the card is what the dice say.
    let before_roll = state.dice.is_none();
    match state.phase {
        PhaseName::RollForFirst => {
            let rolls = state.first_rolls.as_ref();
            RawPhase::RollForFirst {
                contenders: rolls.map(|rolls| Seat::set(&rolls.contenders)).unwrap_or_default(),
                sums: rolls.map_or([0; 4], |rolls| by_seat("firstRolls", &rolls.sums, faults)),
            }
        }
        PhaseName::Setup => {
            let draft = state.draft.as_ref();
            RawPhase::Setup {
                turn: draft.map_or(0, |draft| draft.turn_number),
                settlement: draft.and_then(|draft| draft.settlement.as_ref()).map(VertexId::place),
            }
        }
        PhaseName::BeforeRoll => RawPhase::BeforeRoll,
        PhaseName::Discarding => {
            RawPhase::Discarding { owed: by_seat("pendingDiscards", &state.pending_discards, faults) }
        }
        PhaseName::MovingRobber => RawPhase::MovingRobber { before_roll },
        PhaseName::Stealing => {
            RawPhase::Stealing { candidates: Seat::set(&state.steal_candidates), before_roll }
        }
        PhaseName::RoadBuilding => RawPhase::RoadBuilding { left: state.free_roads, before_roll },
        PhaseName::Main => RawPhase::Main,
        PhaseName::Ended => RawPhase::Ended,
    }
}

fn by_seat(field: &str, counts: &BTreeMap<Seat, u8>, faults: &mut Vec<String>) -> [u8; 4] {
    let mut by_seat = [0; 4];
    for (seat, &n) in counts {
        match by_seat.get_mut(usize::from(seat.0)) {
            Some(count) => *count = n,
            None => faults.push(format!("{field} names seat {}, which nobody has", seat.0)),
        }
    }
    by_seat
}
