//! The first line of a game's file: who played what, and where its luck came from.
//!
//! A *chair* is the number under which somebody took part in the ceremony; a *seat* is the number in the game, in the order of play.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::engine::GameName;
use crate::table::Bytes32;
use crate::{Seat, Wire};

/// The first line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Header<S> {
    /// What this file is.
    pub format: FileFormat,
    /// Of the format: 1.
    pub version: u32,
    /// Which game.
    pub game: GameName,
    /// Of the rules it was played by.
    pub rules_version: u32,
    /// By which scheme its luck was drawn.
    pub scheme: u32,
    /// The table's id.
    pub table: String,
    /// Which game at this table, from 1.
    pub number: u32,
    /// Who played from the beginning, by seat.
    pub players: Vec<Player>,
    /// How the game began, with nothing left open.
    pub start: S,
    /// What of that luck decided.
    pub drawn: Vec<DrawnPart>,
    /// The secrets and what was published in advance.
    pub fairness: Fairness,
}

/// The first line of one game's file.
pub type HeaderOf<G> = Header<<G as Wire>::WireStart>;

/// What a game's file calls itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub enum FileFormat {
    /// The only format there is.
    #[default]
    #[serde(rename = "stammtisch-game")]
    Stammtisch,
}

/// Somebody who played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// How they are called.
    pub name: String,
    /// The level of a bot; missing for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<String>,
    /// The number they had in the ceremony.
    pub chair: u8,
}

/// Something that luck decides before the first move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DrawnPart {
    /// The board.
    Board,
    /// Which chair becomes which seat.
    SeatOrder,
}

/// The secrets and what was published in advance.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Fairness {
    /// What the server published first; in a game with a chain, its anchor.
    pub server_commitment: Bytes32,
    /// The server's seed.
    pub server_seed: Bytes32,
    /// What each chair added.
    pub chairs: Vec<Chair>,
    /// The chairs of people in whose place zero bytes were taken, ascending.
    pub missing: Vec<Seat>,
    /// The root of the deck's tree, in games with a deck.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deck_root: Option<Bytes32>,
}

/// What one chair added. Nothing for a bot.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Chair {
    /// What was published first, if anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commitment: Option<Bytes32>,
    /// The seed, if it was revealed in time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<Bytes32>,
}
