//! Shares: how often something happened, with the interval of Wilson.
//!
//! Wilson's interval holds the shares p that are not refuted by the count: those with |k/n − p| ≤ z·√(p(1 − p)/n). Unlike the
//! textbook one around k/n it stays within 0 and 1 and is honest about counts near either.

use serde::Serialize;

use super::{Z95, real};

/// A share of all cases, and the interval in which the true one probably lies.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Share {
    /// How often it happened.
    pub count: u64,
    /// The share of all cases; none if there are no cases.
    pub share: Option<f64>,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Share {
    /// `count` of `n` cases. More than all count as all.
    #[must_use]
    pub fn new(count: u64, n: u64) -> Self {
        if n == 0 {
            return Self { count, share: None, low: 0.0, high: 1.0 };
        }
        let count = count.min(n);
        Self { count, ..Self::of_score(real(count), n) }
    }

    /// As [`Share::new`], where a case that several share counts for each in part. The count is the whole part.
    #[must_use]
    pub fn of_score(score: f64, n: u64) -> Self {
        if n == 0 {
            return Self::new(0, 0);
        }
        let (n, score) = (real(n), score.clamp(0.0, real(n)));
        #[expect(clippy::cast_sign_loss, reason = "a score is not negative")]
        let count = score as u64;
        let share = score / n;
        let z2 = Z95 * Z95;
        let center = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
        let reach = Z95 / (1.0 + z2 / n) * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
        // Rounding could leave the share itself just outside where it is 0 or 1.
        let (low, high) = ((center - reach).clamp(0.0, share), (center + reach).clamp(share, 1.0));
        Self { count, share: Some(share), low, high }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(count: u64, n: u64, low: f64, high: f64) {
        let share = Share::new(count, n);
        assert!((share.low - low).abs() < 5e-5 && (share.high - high).abs() < 5e-5, "{share:?}");
    }

    #[test]
    fn known_values() {
        check(10, 100, 0.0552, 0.1744);
        check(50, 100, 0.4038, 0.5962);
        check(0, 10, 0.0, 0.2775);
        check(10, 10, 0.7225, 1.0);
        check(81, 263, 0.2553, 0.3662);
        assert_eq!(Share::new(0, 0), Share { count: 0, share: None, low: 0.0, high: 1.0 });
    }

    #[test]
    fn the_ends_are_the_shares_that_are_just_not_refuted() {
        for n in 1..=60u64 {
            for count in 0..=n {
                let Share { share, low, high, .. } = Share::new(count, n);
                let share = share.unwrap();
                assert!(0.0 <= low && low <= share && share <= high && high <= 1.0);
                for end in [low, high] {
                    let distance = (share - end).powi(2);
                    let allowed = Z95 * Z95 * end * (1.0 - end) / real(n);
                    assert!((distance - allowed).abs() < 1e-12, "{count} of {n}: {end}");
                }
            }
        }
    }
}
