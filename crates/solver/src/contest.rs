//! The contest: a turn that is played for an aim instead of the mean.
//!
//! The first turns from the position are chosen for the aim, every choice of them; what comes after is as in the futures, where one
//! plays for the mean. How many turns that are is the *reach*. Where it covers all that are left, nothing is estimated.
//!
//! Method and figures: docs/kniffel-solver.md.

use kniffel::{Category, EXTRA_KNIFFEL, Sheet, UPPER_BONUS, UPPER_GOAL};

use crate::aim::Aim;
use crate::futures::Futures;
use crate::lanes::{LANES, Lanes, Worth};
use crate::lattice::{Lattice, N_THROWS};
use crate::plan::{Plan, TIE};
use crate::scores::MAX_MARKS;
use crate::solution::Solution;
use crate::space::Boxes;

/// A sheet before a turn, among others with the same boxes.
#[derive(Clone, Copy, Default, Debug)]
struct Standing {
    /// The sum of the upper boxes.
    sum: u8,
    total: u16,
}

impl Standing {
    /// After a box is filled.
    fn after(self, category: Category, points: u8, joker: bool) -> Self {
        let sum = if category.face().is_some() { self.sum + points } else { self.sum };
        let bonus = if self.sum < UPPER_GOAL && sum >= UPPER_GOAL { UPPER_BONUS } else { 0 };
        let beside = if joker { EXTRA_KNIFFEL } else { 0 };
        let gain = u16::from(points) + u16::from(bonus) + u16::from(beside);
        Self { sum, total: self.total + gain }
    }
}

/// What a contest is played with.
struct Contest<'a> {
    solution: &'a Solution,
    futures: &'a Futures,
    aim: &'a Aim,
}

/// What one turn is computed on.
struct Bench {
    worth: Worth,
    marks: [Lanes; MAX_MARKS],
}

impl Solution {
    /// The turn of somebody with this sheet who plays for an aim, with a reach of this many turns, at least one. The plan's
    /// values are what the aim says of totals. `None` if the sheet is full.
    #[must_use]
    pub fn contest(&self, futures: &Futures, sheet: &Sheet, aim: &Aim, reach: usize) -> Option<Box<Plan>> {
        let state = self.space.state(sheet)?;
        if sheet.filled().complement().is_empty() {
            return None;
        }
        let standing = Standing { sum: self.space.sums(state.boxes)[state.class], total: sheet.total() };
        let mut benches: Vec<Bench> = Vec::new();
        benches.resize_with(reach.saturating_sub(1), || Bench {
            worth: Worth::new(),
            marks: [Lanes::ZERO; MAX_MARKS],
        });
        Some(Contest { solution: self, futures, aim }.plan(state.boxes, standing, &mut benches))
    }
}

