//! Backward induction: the value of every state from the values of the states that come after it.
//!
//! *Level* n has all states with n filled boxes. Everything after a state lies one level higher, so that the states of a level
//! can be computed in any order and on any number of threads; the result is the same to the last bit.
//!
//! Method and figures: docs/kniffel-solver.md.

use std::sync::{Mutex, PoisonError};

use kniffel::{Category, EXTRA_KNIFFEL, UPPER_BONUS, UPPER_GOAL};

use crate::lanes::{LANES, Lanes, Worth};
use crate::lattice::Lattice;
use crate::scores::{MAX_MARKS, Scores};
use crate::space::{Boxes, Classes, Space};

/// The value of every class of states, in the order of the space.
pub(crate) fn values(scores: &Scores, space: &Space, threads: usize) -> Vec<f64> {
    let mut values = vec![0.0; space.n_values()];
    for n_filled in (0..Category::COUNT).rev() {
        let level = space.level(n_filled);
        let Some(start) = level.first().map(|boxes| space.range(*boxes).start) else { continue };
        let (known, mut unknown) = values.split_at_mut(start);
        let known = &*known;
        let mut work = Vec::with_capacity(level.len());
        for boxes in level {
            let (own, rest) = unknown.split_at_mut(space.range(*boxes).len());
            work.push((*boxes, own));
            unknown = rest;
        }
        let queue = Mutex::new(work.into_iter());
        let take = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
        let labor = || {
            let mut bench =
                Bench { scores, space, known, worth: Worth::new(), marks: [Lanes::ZERO; MAX_MARKS] };
            while let Some((boxes, own)) = take() {
                bench.solve(boxes, own);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(labor);
            }
            labor();
        });
    }
    values
}

/// What one thread works with.
struct Bench<'a> {
    scores: &'a Scores,
    space: &'a Space,
    /// The values of all levels above.
    known: &'a [f64],
    worth: Worth,
    /// What each mark is worth: its points and what comes after.
    marks: [Lanes; MAX_MARKS],
}

impl Bench<'_> {
    /// Computes the values of all classes of these boxes.
    fn solve(&mut self, boxes: Boxes, own: &mut [f64]) {
        let lattice = Lattice::get();
        let free: Vec<usize> = boxes.free().map(Category::index).collect();
        let sums = self.space.sums(boxes);
        for (own, sums) in own.chunks_mut(LANES).zip(sums.chunks(LANES)) {
            for category in boxes.free() {
                self.weigh(boxes, category, sums);
            }
            self.score(&free);
            if boxes.kniffel() {
                self.score_jokers(boxes, sums);
            }
            let values = self.worth.before_the_turn(lattice);
            own.copy_from_slice(&values.0[..own.len()]);
        }
    }

    /// Fills in what every mark in this box is worth.
    fn weigh(&mut self, boxes: Boxes, category: Category, sums: &[u8]) {
        let first = self.scores.first[category.index()];
        for (mark, points) in self.scores.of_box(category).iter().enumerate() {
            let after = After::new(self.space, self.known, boxes, category, *points);
            let lanes = &mut self.marks[(first + mark) % MAX_MARKS];
            for (lane, sum) in lanes.0.iter_mut().zip(sums) {
                *lane = after.worth(*sum);
            }
        }
    }

    /// With no roll left, a throw is worth the best of its marks.
    fn score(&mut self, free: &[usize]) {
        let [first, rest @ ..] = free else { return };
        for (throw, marks) in self.worth.throws().iter_mut().zip(self.scores.mark.iter()) {
            let worth = |category: &usize| &self.marks[usize::from(marks[*category]) % MAX_MARKS];
            *throw = rest.iter().fold(*worth(first), |best, category| best.max(worth(category)));
        }
    }

    /// Five equal dice again, where the Kniffel box holds 50 and further ones count.
    fn score_jokers(&mut self, boxes: Boxes, sums: &[u8]) {
        let sheet = self.scores.example(boxes.filled(), true);
        let rules = self.scores.rules;
        for throw in self.scores.alike {
            let dice = Lattice::get().throws[throw];
            let mut best = Lanes([f64::NEG_INFINITY; LANES]);
            for category in sheet.open(dice, rules).iter() {
                let points = sheet.entry(dice, category, rules).points;
                let after = After::new(self.space, self.known, boxes, category, points);
                for (best, sum) in best.0.iter_mut().zip(sums) {
                    *best = best.max(after.worth(*sum) + f64::from(EXTRA_KNIFFEL));
                }
            }
            self.worth.throws()[throw] = best;
        }
    }
}

/// What follows a mark: its points, and the values of the states that come after it.
pub(crate) struct After<'a> {
    points: u8,
    /// What the upper sum grows by.
    growth: u8,
    classes: &'a Classes,
    values: &'a [f64],
}

impl<'a> After<'a> {
    pub(crate) fn new(
        space: &'a Space,
        values: &'a [f64],
        boxes: Boxes,
        category: Category,
        points: u8,
    ) -> Self {
        let after = space.fill(boxes, category, points);
        let growth = if category.face().is_some() { points } else { 0 };
        Self { points, growth, classes: space.classes(after), values: &values[space.range(after)] }
    }

    /// The points, the bonus if they reach it from this upper sum, and what is to come afterwards.
    #[inline(always)]
    pub(crate) fn worth(&self, sum: u8) -> f64 {
        let sum_after = sum + self.growth;
        let bonus = if sum < UPPER_GOAL && sum_after >= UPPER_GOAL { UPPER_BONUS } else { 0 };
        f64::from(self.points + bonus) + self.values[self.classes.of(sum_after)]
    }
}
