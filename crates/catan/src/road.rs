//! Longest road.
//!
//! A *road* in this sense is a trail: vertices may repeat, edges may not, and a vertex that another player holds can end
//! it but not lie inside it. Finding the longest trail is exponential in general; a seat owns at most fifteen edges and at
//! most three meet in a vertex, so plain search is fast. Adding an edge only needs the trails through that edge.
//!
//! Rules: docs/rules/catan.md §12.

use game::Seat;

use crate::grid::{Edge, GRID, Vertex, edges_of};

/// Shorter roads never hold the title.
pub(crate) const SHORTEST_TITLE: u8 = 5;

/// The length of the longest trail through these edges, where `blocked` are the vertices that other players hold.
#[must_use]
pub fn longest_trail(roads: u128, blocked: u64) -> u8 {
    let mut ends = 0u64;
    for edge in edges_of(roads) {
        let [a, b] = edge.ends();
        ends |= a.bit() | b.bit();
    }
    // A trail may begin at a blocked vertex: its first step leads away from it.
    crate::grid::vertices_of(ends).map(|v| first_step(v, roads, blocked)).max().unwrap_or(0)
}

/// The length of the longest trail that uses `edge`, one of `roads`.
#[must_use]
pub(crate) fn longest_through(edge: Edge, roads: u128, blocked: u64) -> u8 {
    let [a, b] = edge.ends();
    1 + both_ways(a, b, roads & !edge.bit(), blocked)
}

/// The most edges that can be added at both ends of a trail that now ends in `here` and `there`.
fn both_ways(here: Vertex, there: Vertex, left: u128, blocked: u64) -> u8 {
    let mut best = onwards(there, left, blocked);
    if blocked & here.bit() == 0 {
        let mut ways = here.edge_mask() & left;
        while ways != 0 {
            let way = ways & ways.wrapping_neg();
            ways ^= way;
            best = best.max(1 + both_ways(other_end(way, here), there, left & !way, blocked));
        }
    }
    best
}

/// The most edges that can be added to a trail that has reached `at`.
fn onwards(at: Vertex, left: u128, blocked: u64) -> u8 {
    if blocked & at.bit() == 0 { first_step(at, left, blocked) } else { 0 }
}

/// The longest trail that begins at `at`.
fn first_step(at: Vertex, left: u128, blocked: u64) -> u8 {
    let mut best = 0;
    let mut ways = at.edge_mask() & left;
    while ways != 0 {
        let way = ways & ways.wrapping_neg();
        ways ^= way;
        best = best.max(1 + onwards(other_end(way, at), left & !way, blocked));
    }
    best
}

#[inline]
fn other_end(way: u128, from: Vertex) -> Vertex {
    let [a, b] = GRID.edge_ends[way.trailing_zeros() as usize & 127];
    Vertex(a ^ b ^ from.0)
}

/// Who holds the longest road, given everybody's lengths and who held it before (§12.2–§12.4).
#[must_use]
pub fn longest_road_holder(lengths: [u8; 4], holder: Option<Seat>) -> Option<Seat> {
    let longest = lengths.into_iter().max().unwrap_or(0);
    if longest < SHORTEST_TITLE {
        return None;
    }
    // A tie keeps the title where it is, so the holder is asked first.
    if let Some(seat) = holder
        && lengths.get(seat.index()) == Some(&longest)
    {
        return holder;
    }
    let mut longest_seats = (0..4u8).filter(|&s| lengths[s as usize] == longest);
    match (longest_seats.next(), longest_seats.next()) {
        (Some(seat), None) => Some(Seat(seat)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(rows: &[([u8; 4], Option<u8>, Option<u8>)]) {
        for &(lengths, before, after) in rows {
            assert_eq!(
                longest_road_holder(lengths, before.map(Seat)),
                after.map(Seat),
                "{lengths:?} {before:?}"
            );
        }
    }

    #[test]
    fn the_title_goes_to_the_first_at_five_and_then_only_to_a_longer_one() {
        check(&[
            ([4, 4, 0, 0], None, None),
            ([5, 4, 0, 0], None, Some(0)),
            ([5, 5, 0, 0], Some(0), Some(0)),
            ([5, 5, 0, 0], Some(1), Some(1)),
            ([5, 6, 0, 0], Some(0), Some(1)),
        ]);
    }

    #[test]
    fn after_a_cut_the_title_stays_moves_or_rests() {
        check(&[
            ([5, 5, 3, 0], Some(0), Some(0)), // still joint longest
            ([4, 6, 3, 0], Some(0), Some(1)), // one other is longest
            ([4, 6, 6, 0], Some(0), None),    // several tie
            ([5, 6, 6, 0], Some(0), None),    // several tie above the holder
            ([4, 4, 4, 4], Some(0), None),    // nobody has five
            ([0, 6, 7, 0], None, Some(2)),    // one is ahead again
        ]);
    }

    /// A loop of six edges around the middle hex.
    fn middle_loop() -> u128 {
        let middle = Hex::parse("0,0").expect("the middle").vertex_mask();
        Edge::all().filter(|e| e.ends().iter().all(|v| v.bit() & middle != 0)).fold(0, |m, e| m | e.bit())
    }

    #[test]
    fn pitfall_02_blocked_ends_and_loops_count_in_full() {
        let ring = middle_loop();
        assert_eq!(longest_trail(ring, 0), 6);
        // One opponent on the loop: a trail may begin and end there, so all six edges count.
        let corner = Hex::parse("0,0").expect("the middle").vertices().next().expect("a corner");
        assert_eq!(longest_trail(ring, corner.bit()), 6);
        // A straight line of three with opponents at both ends is still three.
        let a = Vertex::parse("3,0").expect("a vertex");
        let mut line = 0;
        let mut at = a;
        for _ in 0..3 {
            let next = at.edges().find(|e| e.bit() & line == 0).expect("goes on");
            line |= next.bit();
            at = other_end(next.bit(), at);
        }
        assert_eq!(longest_trail(line, 0), 3);
        assert_eq!(longest_trail(line, a.bit() | at.bit()), 3);
    }

    use crate::grid::Hex;
}
