//! Names of places: hex, vertex and edge.
//!
//! A place is a small number inside and a text such as `"3,4"` outside. Each type can also name *nowhere*, so that a
//! request with an unknown id can be refused by the rules with their own sentence instead of being lost before.
//!
//! Rules: docs/rules/catan.md §3.2–§3.4, §3.9–§3.10.

use std::fmt;

use super::{EDGES, GRID, HEXES, VERTICES};

/// The ring of sea around the land.
const SEA: usize = 18;

/// A hex: land 0–18 row by row, sea 19–36, or nowhere.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Hex(pub(crate) u8);

/// A vertex, the corner where up to three tiles meet, or nowhere.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Vertex(pub(crate) u8);

/// An edge, the side of one or two tiles, or nowhere.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Edge(pub(crate) u8);

impl Hex {
    /// No hex at all.
    pub const NOWHERE: Self = Self(u8::MAX);

    /// The land hexes, row by row.
    pub fn land() -> impl Iterator<Item = Self> {
        (0..HEXES as u8).map(Self)
    }

    /// Land and sea.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..(HEXES + SEA) as u8).map(Self)
    }

    /// Whether this is one of the 19 land hexes.
    #[must_use]
    #[inline]
    pub const fn is_land(self) -> bool {
        (self.0 as usize) < HEXES
    }

    /// Whether this is one of the 18 sea hexes.
    #[must_use]
    pub const fn is_sea(self) -> bool {
        !self.is_land() && (self.0 as usize) < HEXES + SEA
    }

    /// The place in the list of land hexes row by row, if it is land.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Axial coordinates (q, r) with the middle tile at (0, 0); `None` for nowhere.
    #[must_use]
    pub fn axial(self) -> Option<(i32, i32)> {
        if let Some(&(x, y)) = GRID.hex_xy.get(self.index()) {
            let (x, y) = signed((x, y));
            return Some(((x - y - 2) / 2, y - 2));
        }
        sea().nth(self.index() - HEXES)
    }

    /// The hex at these axial coordinates, land or sea.
    #[must_use]
    pub fn at(q: i32, r: i32) -> Option<Self> {
        Self::all().find(|hex| hex.axial() == Some((q, r)))
    }

    /// The hex with this id, `"q,r"`. Any other spelling names nothing.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (q, r) = parse_pair(text)?;
        Self::at(q, r)
    }

    /// The six corners of a land hex, row by row.
    pub fn vertices(self) -> impl Iterator<Item = Vertex> {
        super::vertices_of(if self.is_land() { GRID.hex_vertices[self.index()] } else { 0 })
    }

    /// The corners of a land hex, as a mask by [`Vertex::bit`].
    #[must_use]
    #[inline]
    pub fn vertex_mask(self) -> u64 {
        GRID.hex_vertices[self.index() & 31]
    }
}

/// The sea hexes by row, then from west to east.
fn sea() -> impl Iterator<Item = (i32, i32)> {
    (-3i32..=3)
        .flat_map(|r| (-3i32..=3).map(move |q| (q, r)))
        .filter(|(q, r)| q.abs().max(r.abs()).max((q + r).abs()) == 3)
}

impl Vertex {
    /// No vertex at all.
    pub const NOWHERE: Self = Self(u8::MAX);

    /// All 54, row by row.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..VERTICES as u8).map(Self)
    }

    /// Whether this names a vertex.
    #[must_use]
    #[inline]
    pub const fn exists(self) -> bool {
        (self.0 as usize) < VERTICES
    }

    /// The place in the list row by row.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The absolute coordinates; `None` for nowhere.
    #[must_use]
    pub fn xy(self) -> Option<(usize, usize)> {
        GRID.vertex_xy.get(self.index()).copied()
    }

    /// The vertex with this id, `"x,y"`. Any other spelling names nothing.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (x, y) = parse_pair(text)?;
        Self::all().find(|v| v.xy().map(signed) == Some((x, y)))
    }

    /// The one to three land hexes around it.
    pub fn hexes(self) -> impl Iterator<Item = Hex> {
        let mut mask = if self.exists() { GRID.vertex_hexes[self.index()] } else { 0 };
        std::iter::from_fn(move || {
            if mask == 0 {
                return None;
            }
            let hex = Hex(mask.trailing_zeros() as u8);
            mask &= mask - 1;
            Some(hex)
        })
    }

    /// The vertices one edge away.
    pub fn neighbors(self) -> impl Iterator<Item = Self> {
        super::vertices_of(if self.exists() { self.neighbor_mask() } else { 0 })
    }

    /// The edges that meet here.
    pub fn edges(self) -> impl Iterator<Item = Edge> {
        super::edges_of(if self.exists() { self.edge_mask() } else { 0 })
    }

    /// The vertices one edge away, as a mask.
    #[must_use]
    #[inline]
    pub fn neighbor_mask(self) -> u64 {
        GRID.neighbors[self.index() & 63]
    }

    /// The edges that meet here, as a mask by [`Edge::bit`].
    #[must_use]
    #[inline]
    pub fn edge_mask(self) -> u128 {
        GRID.vertex_edges[self.index() & 63]
    }

    /// This vertex as a mask; nowhere is empty.
    #[must_use]
    #[inline]
    pub const fn bit(self) -> u64 {
        if self.exists() { 1 << self.0 } else { 0 }
    }
}

