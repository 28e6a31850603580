//! What everybody sees of a roulette table, in maps, so that a small change is a small patch.
//!
//! Names and who is connected are the table's to say, and not said again here.
//!
//! Rules: docs/rules/roulette.md §8.

use std::collections::BTreeMap;

use roulette::{Presence, Stage};
use schemars::JsonSchema;
use serde::Serialize;

use super::Offered;
use crate::roulette::bet::numbers;
use crate::roulette::{BetType, PhaseName};
use crate::ws::Yes;
use crate::{Seat, Whole};

/// What everybody sees, and what the viewer may do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "RouletteShown")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "RouletteShown", optional_fields))]
pub struct Shown {
    /// Where the round stands.
    pub phase: PhaseName,
    /// The round, from 1.
    pub round: u32,
    /// The number, from the spin until the next round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winning_number: Option<u8>,
    /// The last 20 results by round.
    pub history: BTreeMap<u32, u8>,
    /// What the house has won.
    pub house: Whole,
    /// The players by seat; empty seats are missing.
    pub players: BTreeMap<Seat, Player>,
    /// What the viewer may do now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal: Option<Offered>,
}

/// A player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "RouletteShownPlayer")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "RouletteShownPlayer", optional_fields))]
pub struct Player {
    /// The chips in the hand.
    pub chips: Whole,
    /// The bets by their number in the table of all bets; after the settlement they are still shown.
    pub bets: BTreeMap<u8, ShownBet>,
    /// All that is or was staked in this round.
    pub staked: u32,
    /// All that came back, once the round is settled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub returned: Option<Whole>,
    /// The player has left and only the bets are still there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub has_left: Option<Yes>,
}

/// A bet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "RouletteShownBet")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "RouletteShownBet", optional_fields))]
pub struct ShownBet {
    /// Its place in the order of the player's bets, from 0: what `remove_bet` names.
    pub index: u8,
    /// The kind.
    pub bet_type: BetType,
    /// The numbers; missing where the kind alone names the bet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub numbers: Option<Vec<Whole>>,
    /// How many chips.
    pub amount: u32,
    /// What came back, once the round is settled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub returned: Option<Whole>,
}

impl Shown {
    pub(super) fn new(view: &roulette::View, legal: Option<Offered>) -> Self {
        // Every round before this one has a result, and this one once it is settled.
        let newest = match view.phase {
            Stage::Settlement | Stage::RoundEnd => view.current_round,
            Stage::Betting | Stage::Spinning | Stage::Closed => view.current_round.saturating_sub(1),
        };
        let rounds = (1..=newest).rev();
        Self {
            phase: view.phase.into(),
            round: view.current_round,
            winning_number: view.winning_number.map(roulette::Number::get),
            history: rounds.zip(view.result_history.iter().map(|number| number.get())).collect(),
            house: Whole::new(view.house),
            players: view.players.iter().map(|player| (player.seat.into(), Player::from(player))).collect(),
            legal,
        }
    }
}

impl From<&roulette::PlayerView> for Player {
    fn from(player: &roulette::PlayerView) -> Self {
        let bets = (0..).zip(&player.bets);
        Self {
            chips: Whole::of_chips(player.chips),
            bets: bets.map(|(index, bet)| (bet.bet.index() as u8, ShownBet::new(index, bet))).collect(),
            staked: player.total_bet_amount,
            returned: player.total_returned.map(Whole::of_chips),
            has_left: Yes::when(player.presence == Presence::Left),
        }
    }
}

impl ShownBet {
    fn new(index: u8, bet: &roulette::BetView) -> Self {
        Self {
            index,
            bet_type: bet.bet.kind().into(),
            numbers: Some(numbers(bet.bet)).filter(|numbers| !numbers.is_empty()),
            amount: bet.amount,
            returned: bet.returned.map(Whole::of_chips),
        }
    }
}
