//! Luck, as an input.
//!
//! [`Luck`] is a source of unbiased numbers (a verifiable stream, or a fast generator for simulations);
//! it lives outside the rules. [`Chance`] is the rules' side: the outcomes that are possible for one
//! action, with integer weights. A *ticket* is a number below the total weight; every ticket stands for
//! one outcome, so drawing is "a uniform ticket, then [`Chance::pick`]" for every game alike, and a
//! search can expand the same outcomes that a table draws.

/// A source of unbiased numbers.
pub trait Luck {
    /// A number from 0 to `bound` − 1, each equally likely. `bound` 0 is treated as 1.
    fn below(&mut self, bound: u32) -> u32;
}

impl<L: Luck + ?Sized> Luck for &mut L {
    fn below(&mut self, bound: u32) -> u32 {
        (**self).below(bound)
    }
}

/// Which stream of a seed a draw belongs to.
///
/// Part of the published fairness scheme: renaming a purpose changes what every seed means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Purpose {
    /// The stream's name, such as `dice`.
    pub name: &'static str,
    /// Which draw of that stream; `None` means the position of the action in the log. A stream that must be
    /// known in advance (a shuffled deck) counts its own draws instead.
    pub index: Option<u64>,
}

impl Purpose {
    /// A stream indexed by the position in the log.
    #[must_use]
    pub const fn by_position(name: &'static str) -> Self {
        Self { name, index: None }
    }
}

/// What luck may decide for one action in one position.
pub trait Chance {
    /// What is decided: dice, a card, a number on the wheel.
    type Outcome: Copy;

    /// The number of tickets; at least 1.
    fn total(&self) -> u32;

    /// The outcome that a ticket below [`total`](Self::total) stands for. A larger ticket counts as the last.
    fn pick(&self, ticket: u32) -> Self::Outcome;

    /// How many tickets stand for this outcome; 0 means that it is impossible here.
    fn weight(&self, outcome: &Self::Outcome) -> u32;

    /// Every possible outcome once, with its weight, in a stable order.
    fn each(&self, visit: &mut dyn FnMut(Self::Outcome, u32));

    /// The stream this is drawn from.
    fn purpose(&self) -> Purpose;
}

/// Draws one outcome.
#[inline]
pub fn draw<C: Chance>(chance: &C, luck: &mut impl Luck) -> C::Outcome {
    chance.pick(luck.below(chance.total()))
}

/// Brings the items into an order that is uniform over all orders (Fisher–Yates, from the last place down).
///
/// The sequence of bounds asked for (`n`, `n` − 1, …, 2) is part of the fairness scheme.
pub fn shuffle<T>(items: &mut [T], luck: &mut impl Luck) {
    for last in (1..items.len()).rev() {
        let bound = u32::try_from(last + 1).unwrap_or(u32::MAX);
        items.swap(last, luck.below(bound) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// Counts through every possible sequence of answers, like an odometer.
    struct Odometer {
        digits: Vec<(u32, u32)>,
        at: usize,
    }

    impl Luck for Odometer {
        fn below(&mut self, bound: u32) -> u32 {
            if self.at == self.digits.len() {
                self.digits.push((0, bound));
            }
            self.at += 1;
            self.digits[self.at - 1].0
        }
    }

    impl Odometer {
        fn advance(&mut self) -> bool {
            self.at = 0;
            while let Some((value, bound)) = self.digits.pop() {
                if value + 1 < bound {
                    self.digits.push((value + 1, bound));
                    return true;
                }
            }
            false
        }
    }

    #[test]
    fn a_shuffle_reaches_every_order_exactly_once() {
        let mut luck = Odometer { digits: vec![], at: 0 };
        let mut orders = BTreeMap::new();
        loop {
            let mut items = [0, 1, 2, 3, 4];
            shuffle(&mut items, &mut luck);
            *orders.entry(items).or_insert(0) += 1;
            if !luck.advance() {
                break;
            }
        }
        assert_eq!(orders.len(), 120);
        assert!(orders.values().all(|&n| n == 1));
    }
}
