//! The board's geometry, worked out from coordinates alone.
//!
//! A *spot* is a pair of grid coordinates; hexes are named by their axial pair (q, r), corners and sides by the absolute
//! pairs of docs/rules/catan.md §3. Nothing is listed by hand: every corner and side is an offset from a
//! tile, and two tiles share whatever gets the same coordinates.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// A pair of coordinates: (q, r) of a hex, (x, y) of a corner or a side.
pub(crate) type Spot = (i32, i32);

/// Which corner touches which side, for the whole island.
#[derive(Debug)]
pub(crate) struct Grid {
    /// Every land hex with its six corners.
    pub(crate) corners: BTreeMap<Spot, BTreeSet<Spot>>,
    /// Every side with its two ends.
    pub(crate) ends: BTreeMap<Spot, [Spot; 2]>,
    /// Every corner with the sides that meet there.
    pub(crate) sides_at: BTreeMap<Spot, BTreeSet<Spot>>,
    /// Every corner with the corners one side away.
    pub(crate) neighbors: BTreeMap<Spot, BTreeSet<Spot>>,
    /// How many land hexes a side belongs to: 1 on the coast, else 2.
    pub(crate) tiles_of_side: BTreeMap<Spot, usize>,
}

/// The distance of a hex from the middle one.
pub(crate) fn ring((q, r): Spot) -> i32 {
    q.abs().max(r.abs()).max((q + r).abs())
}

/// The grid coordinates of a hex.
pub(crate) fn tile_of((q, r): Spot) -> Spot {
    (2 * q + r + 4, r + 2)
}

/// The six sides of the tile at (x, y), each with its two ends, by the offsets of the rules.
fn sides_of_tile((x, y): Spot) -> [(Spot, [Spot; 2]); 6] {
    let at = |dx: i32, dy: i32| (x + dx, 2 * y + dy);
    let (top, upper_left, upper_right) = (at(1, 0), at(0, 1), at(2, 1));
    let (lower_left, lower_right, bottom) = (at(0, 2), at(2, 2), at(1, 3));
    [
        (at(1, 0), [upper_left, top]),
        (at(2, 0), [top, upper_right]),
        (at(0, 1), [upper_left, lower_left]),
        (at(2, 1), [upper_right, lower_right]),
        (at(1, 2), [lower_left, bottom]),
        (at(2, 2), [bottom, lower_right]),
    ]
}

impl Grid {
    fn build() -> Self {
        let mut grid = Self {
            corners: BTreeMap::new(),
            ends: BTreeMap::new(),
            sides_at: BTreeMap::new(),
            neighbors: BTreeMap::new(),
            tiles_of_side: BTreeMap::new(),
        };
        let land = (-2..=2).flat_map(|q| (-2..=2).map(move |r| (q, r))).filter(|&hex| ring(hex) <= 2);
        for hex in land {
            for (side, ends) in sides_of_tile(tile_of(hex)) {
                grid.ends.insert(side, ends);
                *grid.tiles_of_side.entry(side).or_default() += 1;
                for (from, to) in [(ends[0], ends[1]), (ends[1], ends[0])] {
                    grid.corners.entry(hex).or_default().insert(from);
                    grid.sides_at.entry(from).or_default().insert(side);
                    grid.neighbors.entry(from).or_default().insert(to);
                }
            }
        }
        grid
    }

    /// The one island that the base game is played on.
    pub(crate) fn island() -> &'static Self {
        static ISLAND: OnceLock<Grid> = OnceLock::new();
        ISLAND.get_or_init(Self::build)
    }

    /// The end of `side` that is not `corner`.
    pub(crate) fn across(&self, side: Spot, corner: Spot) -> Spot {
        let [a, b] = self.ends[&side];
        if a == corner { b } else { a }
    }

    /// The coastal sides in clockwise order, from the upper-left side of tile (2,0).
    pub(crate) fn coast(&self) -> Vec<Spot> {
        let is_coast = |side: &Spot| self.tiles_of_side[side] == 1;
        let (start, [_, top]) = sides_of_tile((2, 0))[0];
        let mut walk = vec![start];
        let (mut side, mut corner) = (start, top);
        loop {
            let next = self.sides_at[&corner].iter().copied().find(|s| *s != side && is_coast(s));
            side = next.expect("the coast is a closed line");
            if side == start {
                return walk;
            }
            corner = self.across(side, corner);
            walk.push(side);
        }
    }
}
