//! The ground: a board as numbers that an evaluation can add up, computed once a game.
//!
//! *Pips* are ways out of 36. Masks have a bit per vertex or edge, by their index.

use std::sync::LazyLock;

use catan::{Board, Edge, Hex, Port, Vertex};

/// What touches what, the same for every board.
pub(super) struct Paths {
    /// The vertices one edge away.
    pub(super) neighbors: [u64; 64],
    /// The edges that meet at a vertex.
    pub(super) edges: [u128; 64],
    /// The two ends of an edge, as a mask.
    pub(super) ends: [u64; 128],
    /// The corners of a land hex.
    pub(super) corners: [u64; 32],
}

/// The one set of paths.
pub(super) static PATHS: LazyLock<Paths> = LazyLock::new(|| {
    let mut paths = Paths { neighbors: [0; 64], edges: [0; 64], ends: [0; 128], corners: [0; 32] };
    for vertex in Vertex::all() {
        let v = vertex.index() & 63;
        paths.neighbors[v] = vertex.neighbors().fold(0, |mask, next| mask | 1 << (next.index() & 63));
        paths.edges[v] = vertex.edges().fold(0, |mask, edge| mask | 1 << (edge.index() & 127));
    }
    for edge in Edge::all() {
        let [a, b] = edge.ends();
        paths.ends[edge.index() & 127] = 1 << (a.index() & 63) | 1 << (b.index() & 63);
    }
    for hex in Hex::land() {
        paths.corners[hex.index() & 31] = hex.vertices().fold(0, |mask, v| mask | 1 << (v.index() & 63));
    }
    paths
});

/// A board as numbers.
#[derive(Clone, Debug)]
pub(super) struct Ground {
    board: Board,
    /// What a settlement on a vertex earns by kind, in pips.
    pub(super) income: [[f32; 5]; 64],
    /// All of that together.
    pub(super) pips: [f32; 64],
    /// The kinds that a vertex earns, as bits.
    pub(super) kinds: [u8; 64],
    /// What each land hex pays: its kind and pips; no pips in the desert.
    pub(super) hexes: [(usize, f32); 32],
    /// Ports of a vertex: bits 0–4 for the resources, bit 5 for any.
    pub(super) ports: [u8; 64],
}

impl Ground {
    pub(super) fn new(board: &Board) -> Self {
        let mut ground = Self {
            board: *board,
            income: [[0.0; 5]; 64],
            pips: [0.0; 64],
            kinds: [0; 64],
            hexes: [(0, 0.0); 32],
            ports: [0; 64],
        };
        for hex in Hex::land() {
            let (terrain, token) = board.tile(hex);
            let Some((resource, token)) = terrain.resource().zip(token) else { continue };
            let ways = f32::from(6 - token.abs_diff(7).min(6));
            ground.hexes[hex.index() & 31] = (resource.index(), ways);
            for vertex in hex.vertices() {
                let v = vertex.index() & 63;
                ground.income[v][resource.index()] += ways;
                ground.pips[v] += ways;
                ground.kinds[v] |= 1 << resource.index();
            }
        }
        for (edge, port) in board.ports() {
            let bit = match port {
                Port::Of(resource) => 1 << resource.index(),
                Port::Any => 1 << 5,
            };
            for vertex in edge.ends() {
                ground.ports[vertex.index() & 63] |= bit;
            }
        }
        ground
    }

    /// Whether these are the numbers of this board.
    pub(super) fn is_of(&self, board: &Board) -> bool {
        self.board == *board
    }
}

/// The set bits of a mask of vertices.
pub(super) fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let bit = mask.trailing_zeros() as usize;
        mask &= mask - 1;
        Some(bit)
    })
}

/// The set bits of a mask of edges.
pub(super) fn edge_bits(mut mask: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let bit = mask.trailing_zeros() as usize;
        mask &= mask - 1;
        Some(bit)
    })
}
