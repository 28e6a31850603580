//! Positions written by hand: a real position with a change, let in through the raw door.
//!
//! What follows from a change (points, supplies, lengths, titles) is claimed anew; everything else must fit, or the door
//! refuses the position and the test fails.

use catan::raw::{RawCatan, RawPhase};
use catan::{Catan, DevCard, DevCards, Edge, Hand, Resource, Vertex, VictoryPointCards, road};
use game::Seat;

/// Edges as a mask.
pub(crate) fn edges(edges: impl IntoIterator<Item = Edge>) -> u128 {
    edges.into_iter().fold(0, |mask, edge| mask | 1 << edge.index())
}

/// Vertices as a mask.
pub(crate) fn vertices(vertices: impl IntoIterator<Item = Vertex>) -> u64 {
    vertices.into_iter().fold(0, |mask, vertex| mask | 1 << vertex.index())
}

/// The position with a change.
#[track_caller]
pub(crate) fn edited(game: &Catan, change: impl FnOnce(&mut RawCatan)) -> Catan {
    let mut raw = game.to_raw();
    change(&mut raw);
    claim(&mut raw);
    load(&raw)
}

/// Through the door, which must be open.
#[track_caller]
pub(crate) fn load(raw: &RawCatan) -> Catan {
    match Catan::from_raw(raw) {
        Ok(game) => game,
        Err(fault) => panic!("the door refuses a position: {fault}\n{raw:?}"),
    }
}

/// Writes down what follows from the rest.
pub(crate) fn claim(raw: &mut RawCatan) {
    let mut lengths = [0; 4];
    for (seat, length) in lengths.iter_mut().enumerate().take(raw.players.len()) {
        *length = road::longest_trail(edges(raw.players[seat].roads.iter().copied()), foreign(raw, seat));
    }
    let holder = road::longest_road_holder(lengths, raw.longest_road.map(|(seat, _)| seat));
    raw.longest_road = holder.map(|seat| (seat, lengths[seat.index()]));
    let knights = |seat: Seat| raw.players[seat.index()].played.get(DevCard::Knight);
    raw.largest_army = raw.largest_army.map(|(seat, _)| (seat, knights(seat)));
    let ended = raw.phase == RawPhase::Ended;
    let hidden = raw.rules.victory_point_cards == VictoryPointCards::Hidden;
    let (road, army) = (holder, raw.largest_army.map(|(seat, _)| seat));
    for (i, player) in raw.players.iter_mut().enumerate() {
        let titles = [road, army].into_iter().filter(|&title| title == Some(Seat(i as u8))).count() as u8;
        let on_the_table = player.settlements.len() as u8
            + 2 * player.cities.len() as u8
            + 2 * titles
            + player.played.get(DevCard::VictoryPoint);
        let in_hand = if hidden { player.dev_cards.get(DevCard::VictoryPoint) } else { 0 };
        player.points = on_the_table + in_hand;
        player.public_points = if ended { player.points } else { on_the_table };
        player.road_length = lengths[i];
        player.roads_left = 15 - player.roads.len() as u8;
        player.settlements_left = 5 - player.settlements.len() as u8;
        player.cities_left = 4 - player.cities.len() as u8;
    }
}

/// The vertices that others hold.
fn foreign(raw: &RawCatan, seat: usize) -> u64 {
    let others = raw.players.iter().enumerate().filter(|(other, _)| *other != seat);
    others.fold(0, |mask, (_, player)| {
        mask | vertices(player.settlements.iter().chain(&player.cities).copied())
    })
}

/// Takes `n` cards of a kind out of the bank.
pub(crate) fn give(raw: &mut RawCatan, seat: usize, kind: Resource, n: u8) {
    let (mut bank, mut hand) = (raw.bank.counts(), raw.players[seat].resources.counts());
    bank[kind.index()] -= n;
    hand[kind.index()] += n;
    raw.bank = Hand::new(bank).expect("a hand");
    raw.players[seat].resources = Hand::new(hand).expect("a hand");
}

/// Takes `n` cards of a kind out of the deck.
pub(crate) fn give_card(raw: &mut RawCatan, seat: usize, card: DevCard, n: u8) {
    let (mut deck, mut held) = (raw.deck.counts(), raw.players[seat].dev_cards.counts());
    deck[card.index()] -= n;
    held[card.index()] += n;
    raw.deck = DevCards::new(deck).expect("a deck");
    raw.players[seat].dev_cards = DevCards::new(held).expect("cards");
}

/// Edges where the seat's network can grow.
fn sites(raw: &RawCatan, seat: usize) -> Vec<Edge> {
    let taken = raw.players.iter().fold(0, |mask, player| mask | edges(player.roads.iter().copied()));
    let foreign = foreign(raw, seat);
    let roads = edges(raw.players[seat].roads.iter().copied());
    let open = |vertex: Vertex| {
        foreign >> vertex.index() & 1 == 0 && vertex.edges().any(|edge| roads >> edge.index() & 1 == 1)
    };
    Edge::all().filter(|edge| taken >> edge.index() & 1 == 0 && edge.ends().into_iter().any(open)).collect()
}

/// Lays roads until the seat has `n`, the first free edge first.
pub(crate) fn grow(raw: &mut RawCatan, seat: usize, n: usize) {
    while raw.players[seat].roads.len() < n {
        let edge = *sites(raw, seat).first().expect("a place for a road");
        raw.players[seat].roads.push(edge);
    }
}

/// Lays roads until the seat's longest trail has this length.
pub(crate) fn lengthen(raw: &mut RawCatan, seat: usize, length: u8) {
    loop {
        let foreign = foreign(raw, seat);
        let roads = edges(raw.players[seat].roads.iter().copied());
        let now = road::longest_trail(roads, foreign);
        if now >= length {
            return;
        }
        let longer = |edge: &Edge| road::longest_trail(roads | 1 << edge.index(), foreign) > now;
        let edge = sites(raw, seat).into_iter().find(longer).expect("a way on");
        raw.players[seat].roads.push(edge);
    }
}

/// Puts up settlements at the ends of the seat's roads until it has `n`, with new roads where they are needed.
pub(crate) fn settle(raw: &mut RawCatan, seat: usize, n: usize) {
    while raw.players[seat].settlements.len() < n {
        let buildings = raw.players.iter().flat_map(|player| player.settlements.iter().chain(&player.cities));
        let built = vertices(buildings.copied());
        let free = |vertex: &Vertex| vertices(vertex.neighbors().chain([*vertex])) & built == 0;
        let player = &raw.players[seat];
        if let Some(vertex) = player.roads.iter().flat_map(|edge| edge.ends()).find(free) {
            raw.players[seat].settlements.push(vertex);
            continue;
        }
        let sites = sites(raw, seat);
        let useful = sites.iter().find(|edge| edge.ends().iter().any(free));
        let edge = *useful.or(sites.first()).expect("a place for a road");
        raw.players[seat].roads.push(edge);
    }
}
