//! Roads yet to be built: how far every vertex is from a player's network, and what makes a trail longer.
//!
//! The *distance* of a vertex is the number of roads that are missing on the shortest free way to it.

use catan::{Edge, Vertex, road};

use super::sight::{Estate, Sight, bit};

/// Ways longer than this are dreams.
pub(super) const FARTHEST: u8 = 3;

/// Distances from one player's network.
#[derive(Clone, Debug)]
pub(super) struct Ways {
    distance: [u8; 54],
    first: [Option<Edge>; 54],
}

impl Ways {
    /// From the network of `estate`, which stands in for the estate of this seat.
    pub(super) fn new(sight: &Sight, seat: usize, estate: &Estate) -> Self {
        let mut ways = Self { distance: [u8::MAX; 54], first: [None; 54] };
        let foreign = sight.buildings & !sight.estates[seat & 3].buildings();
        let taken = sight.roads | estate.roads;
        let mut front: Vec<Vertex> = Vec::with_capacity(54);
        let mut reached = estate.buildings();
        for edge in Edge::all().filter(|edge| estate.roads >> edge.index() & 1 == 1) {
            reached |= edge.ends().iter().fold(0, |mask, &end| mask | bit(end));
        }
        for vertex in Vertex::all().filter(|&vertex| reached & !foreign & bit(vertex) != 0) {
            ways.distance[vertex.index() % 54] = 0;
            front.push(vertex);
        }
        // Breadth first: the list grows while it is walked, so nearer vertices come before farther ones.
        let mut at = 0;
        while let Some(&here) = front.get(at) {
            at += 1;
            let steps = ways.distance[here.index() % 54];
            if steps >= FARTHEST || foreign & bit(here) != 0 {
                continue;
            }
            for edge in here.edges().filter(|edge| taken >> edge.index() & 1 == 0) {
                let [a, b] = edge.ends();
                let next = if a == here { b } else { a };
                if ways.distance[next.index() % 54] == u8::MAX {
                    ways.distance[next.index() % 54] = steps + 1;
                    ways.first[next.index() % 54] = ways.first[here.index() % 54].or(Some(edge));
                    front.push(next);
                }
            }
        }
        ways
    }

    /// How many roads are missing, if the vertex is near enough.
    pub(super) fn distance(&self, vertex: Vertex) -> Option<u8> {
        self.distance.get(vertex.index()).copied().filter(|&steps| steps <= FARTHEST)
    }

    /// The first road on the way.
    pub(super) fn first(&self, vertex: Vertex) -> Option<Edge> {
        self.first.get(vertex.index()).copied().flatten()
    }

    /// The free edges that touch the network.
    fn frontier(&self, taken: u128, foreign: u64) -> impl Iterator<Item = Edge> {
        Edge::all().filter(move |edge| {
            taken >> edge.index() & 1 == 0
                && edge
                    .ends()
                    .iter()
                    .any(|&end| self.distance.get(end.index()) == Some(&0) && foreign & bit(end) == 0)
        })
    }
}

/// How long a trail the title takes for this seat to win it: at least five and longer than anybody else's.
pub(super) fn title_length(sight: &Sight, seat: usize) -> u8 {
    let others = (0..sight.players).filter(|&other| other != seat);
    others.map(|other| sight.estates[other].road_length + 1).max().unwrap_or(5).max(5)
}

/// The length of the longest trail of `estate` in this seat.
pub(super) fn trail(sight: &Sight, seat: usize, estate: &Estate) -> u8 {
    road::longest_trail(estate.roads, sight.buildings & !sight.estates[seat & 3].buildings())
}

/// How many roads (at most two) would bring the title, and the first of them.
pub(super) fn way_to_title(sight: &Sight, estate: &Estate, ways: &Ways) -> Option<(u8, Edge)> {
    let seat = sight.me;
    let now = trail(sight, seat, estate);
    let missing = title_length(sight, seat).checked_sub(now).filter(|missing| (1..=2).contains(missing))?;
    if missing > estate.roads_left {
        return None;
    }
    let foreign = sight.buildings & !estate.buildings();
    let longer = |estate: &Estate, ways: &Ways| {
        let taken = sight.roads | estate.roads;
        let now = trail(sight, seat, estate);
        ways.frontier(taken, foreign).find(|&edge| trail(sight, seat, &estate.with_road(edge)) > now)
    };
    let first = longer(estate, ways)?;
    if missing == 1 {
        return Some((1, first));
    }
    let further = estate.with_road(first);
    longer(&further, &Ways::new(sight, seat, &further)).map(|_| (2, first))
}
