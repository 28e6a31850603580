//! What can be wrong with a state from outside.
//!
//! A *fault* is for the program that sent the state, not for a player: it says what could not be so in a state of ours.
//!
//! Rules: docs/rules/roulette.md §10.1.

use std::fmt;

use crate::setup::write_list;
use crate::state::LAST_ROUND;
use crate::{BetFault, NameFault, SetupFault, Stage};

/// One thing that cannot be in a state of ours.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LoadFault {
    /// Rules or chips no table can have.
    #[error(transparent)]
    Setup(#[from] SetupFault),
    /// Rounds count from 1.
    #[error("rounds count from 1")]
    Round,
    /// The wheel is not spun in the last round that can be counted.
    #[error("round {LAST_ROUND} cannot have been spun")]
    LastRound,
    /// The phase does not go without a number.
    #[error("a table in {0} has a winning number")]
    NumberMissing(Stage),
    /// The phase does not go with a number.
    #[error("a table in {0} has no winning number")]
    NumberUnexpected(Stage),
    /// A winning number beyond 36.
    #[error("{0} is not on the wheel: its numbers go from 0 to 36")]
    NotOnWheel(u8),
    /// A result beyond 36.
    #[error("result {index} in the history: {number} is not on the wheel")]
    ResultNotOnWheel {
        /// Its place in the history, from 0.
        index: usize,
        /// What was given.
        number: u8,
    },
    /// The history holds the last twenty rounds.
    #[error("the history has {found} results where {expected} are known")]
    HistoryLength {
        /// How many there are.
        found: usize,
        /// How many there must be.
        expected: usize,
    },
    /// A settled number comes first in the history.
    #[error("the history begins with another number than the one that was settled")]
    HistoryNewest,
    /// The house cannot have won or lost so much.
    #[error("the house cannot stand at {0} after so few rounds")]
    House(i64),
    /// The accounts do not add up.
    #[error("hands, stakes and house add up to {sum}, but {issued} chips are issued")]
    Accounts {
        /// What they add up to.
        sum: i128,
        /// What was issued.
        issued: i64,
    },
    /// A seat beyond the last.
    #[error("there is no seat {0}")]
    Seat(u8),
    /// Two players in one seat.
    #[error("seat {0} is taken twice")]
    SeatTwice(u8),
    /// Something is wrong with one player.
    #[error("seat {seat}: {fault}")]
    Player {
        /// The player's seat.
        seat: u8,
        /// What is wrong.
        fault: PlayerFault,
    },
}

/// One thing that cannot be true of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlayerFault {
    /// Not a name.
    #[error(transparent)]
    Name(#[from] NameFault),
    /// More chips than can have been won.
    #[error("nobody can have {0} chips after so few rounds")]
    Chips(u64),
    /// Not one of the 157 bets.
    #[error("bet {index}: {fault}")]
    Bet {
        /// Its place in the list.
        index: usize,
        /// What is wrong.
        fault: BetFault,
    },
    /// The table does without this bet.
    #[error("bet {index}: zero cannot be joined to other numbers at this table")]
    ZeroBet {
        /// Its place in the list.
        index: usize,
    },
    /// The same bet again; it would have been added to the first.
    #[error("bet {index} is the same as an earlier one")]
    BetTwice {
        /// Its place in the list.
        index: usize,
    },
    /// Less than the minimum, or more than the maximum.
    #[error("bet {index}: {amount} is not an amount that can be bet here")]
    Amount {
        /// Its place in the list.
        index: usize,
        /// The amount.
        amount: i64,
    },
    /// The total is something else than the sum.
    #[error("the bets add up to {sum}, not {total}")]
    Total {
        /// What they add up to.
        sum: i128,
        /// What the total says.
        total: u64,
    },
    /// More than the table's maximum.
    #[error("bets of {0} are over the limit of the table")]
    OverMaximum(i128),
    /// Bets on a table that is closed.
    #[error("a closed table has no bets")]
    BetsAfterEnd,
    /// Somebody who left is not connected.
    #[error("a player who has left is not connected")]
    LeftConnected,
    /// Somebody who left without bets is gone.
    #[error("a player who has left without bets is gone")]
    LeftWithoutBets,
    /// Somebody who left took everything along at the settlement.
    #[error("a player who has left has no chips after the settlement")]
    LeftWithChips,
}

/// Everything that cannot be in a state of ours; never empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoadFaults(pub(crate) Vec<LoadFault>);

impl LoadFaults {
    /// The faults in the order of the state's fields.
    #[must_use]
    pub fn list(&self) -> &[LoadFault] {
        &self.0
    }
}

impl std::error::Error for LoadFaults {}

impl fmt::Display for LoadFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_list(f, &self.0)
    }
}
