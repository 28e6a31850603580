//! The board: which terrain and token lies on each hex, and which port on each port side.
//!
//! A *token* is the number that makes a hex produce. The board keeps its 18 producing hexes by token, since that is how
//! it is asked at every roll; the hex that is missing there is the desert.
//!
//! Rules: docs/rules/catan.md §4.

mod generate;
mod spec;

pub use spec::{BoardFault, BoardSpec, TileSpec};

use std::fmt;

use crate::grid::{Edge, HEXES, Hex, PORT_SIDES};
use crate::resource::Resource;

/// What a tile is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Terrain {
    /// Produces wood.
    Forest,
    /// Produces brick.
    Hills,
    /// Produces sheep.
    Pasture,
    /// Produces wheat.
    Fields,
    /// Produces ore.
    Mountains,
    /// Produces nothing and has no token.
    Desert,
}

impl Terrain {
    /// All six.
    pub const ALL: [Self; 6] =
        [Self::Forest, Self::Hills, Self::Pasture, Self::Fields, Self::Mountains, Self::Desert];
    /// How many tiles of each there are, in the order of [`Terrain::ALL`] (§4.1).
    pub const COUNTS: [usize; 6] = [4, 3, 4, 4, 3, 1];

    /// What it produces.
    #[must_use]
    pub fn resource(self) -> Option<Resource> {
        Resource::ALL.get(self as usize).copied()
    }

    /// The name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Forest => "forest",
            Self::Hills => "hills",
            Self::Pasture => "pasture",
            Self::Fields => "fields",
            Self::Mountains => "mountains",
            Self::Desert => "desert",
        }
    }

    /// The terrain with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|t| t.name() == name)
    }
}

impl fmt::Display for Terrain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a port trades.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Port {
    /// Any three of a kind for one card.
    Any,
    /// Two of this kind for one card.
    Of(Resource),
}

impl Port {
    /// The nine ports of the box, in the order in which they are shuffled (§4.1).
    pub const BOX: [Self; 9] = [
        Self::Any,
        Self::Any,
        Self::Any,
        Self::Any,
        Self::Of(Resource::Wood),
        Self::Of(Resource::Brick),
        Self::Of(Resource::Sheep),
        Self::Of(Resource::Wheat),
        Self::Of(Resource::Ore),
    ];

    /// The name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::Of(resource) => resource.name(),
        }
    }

    /// The port with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        if name == "any" { Some(Self::Any) } else { Resource::from_name(name).map(Self::Of) }
    }

    /// 0–4 for the resources, 5 for any.
    const fn code(self) -> u32 {
        match self {
            Self::Any => 5,
            Self::Of(resource) => resource as u32,
        }
    }

    fn from_code(code: u32) -> Self {
        Resource::ALL.get(code as usize).map_or(Self::Any, |&r| Self::Of(r))
    }
}

/// The 18 tokens in ascending order (§4.1).
pub(crate) const TOKENS: [u8; 18] = [2, 3, 3, 4, 4, 5, 5, 6, 6, 8, 8, 9, 9, 10, 10, 11, 11, 12];
/// For each sum of two dice, the first and the last-plus-one place in [`TOKENS`].
const TOKEN_RANGE: [(u8, u8); 16] = token_ranges();

/// In how many of the 36 rolls two dice show this sum, 2 to 12.
const fn ways(sum: u8) -> u8 {
    6 - sum.abs_diff(7)
}

const fn token_ranges() -> [(u8, u8); 16] {
    let mut ranges = [(0, 0); 16];
    let mut i = 0;
    while i < TOKENS.len() {
        let range = &mut ranges[TOKENS[i] as usize];
        if range.1 == 0 {
            range.0 = i as u8;
        }
        range.1 = i as u8 + 1;
        i += 1;
    }
    ranges
}

/// A board that keeps every rule about boards.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    /// The producing hexes in the order of [`TOKENS`], equal tokens by hex; the terrain in the upper three bits.
    producers: [u8; 18],
    /// The nine ports in the order of their sides, three bits each.
    ports: u32,
}

impl Board {
    /// The producing hexes with this token, and what they produce.
    #[inline]
    pub(crate) fn producers(&self, token: u8) -> impl Iterator<Item = (Hex, Resource)> {
        let (from, to) = TOKEN_RANGE[token as usize & 15];
        self.producers[from as usize..to as usize]
            .iter()
            .map(|&p| (Hex(p & 31), Resource::from_index(p as usize >> 5)))
    }

