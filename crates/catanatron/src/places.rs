//! Places: the peer's numbers for tiles, corners and sides, and ours.
//!
//! The peer gives a *tile* cube coordinates (x, y, z), a *node* (our vertex) a number from 0 to 53, and names an edge by
//! its two nodes. The numbers follow no rule that could be computed, so one table says which nodes lie around each tile;
//! everything else is derived from it and from our grid.
//!
//! Numbers: docs/catanatron.md §2.

use std::sync::LazyLock;

use catan::{Edge, Hex, Vertex};

/// x and z of each tile (our q and r), and its nodes from the top clockwise.
const TILES: [((i32, i32), [u8; 6]); 19] = [
    ((0, 0), [0, 1, 2, 3, 4, 5]),
    ((1, 0), [6, 7, 8, 9, 2, 1]),
    ((0, 1), [2, 9, 10, 11, 12, 3]),
    ((-1, 1), [4, 3, 12, 13, 14, 15]),
    ((-1, 0), [16, 5, 4, 15, 17, 18]),
    ((0, -1), [19, 20, 0, 5, 16, 21]),
    ((1, -1), [22, 23, 6, 1, 0, 20]),
    ((2, 0), [24, 25, 26, 27, 8, 7]),
    ((1, 1), [8, 27, 28, 29, 10, 9]),
    ((0, 2), [10, 29, 30, 31, 32, 11]),
    ((-1, 2), [12, 11, 32, 33, 34, 13]),
    ((-2, 2), [14, 13, 34, 35, 36, 37]),
    ((-2, 1), [17, 15, 14, 37, 38, 39]),
    ((-2, 0), [40, 18, 17, 39, 41, 42]),
    ((-1, -1), [43, 21, 16, 18, 40, 44]),
    ((0, -2), [45, 46, 19, 21, 43, 47]),
    ((1, -2), [48, 49, 22, 20, 19, 46]),
    ((2, -2), [50, 51, 52, 23, 22, 49]),
    ((2, -1), [52, 53, 24, 7, 6, 23]),
];

/// x and z of each water tile with a port, and the two nodes that it serves.
const PORTS: [((i32, i32), [u8; 2]); 9] = [
    ((3, 0), [25, 26]),
    ((1, 2), [28, 29]),
    ((-1, 3), [32, 33]),
    ((-3, 3), [35, 36]),
    ((-3, 1), [38, 39]),
    ((-2, -1), [40, 44]),
    ((0, -3), [45, 47]),
    ((2, -3), [48, 49]),
    ((3, -2), [52, 53]),
];

/// Our vertex of each node.
static VERTICES: LazyLock<[Vertex; 54]> = LazyLock::new(|| {
    let mut vertices = [Vertex::NOWHERE; 54];
    for ((q, r), nodes) in TILES {
        let corners: Vec<_> = Hex::at(q, r).into_iter().flat_map(Hex::vertices).collect();
        // Ours come row by row: N, NW, NE, SW, SE, S.
        for (place, node) in [0, 2, 4, 5, 3, 1].into_iter().zip(nodes) {
            if let (Some(slot), Some(&corner)) = (vertices.get_mut(usize::from(node)), corners.get(place)) {
                *slot = corner;
            }
        }
    }
    vertices
});

/// The vertex of a node.
pub(crate) fn vertex(node: u64) -> Option<Vertex> {
    VERTICES.get(usize::try_from(node).ok()?).copied()
}

/// The edge between two nodes, in either order.
pub(crate) fn edge(a: u64, b: u64) -> Option<Edge> {
    let (a, b) = (vertex(a)?, vertex(b)?);
    a.edges().find(|edge| a != b && edge.ends().contains(&b))
}

/// The land at cube coordinates.
pub(crate) fn land([x, y, z]: [i64; 3]) -> Option<Hex> {
    if x.checked_add(y)?.checked_add(z)? != 0 {
        return None;
    }
    Hex::at(i32::try_from(x).ok()?, i32::try_from(z).ok()?).filter(|hex| hex.is_land())
}

