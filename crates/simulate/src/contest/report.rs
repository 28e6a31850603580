//! What came of a contest, as figures.
//!
//! Serialized, it is the answer of `stammtisch simulate --seats … --json`. What differs from run to run stands under `timing`, and
//! under `time` of each player.

use serde::Serialize;

use super::row::Counts;
use super::times::TimeSummary;
use crate::clock::Timing;
use crate::statistics::elo::Rating;
use crate::statistics::sprt::{Sprt, Verdict};
use crate::statistics::{Share, Summary};

/// What came of a contest.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ContestReport {
    /// The game.
    pub game: &'static str,
    /// The name of the rules.
    pub rules: String,
    /// How many sat at a table.
    pub players: usize,
    /// Where the luck came from.
    pub seed: u64,
    /// How many games count.
    pub games: u64,
    /// How many of them were given up.
    pub unfinished: u64,
    /// After how many actions.
    pub action_limit: u32,
    /// Actions in each finished game.
    pub actions: Summary,
    /// Turns, or rounds, in each finished game.
    pub turns: Summary,
    /// Who took part.
    pub entries: Vec<EntryReport>,
    /// The tables of a round robin.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<TableReport>,
    /// What trading was worth to players who sat at a table with themselves without it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub trading: Vec<Gain>,
    /// What a test said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub test: Option<TestReport>,
    /// How long it took.
    pub timing: Timing,
}

/// What came of one entry.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EntryReport {
    /// As it was written.
    pub player: String,
    /// Finished games.
    pub games: u64,
    /// Games won, alone or with others.
    pub wins: u64,
    /// The share of games won; one that m players won counts as 1/m.
    pub share: Option<f64>,
    /// The lower end of its interval.
    pub low: f64,
    /// The upper end of its interval.
    pub high: f64,
    /// Points, totals or chips in the end.
    pub points: Summary,
    /// How often it decided.
    pub decisions: u64,
    /// What went wrong, and what was traded.
    #[serde(flatten)]
    pub counts: Counts,
    /// The share of its offers that came about.
    pub accepted: Share,
    /// Its rating, in a round robin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elo: Option<Rating>,
    /// How long a decision took.
    pub time: TimeSummary,
}

/// One table of a round robin.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TableReport {
    /// Who sat there, by number of the entry.
    pub players: Vec<usize>,
    /// Finished games.
    pub games: u64,
    /// Games won, in the same order; shared ones in part.
    pub won: Vec<f64>,
}

/// What trading was worth.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Gain {
    /// Who trades.
    pub with: String,
    /// The same player without.
    pub without: String,
    /// Games in which both played.
    pub games: u64,
    /// By how much the share of wins is larger with trading.
    pub gain: f64,
    /// How far its interval reaches to each side.
    pub margin: f64,
}

/// What a test said.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TestReport {
    /// The share of wins that the lower hypothesis grants at most.
    pub lower: f64,
    /// The share of wins that the upper hypothesis asks for.
    pub upper: f64,
    /// The logarithm of the ratio of their likelihoods.
    pub ratio: f64,
    /// Where it ends the test, to both sides.
    pub bound: f64,
    /// What it came to.
    pub verdict: Verdict,
}

impl TestReport {
    pub(crate) fn new(mut test: Sprt) -> Self {
        let (lower, upper) = test.shares();
        Self { lower, upper, ratio: test.ratio(), bound: Sprt::bound(), verdict: test.judge() }
    }
}
