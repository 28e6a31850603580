//! What everybody sees of a roulette table, as a message. Nothing is ever null, so that a patch from one view to the next
//! is exact.
//!
//! Rules: docs/rules/roulette.md §8.

use roulette::Presence;
use schemars::JsonSchema;
use serde::Serialize;

use super::bet::numbers;
use super::{BetType, PhaseName, Rules};
use crate::{Seat, Whole};

/// A table as everybody sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "RouletteView")]
pub struct View {
    /// The rules.
    pub rules: Rules,
    /// Where the round stands.
    pub phase: PhaseName,
    /// The round, from 1.
    pub current_round: u32,
    /// The number, from the spin until the next round.
    #[serde(skip_serializing_if = "Option::is_none")]
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
    pub players: Vec<PlayerView>,
    /// What those who join begin with.
    pub start_chips: u32,
    /// Chips in hands, at stake and with the house, together.
    pub issued: Whole,
}

/// A player as everybody sees them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "RoulettePlayerView")]
pub struct PlayerView {
    /// The seat, 0 to 9.
    pub seat: Seat,
    /// The name.
    pub display_name: String,
    /// The chips in the hand.
    pub chips: Whole,
    /// The bets in the order placed; after the settlement they are still shown.
    pub bets: Vec<BetView>,
    /// All that is or was staked in this round.
    pub total_bet_amount: u32,
    /// All that came back, once the round is settled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total_returned: Option<Whole>,
    /// Whether the player is connected.
    pub is_connected: bool,
    /// Whether the player has left and only the bets are still there.
    pub has_left: bool,
}

/// A bet as everybody sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "RouletteBetView")]
pub struct BetView {
    /// The kind.
    pub bet_type: BetType,
    /// The numbers; empty where the kind alone names the bet.
    pub numbers: Vec<Whole>,
    /// How many chips.
    pub amount: u32,
    /// What came back, once the round is settled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub returned: Option<Whole>,
}

impl From<&roulette::View> for View {
    fn from(view: &roulette::View) -> Self {
        Self {
            rules: view.rules.into(),
            phase: view.phase.into(),
            current_round: view.current_round,
            winning_number: view.winning_number.map(roulette::Number::get),
            result_history: view.result_history.iter().map(|number| number.get()).collect(),
            spin_timer_sec: view.rules.spin_timer_sec,
            is_manual_spin: view.rules.is_manual_spin,
            house: Whole::new(view.house),
            players: view.players.iter().map(PlayerView::from).collect(),
            start_chips: view.start_chips,
            issued: Whole::new(view.issued),
        }
    }
}

impl From<&roulette::PlayerView> for PlayerView {
    fn from(player: &roulette::PlayerView) -> Self {
        Self {
            seat: player.seat.into(),
            display_name: player.display_name.clone(),
            chips: Whole::of_chips(player.chips),
            bets: player.bets.iter().map(BetView::from).collect(),
            total_bet_amount: player.total_bet_amount,
            total_returned: player.total_returned.map(Whole::of_chips),
            is_connected: player.presence == Presence::Here,
            has_left: player.presence == Presence::Left,
        }
    }
}

impl From<&roulette::BetView> for BetView {
    fn from(bet: &roulette::BetView) -> Self {
        Self {
            bet_type: bet.bet.kind().into(),
            numbers: numbers(bet.bet),
            amount: bet.amount,
            returned: bet.returned.map(Whole::of_chips),
        }
    }
}
