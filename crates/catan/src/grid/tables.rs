//! What touches what, computed at compile time.
//!
//! The tables are padded to powers of two so that an index can be masked instead of checked: an id that names nothing
//! then reads an empty entry, never beyond the end.
//!
//! Rules: docs/rules/catan.md §3.1–§3.9.

use super::{COAST, EDGES, HEXES, VERTICES};

/// Where the six corners of a tile lie: top, upper left, upper right, lower left, lower right, bottom.
const CORNERS: [(usize, usize); 6] = [(1, 0), (0, 1), (2, 1), (0, 2), (2, 2), (1, 3)];
/// Where the six sides lie, and which two corners (as indices above) they join.
const SIDES: [((usize, usize), (usize, usize)); 6] = [
    ((1, 0), (1, 0)), // upper left
    ((2, 0), (0, 2)), // upper right
    ((0, 1), (1, 3)), // left
    ((2, 1), (2, 4)), // right
    ((1, 2), (3, 5)), // lower left
    ((2, 2), (5, 4)), // lower right
];
const NONE: u8 = 255;

/// The tables.
pub(crate) struct Grid {
    /// Grid coordinates of each tile.
    pub(crate) hex_xy: [(usize, usize); HEXES],
    /// Coordinates of each vertex.
    pub(crate) vertex_xy: [(usize, usize); VERTICES],
    /// Coordinates of each edge.
    pub(crate) edge_xy: [(usize, usize); EDGES],
    /// The six corners of a hex as a mask.
    pub(crate) hex_vertices: [u64; 32],
    /// The hexes around a vertex as a mask.
    pub(crate) vertex_hexes: [u32; 64],
    /// The vertices one edge away, as a mask.
    pub(crate) neighbors: [u64; 64],
    /// The two or three edges that meet at a vertex, as a mask.
    pub(crate) vertex_edges: [u128; 64],
    /// The two ends of an edge.
    pub(crate) edge_ends: [[u8; 2]; 128],
    /// The hexes that share a side with a hex, as a mask.
    pub(crate) hex_neighbors: [u32; 32],
    /// The coastal sides, clockwise from the upper-left side of tile (2,0).
    pub(crate) coast: [u8; COAST],
}

/// The one grid.
pub(crate) static GRID: Grid = Grid::build();

impl Grid {
    #[expect(clippy::many_single_char_names, reason = "coordinates and corners of one tile")]
    const fn build() -> Self {
        let hex_xy = tiles();
        // Which coordinates are corners or sides of any tile; then numbered row by row.
        let mut vertex_at = [[NONE; 11]; 12];
        let mut edge_at = [[NONE; 11]; 12];
        let mut h = 0;
        while h < HEXES {
            let (x, y) = hex_xy[h];
            let mut k = 0;
            while k < 6 {
                vertex_at[2 * y + CORNERS[k].1][x + CORNERS[k].0] = 0;
                edge_at[2 * y + SIDES[k].0.1][x + SIDES[k].0.0] = 0;
                k += 1;
            }
            h += 1;
        }
        let mut vertex_xy = [(0, 0); VERTICES];
        let mut edge_xy = [(0, 0); EDGES];
        let (mut n_vertices, mut n_edges) = (0, 0);
        let mut y = 0;
        while y < 12 {
            let mut x = 0;
            while x < 11 {
                if vertex_at[y][x] != NONE {
                    vertex_at[y][x] = n_vertices as u8;
                    vertex_xy[n_vertices] = (x, y);
                    n_vertices += 1;
                }
                if edge_at[y][x] != NONE {
                    edge_at[y][x] = n_edges as u8;
                    edge_xy[n_edges] = (x, y);
                    n_edges += 1;
                }
                x += 1;
            }
            y += 1;
        }
        assert!(n_vertices == VERTICES && n_edges == EDGES, "§3.3, §3.4: 54 vertices and 72 edges");

        let mut grid = Self {
            hex_xy,
            vertex_xy,
            edge_xy,
            hex_vertices: [0; 32],
            vertex_hexes: [0; 64],
            neighbors: [0; 64],
            vertex_edges: [0; 64],
            edge_ends: [[0; 2]; 128],
            hex_neighbors: [0; 32],
            coast: [0; COAST],
        };
        let mut edge_hexes = [0u32; EDGES];
        let mut h = 0;
        while h < HEXES {
            let (x, y) = hex_xy[h];
            let mut k = 0;
            while k < 6 {
                let vertex = vertex_at[2 * y + CORNERS[k].1][x + CORNERS[k].0] as usize;
                grid.hex_vertices[h] |= 1 << vertex;
                grid.vertex_hexes[vertex] |= 1 << h;
                let ((ex, ey), (from, to)) = SIDES[k];
                let edge = edge_at[2 * y + ey][x + ex] as usize;
                let a = vertex_at[2 * y + CORNERS[from].1][x + CORNERS[from].0] as usize;
                let b = vertex_at[2 * y + CORNERS[to].1][x + CORNERS[to].0] as usize;
                grid.edge_ends[edge] = if a < b { [a as u8, b as u8] } else { [b as u8, a as u8] };
                grid.vertex_edges[a] |= 1 << edge;
                grid.vertex_edges[b] |= 1 << edge;
                grid.neighbors[a] |= 1 << b;
                grid.neighbors[b] |= 1 << a;
                edge_hexes[edge] |= 1 << h;
                k += 1;
            }
            h += 1;
        }
        let mut e = 0;
        while e < EDGES {
            let shared = edge_hexes[e];
            if shared.count_ones() == 2 {
                let (low, high) = (shared.trailing_zeros(), shared.ilog2());
                grid.hex_neighbors[low as usize] |= 1 << high;
                grid.hex_neighbors[high as usize] |= 1 << low;
            }
            e += 1;
        }
        grid.coast = walk_the_coast(&grid, &edge_hexes, vertex_at[0][3], edge_at[0][3]);
        grid
    }
}

