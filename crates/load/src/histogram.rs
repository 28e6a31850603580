//! Times in a bounded number of counters, for quantiles: every power of two is cut into 32, so that a time is known to 3 %.
//!
//! Many tasks count at once, hence the atomics; nothing is ever allocated after the beginning.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// Counters for each power of two.
const STEPS: u64 = 32;
/// Microseconds below 2^36: nineteen hours.
const COUNTERS: usize = (STEPS * 32) as usize;

/// Times, counted.
#[derive(Debug)]
pub(crate) struct Histogram {
    counters: Vec<AtomicU64>,
    longest: AtomicU64,
}

/// Which counter counts so many microseconds.
fn place(micros: u64) -> usize {
    if micros < STEPS {
        return micros as usize;
    }
    // The highest five bits below the leading one choose the counter within its power of two.
    let power = u64::from(micros.ilog2()) - u64::from(STEPS.ilog2());
    let within = (micros >> power) - STEPS;
    ((STEPS * (power + 1) + within) as usize).min(COUNTERS - 1)
}

/// The longest time that this counter counts.
fn upper(place: usize) -> u64 {
    let place = place as u64;
    if place < STEPS {
        return place;
    }
    let (power, within) = (place / STEPS - 1, place % STEPS);
    ((STEPS + within + 1) << power) - 1
}

impl Default for Histogram {
    fn default() -> Self {
        Self { counters: (0..COUNTERS).map(|_| AtomicU64::new(0)).collect(), longest: AtomicU64::new(0) }
    }
}

impl Histogram {
    pub(crate) fn count(&self, time: Duration) {
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        if let Some(counter) = self.counters.get(place(micros)) {
            counter.fetch_add(1, Relaxed);
        }
        self.longest.fetch_max(micros, Relaxed);
    }

    /// A time that so many in a thousand do not exceed, in milliseconds; never more than the longest.
    pub(crate) fn quantile(&self, per_mille: u64) -> f64 {
        let total: u64 = self.counters.iter().map(|counter| counter.load(Relaxed)).sum();
        let longest = self.longest.load(Relaxed);
        let mut left = (total * per_mille).div_ceil(1_000);
        for (place, counter) in self.counters.iter().enumerate() {
            let here = counter.load(Relaxed);
            if here >= left {
                return upper(place).min(longest) as f64 / 1_000.0;
            }
            left -= here;
        }
        longest as f64 / 1_000.0
    }

    /// The longest time, in milliseconds.
    pub(crate) fn longest(&self) -> f64 {
        self.longest.load(Relaxed) as f64 / 1_000.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_follow_each_other_without_gaps() {
        for micros in 0..100_000 {
            let at = place(micros);
            assert!(upper(at) >= micros, "{micros}");
            assert!(at == 0 || upper(at - 1) < micros, "{micros}");
            assert!(upper(at) as f64 <= micros as f64 * (1.0 + 1.0 / STEPS as f64), "{micros}");
        }
        assert!(place(u64::MAX) < COUNTERS);
    }

    /// The same quantiles as from the sorted times themselves, to 3 %.
    #[test]
    fn quantiles_are_those_of_the_sorted_times() {
        let histogram = Histogram::default();
        let mut times: Vec<u64> = (1..=10_000).map(|n: u64| n * n % 99_991 + 1).collect();
        for time in &times {
            histogram.count(Duration::from_micros(*time));
        }
        times.sort_unstable();
        for (share, at) in [(500, 4_999), (990, 9_899), (1_000, 9_999)] {
            let (exact, found) = (times[at] as f64 / 1_000.0, histogram.quantile(share));
            assert!(found >= exact && found <= exact * 1.04, "{share}: {found}, exactly {exact}");
        }
        assert!((histogram.longest() - times[9_999] as f64 / 1_000.0).abs() < f64::EPSILON);
    }
}