/// The side that the port on this water tile serves.
pub(crate) fn port_side([x, _, z]: [i64; 3]) -> Option<Edge> {
    let (_, [a, b]) = PORTS.into_iter().find(|((q, r), _)| (i64::from(*q), i64::from(*r)) == (x, z))?;
    edge(a.into(), b.into())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use catan::Board;

    use super::*;

    #[test]
    fn every_vertex_has_one_node() {
        let vertices: BTreeSet<_> = (0..54).filter_map(vertex).collect();
        assert_eq!(vertices, Vertex::all().collect());
        assert_eq!((vertex(54), vertex(u64::MAX)), (None, None));
    }

    /// The table names most nodes two or three times, once for each tile: all of them must mean the same vertex.
    #[test]
    fn the_tiles_agree_on_the_nodes_they_share() {
        let mut hexes = BTreeSet::new();
        for ((q, r), nodes) in TILES {
            let hex = land([q.into(), (-q - r).into(), r.into()]).expect("land");
            hexes.insert(hex);
            let here: BTreeSet<_> = nodes.into_iter().filter_map(|node| vertex(node.into())).collect();
            assert_eq!(here, hex.vertices().collect(), "{q},{r}");
            let top = hex.vertices().next().and_then(Vertex::xy).map(|(_, y)| y);
            assert_eq!(vertex(nodes[0].into()).and_then(Vertex::xy).map(|(_, y)| y), top, "north is up");
        }
        assert_eq!(hexes, Hex::land().collect());
        assert_eq!((land([1, 1, 1]), land([3, -3, 0]), land([i64::MAX, 1, 0])), (None, None, None));
    }

    /// Consecutive nodes around a tile are the ends of its sides; together they are all 72 edges, and no others.
    #[test]
    fn sides_of_tiles_are_all_edges() {
        let mut edges = BTreeSet::new();
        for (_, nodes) in TILES {
            for i in 0..6 {
                let (a, b) = (nodes[i].into(), nodes[(i + 1) % 6].into());
                let side = edge(a, b).expect("a side");
                assert_eq!(edge(b, a), Some(side));
                edges.insert(side);
            }
            assert_eq!(edge(nodes[0].into(), nodes[3].into()), None, "opposite corners");
            assert_eq!(edge(nodes[0].into(), nodes[0].into()), None);
        }
        assert_eq!(edges, Edge::all().collect());
        let pairs = (0..54).flat_map(|a| (a + 1..54).map(move |b| (a, b)));
        assert_eq!(pairs.filter(|&(a, b)| edge(a, b).is_some()).count(), 72);
    }

    /// The water tile of a port lies beside the side that it serves: its corners there are those of the side.
    #[test]
    fn ports_lie_on_our_nine_sides() {
        let ours: BTreeSet<_> = Board::beginner().ports().map(|(edge, _)| edge).collect();
        let theirs: BTreeSet<_> =
            PORTS.into_iter().filter_map(|((q, r), _)| port_side([q.into(), 0, r.into()])).collect();
        assert_eq!(theirs, ours);
        for ((q, r), nodes) in PORTS {
            assert!(Hex::at(q, r).is_some_and(Hex::is_sea));
            let side = edge(nodes[0].into(), nodes[1].into()).expect("a side");
            let touching = |hex: Hex| side.ends().iter().all(|end| end.hexes().any(|other| other == hex));
            let beside: Vec<_> = Hex::land().filter(|&hex| touching(hex)).filter_map(Hex::axial).collect();
            let [(hq, hr)] = beside[..] else { panic!("a coastal side has one tile: {beside:?}") };
            let (dq, dr) = (hq - q, hr - r);
            assert!(dq.abs().max(dr.abs()).max((dq + dr).abs()) == 1, "the port {q},{r} is beside its tile");
        }
        assert_eq!(port_side([2, -3, 1]), None);
    }
}
