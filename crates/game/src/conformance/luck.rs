//! The suite's own source of numbers.
//!
//! `SplitMix64` (Steele, Lea and Flood, 2014): a counter, mixed. Small, fast and the same everywhere, which is
//! all that a test needs; nothing that matters to a player is ever drawn from it.

use crate::Luck;

/// A deterministic generator for tests.
#[derive(Clone, Debug)]
pub struct SplitMix(u64);

impl SplitMix {
    /// The generator that begins at this seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    #[inline]
    pub const fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Whether something that happens once in `n` times happens now.
    #[inline]
    pub fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == 0
    }

    /// An index into a list of this length; 0 for an empty list.
    #[inline]
    pub fn index(&mut self, len: usize) -> usize {
        self.below(u32::try_from(len).unwrap_or(u32::MAX)) as usize
    }
}

impl Luck for SplitMix {
    #[inline]
    fn below(&mut self, bound: u32) -> u32 {
        let bound = u64::from(bound.max(1));
        // Multiply and shift; the low products that would make some results likelier are drawn again.
        let unfair = (1 << 32) % bound;
        loop {
            let product = (self.next_u64() >> 32) * bound;
            if product & 0xFFFF_FFFF >= unfair {
                return (product >> 32) as u32;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_published_generator() {
        let mut luck = SplitMix::new(1_234_567);
        let first: Vec<u64> = (0..3).map(|_| luck.next_u64()).collect();
        assert_eq!(first, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn every_number_below_the_bound_comes_about_equally_often() {
        let mut luck = SplitMix::new(7);
        let mut seen = [0_u32; 6];
        for _ in 0..60_000 {
            seen[luck.below(6) as usize] += 1;
        }
        assert!(seen.iter().all(|n| (9_500..10_500).contains(n)), "{seen:?}");
        assert_eq!((luck.below(0), luck.below(1), luck.index(0)), (0, 0, 0));
    }
}
