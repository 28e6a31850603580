//! What a player can spend in a round, in amounts that people would choose.

use roulette::{OpenBets, PlayerView};

/// Chips come in these sizes.
const SIZES: [u32; 12] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000];

/// What is in the hand, and what the table takes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Purse {
    pub(super) chips: u32,
    pub(super) min: u32,
    pub(super) max: u32,
}

impl Purse {
    pub(super) fn new(player: &PlayerView, open: OpenBets) -> Self {
        Self { chips: u32::try_from(player.chips).unwrap_or(u32::MAX), min: open.min, max: open.max }
    }

    /// A chip of about this part of what is in the hand; at least the table's minimum.
    pub(super) fn chip(&self, part: u32) -> u32 {
        let size = SIZES.into_iter().rev().find(|&size| size <= self.chips / part.max(1));
        size.unwrap_or(1).max(self.min)
    }

    /// Whether an amount can be staked in this round.
    pub(super) const fn affords(&self, amount: u32) -> bool {
        self.min <= amount && amount <= self.max
    }
}
