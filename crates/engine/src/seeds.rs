//! Seeds: given in hex, or fresh from the operating system.
//!
//! This is the only place of the whole program that asks for randomness nobody can repeat.

use fair::Seed;
use game::Luck;
use protocol::{ErrorCode, Failure};

/// The seed that was given, or a fresh one.
pub(crate) fn given_or_fresh(given: Option<&str>) -> Result<Seed, Failure> {
    given.map_or_else(fresh, |hex| {
        Seed::from_hex(hex).map_err(|fault| Failure::bad_request(format!("seed: {fault}")))
    })
}

/// 32 bytes that nobody can predict.
fn fresh() -> Result<Seed, Failure> {
    let mut bytes = [0; 32];
    let filled = getrandom::fill(&mut bytes);
    filled
        .map_err(|fault| Failure::new(ErrorCode::Internal, format!("the system gives no seed: {fault}")))?;
    Ok(Seed::from(bytes))
}

/// Luck that remembers whether it was asked for anything.
#[derive(Debug)]
pub(crate) struct Witness<L> {
    luck: L,
    asked: bool,
}

impl<L: Luck> Witness<L> {
    pub(crate) const fn new(luck: L) -> Self {
        Self { luck, asked: false }
    }

    /// Whether a number was drawn.
    pub(crate) const fn was_asked(&self) -> bool {
        self.asked
    }
}

impl<L: Luck> Luck for Witness<L> {
    fn below(&mut self, bound: u32) -> u32 {
        self.asked = true;
        self.luck.below(bound)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_given_seed_is_taken_and_a_missing_one_is_fresh_each_time() {
        assert_eq!(given_or_fresh(Some("00ff")).unwrap(), Seed::from_hex("00FF").unwrap());
        let [a, b] = [given_or_fresh(None).unwrap(), given_or_fresh(None).unwrap()];
        assert_ne!(a, b);
        assert_eq!(a.to_hex().len(), 64);
        let failure = given_or_fresh(Some("xyz")).unwrap_err();
        assert_eq!(failure.code, ErrorCode::BadRequest);
        assert!(failure.message.starts_with("seed: "), "{failure}");
    }
}
