//! The grid: hexes, vertices (corners), edges (sides) and how they touch.
//!
//! Everything is derived from the tiles' grid coordinates when the crate is compiled; nothing is typed in by hand.
//! Hexes, vertices and edges are numbered row by row, from the top left.
//!
//! Rules: docs/rules/catan.md §3.

mod id;
mod tables;

pub use id::{Edge, Hex, Vertex};
pub(crate) use tables::GRID;

/// The number of land hexes.
pub const HEXES: usize = 19;
/// The number of vertices.
pub const VERTICES: usize = 54;
/// The number of edges.
pub const EDGES: usize = 72;
/// The number of sides that only one tile has.
pub const COAST: usize = 30;
/// Which coastal sides carry the nine ports, counted clockwise from the upper-left side of tile (2,0).
pub const PORT_SIDES: [usize; 9] = [0, 3, 7, 10, 13, 17, 20, 23, 27];

/// The set bits of a mask of vertices, as vertices in ascending order.
#[inline]
pub fn vertices_of(mut mask: u64) -> impl Iterator<Item = Vertex> {
    std::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let vertex = Vertex(mask.trailing_zeros() as u8);
        mask &= mask - 1;
        Some(vertex)
    })
}

/// The set bits of a mask of edges, as edges in ascending order.
#[inline]
pub fn edges_of(mut mask: u128) -> impl Iterator<Item = Edge> {
    std::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let edge = Edge(mask.trailing_zeros() as u8);
        mask &= mask - 1;
        Some(edge)
    })
}
