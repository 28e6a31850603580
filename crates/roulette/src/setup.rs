//! What is settled before the first bet.
//!
//! The *rules* are the table's own choices within the limits of the game; the *setup* adds who plays and with how
//! much. The limits keep every sum within 64 bits for as long as a game can last.
//!
//! Rules: docs/rules/roulette.md §4, §9.2.

use std::fmt;

use crate::Name;

/// The most players at one table.
pub const MAX_PLAYERS: u8 = 10;

/// The most chips a player can begin with.
pub const MAX_START_CHIPS: u32 = 1_000_000_000;

/// The most that a table can allow one player to stake in one round.
pub const MAX_TOTAL_BET: u32 = 1_000_000;

/// The longest time for betting, in seconds.
pub const MAX_SPIN_TIMER_SEC: u32 = 3_600;

/// The table's rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Whether zero may be joined to other numbers.
    pub zero_bets: bool,
    /// The least that can be added to a bet.
    pub min_bet: u32,
    /// The most that one player can stake in one round.
    pub max_total_bet: u32,
    /// How long the betting is open where the timer spins.
    pub spin_timer_sec: u32,
    /// Whether the host spins, rather than the timer.
    pub is_manual_spin: bool,
}

impl Default for Rules {
    fn default() -> Self {
        Self { zero_bets: true, min_bet: 1, max_total_bet: 10_000, spin_timer_sec: 30, is_manual_spin: true }
    }
}

/// Players, rules and chips.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// How many players begin, in seats 0, 1, …
    pub players: u8,
    /// The table's rules.
    pub rules: Rules,
    /// What each player begins with, those who join later too.
    pub chips: u32,
    /// The names of the first players; the others are called after their seats.
    pub names: Vec<Name>,
}

impl Setup {
    /// The usual beginning: default rules, 1 000 chips each, names after the seats.
    #[must_use]
    pub fn new(players: u8) -> Self {
        Self { players, rules: Rules::default(), chips: 1_000, names: Vec::new() }
    }

    /// Everything that is wrong with the setup.
    ///
    /// # Errors
    /// All faults, if there are any.
    pub fn check(&self) -> Result<(), SetupFaults> {
        let mut faults = Vec::new();
        if !(1..=MAX_PLAYERS).contains(&self.players) {
            faults.push(SetupFault::Players(self.players));
        }
        if self.names.len() > usize::from(self.players) {
            faults.push(SetupFault::Names { names: self.names.len(), players: self.players });
        }
        chip_faults(self.chips, &mut faults);
        self.rules.faults(&mut faults);
        if faults.is_empty() { Ok(()) } else { Err(SetupFaults(faults)) }
    }
}

pub(crate) fn chip_faults(chips: u32, faults: &mut Vec<SetupFault>) {
    if !(1..=MAX_START_CHIPS).contains(&chips) {
        faults.push(SetupFault::Chips(chips));
    }
}

impl Rules {
    pub(crate) fn faults(&self, faults: &mut Vec<SetupFault>) {
        if self.min_bet == 0 {
            faults.push(SetupFault::MinBet);
        }
        if self.max_total_bet > MAX_TOTAL_BET {
            faults.push(SetupFault::MaxTotalBet(self.max_total_bet));
        }
        if self.min_bet > self.max_total_bet {
            faults.push(SetupFault::MinOverMax { min: self.min_bet, max: self.max_total_bet });
        }
        if !(1..=MAX_SPIN_TIMER_SEC).contains(&self.spin_timer_sec) {
            faults.push(SetupFault::SpinTimer(self.spin_timer_sec));
        }
    }
}

/// One thing that is wrong with a setup.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupFault {
    /// Too many players, or none.
    #[error("roulette is played by 1 to {MAX_PLAYERS} players, not {0}")]
    Players(u8),
    /// More names than players.
    #[error("there are {names} names for {players} players")]
    Names {
        /// How many names there are.
        names: usize,
        /// How many players there are.
        players: u8,
    },
    /// Too many chips, or none.
    #[error("each player begins with 1 to {MAX_START_CHIPS} chips, not {0}")]
    Chips(u32),
    /// Bets of nothing.
    #[error("the smallest bet is at least 1")]
    MinBet,
    /// More than can be added up for ever.
    #[error("the stakes of a round are limited to at most {MAX_TOTAL_BET}, not {0}")]
    MaxTotalBet(u32),
    /// Nobody could bet.
    #[error("the smallest bet, {min}, is more than the {max} that a round allows")]
    MinOverMax {
        /// The smallest bet.
        min: u32,
        /// The most in one round.
        max: u32,
    },
    /// No time to bet, or too much.
    #[error("the betting is open for 1 to {MAX_SPIN_TIMER_SEC} seconds, not {0}")]
    SpinTimer(u32),
}

/// Everything that is wrong with a setup; never empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupFaults(Vec<SetupFault>);

impl SetupFaults {
    /// The faults in the order of the setup's fields.
    #[must_use]
    pub fn list(&self) -> &[SetupFault] {
        &self.0
    }
}

impl std::error::Error for SetupFaults {}

impl fmt::Display for SetupFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_list(f, &self.0)
    }
}

/// Sentences in a row, for people.
pub(crate) fn write_list(f: &mut fmt::Formatter<'_>, items: &[impl fmt::Display]) -> fmt::Result {
    for (i, item) in items.iter().enumerate() {
        if i > 0 {
            f.write_str("; ")?;
        }
        write!(f, "{item}")?;
    }
    Ok(())
}
