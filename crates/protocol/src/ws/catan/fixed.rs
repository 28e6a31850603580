//! What never changes during a game of Catan: the rules and the board.

use std::collections::BTreeMap;

use catan::Catan;
use schemars::JsonSchema;
use serde::Serialize;

use crate::catan::{EdgeId, HexId, PortKind, Rules, Terrain};

/// What never changes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "CatanFixed")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "CatanFixed"))]
pub struct Fixed {
    /// The rules.
    pub rules: Rules,
    /// The board.
    pub board: Board,
    /// How many play, in the seats from 0.
    pub players: u8,
}

/// Which tile lies on each hex, and which port on each port side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "CatanFixedBoard")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "CatanFixedBoard"))]
pub struct Board {
    /// The 19 tiles.
    pub hexes: BTreeMap<HexId, Tile>,
    /// The nine ports; each serves both ends of its side.
    pub ports: BTreeMap<EdgeId, PortKind>,
}

/// One tile.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "CatanFixedTile")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "CatanFixedTile", optional_fields))]
pub struct Tile {
    /// What it is.
    pub terrain: Terrain,
    /// What makes it produce; the desert has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<u8>,
}

impl Fixed {
    pub(super) fn new(game: &Catan) -> Self {
        let spec = game.board().spec();
        let tile = |tile: &catan::TileSpec| {
            (tile.hex.into(), Tile { terrain: tile.terrain.into(), number: tile.token })
        };
        let board = Board {
            hexes: spec.tiles.iter().map(tile).collect(),
            ports: spec.ports.iter().map(|&(edge, port)| (edge.into(), port.into())).collect(),
        };
        Self { rules: (*game.rules()).into(), board, players: game.players() }
    }
}
