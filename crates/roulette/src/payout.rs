//! What a bet returns.
//!
//! The *return* of a bet is all that comes back to the player: stake and pay of a winner, nothing of a loser.
//!
//! Rules: docs/rules/roulette.md §3.

use crate::{Bet, Number};

impl Bet {
    /// What comes back for `amount` chips on this bet when `number` comes up.
    #[must_use]
    #[inline]
    pub const fn payout(self, amount: u32, number: Number) -> u64 {
        if self.numbers().contains(number) {
            // At most 36 times 2^32: far from the edge of 64 bits.
            amount as u64 * (self.kind().pays() as u64 + 1)
        } else {
            0
        }
    }
}
