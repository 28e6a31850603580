//! Chips, by double entry.
//!
//! A *transfer* takes from one account what it gives to another, so the sum of all balances is 0 for ever: what people and
//! tables hold, the house owes. No account but the house's is ever below 0 (`docs/storage.md` §5).

use std::borrow::Cow;
use std::fmt;

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
