//! The stakes of one player in one round.
//!
//! A *stake* is the chips on one bet. Bets keep the order in which they were first placed; the amounts lie by bet, so
//! that adding to a bet needs no search, and are 0 for every bet that is not placed. What lies in the order beyond the
//! last bet means nothing.
//!
//! Rules: docs/rules/roulette.md §5.2–§5.4.

use std::fmt;

use crate::Bet;

/// A player's bets with their amounts.
#[derive(Clone)]
pub(crate) struct Stakes {
    total: u32,
    len: u8,
    order: [Bet; Bet::COUNT],
    amounts: [u32; Bet::COUNT],
}

impl Stakes {
    pub(crate) const NONE: Self =
        Self { total: 0, len: 0, order: [Bet::FIRST; Bet::COUNT], amounts: [0; Bet::COUNT] };

    /// All chips together.
    #[inline]
    pub(crate) const fn total(&self) -> u32 {
        self.total
    }

    /// How many bets there are.
    #[inline]
    pub(crate) const fn len(&self) -> usize {
        self.len as usize
    }

    #[inline]
    pub(crate) const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The chips on this bet.
    #[inline]
    pub(crate) const fn on(&self, bet: Bet) -> u32 {
        self.amounts[bet.index()]
    }

    /// The bets with their amounts, in the order placed.
    #[inline]
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Bet, u32)> {
        self.order.iter().take(self.len()).map(|&bet| (bet, self.on(bet)))
    }

    /// Adds chips to a bet. The caller has checked that the amount is not 0 and that the total stays within the
    /// table's maximum, so nothing can overflow.
    #[inline]
    pub(crate) fn add(&mut self, bet: Bet, amount: u32) {
        if self.amounts[bet.index()] == 0 {
            self.order[self.len()] = bet;
            self.len += 1;
        }
        self.amounts[bet.index()] += amount;
        self.total += amount;
    }

    /// Takes a bet off the table.
    pub(crate) fn remove(&mut self, index: usize) -> Option<(Bet, u32)> {
        let end = self.len();
        let bet = *self.order[..end].get(index)?;
        self.order.copy_within(index + 1..end, index);
        self.len -= 1;
        let amount = std::mem::take(&mut self.amounts[bet.index()]);
        self.total -= amount;
        Some((bet, amount))
    }

    /// Takes everything off the table. Costs what is there, not what could be.
    #[inline]
    pub(crate) fn clear(&mut self) {
        for place in 0..self.len() {
            self.amounts[self.order[place].index()] = 0;
        }
        self.len = 0;
        self.total = 0;
    }
}

impl PartialEq for Stakes {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Stakes {}

impl fmt::Debug for Stakes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter().map(|(bet, amount)| (bet.to_string(), amount))).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bet(index: usize) -> Bet {
        Bet::from_index(index).unwrap()
    }

    // docs/rules/roulette.md §5.3, §5.4
    #[test]
    fn bets_keep_their_order_and_the_same_bet_adds_up() {
        let mut stakes = Stakes::NONE;
        for (index, amount) in [(40, 5), (3, 7), (0, 1), (40, 5), (156, 2)] {
            stakes.add(bet(index), amount);
        }
        let listed: Vec<_> = stakes.iter().map(|(bet, amount)| (bet.index(), amount)).collect();
        assert_eq!(listed, [(40, 10), (3, 7), (0, 1), (156, 2)]);
        assert_eq!((stakes.total(), stakes.len(), stakes.on(bet(3)), stakes.on(bet(4))), (20, 4, 7, 0));

        assert_eq!(stakes.remove(1), Some((bet(3), 7)));
        assert_eq!(stakes.remove(3), None);
        let listed: Vec<_> = stakes.iter().map(|(bet, amount)| (bet.index(), amount)).collect();
        assert_eq!(listed, [(40, 10), (0, 1), (156, 2)]);
        assert_eq!(stakes.total(), 13);
    }

    #[test]
    fn what_was_taken_away_leaves_no_trace() {
        let mut stakes = Stakes::NONE;
        for bet in Bet::all() {
            stakes.add(bet, 3);
        }
        assert_eq!((stakes.len(), stakes.total()), (157, 471));
        let mut cleared = stakes.clone();
        cleared.clear();
        while stakes.remove(stakes.len() / 2).is_some() {}
        for nothing in [cleared, stakes] {
            assert_eq!(nothing, Stakes::NONE);
            assert_eq!((nothing.len(), nothing.total()), (0, 0));
            assert!(Bet::all().all(|bet| nothing.on(bet) == 0));
        }
    }

    #[test]
    fn stakes_are_equal_if_bets_amounts_and_order_are() {
        let stakes = |placed: &[(usize, u32)]| {
            let mut stakes = Stakes::NONE;
            for &(index, amount) in placed {
                stakes.add(bet(index), amount);
            }
            stakes
        };
        let one = stakes(&[(3, 5), (4, 5)]);
        assert_eq!(one, stakes(&[(3, 2), (4, 5), (3, 3)]));
        for other in [&[(4, 5), (3, 5)][..], &[(3, 5), (4, 6)], &[(3, 5)], &[(3, 5), (5, 5)]] {
            assert_ne!(one, stakes(other));
        }
    }
}
