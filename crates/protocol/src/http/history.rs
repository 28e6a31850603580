//! What somebody has played: games, wins, means, and how the dice fell.
//!
//! *Rolls* are counts of what chance gave a player, beside how likely each result is, so that a page can lay one over the other
//! without knowing the game's dice.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Played;
use crate::Seat;
use crate::engine::GameName;
use crate::table::TableId;

/// What one has played, by game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct Statistics {
    /// By the game's name; games that one never played are missing.
    pub games: BTreeMap<String, GameStatistics>,
}

/// What one has played of one game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct GameStatistics {
    /// Games that were finished.
    pub played: Played,
    /// How the dice or the ball fell.
    pub rolls: Rolls,
}

/// Counts of what chance gave, beside how likely each result is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct Rolls {
    /// What is counted.
    pub of: RollKind,
    /// The lowest result: that of the first count.
    pub lowest: u8,
    /// How often each result came up.
    pub counts: Vec<u64>,
    /// How likely each is, from 0 to 1.
    pub chances: Vec<f64>,
}

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum RollKind {
    /// The sum of two dice that one rolled in one's turns (Catan).
    TwoDice,
    /// Every single die that one threw (Kniffel).
    Die,
    /// The numbers that came up in rounds in which one had bets (roulette).
    Pocket,
}

/// A page of one's finished games, the last first.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct MyGames {
    /// The games.
    pub games: Vec<MyGame>,
    /// What to ask for as `before` to have the next page; missing on the last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<u64>,
}

/// One of one's finished games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct MyGame {
    /// At which table.
    pub table_id: TableId,
    /// Which game at that table, from 1.
    pub number: u32,
    /// What was played.
    pub game: GameName,
    /// When it ended, in milliseconds since 1970.
    pub at: i64,
    /// Where one sat.
    pub seat: Seat,
    /// One's own score; in roulette what one won or lost.
    pub score: i64,
    /// Whether one won.
    pub won: bool,
    /// Everybody who sat there in the end, by seat; empty for games from before this was kept.
    pub players: Vec<MyGamePlayer>,
}

/// Somebody in one of one's games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct MyGamePlayer {
    /// Where.
    pub seat: Seat,
    /// How they were called.
    pub name: String,
    /// Whether it was a bot.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub bot: bool,
    /// Their score; in roulette what they won or lost.
    pub score: i64,
    /// Whether they won.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub won: bool,
}
