//! A bet as a player names it, and why it may not exist.
//!
//! A *named* bet is a type with numbers or an identifier, straight from a message: nothing about it is known to
//! be true. The one way from there to a [`Bet`] is [`NamedBet::bet`].
//!
//! Rules: docs/rules/roulette.md §2.4–§2.6, §9.3.

use crate::{Action, Bet, BetType, Number, NumberSet, Refusal};

/// A bet as it comes from outside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedBet {
    /// The type.
    pub kind: BetType,
    /// The numbers in any order; empty for an even-money bet or next to an identifier.
    pub numbers: Vec<i64>,
    /// Which dozen or column, 1 to 3.
    pub identifier: Option<i64>,
    /// How many chips.
    pub amount: i64,
}

/// Why a named bet is not one of the 157.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BetFault {
    /// An identifier next to numbers.
    #[error("name a {kind} by its numbers or by its identifier, not by both")]
    NamedTwice {
        /// Dozen or column.
        kind: BetType,
    },
    /// An identifier for a bet that has none.
    #[error("only a dozen or a column has an identifier, not {}", article(*kind))]
    NoIdentifier {
        /// The type asked for.
        kind: BetType,
    },
    /// There are three dozens and three columns.
    #[error("there is no {kind} {identifier}: choose 1, 2 or 3")]
    UnknownIdentifier {
        /// Dozen or column.
        kind: BetType,
        /// What was asked for.
        identifier: i64,
    },
    /// Numbers for a bet that is named by its type alone.
    #[error("a bet on {kind} is named without numbers")]
    NumbersGiven {
        /// The type asked for.
        kind: BetType,
    },
    /// The wheel goes from 0 to 36.
    #[error("{number} is not on the wheel: its numbers go from 0 to 36")]
    NotOnWheel {
        /// What was asked for.
        number: i64,
    },
    /// The same number again.
    #[error("{number} is named twice")]
    Repeated {
        /// The number.
        number: Number,
    },
    /// Too many numbers, or too few.
    #[error("{} covers {}, not {given}", article(*kind), count(*kind))]
    WrongCount {
        /// The type asked for.
        kind: BetType,
        /// How many numbers were named.
        given: usize,
    },
    /// Numbers that do not lie like that.
    #[error("{numbers} is not {} on the layout: {}", article(*kind), shape(*kind))]
    NotOnLayout {
        /// The type asked for.
        kind: BetType,
        /// The numbers asked for.
        numbers: NumberSet,
    },
}

impl BetFault {
    /// Stable name for the wire and for translations. Never reworded.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::NamedTwice { .. } => "bet_named_twice",
            Self::NoIdentifier { .. } => "bet_has_no_identifier",
            Self::UnknownIdentifier { .. } => "unknown_identifier",
            Self::NumbersGiven { .. } => "bet_takes_no_numbers",
            Self::NotOnWheel { .. } => "number_not_on_wheel",
            Self::Repeated { .. } => "number_repeated",
            Self::WrongCount { .. } => "wrong_count_of_numbers",
            Self::NotOnLayout { .. } => "not_on_layout",
        }
    }
}

impl NamedBet {
    /// The bet that is meant.
    ///
    /// # Errors
    /// Why there is no such bet.
    pub fn bet(&self) -> Result<Bet, BetFault> {
        let kind = self.kind;
        if let Some(identifier) = self.identifier {
            return self.identified(identifier);
        }
        if kind.is_even_money() {
            if !self.numbers.is_empty() {
                return Err(BetFault::NumbersGiven { kind });
            }
            // The type names the only bet it has; were there none, "on no number" says so.
            return Bet::all()
                .find(|bet| bet.kind() == kind)
                .ok_or(BetFault::NotOnLayout { kind, numbers: NumberSet::EMPTY });
        }
        let numbers = self.number_set()?;
        if numbers.len() != usize::from(kind.size()) {
            return Err(BetFault::WrongCount { kind, given: numbers.len() });
        }
        Bet::covering(kind, numbers).ok_or(BetFault::NotOnLayout { kind, numbers })
    }

    fn identified(&self, identifier: i64) -> Result<Bet, BetFault> {
        let kind = self.kind;
        if !kind.has_identifier() {
            return Err(BetFault::NoIdentifier { kind });
        }
        if !self.numbers.is_empty() {
            return Err(BetFault::NamedTwice { kind });
        }
        Bet::all()
            .find(|bet| bet.kind() == kind && bet.identifier().map(i64::from) == Some(identifier))
            .ok_or(BetFault::UnknownIdentifier { kind, identifier })
    }

    fn number_set(&self) -> Result<NumberSet, BetFault> {
        // The range of all comes before repetitions, whatever the order: the same numbers, the same answer.
        let number = |&given: &i64| {
            u8::try_from(given).ok().and_then(Number::new).ok_or(BetFault::NotOnWheel { number: given })
        };
        for given in &self.numbers {
            number(given)?;
        }
        self.numbers.iter().try_fold(NumberSet::EMPTY, |set, given| {
            let number = number(given)?;
            if set.contains(number) { Err(BetFault::Repeated { number }) } else { Ok(set.with(number)) }
        })
    }

    /// The action that places this bet.
    ///
    /// # Errors
    /// Why there is no such bet, or no such amount.
    pub fn place(&self) -> Result<Action, Refusal> {
        let bet = self.bet()?;
        let amount = match u32::try_from(self.amount) {
            Ok(amount) => amount,
            Err(_) if self.amount < 0 => return Err(Refusal::NegativeAmount { amount: self.amount }),
            Err(_) => return Err(Refusal::AmountTooLarge { amount: self.amount }),
        };
        Ok(Action::PlaceBet { bet, amount })
    }
}

impl Bet {
    /// The bet with a stake, as [`NamedBet::bet`] reads it back: even-money bets without numbers.
    #[must_use]
    pub fn named(self, amount: u32) -> NamedBet {
        let kind = self.kind();
        let numbers = if kind.is_even_money() { NumberSet::EMPTY } else { self.numbers() };
        let numbers = numbers.iter().map(|number| i64::from(number.get())).collect();
        NamedBet { kind, numbers, identifier: None, amount: i64::from(amount) }
    }
}

/// The type as a noun in a sentence.
const fn article(kind: BetType) -> &'static str {
    match kind {
        BetType::Straight => "a straight bet",
        BetType::Split => "a split",
        BetType::Street => "a street",
        BetType::Corner => "a corner",
        BetType::Line => "a line",
        BetType::Dozen => "a dozen",
        BetType::Column => "a column",
        BetType::Red => "red",
        BetType::Black => "black",
        BetType::Odd => "odd",
        BetType::Even => "even",
        BetType::Low => "low",
        BetType::High => "high",
    }
}

fn count(kind: BetType) -> String {
    match kind.size() {
        1 => "1 number".to_owned(),
        n => format!("{n} numbers"),
    }
}

/// What would have been right.
const fn shape(kind: BetType) -> &'static str {
    match kind {
        BetType::Straight => "it is any one number",
        BetType::Split => "its two numbers share a side",
        BetType::Street => "it is a row of three, 0-1-2 or 0-2-3",
        BetType::Corner => "its four numbers meet in a point, or it is 0-1-2-3",
        BetType::Line => "it is two neighboring rows of three",
        BetType::Dozen => "it is 1 to 12, 13 to 24 or 25 to 36",
        BetType::Column => "it is every third number from 1, 2 or 3 on",
        BetType::Red | BetType::Black | BetType::Odd | BetType::Even | BetType::Low | BetType::High => {
            "it is named without numbers"
        }
    }
}
