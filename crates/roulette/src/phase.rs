//! The phases of a round, and the history of results.
//!
//! A *phase* carries the number from the moment there is one; a *stage* is its bare name. The history begins to
//! know a number only when the ball has come to rest.
//!
//! Rules: docs/rules/roulette.md §5.1, §8.2, §8.3.

use std::fmt;

use crate::Number;

/// Where the round stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Bets may be placed and removed.
    Betting,
    /// Bets are closed and the number is fixed; the ball still rolls.
    Spinning(Number),
    /// The bets are paid.
    Settlement(Number),
    /// Bets are still shown; the next round may begin.
    RoundEnd(Number),
    /// The game is over.
    Closed,
}

/// The name of a phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// [`Phase::Betting`].
    Betting,
    /// [`Phase::Spinning`].
    Spinning,
    /// [`Phase::Settlement`].
    Settlement,
    /// [`Phase::RoundEnd`].
    RoundEnd,
    /// [`Phase::Closed`].
    Closed,
}

impl Phase {
    /// The phase without its number.
    #[must_use]
    pub const fn stage(self) -> Stage {
        match self {
            Self::Betting => Stage::Betting,
            Self::Spinning(_) => Stage::Spinning,
            Self::Settlement(_) => Stage::Settlement,
            Self::RoundEnd(_) => Stage::RoundEnd,
            Self::Closed => Stage::Closed,
        }
    }

    /// The number of this round, once there is one.
    #[must_use]
    pub const fn winning_number(self) -> Option<Number> {
        match self {
            Self::Betting | Self::Closed => None,
            Self::Spinning(number) | Self::Settlement(number) | Self::RoundEnd(number) => Some(number),
        }
    }

    /// The number, once the bets of this round are paid.
    #[must_use]
    pub const fn settled_number(self) -> Option<Number> {
        match self {
            Self::Betting | Self::Spinning(_) | Self::Closed => None,
            Self::Settlement(number) | Self::RoundEnd(number) => Some(number),
        }
    }
}

impl Stage {
    /// All stages in the order of a round.
    pub const ALL: [Self; 5] =
        [Self::Betting, Self::Spinning, Self::Settlement, Self::RoundEnd, Self::Closed];

    /// The stage's name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Betting => "betting",
            Self::Spinning => "spinning",
            Self::Settlement => "settlement",
            Self::RoundEnd => "round_end",
            Self::Closed => "closed",
        }
    }

    /// The stage with this name on the wire.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|stage| stage.name() == name)
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The last results, newest first.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct History {
    len: u8,
    numbers: [Number; Self::CAPACITY],
}

impl History {
    /// How many results are kept.
    pub const CAPACITY: usize = 20;

    pub(crate) const EMPTY: Self = Self { len: 0, numbers: [Number::ZERO; Self::CAPACITY] };

    /// The results, newest first.
    #[must_use]
    pub fn as_slice(&self) -> &[Number] {
        &self.numbers[..usize::from(self.len)]
    }

    /// A new result comes first; the twenty-first drops out.
    #[inline]
    pub(crate) fn push(&mut self, number: Number) {
        self.numbers.copy_within(..Self::CAPACITY - 1, 1);
        self.numbers[0] = number;
        self.len = (self.len + 1).min(Self::CAPACITY as u8);
    }
}

impl fmt::Debug for History {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice().iter().map(|number| number.get())).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // docs/rules/roulette.md §8.3
    #[test]
    fn the_history_keeps_twenty_newest_first() {
        let mut history = History::EMPTY;
        for n in 0..37_u8 {
            history.push(Number::new(n).unwrap());
            let expected: Vec<u8> = (0..=n).rev().take(20).collect();
            assert_eq!(history.as_slice().iter().map(|n| n.get()).collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn stages_read_back() {
        for stage in Stage::ALL {
            assert_eq!(Stage::from_name(stage.name()), Some(stage));
        }
        assert_eq!(Stage::from_name("Betting"), None);
    }
}
