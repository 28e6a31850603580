//! The colors of players; no two at a table have the same.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A player's color.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Color {
    /// Red.
    Red,
    /// Blue.
    Blue,
    /// White.
    White,
    /// Orange.
    Orange,
    /// Green.
    Green,
    /// Yellow.
    Yellow,
    /// Purple.
    Purple,
    /// Brown.
    Brown,
    /// Pink.
    Pink,
    /// Light blue.
    Sky,
}

impl Color {
    /// Every color, in the order in which they are given out.
    pub const ALL: [Self; 10] = [
        Self::Red,
        Self::Blue,
        Self::White,
        Self::Orange,
        Self::Green,
        Self::Yellow,
        Self::Purple,
        Self::Brown,
        Self::Pink,
        Self::Sky,
    ];
}
