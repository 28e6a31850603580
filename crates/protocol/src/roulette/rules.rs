//! The rules of a roulette table.
//!
//! Rules: docs/rules/roulette.md §4.4.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Choice;

/// A named set of rules. There is one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "RouletteProfile")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "RouletteProfile"))]
pub enum Profile {
    /// The usual table.
    #[default]
    Default,
}

/// The rules of a table, all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "RouletteRules")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "RouletteRules"))]
pub struct Rules {
    /// The profile this started from.
    pub profile: Profile,
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

/// A profile with changes; what is missing is as the profile has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[schemars(rename = "RouletteOverrides")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "RouletteOverrides", optional_fields))]
pub struct Overrides {
    /// Where to start from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<Profile>,
    /// Whether zero may be joined to other numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zero_bets: Option<bool>,
    /// The least that can be added to a bet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_bet: Option<u32>,
    /// The most that one player can stake in one round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_total_bet: Option<u32>,
    /// How long the betting is open where the timer spins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spin_timer_sec: Option<u32>,
    /// Whether the host spins, rather than the timer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_manual_spin: Option<bool>,
}

/// A profile's name, or a profile with changes.
pub type RulesChoice = Choice<Profile, Overrides>;

impl From<roulette::Rules> for Rules {
    fn from(rules: roulette::Rules) -> Self {
        Self {
            profile: Profile::Default,
            zero_bets: rules.zero_bets,
            min_bet: rules.min_bet,
            max_total_bet: rules.max_total_bet,
            spin_timer_sec: rules.spin_timer_sec,
            is_manual_spin: rules.is_manual_spin,
        }
    }
}

impl From<Rules> for roulette::Rules {
    fn from(rules: Rules) -> Self {
        Self {
            zero_bets: rules.zero_bets,
            min_bet: rules.min_bet,
            max_total_bet: rules.max_total_bet,
            spin_timer_sec: rules.spin_timer_sec,
            is_manual_spin: rules.is_manual_spin,
        }
    }
}

impl From<roulette::Rules> for Overrides {
    fn from(rules: roulette::Rules) -> Self {
        Self {
            profile: Some(Profile::Default),
            zero_bets: Some(rules.zero_bets),
            min_bet: Some(rules.min_bet),
            max_total_bet: Some(rules.max_total_bet),
            spin_timer_sec: Some(rules.spin_timer_sec),
            is_manual_spin: Some(rules.is_manual_spin),
        }
    }
}

/// The rules that are meant; without a word, the default.
pub(super) fn resolve(choice: Option<&RulesChoice>) -> roulette::Rules {
    let base = roulette::Rules::default();
    match choice {
        None | Some(Choice::Named(Profile::Default)) => base,
        Some(Choice::Described(overrides)) => roulette::Rules {
            zero_bets: overrides.zero_bets.unwrap_or(base.zero_bets),
            min_bet: overrides.min_bet.unwrap_or(base.min_bet),
            max_total_bet: overrides.max_total_bet.unwrap_or(base.max_total_bet),
            spin_timer_sec: overrides.spin_timer_sec.unwrap_or(base.spin_timer_sec),
            is_manual_spin: overrides.is_manual_spin.unwrap_or(base.is_manual_spin),
        },
    }
}
