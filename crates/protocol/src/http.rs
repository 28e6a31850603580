//! The HTTP interface: guests, tables, one's own account.
//!
//! A *guest* is a player with a name and a secret token; there is no password and no address.

mod advice;
mod history;
mod replay;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use advice::{Advice, AdviceAnswer, AdviceChoice, AdvicePosition, AdviceRequest, OutlookBand};
pub use history::{GameStatistics, MyGame, MyGamePlayer, MyGames, RollKind, Rolls, Statistics};
pub use replay::{Replay, ReplayLine, ReplayPlayer, ReplayStep, TableGame, TableGameEnd, TableGames};

pub use crate::endpoints::openapi;

use crate::Json;
use crate::engine::GameName;
use crate::table::{JoinCode, PlayerId, TableId};

/// Wants to be a guest.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct NewGuest {
    /// 1 to 24 visible characters.
    pub name: String,
    /// The password of the server, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password: Option<String>,
    /// An invitation, if one is needed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invite: Option<String>,
}

// Neither password nor invitation must end up in a log.
impl std::fmt::Debug for NewGuest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("NewGuest").field("name", &self.name).finish_non_exhaustive()
    }
}

/// A guest, with the secret that proves it. Shown once, at the beginning.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct Guest {
    /// Who everybody may know you are.
    pub player_id: PlayerId,
    /// How you are called.
    pub name: String,
    /// The secret: as a bearer token for programs. Browsers get it as a cookie as well.
    pub token: String,
}

// The token must not end up in a log.
impl std::fmt::Debug for Guest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Guest").field("player_id", &self.player_id).finish_non_exhaustive()
    }
}

/// Opens a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct NewTable {
    /// What is played.
    pub game: GameName,
    /// Settings that differ from the usual ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub options: Option<Json>,
    /// Bots to sit down at once, by level.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub bots: Vec<String>,
    /// Whether to sit down oneself, be ready and begin at once.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub quick: bool,
}

/// A table, as those see it who are not there.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct TableSummary {
    /// Its id: part of its link.
    pub table_id: TableId,
    /// The code that people read to each other.
    pub code: JoinCode,
    /// What is played.
    pub game: GameName,
    /// `lobby`, `seeding`, `playing`, `over`, `closed`.
    pub phase: String,
    /// The names of those who sit.
    pub players: Vec<String>,
    /// How many may sit.
    pub seats: u8,
    /// Whether strangers find it in the list.
    pub public: bool,
    /// How it is set up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settings: Option<Json>,
    /// The people it waits for, by id, with their names: whose move it is, or who is not ready yet. Told to those who sit.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub waits_for: BTreeMap<PlayerId, String>,
    /// Whether you are one of them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub waits_for_me: bool,
    /// When it last changed, in milliseconds since 1970.
    pub changed_at: i64,
}

impl TableSummary {
    /// The same for somebody who sits there.
    #[must_use]
    pub fn for_sitter(mut self, asker: &PlayerId) -> Self {
        self.waits_for_me = self.waits_for.contains_key(asker);
        self
    }

    /// The same for anybody else. Whoever may watch sees at the table whose move it is.
    #[must_use]
    pub fn for_stranger(mut self) -> Self {
        self.waits_for.clear();
        self
    }
}

/// A list of tables.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct Tables {
    /// Public tables that can be joined or watched, newest first.
    pub public: Vec<TableSummary>,
    /// Tables where you have a seat.
    pub mine: Vec<TableSummary>,
}

/// Yourself.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct Me {
    /// Who everybody may know you are.
    pub player_id: PlayerId,
    /// How you are called.
    pub name: String,
    /// Your chips.
    pub chips: i64,
    /// What you have played, by game.
    pub games: BTreeMap<String, Played>,
}

/// What somebody has played of one game.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct Played {
    /// Games finished.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// The mean score.
    pub mean_score: f64,
    /// The best score.
    pub best_score: i64,
}

/// A code that takes one's seat to another device; good for one use within a minute.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct DeviceCode {
    /// To be typed on the other device.
    pub code: String,
    /// Until when it is good, in milliseconds since 1970.
    pub expires_at: i64,
}

/// Uses such a code.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct NewDevice {
    /// As shown on the other device.
    pub code: String,
}

/// Another name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct NewName {
    /// 1 to 24 visible characters.
    pub name: String,
}

/// Why a request was not served.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct Problem {
    /// A stable name; the page translates it.
    pub code: String,
    /// What belongs into the sentence.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub params: BTreeMap<String, String>,
    /// The sentence in English.
    pub reason: String,
}

/// Whether the server is well.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct Health {
    /// `ok`; `no_bus` if other servers cannot be reached, but this one serves; `stopping`, `no_database` or `replaced` if it does not.
    pub status: String,
    /// Why, in a sentence, if it is not `ok`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Of the program.
    pub version: String,
}
