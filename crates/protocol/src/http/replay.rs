//! Games to be looked at again: which there were at a table, and one of them as somebody saw it.
//!
//! A *step* is what one entry of the table's log changed: what the viewer heard of it, and the patch to the view after it. A page
//! walks through a game with views and patches alone and has to know no rules.

use schemars::JsonSchema;
use serde::Serialize;

use crate::engine::GameName;
use crate::table::{Author, Color, HowEnded, PlayerId, TableId};
use crate::ws::session::{Fairness, GameOver};
use crate::{Json, Seat};

/// A game that is over, as one viewer saw it.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct Replay {
    /// At which table.
    pub table_id: TableId,
    /// Which game at this table, from 1.
    pub number: u32,
    /// What was played.
    pub game: GameName,
    /// Whose view this is; missing for a spectator's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// How many seats the game had.
    pub seats: u8,
    /// Who played, in the order in which they sat down.
    pub players: Vec<ReplayPlayer>,
    /// When it began, in milliseconds since 1970.
    pub began_at: i64,
    /// Rules and board, as `game_started` tells them.
    pub fixed: Json,
    /// What was committed to before the first move.
    pub fairness: Fairness,
    /// The first view, as `view` tells it, without `legal`.
    pub view: Json,
    /// What was told with the first view.
    pub told: Vec<Json>,
    /// What happened, in order.
    pub steps: Vec<ReplayStep>,
    /// How it ended.
    pub ended: GameOver,
}

/// Somebody who played.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct ReplayPlayer {
    /// Where.
    pub seat: Seat,
    /// Who.
    pub player_id: PlayerId,
    /// How they were called.
    pub name: String,
    /// Their color.
    pub color: Color,
    /// The level, if it was a bot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bot: Option<String>,
    /// The event number with which they sat down, if they came later (roulette). The seat may have been another's before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<u64>,
}

/// What one entry of the log changed.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct ReplayStep {
    /// The event number, as on the socket.
    pub seq: u64,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// Who acted; missing if it was the table itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// Whose doing it was: the player's, a bot's, the clock's, the table's.
    pub by: Author,
    /// What the viewer heard, in the words of the socket and without `seq`.
    pub told: Vec<Json>,
    /// The merge patch to the view after it; missing if nothing changed in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub patch: Option<Json>,
}

/// An event of a game that is still on, told again: a line of its own, for whoever may know it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ReplayLine<T> {
    /// The event number, as on the socket.
    pub seq: u64,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// What happened, in the words of the socket.
    #[serde(flatten)]
    pub told: T,
}

/// The games of a table.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct TableGames {
    /// At which table.
    pub table_id: TableId,
    /// What is played there.
    pub game: GameName,
    /// All that were begun, the first first.
    pub games: Vec<TableGame>,
}

/// One of the games of a table.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct TableGame {
    /// From 1.
    pub number: u32,
    /// When it began, in milliseconds since 1970.
    pub began_at: i64,
    /// Who played, in the order in which they sat down.
    pub players: Vec<ReplayPlayer>,
    /// How many moves were made.
    pub moves: u64,
    /// How it ended; missing while it is on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<TableGameEnd>,
}

/// How one of the games of a table ended.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct TableGameEnd {
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// How.
    pub how: HowEnded,
    /// Who won.
    pub winners: Vec<Seat>,
    /// What everybody had, by seat.
    pub scores: Vec<i64>,
}