/// The tiles row by row: rows of 3, 4, 5, 4 and 3.
const fn tiles() -> [(usize, usize); HEXES] {
    let starts = [(2, 3), (1, 4), (0, 5), (1, 4), (2, 3)];
    let mut list = [(0, 0); HEXES];
    let (mut n, mut y) = (0, 0);
    while y < 5 {
        let (first, count) = starts[y];
        let mut i = 0;
        while i < count {
            list[n] = (first + 2 * i, y);
            n += 1;
            i += 1;
        }
        y += 1;
    }
    list
}

/// Follows the coast from the upper-left side of tile (2,0) over its upper end `top`, so clockwise.
const fn walk_the_coast(grid: &Grid, edge_hexes: &[u32; EDGES], top: u8, first: u8) -> [u8; COAST] {
    let mut coast = [NONE; COAST];
    let (mut edge, mut at, mut n) = (first, top, 0);
    while n < COAST {
        coast[n] = edge;
        // At every coastal vertex exactly two coastal sides meet: go on along the other one.
        let mut around = grid.vertex_edges[at as usize] & !(1 << edge);
        while edge_hexes[around.trailing_zeros() as usize].count_ones() != 1 {
            around &= around - 1;
        }
        edge = around.trailing_zeros() as u8;
        let ends = grid.edge_ends[edge as usize];
        at = if ends[0] == at { ends[1] } else { ends[0] };
        n += 1;
    }
    assert!(edge == first, "the coast is one ring of 30 sides");
    coast
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_port_side_is_upper_left_of_the_first_tile_and_the_walk_is_clockwise() {
        assert_eq!(GRID.edge_xy[GRID.coast[0] as usize], (3, 0), "§3.7");
        assert_eq!(GRID.edge_xy[GRID.coast[1] as usize], (4, 0), "then its upper-right side");
        assert_eq!(GRID.edge_xy[GRID.coast[2] as usize], (5, 0), "then the next tile's upper-left side");
    }

    #[test]
    fn corners_and_sides_are_counted_as_the_rules_count_them() {
        let degree = |n| (0..VERTICES).filter(|&v| GRID.neighbors[v].count_ones() == n).count();
        assert_eq!((degree(2), degree(3)), (18, 36), "18 corners with two sides, 36 with three");
        for h in 0..HEXES {
            assert_eq!(GRID.hex_vertices[h].count_ones(), 6);
        }
        let tiles_at_corners: u32 = (0..VERTICES).map(|v| GRID.vertex_hexes[v].count_ones()).sum();
        assert_eq!(tiles_at_corners, 19 * 6);
        let mut coast = GRID.coast;
        coast.sort_unstable();
        assert!(coast.windows(2).all(|w| w[0] < w[1]), "30 different sides");
        let shared: u32 = (0..HEXES).map(|h| GRID.hex_neighbors[h].count_ones()).sum();
        assert_eq!(shared / 2, 72 - 30, "every side that is not coast is shared");
    }

    #[test]
    fn the_uncorrected_right_side_would_name_86_sides() {
        // §3.5: with (3,1) for the right side, 14 shared sides would have two names.
        let mut names = std::collections::BTreeSet::new();
        for (x, y) in GRID.hex_xy {
            for (ex, ey) in [(1, 0), (2, 0), (0, 1), (3, 1), (1, 2), (2, 2)] {
                names.insert((x + ex, 2 * y + ey));
            }
        }
        assert_eq!(names.len(), 86);
    }

    #[test]
    fn ids_beyond_the_last_touch_nothing() {
        assert_eq!(GRID.neighbors[54], 0);
        assert_eq!(GRID.vertex_edges[63], 0);
        assert_eq!(GRID.hex_vertices[19], 0);
    }
}
