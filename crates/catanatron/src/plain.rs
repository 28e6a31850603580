//! The plain choice: what is answered when our bot has no say.
//!
//! That happens on maps that our rules do not know, where the peer's list lacks what the bot wants, and where the bot
//! is late. The choice needs nothing but the list and the board, and takes no time.

use catan::{Board, Hex, Vertex};
use game::Seat;

use crate::deed::Deed;
use crate::position::Position;

/// The place in the list of the plainest good deed.
pub(crate) fn choice(deeds: &[Deed], board: Option<&Board>, position: &Position) -> Option<usize> {
    let mut best: Option<(i32, usize)> = None;
    for (place, deed) in deeds.iter().enumerate() {
        let worth = worth(deed, deeds, board, position);
        if best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, place));
        }
    }
    best.map(|(_, place)| place)
}

/// How good a deed is without any thought.
fn worth(deed: &Deed, deeds: &[Deed], board: Option<&Board>, position: &Position) -> i32 {
    let rolling = deeds.contains(&Deed::Roll);
    match *deed {
        Deed::Reject | Deed::Cancel => 100_000,
        Deed::City(vertex) => 20_000 + pips_around(board, vertex),
        Deed::Settlement(vertex) => 10_000 + pips_around(board, vertex),
        Deed::Roll => 5_000,
        Deed::Buy if !rolling => 4_000,
        Deed::EndTurn => 3_000,
        Deed::Robber { hex, victim } => 2_000 + robbery(board, hex, victim, position),
        Deed::Discard(kind) => 1_000 + position.own().map_or(0, |own| i32::from(own.hand[kind.index()])),
        Deed::Road(_) => 500,
        Deed::Knight | Deed::RoadBuilding | Deed::Plenty(_) | Deed::Monopoly(_) | Deed::Buy => 400,
        Deed::Maritime { .. } => 300,
        Deed::Unknown => 200,
        // Offers and acceptances: some of the peer's own players cannot answer them.
        Deed::Offer | Deed::Confirm { .. } => 0,
    }
}

/// The leader's hexes rather than others', and never one's own.
fn robbery(board: Option<&Board>, hex: Hex, victim: Option<Seat>, position: &Position) -> i32 {
    let stands = |seat: Seat| {
        position.players.get(seat.index()).is_some_and(|stand| {
            hex.vertices().any(|vertex| stand.settlements.contains(&vertex) || stand.cities.contains(&vertex))
        })
    };
    let points = |seat: Seat| {
        let stand = position.players.get(seat.index());
        stand.map_or(0, |stand| (stand.n_buildings() + stand.cities.len()) as u8)
    };
    let gain = victim.map_or(0, |victim| 50 + 10 * i32::from(points(victim)));
    gain + pips(board, hex) - if stands(position.me) { 500 } else { 0 }
}

fn pips_around(board: Option<&Board>, vertex: Vertex) -> i32 {
    vertex.hexes().map(|hex| pips(board, hex)).sum()
}

/// In how many of 36 rolls a hex produces.
fn pips(board: Option<&Board>, hex: Hex) -> i32 {
    let token = board.and_then(|board| board.tile(hex).1);
    token.map_or(0, |token| 6 - i32::from(token.abs_diff(7)))
}
