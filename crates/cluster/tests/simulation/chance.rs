//! Luck from a seed: the same seed, the same run.

/// Numbers that look like luck (splitmix64).
#[derive(Debug)]
pub(crate) struct Chance(u64);

/// Stirs one number into another; for luck, and for hashes of what happened.
pub(crate) const fn mix(a: u64, b: u64) -> u64 {
    let mut z = a.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(b).wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Chance {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(mix(seed, 1))
    }

    pub(crate) const fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0, 0)
    }

    /// A number below `n`.
    pub(crate) const fn below(&mut self, n: u64) -> u64 {
        self.bits() % n
    }

    /// A number from `least` to `most`.
    pub(crate) const fn between(&mut self, least: u64, most: u64) -> u64 {
        least + self.below(most - least + 1)
    }

    pub(crate) const fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }
}
