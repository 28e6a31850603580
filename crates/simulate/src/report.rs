//! Reports: what came of a plan, as figures.
//!
//! Serialized, a report is the answer of `stammtisch simulate --json`; everything that differs from run to run stands under
//! `timing`. Means and shares are `null` where there is nothing to divide.

use serde::Serialize;

use crate::Plan;
use crate::arena::Lengths;
use crate::clock::{Elapsed, Timing};
use crate::statistics::{Ratio, Share, Summary, real};

/// What came of a plan.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// The game.
    pub game: &'static str,
    /// The name of the rules.
    pub rules: String,
    /// How many players.
    pub players: u32,
    /// Where the luck came from.
    pub seed: u64,
    /// How many games were played.
    pub games: u64,
    /// How many of them were given up.
    pub unfinished: u64,
    /// After how many actions.
    pub action_limit: u32,
    /// Actions in all games.
    pub total_actions: u64,
    /// Actions in each finished game.
    pub actions: Summary,
    /// Wins by seat; empty where nobody wins.
    pub wins: Vec<SeatWins>,
    /// What only this game has.
    #[serde(flatten)]
    pub details: Details,
    /// How long it took.
    pub timing: Timing,
}

/// What only one game has.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Details {
    /// Catan.
    #[serde(rename_all = "camelCase")]
    Catan {
        /// Turns in each finished game.
        turns: Summary,
        /// With how many points games were won.
        winners_points: Vec<PointsRow>,
        /// Sums of two dice.
        dice: Histogram,
    },
    /// Kniffel.
    #[serde(rename_all = "camelCase")]
    Kniffel {
        /// Turns in all finished games.
        turns: u64,
        /// Final scores of all players.
        scores: Summary,
        /// Final scores of winners.
        winners_scores: Summary,
        /// Games with several winners.
        ties: Share,
        /// Faces of thrown dice.
        dice: Histogram,
    },
    /// Roulette.
    #[serde(rename_all = "camelCase")]
    Roulette {
        /// Rounds in each game.
        rounds_per_game: u32,
        /// Rounds in all games.
        rounds: u64,
        /// What was staked and what came back.
        chips: Chips,
        /// What players held in the end.
        final_chips: Summary,
        /// Numbers on the wheel.
        numbers: Histogram,
    },
}

/// How often one seat won.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct SeatWins {
    /// The seat.
    pub seat: u32,
    /// Its share of the finished games.
    #[serde(flatten)]
    pub share: Share,
}

/// How often a game was won with this many points.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct PointsRow {
    /// The points.
    pub points: u8,
    /// How often.
    pub count: u64,
    /// Of all finished games.
    pub share: f64,
}

/// How often each value came, against how often it should.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Histogram {
    /// How many in all.
    pub total: u64,
    /// By value, ascending.
    pub values: Vec<HistogramRow>,
}

/// One value of a histogram.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct HistogramRow {
    /// The value.
    pub value: u8,
    /// How often it came.
    pub count: u64,
    /// Of all.
    pub share: Option<f64>,
    /// What luck owes it.
    pub expected: f64,
}

/// Chips at the tables of roulette.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Chips {
    /// All that was staked.
    pub staked: u64,
    /// All that came back.
    pub returned: u64,
    /// What came back of each chip.
    pub share: Option<f64>,
    /// The lower end of its interval.
    pub low: Option<f64>,
    /// The upper end of its interval.
    pub high: Option<f64>,
    /// What comes back of each chip in the long run.
    pub expected: f64,
}

impl Report {
    pub(crate) fn new(
        plan: &Plan,
        lengths: &Lengths,
        wins: &[u64],
        details: Details,
        elapsed: Elapsed,
    ) -> Self {
        let finished = lengths.n_finished();
        let games = finished + lengths.n_unfinished();
        Self {
            game: plan.game.name(),
            rules: plan.rules.clone(),
            players: plan.players,
            seed: plan.seed,
            games,
            unfinished: lengths.n_unfinished(),
            action_limit: plan.limit,
            total_actions: lengths.total_actions(),
            actions: lengths.summary(),
            wins: (0..plan.players)
                .zip(wins)
                .map(|(seat, &wins)| SeatWins { seat, share: Share::new(wins, finished) })
                .collect(),
            details,
            timing: Timing::new(elapsed, games, lengths.total_actions()),
        }
    }
}

impl PointsRow {
    pub(crate) fn new(points: u8, count: u64, games: u64) -> Self {
        Self { points, count, share: real(count) / real(games.max(1)) }
    }
}

impl Histogram {
    /// From value, count and expected share.
    pub(crate) fn new(values: impl Iterator<Item = (u8, u64, f64)>) -> Self {
        let values: Vec<_> = values.collect();
        let total = values.iter().map(|(_, count, _)| count).sum();
        let row = |(value, count, expected)| {
            let share = (total > 0).then(|| real(count) / real(total));
            HistogramRow { value, count, share, expected }
        };
        Self { total, values: values.into_iter().map(row).collect() }
    }
}

impl Chips {
    pub(crate) fn new(chips: &Ratio) -> Self {
        let share = chips.value();
        let ends = share.zip(chips.margin());
        Self {
            staked: chips.given(),
            returned: chips.returned(),
            share,
            low: ends.map(|(share, margin)| share - margin),
            high: ends.map(|(share, margin)| share + margin),
            expected: 36.0 / 37.0,
        }
    }
}
