//! The last two lines of a game's file: how it ended, and the digest over everything before.

use game::Game;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Recorded;
use crate::table::Bytes32;
use crate::{Seat, Whole};

/// How a game ended.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct End {
    /// In which way.
    pub end: How,
    /// Who has won, ascending.
    pub winners: Vec<Seat>,
    /// What everybody had in the end, by seat.
    pub scores: Vec<Score>,
}

/// In which way a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// By its rules, and somebody has won.
    Won,
    /// By its rules, in a game that nobody wins.
    Closed,
    /// It was given up before its end.
    Aborted,
}

/// What somebody had in the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Score {
    /// Who.
    pub seat: Seat,
    /// Points, or chips.
    pub score: Whole,
}

/// The very last line.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Digest {
    /// SHA-256 of all bytes of the file before this line.
    pub digest: Bytes32,
}

impl End {
    /// The end of a game that goes no further.
    pub fn of<G: Recorded>(game: &G) -> Self {
        let winners = Game::ended(game);
        let end = match winners {
            None => How::Aborted,
            Some(winners) if winners.is_empty() => How::Closed,
            Some(_) => How::Won,
        };
        Self { end, winners: winners.map(Seat::list).unwrap_or_default(), scores: game.scores() }
    }
}
