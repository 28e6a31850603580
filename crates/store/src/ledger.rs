//! Chips, by double entry.
//!
//! A *transfer* takes from one account what it gives to another, so the sum of all balances is 0 for ever: what people and
//! tables hold, the house owes. No account but the house's is ever below 0 (`docs/storage.md` §5).

use std::borrow::Cow;
use std::fmt;

use crate::engine::column;
use crate::fault::StoreFault;
use crate::id::{PlayerId, TableId};

/// Who holds chips.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Account {
    /// The house, from whom all chips come. The only account that may be below 0.
    House,
    /// A player.
    Player(PlayerId),
    /// A table: the stakes of its game.
    Table(TableId),
}

impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::House => f.write_str("the house"),
            Self::Player(id) => write!(f, "player {id}"),
            Self::Table(id) => write!(f, "table {id}"),
        }
    }
}

/// Chips that move from one account to another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Transfer {
    /// Who gives.
    pub from: Account,
    /// Who gets; another than who gives.
    pub to: Account,
    /// How many, at least one.
    pub amount: u64,
    /// What for, in a word.
    pub reason: Cow<'static, str>,
}

impl Transfer {
    /// Whether it can be meant.
    ///
    /// # Errors
    /// If nothing would move, or more than can be counted.
    pub fn check(&self) -> Result<(), StoreFault> {
        if self.amount == 0 || self.from == self.to {
            return Err(StoreFault::Invalid("a transfer of nothing, or to where it comes from".to_owned()));
        }
        column(self.amount).map(|_| ())
    }

    /// What both accounts hold afterwards, given what they hold before.
    ///
    /// # Errors
    /// If it is not covered, or more than an account can count.
    pub fn book(&self, holds: i64, has: i64) -> Result<(i64, i64), StoreFault> {
        let amount = column(self.amount)?;
        if self.from != Account::House && holds < amount {
            return Err(StoreFault::Insufficient { account: self.from.clone(), balance: holds });
        }
        match (holds.checked_sub(amount), has.checked_add(amount)) {
            (Some(left), Some(now)) => Ok((left, now)),
            _ => Err(StoreFault::Invalid(format!("{amount} chips are more than an account can count"))),
        }
    }
}

/// A transfer that was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Booking {
    /// Its number; later ones have higher numbers.
    pub id: u64,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    /// What was moved.
    pub transfer: Transfer,
}

/// Chips for a player who has run out of them, at most once a day.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TopUp {
    /// For whom.
    pub player: PlayerId,
    /// Up to how many.
    pub minimum: u64,
    /// Which day, counted from 1970. Days that are past give nothing.
    pub day: i64,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
}

impl TopUp {
    /// What the house gives, if anything, to a player who holds so much and was last given something on this day.
    #[must_use]
    pub fn gift(&self, balance: i64, last: Option<i64>) -> Option<Transfer> {
        let amount = self.minimum.saturating_sub(balance.unsigned_abs());
        let due = amount > 0 && last.is_none_or(|last| self.day > last);
        let to = Account::Player(self.player.clone());
        due.then(|| Transfer { from: Account::House, to, amount, reason: "top-up".into() })
    }
}