    /// The terrain and token of a land hex; elsewhere desert.
    #[must_use]
    pub fn tile(&self, hex: Hex) -> (Terrain, Option<u8>) {
        self.producers
            .iter()
            .zip(TOKENS)
            .find(|(p, _)| Hex(**p & 31) == hex)
            .map_or((Terrain::Desert, None), |(&p, token)| (Terrain::ALL[(p >> 5) as usize], Some(token)))
    }

    /// What a hex produces.
    #[must_use]
    pub fn resource(&self, hex: Hex) -> Option<Resource> {
        self.tile(hex).0.resource()
    }

    /// In how many of the 36 rolls a hex produces: 0 for the desert.
    #[must_use]
    pub fn token_ways(&self, hex: Hex) -> u8 {
        self.tile(hex).1.map_or(0, ways)
    }

    /// The 18 producing hexes with what they produce and in how many of the 36 rolls, by token.
    pub fn producing(&self) -> impl Iterator<Item = (Hex, Resource, u8)> {
        self.producers
            .iter()
            .zip(TOKENS)
            .map(|(&p, token)| (Hex(p & 31), Resource::from_index(p as usize >> 5), ways(token)))
    }

    /// The desert.
    #[must_use]
    pub fn desert(&self) -> Hex {
        let producing = self.producers.iter().fold(0u32, |mask, p| mask | 1 << (p & 31));
        Hex((!producing).trailing_zeros() as u8)
    }

    /// The nine ports with their sides, clockwise.
    pub fn ports(&self) -> impl Iterator<Item = (Edge, Port)> {
        PORT_SIDES
            .iter()
            .enumerate()
            .filter_map(|(i, &side)| Some((Edge::coastal(side)?, Port::from_code(self.ports >> (3 * i) & 7))))
    }

    /// Which ports a vertex serves: bits 0–4 for the resources, bit 5 for any.
    pub(crate) fn ports_at(&self, vertices: u64) -> u8 {
        self.ports()
            .filter(|(edge, _)| edge.ends().iter().any(|v| v.bit() & vertices != 0))
            .fold(0, |mask, (_, port)| mask | 1 << port.code())
    }

    /// The board as plain data.
    #[must_use]
    pub fn spec(&self) -> BoardSpec {
        BoardSpec {
            tiles: Hex::land()
                .map(|hex| {
                    let (terrain, token) = self.tile(hex);
                    TileSpec { hex, terrain, token }
                })
                .collect(),
            ports: self.ports().collect(),
        }
    }

    /// Packs lists that are known to be complete: terrain and token by hex, ports by side.
    fn pack(terrain: &[Terrain; HEXES], tokens: &[Option<u8>; HEXES], ports: &[Port; 9]) -> Self {
        let mut producers = [0; 18];
        let mut filled = 0;
        for token in 2..=12 {
            for hex in (0..HEXES).filter(|&h| tokens[h] == Some(token)) {
                if let Some(slot) = producers.get_mut(filled) {
                    *slot = (terrain[hex] as u8) << 5 | hex as u8;
                }
                filled += 1;
            }
        }
        let ports = ports.iter().enumerate().fold(0, |bits, (i, port)| bits | port.code() << (3 * i));
        Self { producers, ports }
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tiles = Hex::land().map(|hex| {
            let (terrain, token) = self.tile(hex);
            token.map_or_else(|| terrain.to_string(), |n| format!("{terrain} {n}"))
        });
        f.debug_struct("Board")
            .field("tiles", &tiles.collect::<Vec<_>>())
            .field("ports", &self.ports().map(|(_, port)| port.name()).collect::<Vec<_>>())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_token_produces_as_often_as_two_dice_show_it() {
        let board = Board::beginner();
        for hex in Hex::land() {
            let rolls = (1..=6u8).flat_map(|a| (1..=6u8).map(move |b| a + b));
            let counted = rolls.filter(|&sum| board.tile(hex).1 == Some(sum)).count();
            assert_eq!(usize::from(board.token_ways(hex)), counted, "{hex}");
            let listed = board.producing().find(|&(at, _, _)| at == hex);
            assert_eq!(
                listed.map(|(_, resource, ways)| (Some(resource), usize::from(ways))).unwrap_or_default(),
                (board.resource(hex), counted),
                "{hex}"
            );
        }
    }
}
