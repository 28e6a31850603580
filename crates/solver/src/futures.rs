//! Futures: how likely every number of points still to come is, for every state, if one plays on as planned.
//!
//! The *future* of a state is the distribution whose mean is the state's value. It is kept on a grid: exact to the point
//! while few boxes are free, four points wide before, where a point that lies between two of the grid is shared between them so
//! that the mean stays. A share is a whole number of 65 535ths, so that they add up to one exactly.
//!
//! Method and figures: docs/kniffel-solver.md.

use kniffel::{Category, EXTRA_KNIFFEL, ROLLS, Sheet, UPPER_BONUS, UPPER_GOAL};

use crate::flow::{Result, results};
use crate::lattice::Lattice;
use crate::solution::Solution;
use crate::space::{Boxes, State};

/// What all shares of a future add up to.
pub(crate) const WHOLE: u16 = u16::MAX;
/// Up to this many free boxes the grid has every point.
const EXACT: usize = 4;
/// How far the points of the grid are apart where there are more free boxes.
pub(crate) const COARSE: u16 = 4;
/// What is less likely than this at either end counts as the nearest that is not.
const TAIL: f32 = 2e-5;

/// The futures of the states of a solution.
#[derive(Debug)]
pub struct Futures {
    /// By state: where the shares begin; the last number is where they end.
    first: Vec<u32>,
    /// By state: the lowest number of points.
    lowest: Vec<u16>,
    shares: Vec<u16>,
}

/// The points that may still come to one state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Future<'a> {
    pub(crate) lowest: u16,
    /// How far the points of the grid are apart.
    pub(crate) width: u16,
    /// In parts of [`WHOLE`].
    pub(crate) shares: &'a [u16],
}

/// A future that is being computed.
#[derive(Clone, Debug, Default)]
struct Draft {
    lowest: u16,
    chances: Vec<f32>,
}

/// How far the points of the grid are apart.
const fn width(n_free: usize) -> u16 {
    if n_free <= EXACT { 1 } else { COARSE }
}

impl Futures {
    /// The futures under the plans of a solution.
    #[must_use]
    pub fn new(solution: &Solution) -> Self {
        Self::late(solution, Category::COUNT)
    }

    /// The futures of all sheets with at most this many free boxes, which with few of them are there in a moment. For others
    /// there is then no future at all.
    #[must_use]
    pub fn late(solution: &Solution, most_free: usize) -> Self {
        let space = &solution.space;
        let mut futures = Self {
            first: Vec::with_capacity(space.n_values() + 1),
            lowest: Vec::with_capacity(space.n_values()),
            shares: Vec::new(),
        };
        // The table has the fuller sheets first; only the level above is needed as it was computed.
        let mut above = Level { start: 0, drafts: Vec::new() };
        for n_free in 0..=most_free.min(Category::COUNT) {
            let n_filled = Category::COUNT - n_free;
            let start = futures.lowest.len();
            let mut drafts = Vec::new();
            let mut room = Vec::new();
            for &boxes in space.level(n_filled) {
                for class in 0..space.sums(boxes).len() {
                    let draft = if n_free == 0 {
                        Draft { lowest: 0, chances: vec![1.0] }
                    } else {
                        above.before(solution, State { boxes, class }, n_free, &mut room)
                    };
                    futures.keep(&draft);
                    drafts.push(draft);
                }
            }
            above = Level { start, drafts };
        }
        futures.first.push(futures.shares.len() as u32);
        futures
    }

    #[expect(clippy::cast_sign_loss, reason = "chances are not negative")]
    fn keep(&mut self, draft: &Draft) {
        self.first.push(self.shares.len() as u32);
        self.lowest.push(draft.lowest);
        // Rounding the sums instead of the parts makes them add up.
        let (mut sum, mut given) = (0.0, 0);
        let whole = draft.chances.iter().map(|chance| f64::from(*chance)).sum::<f64>();
        for chance in &draft.chances {
            sum += f64::from(*chance);
            let so_far = (sum / whole * f64::from(WHOLE)).round() as u16;
            self.shares.push(so_far.saturating_sub(given));
            given = so_far;
        }
    }

    /// The future of a sheet before a turn; `None` for sums that no sheet has.
    pub(crate) fn of(&self, solution: &Solution, sheet: &Sheet) -> Option<Future<'_>> {
        let state = solution.space.state(sheet)?;
        let place = solution.space.range(state.boxes).start + state.class;
        Some(self.at(place, Category::COUNT - sheet.filled().len()))
    }

    /// The future of the state at this place of the table.
    pub(crate) fn at(&self, place: usize, n_free: usize) -> Future<'_> {
        let bounds = (self.first.get(place), self.first.get(place + 1));
        let (lowest, shares) = match bounds {
            (Some(start), Some(end)) => (self.lowest[place], &self.shares[*start as usize..*end as usize]),
            _ => (0, [].as_slice()),
        };
        Future { lowest, width: width(n_free), shares }
    }

    /// How much memory they take, in bytes.
    #[must_use]
    pub const fn size(&self) -> usize {
        2 * self.shares.len() + 4 * self.first.len() + 2 * self.lowest.len()
    }
}

