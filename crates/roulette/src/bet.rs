//! Bets and their types.
//!
//! A *bet* is a place on the layout where chips can lie, known by its number in the table of all bets
//! ([`crate::layout`]); that number never changes. A bet that can be written down exists.
//!
//! Rules: docs/rules/roulette.md §2.2, §2.7.

use std::fmt;

use crate::layout::{FIRST_ZERO_BET, LAYOUT};
use crate::{Number, NumberSet};

/// The kind of a bet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BetType {
    /// One number.
    Straight,
    /// Two numbers that share a side.
    Split,
    /// A row, or a trio with zero.
    Street,
    /// Four numbers around a point, or the first four.
    Corner,
    /// Two neighboring rows.
    Line,
    /// 1–12, 13–24 or 25–36.
    Dozen,
    /// Every third number.
    Column,
    /// The red numbers.
    Red,
    /// The black numbers.
    Black,
    /// The odd numbers.
    Odd,
    /// The even numbers; zero is not among them.
    Even,
    /// 1–18.
    Low,
    /// 19–36.
    High,
}

impl BetType {
    /// All types, in the order of the layout's table.
    pub const ALL: [Self; 13] = [
        Self::Straight,
        Self::Split,
        Self::Street,
        Self::Corner,
        Self::Line,
        Self::Dozen,
        Self::Column,
        Self::Red,
        Self::Black,
        Self::Odd,
        Self::Even,
        Self::Low,
        Self::High,
    ];

    /// The type's name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Straight => "straight",
            Self::Split => "split",
            Self::Street => "street",
            Self::Corner => "corner",
            Self::Line => "line",
            Self::Dozen => "dozen",
            Self::Column => "column",
            Self::Red => "red",
            Self::Black => "black",
            Self::Odd => "odd",
            Self::Even => "even",
            Self::Low => "low",
            Self::High => "high",
        }
    }

    /// The type with this name on the wire.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// How many numbers a bet of this type covers.
    #[must_use]
    pub const fn size(self) -> u8 {
        match self {
            Self::Straight => 1,
            Self::Split => 2,
            Self::Street => 3,
            Self::Corner => 4,
            Self::Line => 6,
            Self::Dozen | Self::Column => 12,
            Self::Red | Self::Black | Self::Odd | Self::Even | Self::Low | Self::High => 18,
        }
    }

    /// What a winning chip wins beside itself: `pays` : 1.
    #[must_use]
    #[inline]
    pub const fn pays(self) -> u8 {
        match self {
            Self::Straight => 35,
            Self::Split => 17,
            Self::Street => 11,
            Self::Corner => 8,
            Self::Line => 5,
            Self::Dozen | Self::Column => 2,
            Self::Red | Self::Black | Self::Odd | Self::Even | Self::Low | Self::High => 1,
        }
    }

    /// Whether the type alone names the bet.
    #[must_use]
    pub const fn is_even_money(self) -> bool {
        matches!(self, Self::Red | Self::Black | Self::Odd | Self::Even | Self::Low | Self::High)
    }

    /// Whether a bet of this type may be named by an identifier from 1 to 3.
    #[must_use]
    pub const fn has_identifier(self) -> bool {
        matches!(self, Self::Dozen | Self::Column)
    }

    /// Whether zero loses every bet of this type.
    #[must_use]
    pub const fn is_outside(self) -> bool {
        self.has_identifier() || self.is_even_money()
    }
}

impl fmt::Display for BetType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One of the 157 bets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Bet(u8);

impl Bet {
    /// How many bets there are.
    pub const COUNT: usize = 157;

    /// How many bets there are where zero cannot be joined to other numbers.
    pub const COUNT_WITHOUT_ZERO_BETS: usize = FIRST_ZERO_BET;

    /// The first bet of the table; fills places that hold none.
    pub(crate) const FIRST: Self = Self(0);

    /// The bet with this number in the table of all bets.
    #[must_use]
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index as u8)) } else { None }
    }

    /// The bet's number in the table of all bets, 0 to 156. It never changes.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// All bets in the order of their numbers.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self)
    }

    /// The bet of this type that covers exactly these numbers.
    #[must_use]
    pub fn covering(kind: BetType, numbers: NumberSet) -> Option<Self> {
        Self::all().find(|bet| bet.kind() == kind && bet.numbers() == numbers)
    }

    /// The bet's type.
    #[must_use]
    #[inline]
    pub const fn kind(self) -> BetType {
        LAYOUT[self.index()].kind
    }

    /// The numbers that win.
    #[must_use]
    #[inline]
    pub const fn numbers(self) -> NumberSet {
        LAYOUT[self.index()].numbers
    }

    /// Which dozen or column this is, 1 to 3; other bets have no identifier.
    #[must_use]
    pub fn identifier(self) -> Option<u8> {
        let lowest = self.numbers().iter().next()?;
        match self.kind() {
            BetType::Dozen => lowest.dozen(),
            BetType::Column => lowest.column(),
            BetType::Straight
            | BetType::Split
            | BetType::Street
            | BetType::Corner
            | BetType::Line
            | BetType::Red
            | BetType::Black
            | BetType::Odd
            | BetType::Even
            | BetType::Low
            | BetType::High => None,
        }
    }

    /// Whether the bet joins zero to other numbers; a table may do without these six.
    #[must_use]
    pub const fn joins_zero(self) -> bool {
        self.numbers().contains(Number::ZERO) && !matches!(self.kind(), BetType::Straight)
    }
}

impl fmt::Display for Bet {
    /// As people name it: `split 1-2`, `dozen 3`, `red`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = self.kind();
        if let Some(identifier) = self.identifier() {
            write!(f, "{kind} {identifier}")
        } else if kind.is_even_money() {
            write!(f, "{kind}")
        } else {
            write!(f, "{kind} {}", self.numbers())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back_and_nothing_else_does() {
        for kind in BetType::ALL {
            assert_eq!(BetType::from_name(kind.name()), Some(kind));
        }
        for name in ["", "Straight", "basket", "six_line", "red "] {
            assert_eq!(BetType::from_name(name), None, "{name:?}");
        }
    }

    #[test]
    fn a_bet_is_named_as_people_name_it() {
        let names: Vec<String> =
            [0, 37, 94, 106, 128, 139, 144, 145, 156].map(|i| Bet::from_index(i).unwrap().to_string()).into();
        let expected = "straight 0|split 1-2|street 1-2-3|corner 1-2-4-5|line 1-2-3-4-5-6|dozen 1|column 3|red|\
                        corner 0-1-2-3";
        assert_eq!(names.join("|"), expected);
        assert_eq!(Bet::from_index(157), None);
    }
}
