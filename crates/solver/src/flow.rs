//! How a turn may end if it is played by a plan: the flow of probability over the lattice of keeps.
//!
//! Choosing gathers the mass of each throw on its best keep; throwing spreads a keep's mass over the keeps with one die
//! more, a sixth to each. What is left on the throws after the last roll goes into the plan's boxes.
//!
//! Rules: docs/rules/kniffel.md §4, §5, §8.

use kniffel::Category;

use crate::lattice::{Lattice, N_KEEPS, N_PARTIAL, N_THROWS};
use crate::plan::Plan;
use crate::scores::{MAX_MARKS, Scores};
use crate::space::State;

/// A way in which a turn may end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Result {
    /// The box that is filled.
    pub(crate) category: Category,
    /// What stands in it.
    pub(crate) points: u8,
    /// Whether a further Kniffel brings its points beside the box.
    pub(crate) joker: bool,
    pub(crate) chance: f64,
}

/// How the turn may end, from these chances of throws with this many rolls left.
pub(crate) fn results(
    scores: &Scores,
    state: State,
    plan: &Plan,
    thrown: &[f64; N_THROWS],
    rolls_remaining: u8,
) -> Vec<Result> {
    let last = after_rolls(plan, thrown, rolls_remaining);
    let mut marks = [0.0; MAX_MARKS];
    let mut results = Vec::new();
    for (throw, chance) in last.into_iter().enumerate().filter(|(_, chance)| *chance > 0.0) {
        let category = plan.categories[throw];
        if state.boxes.kniffel() && scores.alike.contains(&throw) {
            let sheet = scores.example(state.boxes.filled(), true);
            let entry = sheet.entry(Lattice::get().throws[throw], category, scores.rules);
            results.push(Result { category, points: entry.points, joker: entry.extra_kniffel, chance });
        } else {
            marks[usize::from(scores.mark[throw][category.index()]) % MAX_MARKS] += chance;
        }
    }
    for category in state.boxes.free() {
        let first = scores.first[category.index()];
        for (mark, &points) in (first..).zip(scores.of_box(category)) {
            let chance = marks[mark % MAX_MARKS];
            if chance > 0.0 {
                results.push(Result { category, points, joker: false, chance });
            }
        }
    }
    results
}

/// The chances of the throws that are scored.
fn after_rolls(plan: &Plan, thrown: &[f64; N_THROWS], rolls_remaining: u8) -> [f64; N_THROWS] {
    let mut thrown = *thrown;
    let lattice = Lattice::get();
    for step in (1..=rolls_remaining).rev().filter_map(|rolls| plan.step(rolls)) {
        let mut keeps = [0.0; N_KEEPS];
        for (best, chance) in step.best[N_PARTIAL..].iter().zip(&thrown) {
            keeps[usize::from(*best)] += chance;
        }
        for (keep, more) in lattice.more.iter().enumerate() {
            let share = keeps[keep] / 6.0;
            // Most keeps are never chosen.
            if share > 0.0 {
                for more in more {
                    keeps[usize::from(*more)] += share;
                }
            }
        }
        thrown.copy_from_slice(&keeps[N_PARTIAL..]);
    }
    thrown
}
