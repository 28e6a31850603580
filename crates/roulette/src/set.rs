//! Sets of numbers, as bits.
//!
//! What a bet *covers* is such a set; bit *n* is number *n*. Everything is `const`, so that the layout is laid
//! by the compiler.

use std::fmt;

use crate::Number;

/// A set of numbers, iterated in ascending order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct NumberSet(u64);

impl NumberSet {
    /// No number.
    pub const EMPTY: Self = Self(0);

    /// The set of these numbers; those that are not on the wheel are left out.
    #[must_use]
    pub const fn of(numbers: &[u8]) -> Self {
        let mut set = Self::EMPTY;
        let mut i = 0;
        while i < numbers.len() {
            if let Some(number) = Number::new(numbers[i]) {
                set = set.with(number);
            }
            i += 1;
        }
        set
    }

    /// The set with this number added.
    #[must_use]
    #[inline]
    pub const fn with(self, number: Number) -> Self {
        Self(self.0 | 1 << number.get())
    }

    /// Whether the number is in the set.
    #[must_use]
    #[inline]
    pub const fn contains(self, number: Number) -> bool {
        self.0 >> number.get() & 1 == 1
    }

    /// How many numbers there are.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is no number.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Compares in constant code, where `==` is not available.
    pub(crate) const fn same(self, other: Self) -> bool {
        self.0 == other.0
    }

    /// The numbers in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Number> {
        Number::all().filter(move |&number| self.contains(number))
    }
}

impl fmt::Debug for NumberSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Number::get)).finish()
    }
}

impl fmt::Display for NumberSet {
    /// Joined by hyphens: `1-2-3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, number) in self.iter().enumerate() {
            if i > 0 {
                f.write_str("-")?;
            }
            write!(f, "{number}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_knows_its_numbers_in_order() {
        let set = NumberSet::of(&[36, 0, 17, 17, 37, 255]);
        assert_eq!(set.iter().map(Number::get).collect::<Vec<_>>(), [0, 17, 36]);
        assert_eq!((set.len(), set.is_empty(), NumberSet::EMPTY.is_empty()), (3, false, true));
        assert_eq!((set.to_string().as_str(), format!("{set:?}").as_str()), ("0-17-36", "{0, 17, 36}"));
    }
}
