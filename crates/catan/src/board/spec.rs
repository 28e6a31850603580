//! A board as it comes from outside, and the one door through which it becomes a [`Board`].
//!
//! Rules: docs/rules/catan.md §4.6 (a given board must have exactly the tiles, tokens and ports of the box).

use std::fmt;

use super::{Board, Port, TOKENS, Terrain};
use crate::grid::{Edge, HEXES, Hex, PORT_SIDES};

/// One tile of a given board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TileSpec {
    /// Where it lies.
    pub hex: Hex,
    /// What it is.
    pub terrain: Terrain,
    /// Its token; none on the desert.
    pub token: Option<u8>,
}

/// A board as plain data, not yet checked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BoardSpec {
    /// The tiles in any order.
    pub tiles: Vec<TileSpec>,
    /// The ports in any order.
    pub ports: Vec<(Edge, Port)>,
}

/// Everything that is wrong with a given board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardFault(pub Vec<String>);

impl fmt::Display for BoardFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("; "))
    }
}

impl std::error::Error for BoardFault {}

impl TryFrom<&BoardSpec> for Board {
    type Error = BoardFault;

    fn try_from(spec: &BoardSpec) -> Result<Self, BoardFault> {
        let mut faults = Vec::new();
        let tiles = place_tiles(&spec.tiles, &mut faults);
        let ports = place_ports(&spec.ports, &mut faults);
        count_pieces(spec, &mut faults);
        if !faults.is_empty() {
            return Err(BoardFault(faults));
        }
        let terrain = tiles.map(|tile| tile.map_or(Terrain::Desert, |t| t.terrain));
        let tokens = tiles.map(|tile| tile.and_then(|t| t.token));
        Ok(Self::pack(&terrain, &tokens, &ports.map(|port| port.unwrap_or(Port::Any))))
    }
}

/// Each tile in its place; what lies nowhere, twice or without its token is a fault.
fn place_tiles(tiles: &[TileSpec], faults: &mut Vec<String>) -> [Option<TileSpec>; HEXES] {
    let mut placed = [None; HEXES];
    for tile in tiles {
        let Some(slot) = placed.get_mut(tile.hex.index()) else {
            faults.push(format!("hex {} is not land", tile.hex));
            continue;
        };
        if slot.is_some() {
            faults.push(format!("hex {} is given twice", tile.hex));
        }
        *slot = Some(*tile);
        match (tile.terrain, tile.token) {
            (Terrain::Desert, Some(n)) => {
                faults.push(format!("the desert at {} has the token {n}", tile.hex));
            }
            (Terrain::Desert, None) | (_, Some(_)) => {}
            (_, None) => faults.push(format!("the {} at {} has no token", tile.terrain, tile.hex)),
        }
    }
    for hex in Hex::land().filter(|h| placed[h.index()].is_none()) {
        faults.push(format!("hex {hex} is missing"));
    }
    placed
}

fn place_ports(ports: &[(Edge, Port)], faults: &mut Vec<String>) -> [Option<Port>; 9] {
    let mut placed = [None; 9];
    for &(edge, port) in ports {
        let side = PORT_SIDES.iter().position(|&side| Edge::coastal(side) == Some(edge));
        match side {
            Some(i) if placed[i].is_none() => placed[i] = Some(port),
            Some(_) => faults.push(format!("edge {edge} has two ports")),
            None => faults.push(format!("edge {edge} is not one of the nine port sides")),
        }
    }
    for (i, _) in placed.iter().enumerate().filter(|(_, port)| port.is_none()) {
        if let Some(edge) = Edge::coastal(PORT_SIDES[i]) {
            faults.push(format!("the port at edge {edge} is missing"));
        }
    }
    placed
}

/// Compares what is given with what the box holds.
fn count_pieces(spec: &BoardSpec, faults: &mut Vec<String>) {
    for (terrain, expected) in Terrain::ALL.into_iter().zip(Terrain::COUNTS) {
        let n = spec.tiles.iter().filter(|t| t.terrain == terrain).count();
        if n != expected {
            faults.push(format!("{n} tiles of {terrain} instead of {expected}"));
        }
    }
    let mut tokens: Vec<u8> = spec.tiles.iter().filter_map(|t| t.token).collect();
    tokens.sort_unstable();
    if tokens != TOKENS {
        faults.push(format!("the tokens are {tokens:?} instead of {TOKENS:?}"));
    }
    for port in [Port::Any].into_iter().chain(Port::BOX.into_iter().skip(4)) {
        let n = spec.ports.iter().filter(|(_, p)| *p == port).count();
        let expected = Port::BOX.iter().filter(|&&p| p == port).count();
        if n != expected {
            faults.push(format!("{n} ports for {} instead of {expected}", port.name()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_survives_the_way_out_and_in() {
        let board = Board::beginner();
        assert_eq!(Board::try_from(&board.spec()), Ok(board));
        let mut shuffled = board.spec();
        shuffled.tiles.reverse();
        shuffled.ports.rotate_left(4);
        assert_eq!(Board::try_from(&shuffled), Ok(board), "the order of a list means nothing");
    }

    #[track_caller]
    fn faults(change: impl Fn(&mut BoardSpec)) -> Vec<String> {
        let mut spec = Board::beginner().spec();
        change(&mut spec);
        Board::try_from(&spec).expect_err("must be refused").0
    }

    #[test]
    fn every_fault_of_a_given_board_is_listed() {
        // §4.6, one change each and then several at once.
        assert_eq!(faults(|s| s.tiles[0].token = Some(7)).len(), 1);
        assert_eq!(
            faults(|s| s.tiles[9].token = Some(5)),
            [
                "the desert at 0,0 has the token 5",
                "the tokens are [2, 3, 3, 4, 4, 5, 5, 5, 6, 6, 8, 8, 9, 9, 10, 10, 11, 11, 12] instead of [2, 3, 3, 4, 4, 5, 5, 6, 6, 8, 8, 9, 9, 10, 10, 11, 11, 12]"
            ]
        );
        assert_eq!(
            faults(|s| s.tiles[0].hex = Hex::at(3, 0).expect("sea")),
            ["hex 3,0 is not land", "hex 0,-2 is missing"]
        );
        assert_eq!(
            faults(|s| s.tiles[1].hex = s.tiles[0].hex),
            ["hex 0,-2 is given twice", "hex 1,-2 is missing"]
        );
        assert_eq!(
            faults(|s| s.ports[0].1 = Port::Of(Resource::Ore)),
            ["3 ports for any instead of 4", "2 ports for ore instead of 1"]
        );
        assert_eq!(
            faults(|s| s.ports[1].0 = s.ports[0].0),
            ["edge 3,0 has two ports", "the port at edge 6,0 is missing"]
        );
        assert_eq!(faults(|s| s.ports[0].0 = Edge::NOWHERE).len(), 2);
        assert_eq!(
            faults(|s| s.tiles[0].terrain = Terrain::Forest),
            ["5 tiles of forest instead of 4", "2 tiles of mountains instead of 3"]
        );
        assert_eq!(faults(|s| s.tiles[0].token = None).len(), 2);
        assert_eq!(faults(|s| *s = BoardSpec::default()).len(), 19 + 9 + 6 + 1 + 6);
    }

    use crate::resource::Resource;
}
