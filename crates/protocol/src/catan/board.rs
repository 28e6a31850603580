//! A board: 19 tiles and nine ports.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{EdgeId, HexId, PortKind, Terrain};

/// A board: which terrain and number lies on each hex, and which port on each port side, in any order.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "CatanBoard")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "CatanBoard"))]
pub struct Board {
    /// The 19 tiles.
    pub hexes: Vec<Tile>,
    /// The nine ports.
    pub ports: Vec<Port>,
}

/// One tile.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "CatanTile")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "CatanTile", optional_fields))]
pub struct Tile {
    /// Where it lies.
    pub hex: HexId,
    /// What it is.
    pub terrain: Terrain,
    /// What makes it produce; the desert has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u8>,
}

/// One port.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "CatanPort")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "CatanPort"))]
pub struct Port {
    /// The side it lies on; it serves both ends.
    pub edge: EdgeId,
    /// What it trades.
    pub kind: PortKind,
}

impl From<&catan::BoardSpec> for Board {
    fn from(spec: &catan::BoardSpec) -> Self {
        let tile = |tile: &catan::TileSpec| Tile {
            hex: tile.hex.into(),
            terrain: tile.terrain.into(),
            number: tile.token,
        };
        let port = |&(edge, kind): &(catan::Edge, catan::Port)| Port { edge: edge.into(), kind: kind.into() };
        Self { hexes: spec.tiles.iter().map(tile).collect(), ports: spec.ports.iter().map(port).collect() }
    }
}

impl Board {
    /// The board as the rules take it, unchecked.
    #[must_use]
    pub fn spec(&self) -> catan::BoardSpec {
        let tile = |tile: &Tile| catan::TileSpec {
            hex: tile.hex.place(),
            terrain: tile.terrain.into(),
            token: tile.number,
        };
        catan::BoardSpec {
            tiles: self.hexes.iter().map(tile).collect(),
            ports: self.ports.iter().map(|port| (port.edge.place(), port.kind.into())).collect(),
        }
    }

    /// Ids that name nothing, as sentences: the rules can only say that something lies nowhere.
    #[must_use]
    pub fn unknown_places(&self) -> Vec<String> {
        let hexes = self.hexes.iter().filter(|tile| tile.hex.place() == catan::Hex::NOWHERE);
        let edges = self.ports.iter().filter(|port| !port.edge.place().exists());
        hexes
            .map(|tile| format!("there is no hex {:?}", tile.hex.0))
            .chain(edges.map(|port| format!("there is no edge {:?}", port.edge.0)))
            .collect()
    }
}
