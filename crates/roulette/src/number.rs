//! Numbers and their properties.
//!
//! A *number* is one of the 37 on the wheel, 0 to 36. Its properties decide which outside bets it wins; zero
//! has none of them but a color.
//!
//! Rules: docs/rules/roulette.md §1.2–§1.4.

use std::fmt;

use crate::NumberSet;

/// A number on the wheel: 0 to 36.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Number(u8);

/// The color of a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Color {
    /// Zero alone.
    Green,
    /// Eighteen numbers.
    Red,
    /// The other eighteen.
    Black,
}

/// Whether a number can be halved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Parity {
    /// 1, 3, … 35.
    Odd,
    /// 2, 4, … 36.
    Even,
}

/// In which half of 1–36 a number lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Half {
    /// 1–18.
    Low,
    /// 19–36.
    High,
}

const RED: NumberSet = NumberSet::of(&[1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36]);

impl Number {
    /// How many numbers there are.
    pub const COUNT: u8 = 37;

    /// Zero, the only green number.
    pub const ZERO: Self = Self(0);

    /// The number, if it is on the wheel.
    #[must_use]
    #[inline]
    pub const fn new(number: u8) -> Option<Self> {
        if number < Self::COUNT { Some(Self(number)) } else { None }
    }

    /// A number that the caller knows to be on the wheel; a larger one counts as the last.
    #[inline]
    pub(crate) const fn at_most(number: u8) -> Self {
        if number < Self::COUNT { Self(number) } else { Self(Self::COUNT - 1) }
    }

    /// The number as an integer.
    #[must_use]
    #[inline]
    pub const fn get(self) -> u8 {
        self.0
    }

    /// All numbers from 0 to 36.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT).map(Self)
    }

    /// The number's color.
    #[must_use]
    pub const fn color(self) -> Color {
        if self.0 == 0 {
            Color::Green
        } else if RED.contains(self) {
            Color::Red
        } else {
            Color::Black
        }
    }

    /// Even or odd; zero is neither.
    #[must_use]
    pub const fn parity(self) -> Option<Parity> {
        match self.0 {
            0 => None,
            n if n % 2 == 0 => Some(Parity::Even),
            _ => Some(Parity::Odd),
        }
    }

    /// Low or high; zero is neither.
    #[must_use]
    pub const fn half(self) -> Option<Half> {
        match self.0 {
            0 => None,
            1..=18 => Some(Half::Low),
            _ => Some(Half::High),
        }
    }

    /// The dozen, 1 to 3; zero is in none.
    #[must_use]
    pub const fn dozen(self) -> Option<u8> {
        if self.0 == 0 { None } else { Some((self.0 - 1) / 12 + 1) }
    }

    /// The column, 1 to 3; zero is in none.
    #[must_use]
    pub const fn column(self) -> Option<u8> {
        if self.0 == 0 { None } else { Some((self.0 - 1) % 3 + 1) }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Green => "green",
            Self::Red => "red",
            Self::Black => "black",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // docs/rules/roulette.md §1.2–§1.4, against a second formulation: walking the layout from 1 upwards.
    #[test]
    fn properties_of_every_number() {
        let red = [1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36];
        let (mut dozen, mut column) = (1, 1);
        for n in 1..=36_u8 {
            let number = Number::new(n).unwrap();
            assert_eq!(number.get(), n);
            assert_eq!(number.color() == Color::Red, red.contains(&n), "{n}");
            assert_ne!(number.color(), Color::Green, "{n}");
            assert_eq!(number.parity(), Some(if n & 1 == 1 { Parity::Odd } else { Parity::Even }));
            assert_eq!(number.half(), Some(if n > 18 { Half::High } else { Half::Low }));
            assert_eq!((number.dozen(), number.column()), (Some(dozen), Some(column)), "{n}");
            column = if column == 3 { 1 } else { column + 1 };
            dozen += u8::from(n == 12 || n == 24);
        }
    }

    #[test]
    fn zero_is_green_and_nothing_else() {
        let zero = Number::ZERO;
        assert_eq!(zero.color(), Color::Green);
        assert_eq!((zero.parity(), zero.half(), zero.dozen(), zero.column()), (None, None, None, None));
    }

    #[test]
    fn there_are_37_numbers() {
        assert_eq!(Number::all().count(), 37);
        assert_eq!(Number::new(36).map(Number::get), Some(36));
        assert!((37..=u8::MAX).all(|n| Number::new(n).is_none()));
    }
}
