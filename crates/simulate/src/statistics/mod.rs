//! Statistics: what can be said about many games from what was counted in them.
//!
//! Everything is counted in whole numbers and only then divided, so that adding up in another order, on other threads,
//! gives the same figures to the last digit. An *interval* is one of 95 %.

pub mod elo;
mod moments;
mod ratio;
mod share;
pub mod sprt;

pub use moments::{Moments, Summary};
pub use ratio::Ratio;
pub use share::Share;

/// How many standard errors an interval of 95 % reaches to each side.
pub const Z95: f64 = 1.959_963_984_540_054;

/// A count as a real number.
#[expect(clippy::cast_precision_loss, reason = "counts beyond 2^53 lose digits that no figure shows")]
pub(crate) fn real(n: impl Into<u128>) -> f64 {
    n.into() as f64
}
