//! Mean and deviation of whole numbers, exactly.
//!
//! *Moments* are the count, the sum and the sum of squares; they are added up as integers, so merging is associative
//! to the last bit, which running means in floating point are not.

use serde::Serialize;

use super::{Z95, real};

/// Count, sum, sum of squares and range of whole numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Moments {
    n: u64,
    sum: u128,
    squares: u128,
    range: Option<(u32, u32)>,
}

/// Moments as figures.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    /// How many numbers.
    pub n: u64,
    /// Their sum.
    pub sum: u128,
    /// Their mean, if there are any.
    pub mean: Option<f64>,
    /// Their standard deviation, from two on.
    pub deviation: Option<f64>,
    /// How far the interval of the mean reaches to each side.
    pub margin: Option<f64>,
    /// The smallest.
    pub min: Option<u32>,
    /// The largest.
    pub max: Option<u32>,
}

impl Moments {
    /// Adds a number.
    #[inline]
    pub fn add(&mut self, x: u32) {
        self.n += 1;
        self.sum += u128::from(x);
        self.squares += u128::from(x) * u128::from(x);
        self.range = Some(self.range.map_or((x, x), |(min, max)| (min.min(x), max.max(x))));
    }

    /// Adds the numbers of another.
    pub fn merge(&mut self, other: Self) {
        self.n += other.n;
        self.sum += other.sum;
        self.squares += other.squares;
        self.range = match (self.range, other.range) {
            (Some((a, b)), Some((c, d))) => Some((a.min(c), b.max(d))),
            (one, None) | (None, one) => one,
        };
    }

    /// How many numbers.
    #[must_use]
    pub const fn n(&self) -> u64 {
        self.n
    }

    /// The mean.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.n > 0).then(|| real(self.sum) / real(self.n))
    }

    /// The variance of the population that the numbers were drawn from.
    #[must_use]
    pub fn variance(&self) -> Option<f64> {
        if self.n < 2 {
            return None;
        }
        let n = u128::from(self.n);
        // Around the whole part of the mean the squares stay small: no overflow, and nothing is rounded yet.
        let (center, rest) = (self.sum / n, self.sum % n);
        let around = self.squares + n * center * center - 2 * center * self.sum;
        Some((real(around) - real(rest) * real(rest) / real(n)) / real(n - 1))
    }

    /// As figures.
    #[must_use]
    pub fn summary(&self) -> Summary {
        let deviation = self.variance().map(f64::sqrt);
        Summary {
            n: self.n,
            sum: self.sum,
            mean: self.mean(),
            deviation,
            margin: deviation.map(|deviation| Z95 * deviation / real(self.n).sqrt()),
            min: self.range.map(|(min, _)| min),
            max: self.range.map(|(_, max)| max),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bots::Dice;
    use game::Luck;

    fn moments(numbers: &[u32]) -> Moments {
        numbers.iter().fold(Moments::default(), |mut moments, &x| {
            moments.add(x);
            moments
        })
    }

    #[test]
    fn known_values() {
        let summary = moments(&[2, 4, 4, 4, 5, 5, 7, 9]).summary();
        assert_eq!((summary.mean, summary.min, summary.max), (Some(5.0), Some(2), Some(9)));
        assert!((moments(&[2, 4, 4, 4, 5, 5, 7, 9]).variance().unwrap() - 32.0 / 7.0).abs() < 1e-12);
        assert!((summary.margin.unwrap() - 1.481_594).abs() < 1e-6, "1.959964 · 2.138090 / √8");
        let one = moments(&[7]).summary();
        assert_eq!((one.mean, one.deviation, one.margin), (Some(7.0), None, None));
        assert_eq!((Moments::default().mean(), Moments::default().summary().max), (None, None));
        assert_eq!(moments(&[3; 100]).variance(), Some(0.0));
    }

    /// The second formulation: a running mean after Welford, merged after Chan.
    #[derive(Clone, Copy, Default)]
    struct Running {
        n: f64,
        mean: f64,
        m2: f64,
    }

    impl Running {
        fn of(numbers: &[u32]) -> Self {
            numbers.iter().fold(Self::default(), |mut running, &x| {
                running.n += 1.0;
                let delta = f64::from(x) - running.mean;
                running.mean += delta / running.n;
                running.m2 += delta * (f64::from(x) - running.mean);
                running
            })
        }

        fn with(self, other: Self) -> Self {
            let n = self.n + other.n;
            let delta = other.mean - self.mean;
            Self {
                n,
                mean: self.mean + delta * other.n / n,
                m2: self.m2 + other.m2 + delta * delta * self.n * other.n / n,
            }
        }
    }

    #[test]
    fn merging_agrees_with_welford_and_chan_and_does_not_depend_on_the_order() {
        let mut dice = Dice::new(5);
        // The second row would lose its variance to rounding if squares were summed as floats.
        for (base, spread) in [(0, 10), (4_000_000_000, 50), (0, u32::MAX)] {
            let numbers: Vec<u32> = (0..3_000).map(|_| base + dice.below(spread)).collect();
            let whole = moments(&numbers);
            for cut in [0, 1, 17, 1_500, 2_999, 3_000] {
                let (left, right) = numbers.split_at(cut);
                let (mut ahead, mut back) = (moments(left), moments(right));
                ahead.merge(moments(right));
                back.merge(moments(left));
                assert_eq!((ahead, back), (whole, whole));
            }
            let chan = numbers.chunks(700).map(Running::of).reduce(Running::with).unwrap();
            // The running mean itself is good to about 1e-7 at four thousand million.
            let near = |a: f64, b: f64| (a - b).abs() <= 1e-7 * a.abs().max(1.0);
            assert!(near(whole.mean().unwrap(), chan.mean));
            assert!(near(whole.variance().unwrap(), chan.m2 / (chan.n - 1.0)));
        }
    }
}
