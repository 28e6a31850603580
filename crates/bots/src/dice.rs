//! A fast source of numbers for simulations and bots: xoshiro256++, seeded through `SplitMix64`.
//!
//! Both are public-domain generators of a few lines; a seed gives the same numbers on every machine and in every version,
//! which no dependency promises.

use game::Luck;

/// A fast generator.
#[derive(Clone, Debug)]
pub struct Dice {
    state: [u64; 4],
}

impl Dice {
    /// The generator of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let mut word = seed;
        Self {
            state: std::array::from_fn(|_| {
                word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
                let mut z = word;
                z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
                z ^ (z >> 31)
            }),
        }
    }

    /// The generator of one game of a series: independent of every other game's, whatever thread plays it.
    #[must_use]
    pub fn of_game(seed: u64, number: u64) -> Self {
        let mut first = Self::new(seed);
        let base = first.word();
        Self::new(base ^ number.wrapping_mul(0xd6e8_feb8_6659_fd93))
    }

    /// Sixty-four random bits.
    #[inline]
    pub fn word(&mut self) -> u64 {
        let s = &mut self.state;
        let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        result
    }
}

impl Luck for Dice {
    /// Without bias: the rare words that would favour some numbers are drawn again.
    #[inline]
    fn below(&mut self, bound: u32) -> u32 {
        if bound <= 1 {
            return 0;
        }
        let bound = u64::from(bound);
        loop {
            let product = (self.word() >> 32) * bound;
            let low = product & 0xffff_ffff;
            if low >= bound || low >= (1 << 32) % bound {
                return (product >> 32) as u32;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_comes_equally_often() {
        for bound in [1u32, 2, 6, 18, 36, 37] {
            let mut dice = Dice::new(7);
            let mut seen = vec![0u32; bound as usize];
            let rolls = 20_000 * bound;
            for _ in 0..rolls {
                seen[dice.below(bound) as usize] += 1;
            }
            let chi: f64 = seen.iter().map(|&n| (f64::from(n) - 20_000.0).powi(2) / 20_000.0).sum();
            assert!(chi < 30.0 + 2.0 * f64::from(bound), "bound {bound}: chi² {chi}");
        }
    }

    #[test]
    fn games_of_a_series_differ_and_repeat() {
        let first = |seed, number| Dice::of_game(seed, number).word();
        assert_eq!(first(1, 5), first(1, 5));
        let all: std::collections::BTreeSet<u64> =
            (0..1000).flat_map(|n| [first(1, n), first(2, n)]).collect();
        assert_eq!(all.len(), 2000);
    }

    #[test]
    fn a_bound_of_zero_is_harmless() {
        assert_eq!(Dice::new(1).below(0), 0);
        assert!(Dice::new(1).below(u32::MAX) < u32::MAX);
    }
}
