//! Making a board: random, along the spiral, or the fixed one for beginners.
//!
//! Luck is an input. In which order the numbers are asked for is part of the fairness scheme (docs/fairness.md), so it
//! never changes.
//!
//! Rules: docs/rules/catan.md §4.1–§4.4.

use game::{Luck, shuffle};

use super::{Board, Port, TOKENS, Terrain};
use crate::grid::{GRID, HEXES, Hex};
use crate::resource::Resource;
use crate::rules::BoardKind;

/// Tokens along the spiral, letters A to R.
const SPIRAL_TOKENS: [u8; 18] = [5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11];
/// The spiral over the tiles, clockwise from the top left, in grid coordinates.
const SPIRAL: [(usize, usize); HEXES] = [
    (2, 0),
    (4, 0),
    (6, 0),
    (7, 1),
    (8, 2),
    (7, 3),
    (6, 4),
    (4, 4),
    (2, 4),
    (1, 3),
    (0, 2),
    (1, 1),
    (3, 1),
    (5, 1),
    (6, 2),
    (5, 3),
    (3, 3),
    (2, 2),
    (4, 2),
];

impl Board {
    /// A board of this kind.
    pub fn generate(kind: BoardKind, luck: &mut impl Luck) -> Self {
        match kind {
            BoardKind::Random => Self::random(luck),
            BoardKind::Spiral => Self::spiral(luck),
            BoardKind::Beginner => Self::beginner(),
        }
    }

    /// Tiles, tokens and ports shuffled; drawn again until no 6 or 8 touches another (§4.2).
    ///
    /// All arrangements that keep the condition are equally likely, since a draw that breaks it is thrown away whole.
    pub fn random(luck: &mut impl Luck) -> Self {
        loop {
            let terrain = shuffled_terrain(luck);
            let mut bag = TOKENS;
            shuffle(&mut bag, luck);
            let mut rest = bag.into_iter();
            let tokens = terrain.map(|t| if t == Terrain::Desert { None } else { rest.next() });
            if !hot_tokens_touch(&tokens) {
                return Self::pack(&terrain, &tokens, &shuffled_ports(luck));
            }
        }
    }

    /// Tiles and ports shuffled, tokens along the spiral, skipping the desert (§4.3).
    pub fn spiral(luck: &mut impl Luck) -> Self {
        let terrain = shuffled_terrain(luck);
        let mut rest = SPIRAL_TOKENS.into_iter();
        let mut tokens = [None; HEXES];
        for place in SPIRAL {
            for hex in (0..HEXES).filter(|&h| GRID.hex_xy[h] == place && terrain[h] != Terrain::Desert) {
                tokens[hex] = rest.next();
            }
        }
        Self::pack(&terrain, &tokens, &shuffled_ports(luck))
    }

    /// The fixed board for a first game (§4.4).
    #[must_use]
    pub fn beginner() -> Self {
        use Terrain::{Desert, Fields, Forest, Hills, Mountains, Pasture};
        const TILES: [(Terrain, u8); HEXES] = [
            (Mountains, 10),
            (Pasture, 2),
            (Forest, 9),
            (Fields, 12),
            (Hills, 6),
            (Pasture, 4),
            (Hills, 10),
            (Fields, 9),
            (Forest, 11),
            (Desert, 0),
            (Forest, 3),
            (Mountains, 8),
            (Forest, 8),
            (Mountains, 3),
            (Fields, 4),
            (Pasture, 5),
            (Hills, 5),
            (Fields, 6),
            (Pasture, 11),
        ];
        const PORTS: [Port; 9] = [
            Port::Any,
            Port::Of(Resource::Wheat),
            Port::Of(Resource::Ore),
            Port::Any,
            Port::Of(Resource::Sheep),
            Port::Any,
            Port::Any,
            Port::Of(Resource::Brick),
            Port::Of(Resource::Wood),
        ];
        Self::pack(&TILES.map(|(t, _)| t), &TILES.map(|(_, n)| (n > 0).then_some(n)), &PORTS)
    }

    /// Whether a 6 or an 8 lies beside another.
    #[must_use]
    pub fn has_touching_hot_tokens(&self) -> bool {
        let mut tokens = [None; HEXES];
        for hex in Hex::land() {
            tokens[hex.index()] = self.tile(hex).1;
        }
        hot_tokens_touch(&tokens)
    }
}

fn shuffled_terrain(luck: &mut impl Luck) -> [Terrain; HEXES] {
    let mut tiles = [Terrain::Desert; HEXES];
    let box_of_tiles =
        Terrain::ALL.into_iter().zip(Terrain::COUNTS).flat_map(|(t, n)| std::iter::repeat_n(t, n));
    for (tile, terrain) in tiles.iter_mut().zip(box_of_tiles) {
        *tile = terrain;
    }
    shuffle(&mut tiles, luck);
    tiles
}

fn shuffled_ports(luck: &mut impl Luck) -> [Port; 9] {
    let mut ports = Port::BOX;
    shuffle(&mut ports, luck);
    ports
}

fn hot_tokens_touch(tokens: &[Option<u8>; HEXES]) -> bool {
    let hot = (0..HEXES).filter(|&h| matches!(tokens[h], Some(6 | 8))).fold(0u32, |mask, h| mask | 1 << h);
    (0..HEXES).any(|h| hot >> h & 1 == 1 && GRID.hex_neighbors[h] & hot != 0)
}
