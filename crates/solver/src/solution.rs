//! The solution: what every state is worth to whoever plays on as well as possible.
//!
//! The *value* of a sheet is the mean of the points still to come, the upper bonus among them, if every choice is made
//! so that this mean is largest. It is exact but for rounding, far below 1e-9 points.
//!
//! Method and figures: docs/kniffel-solver.md.

use std::fmt;

use kniffel::{Category, Rules, Sheet};

use crate::scores::Scores;
use crate::solve::{After, values};
use crate::space::{Space, State};

/// Kniffel, solved for one set of options.
pub struct Solution {
    pub(crate) scores: Scores,
    pub(crate) space: Space,
    pub(crate) values: Vec<f64>,
}

/// Solves Kniffel with these options on this many threads; the result is the same for any number of them.
#[must_use]
pub fn solve(rules: Rules, threads: usize) -> Solution {
    let scores = Scores::new(rules);
    let space = Space::new(&scores);
    let values = values(&scores, &space, threads);
    Solution { scores, space, values }
}

impl Solution {
    /// The options it was solved for.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.scores.rules
    }

    /// How many states there are: sets of filled boxes × upper sums that they can have, and twice as many where a
    /// filled Kniffel box matters.
    #[must_use]
    pub const fn n_states(&self) -> usize {
        self.space.n_states()
    }

    /// How many different values are kept for them.
    #[must_use]
    pub const fn n_values(&self) -> usize {
        self.values.len()
    }

    /// The mean total of a whole game.
    #[must_use]
    pub fn start(&self) -> f64 {
        self.value(&Sheet::default())
    }

    /// The points still to come for this sheet before a turn; 0 for a full one.
    #[must_use]
    pub fn value(&self, sheet: &Sheet) -> f64 {
        // Every sheet that the rules make has a state.
        self.space.state(sheet).map_or(0.0, |state| self.value_of(state))
    }

    pub(crate) fn value_of(&self, state: State) -> f64 {
        self.values[self.space.range(state.boxes)][state.class]
    }

    /// What follows if a box is filled with these points.
    pub(crate) fn after(&self, state: State, category: Category, points: u8) -> After<'_> {
        After::new(&self.space, &self.values, state.boxes, category, points)
    }
}

impl fmt::Debug for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solution")
            .field("rules", &self.rules())
            .field("start", &self.start())
            .finish_non_exhaustive()
    }
}
