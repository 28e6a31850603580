//! Messages: where to look for a key, whichever version of the host speaks.
//!
//! Some hosts put everything at the top of a message, others under `state` or `state.game`. The same keys mean the same
//! everywhere, so they are looked for in all of these places.
//!
//! Messages: docs/catanatron.md §1.

use catan::{Board, BoardSpec, Port, Rules, Terrain, TileSpec};
use serde_json::Value;

use crate::places;
use crate::words::{self, Colors};

/// The value of a key, in the state, in its game or at the top.
pub(crate) fn field<'a>(message: &'a Value, key: &str) -> Option<&'a Value> {
    let state = message.get("state");
    let game = state.and_then(|state| state.get("game"));
    [state, game, Some(message), message.get("game")]
        .into_iter()
        .flatten()
        .filter_map(|place| place.get(key))
        .find(|value| !value.is_null())
}

/// The colours by seat.
pub(crate) fn colors(message: &Value) -> Option<Colors> {
    field(message, "colors").and_then(Colors::read)
}

/// Our rules as this table plays them: nobody offers trades, and the robber has to move.
pub(crate) fn rules(message: &Value) -> Rules {
    let mut rules = Rules { offers_per_turn: 0, ..Rules::default() };
    if let Some(points) = field(message, "vps_to_win").and_then(words::small) {
        rules.points_to_win = points.clamp(3, 20);
    }
    // The peer names the largest hand that is safe from a seven; we name the smallest that is not.
    if let Some(limit) = field(message, "discard_limit").and_then(words::small) {
        rules.discard_from = limit.saturating_add(1).clamp(7, 20);
    }
    rules
}

/// The board of the message's map.
///
/// # Errors
/// Why there is none: no map, or one that is not the board of the box, such as the small one.
pub(crate) fn board(message: &Value) -> Result<Board, String> {
    let tiles = field(message, "map")
        .and_then(|map| map.get("tiles"))
        .and_then(Value::as_array)
        .ok_or_else(|| "there is no map".to_owned())?;
    let mut spec = BoardSpec::default();
    for tile in tiles {
        // Older hosts wrap the tile: {"coordinate": …, "tile": {…}}.
        let inner = tile.get("tile").unwrap_or(tile);
        let key = |name: &str| inner.get(name).or_else(|| tile.get(name)).unwrap_or(&Value::Null);
        let Some(coordinate) = words::coordinate(key("coordinate")) else { continue };
        let resource = words::resource(key("resource"));
        match key("type").as_str() {
            Some("PORT") => {
                let Some(side) = places::port_side(coordinate) else { continue };
                spec.ports.push((side, resource.map_or(Port::Any, Port::Of)));
            }
            Some("WATER") => {}
            // Land; some hosts call the desert by its name.
            _ => {
                let Some(hex) = places::land(coordinate) else { continue };
                let terrain = Terrain::ALL
                    .into_iter()
                    .find(|terrain| terrain.resource() == resource)
                    .unwrap_or(Terrain::Desert);
                let token = resource.and_then(|_| words::small(key("number")));
                spec.tiles.push(TileSpec { hex, terrain, token });
            }
        }
    }
    Board::try_from(&spec).map_err(|fault| fault.to_string())
}