impl Edge {
    /// No edge at all.
    pub const NOWHERE: Self = Self(u8::MAX);

    /// All 72, row by row.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..EDGES as u8).map(Self)
    }

    /// Whether this names an edge.
    #[must_use]
    #[inline]
    pub const fn exists(self) -> bool {
        (self.0 as usize) < EDGES
    }

    /// The place in the list row by row.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The absolute coordinates; `None` for nowhere.
    #[must_use]
    pub fn xy(self) -> Option<(usize, usize)> {
        GRID.edge_xy.get(self.index()).copied()
    }

    /// The edge with this id, `"x,y"`. Any other spelling names nothing.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (x, y) = parse_pair(text)?;
        Self::all().find(|e| e.xy().map(signed) == Some((x, y)))
    }

    /// Its two ends. Nowhere has vertex 0 twice; ask [`exists`](Self::exists) first.
    #[must_use]
    #[inline]
    pub fn ends(self) -> [Vertex; 2] {
        let [a, b] = GRID.edge_ends[self.index() & 127];
        [Vertex(a), Vertex(b)]
    }

    /// This edge as a mask; nowhere is empty.
    #[must_use]
    #[inline]
    pub const fn bit(self) -> u128 {
        if self.exists() { 1 << self.0 } else { 0 }
    }

    /// The coastal side with this number, clockwise from the upper-left side of tile (2,0).
    #[must_use]
    pub fn coastal(side: usize) -> Option<Self> {
        GRID.coast.get(side).map(|&e| Self(e))
    }
}

/// Coordinates of the grid are far below any limit.
#[expect(clippy::cast_possible_wrap, reason = "at most 11")]
fn signed((x, y): (usize, usize)) -> (i32, i32) {
    (x as i32, y as i32)
}

/// Two whole numbers as this project writes them: no spaces, no plus sign, no leading zeros, no `-0`.
fn parse_pair(text: &str) -> Option<(i32, i32)> {
    let (a, b) = text.split_once(',')?;
    let (first, second) = (a.parse::<i32>().ok()?, b.parse::<i32>().ok()?);
    (format!("{first},{second}") == text).then_some((first, second))
}

fn write_pair<T: fmt::Display>(f: &mut fmt::Formatter<'_>, pair: Option<(T, T)>) -> fmt::Result {
    match pair {
        Some((a, b)) => write!(f, "{a},{b}"),
        None => f.write_str("nowhere"),
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_pair(f, self.axial())
    }
}

impl fmt::Display for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_pair(f, self.xy())
    }
}

impl fmt::Display for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_pair(f, self.xy())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_has_one_name_and_the_name_leads_back() {
        assert_eq!(Hex::all().count(), 37);
        for hex in Hex::all() {
            assert_eq!(Hex::parse(&hex.to_string()), Some(hex));
        }
        for vertex in Vertex::all() {
            assert_eq!(Vertex::parse(&vertex.to_string()), Some(vertex));
        }
        for edge in Edge::all() {
            assert_eq!(Edge::parse(&edge.to_string()), Some(edge));
        }
        assert_eq!(Hex::parse("0,0").map(Hex::index), Some(9), "the middle tile is (4,2)");
    }

    #[test]
    fn axial_and_grid_coordinates_agree_both_ways() {
        for hex in Hex::land() {
            let (x, y) = GRID.hex_xy[hex.index()];
            let (q, r) = hex.axial().expect("land has coordinates");
            assert_eq!((2 * q + r + 4, r + 2), signed((x, y)), "§3.2");
        }
        assert_eq!(Hex::all().filter(|h| h.is_sea()).count(), 18);
    }

    #[test]
    fn any_other_spelling_names_nothing() {
        for text in [
            "0, 0",
            "+1,0",
            "00,0",
            "0,-0",
            "",
            ",",
            "0",
            "0,0,0",
            "4,0",
            "-4,0",
            "1e0,0",
            "٣,0",
            "99999999999,0",
        ] {
            assert_eq!(Hex::parse(text), None, "{text}");
        }
        for text in ["0,0", "11,0", "-1,1", "3,00"] {
            assert_eq!(Vertex::parse(text), None, "{text}");
        }
        assert_eq!(Edge::parse("0,0"), None);
        assert!(Edge::parse("3,0").is_some() && Vertex::parse("3,0").is_some());
    }

    #[test]
    fn nowhere_touches_nothing() {
        assert_eq!(Vertex::NOWHERE.hexes().count() + Vertex::NOWHERE.edges().count(), 0);
        assert_eq!(Hex::NOWHERE.vertices().count() + Hex(20).vertices().count(), 0);
        assert_eq!((Vertex::NOWHERE.bit(), Edge::NOWHERE.bit()), (0, 0));
        assert!(Hex::NOWHERE.axial().is_none() && !Hex::NOWHERE.is_sea());
    }

    #[test]
    fn neighbors_are_mutual() {
        for v in Vertex::all() {
            assert!(v.neighbors().all(|n| n.neighbors().any(|back| back == v)));
            assert!(v.edges().all(|e| e.ends().contains(&v)));
            assert_eq!(v.edges().count(), v.neighbors().count());
        }
    }
}