/// The futures of all states with equally many filled boxes.
struct Level {
    /// The place of the first in the table.
    start: usize,
    drafts: Vec<Draft>,
}

impl Level {
    /// The future of a state with one box less.
    fn before(&self, solution: &Solution, state: State, n_free: usize, room: &mut Vec<f32>) -> Draft {
        let plan = solution.plan_of(state);
        let results = results(&solution.scores, state, &plan, &Lattice::get().chances, ROLLS - 1);
        let (width, width_after) = (width(n_free), width(n_free - 1));
        room.clear();
        for result in &results {
            let (boxes, class, gain) = solution.after_result(state, result);
            let after = &self.drafts[solution.space.range(boxes).start + class - self.start];
            let chance = result.chance as f32;
            let from = after.lowest + gain;
            if width == width_after {
                share(room, from, width, &after.chances, chance);
            } else {
                for (points, one) in (from..).step_by(width_after.into()).zip(after.chances.chunks(1)) {
                    share(room, points, width, one, chance);
                }
            }
        }
        Draft::cut(room, width)
    }
}

/// Adds chances that lie on a grid from this number of points on, shared between the two grids of the room around it.
fn share(room: &mut Vec<f32>, from: u16, width: u16, chances: &[f32], factor: f32) {
    let (place, over) = (usize::from(from / width), from % width);
    let upper = f32::from(over) / f32::from(width);
    for (place, part) in [(place, 1.0 - upper), (place + 1, upper)] {
        if part > 0.0 {
            let end = place + chances.len();
            if room.len() < end {
                room.resize(end, 0.0);
            }
            for (own, other) in room[place..end].iter_mut().zip(chances) {
                *own += factor * part * other;
            }
        }
    }
}

impl Draft {
    /// Without the ends that hardly ever come up.
    fn cut(room: &[f32], width: u16) -> Self {
        let mut below = 0.0;
        let mut first = 0;
        while first + 1 < room.len() && below + room[first] < TAIL {
            below += room[first];
            first += 1;
        }
        let mut above = 0.0;
        let mut end = room.len();
        while end > first + 1 && above + room[end - 1] < TAIL {
            end -= 1;
            above += room[end];
        }
        let mut chances = room[first..end].to_vec();
        if let Some(lowest) = chances.first_mut() {
            *lowest += below;
        }
        if let Some(highest) = chances.last_mut() {
            *highest += above;
        }
        Self { lowest: first as u16 * width, chances }
    }
}

impl Solution {
    /// The state after a turn, and the points that the turn brings.
    pub(crate) fn after_result(&self, state: State, result: &Result) -> (Boxes, usize, u16) {
        let Result { category, points, joker, .. } = *result;
        let boxes = self.space.fill(state.boxes, category, points);
        let sum = self.space.sums(state.boxes)[state.class];
        let sum_after = if category.face().is_some() { sum + points } else { sum };
        let bonus = if sum < UPPER_GOAL && sum_after >= UPPER_GOAL { UPPER_BONUS } else { 0 };
        let beside = if joker { EXTRA_KNIFFEL } else { 0 };
        let gain = u16::from(points) + u16::from(bonus) + u16::from(beside);
        (boxes, self.space.class(boxes, sum_after), gain)
    }
}

#[cfg(test)]
mod tests {
    use kniffel::Rules;

    use super::*;
    use crate::solve;

    /// Up to where the grid has been coarse for two levels.
    #[test]
    fn every_future_is_whole_and_has_the_value_as_its_mean() {
        for both in [false, true] {
            let solution = solve(Rules { five_of_a_kind_is_full_house: both, extra_kniffel: both }, 2);
            let futures = Futures::late(&solution, EXACT + 2);
            for n_free in 0..=EXACT + 2 {
                for &boxes in solution.space.level(Category::COUNT - n_free) {
                    for (class, place) in solution.space.range(boxes).enumerate() {
                        let future = futures.at(place, n_free);
                        assert_eq!(
                            future.shares.iter().map(|share| u32::from(*share)).sum::<u32>(),
                            u32::from(WHOLE)
                        );
                        let points = (future.lowest..).step_by(future.width.into());
                        let mean = points
                            .zip(future.shares)
                            .map(|(points, share)| f64::from(points) * f64::from(*share));
                        let mean = mean.sum::<f64>() / f64::from(WHOLE);
                        let value = solution.value_of(State { boxes, class });
                        assert!((mean - value).abs() < 0.02, "{boxes:?}, {class}: {mean} and {value}");
                    }
                }
            }
            let beyond = solution.space.range(solution.space.level(0)[0]).start;
            assert!(futures.at(beyond, Category::COUNT).shares.is_empty());
        }
    }
}
