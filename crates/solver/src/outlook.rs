//! The outlook: how likely every final total is if one plays on as planned.
//!
//! Probability *mass* is carried forward from the position: through the rest of the turn along the plan's choices, then box by
//! box over states and totals. Everything with the same state and total is one mass, so nothing is estimated. The
//! price is one plan for every state that can still come up; docs/kniffel-solver.md says what that takes.
//!
//! Rules: docs/rules/kniffel.md §4 to §6, §8.

use std::collections::BTreeMap;

use kniffel::{Dice, ROLLS, Sheet};

use crate::flow::{Result, results};
use crate::lattice::{Lattice, N_THROWS};
use crate::solution::Solution;
use crate::space::State;

/// Where one band of totals ends and the next begins: below 100, 100 to 149, and so on to 300 and more.
pub const BANDS: [u16; 5] = [100, 150, 200, 250, 300];

/// How likely every final total is.
#[derive(Clone, PartialEq, Debug)]
pub struct Outlook {
    mass: Mass,
}

/// Probability by total, from the lowest that can come up.
#[derive(Clone, PartialEq, Debug, Default)]
struct Mass {
    lowest: usize,
    chances: Vec<f64>,
}

impl Solution {
    /// How likely every final total is for whoever has this sheet, these dice and this many rolls left and plays
    /// as [`Solution::plan`] says. Before the first roll (3 left) the dice mean nothing.
    #[must_use]
    pub fn outlook(&self, sheet: &Sheet, dice: Dice, rolls_remaining: u8) -> Outlook {
        let lattice = Lattice::get();
        let has = Mass { lowest: sheet.total().into(), chances: vec![1.0] };
        let Some((state, plan)) = self.space.state(sheet).zip(self.plan(sheet)) else {
            return Outlook { mass: has };
        };
        let (thrown, rolls_remaining) = if rolls_remaining >= ROLLS {
            (lattice.chances, ROLLS - 1)
        } else {
            let mut thrown = [0.0; N_THROWS];
            thrown[lattice.throw(dice)] = 1.0;
            (thrown, rolls_remaining)
        };
        let mut level = BTreeMap::new();
        for result in results(&self.scores, state, &plan, &thrown, rolls_remaining) {
            self.carry(state, &has, &result, &mut level);
        }
        for _ in sheet.filled().len() + 1..kniffel::Category::COUNT {
            let mut next = BTreeMap::new();
            // Each mass is dropped as soon as it has been carried on: the largest level is the largest need of memory.
            while let Some((state, mut mass)) = level.pop_first() {
                mass.trim();
                let plan = self.plan_of(state);
                for result in results(&self.scores, state, &plan, &lattice.chances, ROLLS - 1) {
                    self.carry(state, &mass, &result, &mut next);
                }
            }
            level = next;
        }
        let mut total = Mass::default();
        for mass in level.values() {
            total.add(mass, 0, 1.0);
        }
        Outlook { mass: total }
    }

    /// Carries a mass over to the state that this result of a turn leads to.
    fn carry(&self, state: State, mass: &Mass, result: &Result, next: &mut BTreeMap<State, Mass>) {
        let (boxes, class, gain) = self.after_result(state, result);
        let state = State { boxes, class };
        next.entry(state).or_default().add(mass, gain.into(), result.chance);
    }
}

impl Mass {
    /// Room is made in pieces of this many totals, so that it is seldom made.
    const PIECE: usize = 16;

    /// Adds a share of another mass, moved up by some points.
    fn add(&mut self, other: &Self, points: usize, share: f64) {
        let lowest = other.lowest + points;
        let end = (lowest + other.chances.len()).next_multiple_of(Self::PIECE);
        if self.chances.is_empty() {
            self.lowest = lowest / Self::PIECE * Self::PIECE;
        }
        if lowest < self.lowest {
            let missing = (self.lowest - lowest).next_multiple_of(Self::PIECE);
            self.chances.splice(0..0, std::iter::repeat_n(0.0, missing));
            self.lowest -= missing;
        }
        if end > self.lowest + self.chances.len() {
            self.chances.resize(end - self.lowest, 0.0);
        }
        for (own, other) in self.chances[lowest - self.lowest..].iter_mut().zip(&other.chances) {
            *own += share * other;
        }
    }

    /// Takes the totals off that cannot come up at either end.
    fn trim(&mut self) {
        let is_possible = |chance: &f64| *chance > 0.0;
        let end = self.chances.iter().rposition(is_possible).map_or(0, |last| last + 1);
        self.chances.truncate(end);
        let first = self.chances.iter().position(is_possible).unwrap_or(0);
        self.chances.drain(..first);
        self.lowest += first;
    }
}

impl Outlook {
    /// How likely this total is.
    #[must_use]
    pub fn chance(&self, total: u16) -> f64 {
        let place = usize::from(total).checked_sub(self.mass.lowest);
        place.and_then(|place| self.mass.chances.get(place)).copied().unwrap_or(0.0)
    }

    /// The totals that can come up, with their chances, ascending.
    pub fn totals(&self) -> impl Iterator<Item = (u16, f64)> {
        let all = (self.mass.lowest as u16..).zip(self.mass.chances.iter().copied());
        all.filter(|(_, chance)| *chance > 0.0)
    }

    /// How likely each band of [`BANDS`] is: below the first limit, from each to the next, from the last on.
    #[must_use]
    pub fn bands(&self) -> [f64; BANDS.len() + 1] {
        let mut bands = [0.0; BANDS.len() + 1];
        for (total, chance) in self.totals() {
            bands[BANDS.partition_point(|limit| *limit <= total)] += chance;
        }
        bands
    }

    /// The mean total.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.totals().map(|(total, chance)| f64::from(total) * chance).sum()
    }
}
