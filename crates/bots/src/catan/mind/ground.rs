//! The ground: a board as numbers that an evaluation can add up, computed once a game.
//!
//! *Pips* are ways out of 36. Masks have a bit per vertex or edge, by their index.

use catan::grid::{edges_of, vertices_of};
use catan::{Board, Hex, Port};

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

/// The vertices of a mask, with all that is one edge away from any of them.
pub(super) fn with_neighbors(mask: u64) -> u64 {
    vertices_of(mask).fold(mask, |all, vertex| all | vertex.neighbor_mask())
}

/// The ends of the edges of a mask.
pub(super) fn ends_of(edges: u128) -> u64 {
    edges_of(edges).fold(0, |all, edge| edge.ends().iter().fold(all, |all, end| all | end.bit()))
}