impl Contest<'_> {
    fn plan(&self, boxes: Boxes, standing: Standing, benches: &mut [Bench]) -> Box<Plan> {
        let scores = &self.solution.scores;
        let mut marks = [0.0; MAX_MARKS];
        let free: Vec<Category> = boxes.free().collect();
        for &category in &free {
            let first = scores.first[category.index()];
            let points = scores.of_box(category);
            let standings: Vec<Standing> =
                points.iter().map(|points| standing.after(category, *points, false)).collect();
            // Only in the box for Kniffel may the boxes afterwards depend on the points.
            let split = points.len() - usize::from(category == Category::Kniffel);
            for part in [0..split, split..points.len()] {
                let Some(points) = points.get(part.start) else { continue };
                let after = self.solution.space.fill(boxes, category, *points);
                let values = &mut marks[first + part.start..first + part.end];
                self.values(after, &standings[part], benches, values);
            }
        }
        let mut categories = [Category::Chance; N_THROWS];
        let mut best = [f64::NEG_INFINITY; N_THROWS];
        for (throw, of_throw) in scores.mark.iter().enumerate() {
            let mut offer = |category: Category, worth: f64| {
                if worth > best[throw] + TIE {
                    (categories[throw], best[throw]) = (category, worth);
                }
            };
            if boxes.kniffel() && scores.alike.contains(&throw) {
                self.jokers(boxes, throw, &[standing], benches, |category, worth| {
                    offer(category, worth.0[0]);
                });
            } else {
                for &category in &free {
                    offer(category, marks[usize::from(of_throw[category.index()]) % MAX_MARKS]);
                }
            }
        }
        Box::new(Plan::new(categories, &best))
    }

    /// What each of these sheets with these boxes is worth before the turn. As many turns as there are benches are played
    /// for the aim.
    fn values(&self, boxes: Boxes, standings: &[Standing], benches: &mut [Bench], values: &mut [f64]) {
        let n_free = boxes.free().count();
        let Some((bench, deeper)) = benches.split_first_mut().filter(|_| n_free > 0) else {
            let (start, classes) =
                (self.solution.space.range(boxes).start, self.solution.space.classes(boxes));
            for (value, standing) in values.iter_mut().zip(standings) {
                let future = self.futures.at(start + classes.of(standing.sum), n_free);
                *value = self.aim.of_future(standing.total, &future);
            }
            return;
        };
        let scores = &self.solution.scores;
        let free: Vec<usize> = boxes.free().map(Category::index).collect();
        for (values, standings) in values.chunks_mut(LANES).zip(standings.chunks(LANES)) {
            for category in boxes.free() {
                let first = scores.first[category.index()];
                for (mark, &points) in (first..).zip(scores.of_box(category)) {
                    bench.marks[mark % MAX_MARKS] =
                        self.after(boxes, standings, category, points, false, deeper);
                }
            }
            bench.score(&free, &scores.mark);
            if boxes.kniffel() {
                for throw in scores.alike {
                    let mut best = Lanes([f64::NEG_INFINITY; LANES]);
                    self.jokers(boxes, throw, standings, deeper, |_, worth| best = best.max(&worth));
                    bench.worth.throws()[throw] = best;
                }
            }
            let all = bench.worth.before_the_turn(Lattice::get());
            values.copy_from_slice(&all.0[..values.len()]);
        }
    }

    /// What these sheets are worth once a box is filled.
    fn after(
        &self,
        boxes: Boxes,
        standings: &[Standing],
        category: Category,
        points: u8,
        joker: bool,
        benches: &mut [Bench],
    ) -> Lanes {
        let mut after = [Standing::default(); LANES];
        for (after, before) in after.iter_mut().zip(standings) {
            *after = before.after(category, points, joker);
        }
        let mut lanes = Lanes::ZERO;
        let n = standings.len();
        let boxes = self.solution.space.fill(boxes, category, points);
        self.values(boxes, &after[..n], benches, &mut lanes.0[..n]);
        lanes
    }

    /// Every box that a joker may go into, and what that is worth.
    fn jokers(
        &self,
        boxes: Boxes,
        throw: usize,
        standings: &[Standing],
        benches: &mut [Bench],
        mut offer: impl FnMut(Category, Lanes),
    ) {
        let rules = self.solution.rules();
        let sheet = self.solution.scores.example(boxes.filled(), true);
        let dice = Lattice::get().throws[throw];
        for category in sheet.open(dice, rules).iter() {
            let points = sheet.entry(dice, category, rules).points;
            offer(category, self.after(boxes, standings, category, points, true, benches));
        }
    }
}

impl Bench {
    /// With no roll left, a throw is worth the best of its marks.
    fn score(&mut self, free: &[usize], mark: &[[u8; Category::COUNT]; N_THROWS]) {
        let [first, rest @ ..] = free else { return };
        for (throw, marks) in self.worth.throws().iter_mut().zip(mark) {
            let worth = |category: &usize| &self.marks[usize::from(marks[*category]) % MAX_MARKS];
            *throw = rest.iter().fold(*worth(first), |best, category| best.max(worth(category)));
        }
    }
}
