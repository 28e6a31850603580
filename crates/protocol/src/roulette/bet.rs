//! Bets as they are named on the wire.
//!
//! Rules: docs/rules/roulette.md §2.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Whole;
use crate::mirror::mirror;

mirror! {
    /// The kind of a bet.
    BetType as "RouletteBetType" of roulette::BetType {
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
}

/// A bet with its stake.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "RouletteBet")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "RouletteBet"))]
pub struct Bet {
    /// The kind.
    pub bet_type: BetType,
    /// The numbers; empty where the kind alone names the bet.
    pub numbers: Vec<Whole>,
    /// How many chips.
    pub amount: Whole,
}

impl Bet {
    /// The bet as the rules take it, unchecked.
    pub(super) fn named(&self) -> roulette::NamedBet {
        roulette::NamedBet {
            kind: self.bet_type.into(),
            numbers: self.numbers.iter().map(|number| number.get()).collect(),
            identifier: None,
            amount: self.amount.get(),
        }
    }
}

impl From<&roulette::NamedBet> for Bet {
    fn from(bet: &roulette::NamedBet) -> Self {
        Self {
            bet_type: bet.kind.into(),
            numbers: bet.numbers.iter().map(|&number| Whole::new(number)).collect(),
            amount: Whole::new(bet.amount),
        }
    }
}

/// The numbers of a bet as it is named.
pub(crate) fn numbers(bet: roulette::Bet) -> Vec<Whole> {
    Bet::from(&bet.named(0)).numbers
}
