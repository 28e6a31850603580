//! Ratios: how much came back of what went in, over many rounds of different size.
//!
//! The ratio is that of the sums, not the mean of the ratios: a round with more at stake counts for more. Its error
//! follows from how far each round's return lay from what the ratio promises for its stake.

use super::{Z95, real};

/// Sums over pairs of (given, returned).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ratio {
    n: u64,
    given: u64,
    returned: u64,
    given_squared: u128,
    returned_squared: u128,
    product: u128,
}

impl Ratio {
    /// Adds a round.
    #[inline]
    pub fn add(&mut self, given: u64, returned: u64) {
        self.n += 1;
        self.given += given;
        self.returned += returned;
        self.given_squared += u128::from(given) * u128::from(given);
        self.returned_squared += u128::from(returned) * u128::from(returned);
        self.product += u128::from(given) * u128::from(returned);
    }

    /// Adds the rounds of another.
    pub fn merge(&mut self, other: Self) {
        self.n += other.n;
        self.given += other.given;
        self.returned += other.returned;
        self.given_squared += other.given_squared;
        self.returned_squared += other.returned_squared;
        self.product += other.product;
    }

    /// All that went in.
    #[must_use]
    pub const fn given(&self) -> u64 {
        self.given
    }

    /// All that came back.
    #[must_use]
    pub const fn returned(&self) -> u64 {
        self.returned
    }

    /// What came back of each unit, if any went in.
    #[must_use]
    pub fn value(&self) -> Option<f64> {
        (self.given > 0).then(|| real(self.returned) / real(self.given))
    }

    /// How far the interval of the ratio reaches to each side; from two rounds on.
    #[must_use]
    pub fn margin(&self) -> Option<f64> {
        let ratio = self.value().filter(|_| self.n > 1)?;
        let squares = real(self.returned_squared) - 2.0 * ratio * real(self.product)
            + ratio * ratio * real(self.given_squared);
        let n = real(self.n);
        Some(Z95 * (squares.max(0.0) * n / (n - 1.0)).sqrt() / real(self.given))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(rounds: &[(u64, u64)]) -> Ratio {
        rounds.iter().fold(Ratio::default(), |mut ratio, &(given, returned)| {
            ratio.add(given, returned);
            ratio
        })
    }

    #[test]
    fn a_ratio_is_that_of_the_sums() {
        let sums = ratio(&[(1, 36), (35, 0)]);
        assert_eq!((sums.given(), sums.returned(), sums.value()), (36, 36, Some(1.0)));
        assert_eq!((Ratio::default().value(), Ratio::default().margin()), (None, None));
        assert_eq!(ratio(&[(5, 3)]).margin(), None, "one round says nothing about how far rounds differ");
        assert_eq!(ratio(&[(5, 3), (10, 6), (15, 9)]).margin(), Some(0.0));
    }

    #[test]
    fn with_equal_stakes_the_error_is_that_of_the_mean() {
        let returns = [0, 0, 72, 0, 36, 0, 0, 36];
        let rounds: Vec<(u64, u64)> = returns.iter().map(|&r| (2, u64::from(r))).collect();
        let mut halves = super::super::Moments::default();
        for &r in &returns {
            halves.add(r);
        }
        let expected = halves.summary().margin.unwrap() / 2.0;
        assert!((ratio(&rounds).margin().unwrap() - expected).abs() < 1e-12);
        let (left, right) = rounds.split_at(3);
        let mut merged = ratio(right);
        merged.merge(ratio(left));
        assert_eq!(merged, ratio(&rounds));
    }
}
