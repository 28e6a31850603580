//! The full state of a roulette table as a message.
//!
//! Timer and spin by hand stand beside the rules as well as in them; loading checks that both agree.
//!
//! Rules: docs/rules/roulette.md §10.

use roulette::{Raw, RawPlayer, Roulette};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Bet, Rules};
use crate::mirror::mirror;
use crate::{Seat, Whole};

/// The full state.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "RouletteState")]
pub struct State {
    /// The rules.
    pub rules: Rules,
    /// Where the round stands.
    pub phase: PhaseName,
    /// The round, from 1.
    pub current_round: u32,
    /// The number, from the spin until the next round; null otherwise.
    pub winning_number: Option<u8>,
    /// The last results, newest first.
    pub result_history: Vec<u8>,
    /// How long the betting is open where the timer spins.
    pub spin_timer_sec: u32,
    /// Whether the host spins, rather than the timer.
    pub is_manual_spin: bool,
    /// What the house has won.
    pub house: Whole,
    /// The players; empty seats are left out.
    pub players: Vec<Player>,
    /// What each player began with, and what those who join begin with.
    pub start_chips: u32,
    /// Chips in hands, at stake and with the house, together.
    pub issued: Whole,
}

mirror! {
    /// Where the round stands.
    PhaseName as "RoulettePhase" of roulette::Stage {
        /// Bets may be placed and removed.
        Betting,
        /// Bets are closed and the number is fixed; the ball still rolls.
        Spinning,
        /// The bets are paid.
        Settlement,
        /// Bets are still shown; the next round may begin.
        RoundEnd,
        /// The game is over.
        Closed,
    }
}

/// A player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "RoulettePlayer")]
pub struct Player {
    /// The seat, 0 to 9.
    pub seat: Seat,
    /// The name.
    pub display_name: String,
    /// The chips in the hand.
    pub chips: Whole,
    /// The bets in the order placed.
    pub bets: Vec<Bet>,
    /// The sum of the bets.
    pub total_bet_amount: u32,
    /// Whether the player is connected.
    pub is_connected: bool,
    /// Whether the player has left and only the bets are still there.
    pub has_left: bool,
}

impl From<&Raw> for State {
    fn from(raw: &Raw) -> Self {
        Self {
            rules: raw.rules.into(),
            phase: raw.phase.into(),
            current_round: raw.current_round,
            winning_number: raw.winning_number,
            result_history: raw.result_history.clone(),
            spin_timer_sec: raw.rules.spin_timer_sec,
            is_manual_spin: raw.rules.is_manual_spin,
            house: Whole::new(raw.house),
            players: raw.players.iter().map(Player::from).collect(),
            start_chips: raw.start_chips,
            issued: Whole::new(raw.issued),
        }
    }
}

impl From<&RawPlayer> for Player {
    fn from(raw: &RawPlayer) -> Self {
        Self {
            seat: Seat(raw.seat),
            display_name: raw.display_name.clone(),
            chips: Whole::of_chips(raw.chips),
            bets: raw.bets.iter().map(Bet::from).collect(),
            // Below the largest total that a table can allow.
            total_bet_amount: raw.total_bet_amount as u32,
            is_connected: raw.is_connected,
            has_left: raw.has_left,
        }
    }
}

/// Accounts are loaded up to here. What can be won from there on, in more rounds than anybody will ever play, still stays
/// within the numbers that every reader keeps exactly.
const LARGEST_ACCOUNT: i64 = 1 << 52;

impl State {
    pub(super) fn load(&self) -> Result<Roulette, Vec<String>> {
        let mut faults = Vec::new();
        if self.spin_timer_sec != self.rules.spin_timer_sec {
            faults.push("spinTimerSec differs from the one in the rules".to_owned());
        }
        if self.is_manual_spin != self.rules.is_manual_spin {
            faults.push("isManualSpin differs from the one in the rules".to_owned());
        }
        let accounts = [("house", self.house), ("issued", self.issued)];
        for (name, account) in accounts.into_iter().chain(self.players.iter().map(|p| ("chips", p.chips))) {
            if account.get().abs() > LARGEST_ACCOUNT {
                faults.push(format!("{name} is beyond {LARGEST_ACCOUNT}"));
            }
        }
        for player in self.players.iter().filter(|player| player.chips.get() < 0) {
            faults.push(format!("seat {} has less than no chips", player.seat.0));
        }
        match Roulette::load(&self.raw()) {
            Ok(table) if faults.is_empty() => Ok(table),
            Ok(_) => Err(faults),
            Err(more) => {
                faults.extend(more.list().iter().map(ToString::to_string));
                Err(faults)
            }
        }
    }

    fn raw(&self) -> Raw {
        Raw {
            rules: self.rules.into(),
            start_chips: self.start_chips,
            phase: self.phase.into(),
            current_round: self.current_round,
            winning_number: self.winning_number,
            result_history: self.result_history.clone(),
            house: self.house.get(),
            issued: self.issued.get(),
            players: self.players.iter().map(Player::raw).collect(),
        }
    }
}

impl Player {
    fn raw(&self) -> RawPlayer {
        RawPlayer {
            seat: self.seat.0,
            display_name: self.display_name.clone(),
            chips: u64::try_from(self.chips.get()).unwrap_or(0),
            bets: self.bets.iter().map(Bet::named).collect(),
            total_bet_amount: u64::from(self.total_bet_amount),
            is_connected: self.is_connected,
            has_left: self.has_left,
        }
    }
}
