//! The aim: what every final total is worth to somebody who wants to win.
//!
//! The worth of a total is the expected *share* of the win with it, against what the others' sheets may still become: nothing if
//! somebody has more, the whole win if nobody has as much, and an equal part among those who are level.
//!
//! Rules: docs/rules/kniffel.md §5.4.

use kniffel::Sheet;

use crate::futures::{COARSE, Future, Futures, WHOLE};
use crate::solution::Solution;

/// No total is as large.
const TOTALS: u16 = 1536;
/// As many as the points of a coarse grid are apart.
const PHASES: usize = COARSE as usize;
/// What a point is worth beside the win: too little to decide anything but how a game is finished that is won or lost.
const POINT: f64 = 1e-6;
/// Four points and weights of Gauss and Legendre on 0 to 1, exact for polynomials up to degree 7.
const QUADRATURE: [(f64, f64); 4] = [
    (0.069_431_844_202_973_71, 0.173_927_422_568_726_93),
    (0.330_009_478_207_571_87, 0.326_072_577_431_273_07),
    (0.669_990_521_792_428_1, 0.326_072_577_431_273_07),
    (0.930_568_155_797_026_3, 0.173_927_422_568_726_93),
];

/// What every final total is worth.
#[derive(Clone, Debug)]
pub struct Aim {
    /// By total.
    worth: Vec<f64>,
    /// The same for every fourth total, from 0, 1, 2 and 3 on: in the order in which a coarse future needs them.
    phases: [Vec<f64>; PHASES],
}

impl Aim {
    /// The aim against others with these sheets, who play for their own mean. It is before or after their turns.
    #[must_use]
    pub fn new(solution: &Solution, futures: &Futures, others: &[Sheet]) -> Self {
        let others: Vec<Vec<f64>> =
            others.iter().map(|sheet| final_totals(solution, futures, sheet)).collect();
        let mut below = vec![0.0; others.len()];
        let mut worth = Vec::with_capacity(TOTALS.into());
        // Above what anybody may end with, the win is certain.
        let reached = others.iter().map(Vec::len).max().unwrap_or(0);
        for (total, place) in (0..TOTALS).zip(0..) {
            let mut share = if place < reached { 0.0 } else { 1.0 };
            for (x, weight) in QUADRATURE.into_iter().filter(|_| place < reached) {
                // The mean of 1/(1 + n) over n who are level is the integral of the mean of xⁿ.
                let level = |chances: &Vec<f64>| chances.get(place).copied().unwrap_or(0.0);
                let all = others.iter().zip(&below).map(|(chances, below)| below + level(chances) * x);
                share += weight * all.product::<f64>();
            }
            for (below, chances) in below.iter_mut().zip(&others) {
                *below += chances.get(place).copied().unwrap_or(0.0);
            }
            worth.push(share + POINT * f64::from(total));
        }
        let phases = std::array::from_fn(|phase| worth.iter().skip(phase).step_by(PHASES).copied().collect());
        Self { worth, phases }
    }

    /// What a sheet is worth before a turn if one plays on for the mean.
    #[must_use]
    pub fn worth_of(&self, solution: &Solution, futures: &Futures, sheet: &Sheet) -> f64 {
        let future = futures.of(solution, sheet);
        future.map_or(0.0, |future| self.of_future(sheet.total(), &future))
    }

    /// What this final total is worth.
    #[must_use]
    pub fn worth(&self, total: u16) -> f64 {
        self.worth[usize::from(total.min(TOTALS - 1))]
    }

    /// What this future is worth to somebody who has this total.
    pub(crate) fn of_future(&self, total: u16, future: &Future) -> f64 {
        let from = usize::from((total + future.lowest).min(TOTALS - 1));
        let worth = if future.width == 1 {
            &self.worth[from..]
        } else {
            &self.phases[from % PHASES][from / PHASES..]
        };
        let mut sum = 0.0;
        for (share, worth) in future.shares.iter().zip(worth) {
            sum += f64::from(*share) * worth;
        }
        sum / f64::from(WHOLE)
    }
}

/// How likely every final total is, up to the largest that may come up.
fn final_totals(solution: &Solution, futures: &Futures, sheet: &Sheet) -> Vec<f64> {
    let Some(future) = futures.of(solution, sheet) else { return Vec::new() };
    let width = usize::from(future.width);
    let from = usize::from(sheet.total() + future.lowest);
    let mut chances = vec![0.0; (from + width * (future.shares.len() + 1)).min(TOTALS.into())];
    let last = chances.len() - 1;
    for (place, share) in (from..).step_by(width).zip(future.shares) {
        let chance = f64::from(*share) / f64::from(WHOLE) / f64::from(future.width.pow(2));
        // A share of a coarse grid stands for the totals around it, the nearer the more.
        for (off, near) in (1..=future.width).chain((1..future.width).rev()).enumerate() {
            let total = (place + off).saturating_sub(width - 1).min(last);
            chances[total] += chance * f64::from(near);
        }
    }
    chances
}
