//! Times of decisions, counted into boxes that are a thirty-second of their size wide.
//!
//! A million decisions cost as much memory as ten, and a quantile is right to about three in a hundred; sum and maximum are
//! exact.

use serde::Serialize;

use crate::statistics::real;

/// Each doubling of time has so many boxes.
const FINE: usize = 32;

/// How long decisions took.
#[derive(Clone, Debug, Default)]
pub(crate) struct Times {
    boxes: Vec<u64>,
    n: u64,
    nanos: u128,
    longest: u64,
}

/// Times as figures, in milliseconds.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TimeSummary {
    /// The mean.
    pub mean_ms: Option<f64>,
    /// Half of the decisions took less.
    pub p50_ms: Option<f64>,
    /// 99 of 100 took less.
    pub p99_ms: Option<f64>,
    /// The longest.
    pub max_ms: Option<f64>,
}

fn place(nanos: u64) -> usize {
    let Some(top) = nanos.checked_ilog2().filter(|&top| top >= FINE.ilog2()) else { return nanos as usize };
    let shift = top - FINE.ilog2();
    (shift as usize + 1) * FINE + (nanos >> shift) as usize - FINE
}

/// The middle of a box.
fn middle(place: usize) -> f64 {
    if place < FINE {
        return real(place as u64);
    }
    let (shift, part) = ((place / FINE - 1).min(63), place % FINE);
    (real((FINE + part) as u64) + 0.5) * real(1u64 << shift)
}

impl Times {
    pub(crate) fn add(&mut self, nanos: u64) {
        let place = place(nanos);
        if place >= self.boxes.len() {
            self.boxes.resize(place + 1, 0);
        }
        self.boxes[place] += 1;
        self.n += 1;
        self.nanos += u128::from(nanos);
        self.longest = self.longest.max(nanos);
    }

    pub(crate) const fn n(&self) -> u64 {
        self.n
    }

    /// The time that this share of the decisions stayed below, in nanoseconds.
    fn quantile(&self, share: f64) -> Option<f64> {
        let wanted = share * real(self.n);
        let mut seen = 0;
        let place = self.boxes.iter().position(|count| {
            seen += count;
            real(seen) >= wanted
        })?;
        Some(middle(place).min(real(self.longest)))
    }

    pub(crate) fn summary(&self) -> TimeSummary {
        let ms = |nanos: f64| nanos / 1e6;
        let some = |nanos: Option<f64>| nanos.filter(|_| self.n > 0).map(ms);
        TimeSummary {
            mean_ms: some(Some(real(self.nanos) / real(self.n.max(1)))),
            p50_ms: some(self.quantile(0.5)),
            p99_ms: some(self.quantile(0.99)),
            max_ms: some(Some(real(self.longest))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_follow_each_other_and_hold_what_belongs_to_them() {
        let mut last = 0;
        for nanos in (0..5_000).chain((0..58).flat_map(|bit| [(32 << bit) - 1, 32 << bit, (33 << bit) - 1])) {
            let at = place(nanos);
            let off = (middle(at) - real(nanos)).abs();
            assert!(off <= real(nanos) / 32.0 + 1e-9, "{nanos} is in box {at} around {}", middle(at));
        }
        for nanos in 0..5_000 {
            assert!(place(nanos) == last || place(nanos) == last + 1, "{nanos}");
            last = place(nanos);
        }
        assert!(place(u64::MAX) < 2_000);
    }

    /// Against sorting all of them.
    #[test]
    fn quantiles_are_those_of_the_sorted_list() {
        let mut times = Times::default();
        let mut all: Vec<u64> = (1..=10_000u64).map(|i| i * i % 7_919 * 1_000 + 17).collect();
        for &nanos in &all {
            times.add(nanos);
        }
        all.sort_unstable();
        let summary = times.summary();
        for (found, at) in [(summary.p50_ms, 4_999), (summary.p99_ms, 9_899)] {
            let (found, exact) = (found.unwrap(), real(all[at]) / 1e6);
            assert!((found / exact - 1.0).abs() < 0.035, "{found} against {exact}");
        }
        let mean = real(all.iter().map(|&nanos| u128::from(nanos)).sum::<u128>()) / 1e4 / 1e6;
        assert!((summary.mean_ms.unwrap() - mean).abs() < 1e-9);
        assert_eq!((summary.max_ms, times.n()), (Some(real(all[9_999]) / 1e6), 10_000));
        assert_eq!(Times::default().summary().p99_ms, None);
    }
}
