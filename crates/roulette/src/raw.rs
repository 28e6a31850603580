//! A state as plain data.
//!
//! *Raw* data has public fields and no promises: it is what a state is printed as and what a message holds. The way
//! back is [`Roulette::load`], which takes nothing that could not be one of our states.
//!
//! Rules: docs/rules/roulette.md §10.2.

use crate::state::Presence;
use crate::{NamedBet, Number, Roulette, Rules, Stage};

/// A table as plain data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Raw {
    /// The table's rules.
    pub rules: Rules,
    /// What each player began with, and what those who join begin with.
    pub start_chips: u32,
    /// Where the round stands.
    pub phase: Stage,
    /// The round, from 1.
    pub current_round: u32,
    /// The number, from the spin until the next round.
    pub winning_number: Option<u8>,
    /// The last results, newest first.
    pub result_history: Vec<u8>,
    /// What the house has won.
    pub house: i64,
    /// Chips in hands, at stake and with the house, together.
    pub issued: i64,
    /// The players; empty seats are left out.
    pub players: Vec<RawPlayer>,
}

/// A player as plain data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RawPlayer {
    /// The seat, 0 to 9.
    pub seat: u8,
    /// The name.
    pub display_name: String,
    /// The chips in the hand.
    pub chips: u64,
    /// The bets in the order placed.
    pub bets: Vec<NamedBet>,
    /// The sum of the bets.
    pub total_bet_amount: u64,
    /// Whether the player is connected.
    pub is_connected: bool,
    /// Whether the player has left and only the bets are still there.
    pub has_left: bool,
}

impl Roulette {
    /// The state as plain data; [`load`](Self::load) makes an equal state of it.
    #[must_use]
    pub fn to_raw(&self) -> Raw {
        let players = self.seated().map(|(seat, player)| RawPlayer {
            seat: seat.0,
            display_name: player.name.as_str().to_owned(),
            chips: player.chips,
            bets: player.stakes.iter().map(|(bet, amount)| bet.named(amount)).collect(),
            total_bet_amount: u64::from(player.stakes.total()),
            is_connected: player.presence == Presence::Here,
            has_left: player.presence == Presence::Left,
        });
        Raw {
            rules: self.rules,
            start_chips: self.start_chips,
            phase: self.phase.stage(),
            current_round: self.round,
            winning_number: self.phase.winning_number().map(Number::get),
            result_history: self.history.as_slice().iter().map(|number| number.get()).collect(),
            house: self.house,
            issued: self.issued,
            players: players.collect(),
        }
    }
}
