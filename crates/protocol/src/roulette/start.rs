//! How a roulette table opens: rules, chips, names.
//!
//! Rules: docs/rules/roulette.md §4.1, §4.5, §4.6.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{RulesChoice, rules};
use crate::{Choice, Failure};

/// What is settled before the first bet, as far as somebody says so.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "RouletteStart")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "RouletteStart"))]
pub struct Start {
    /// The rules; `default` if missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<RulesChoice>,
    /// What each player begins with; 1 000 if missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chips: Option<u32>,
    /// The names of the first players; the others are called after their seats.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
}

impl Start {
    pub(super) fn to_rules(&self, players: u8) -> Result<roulette::Setup, Failure> {
        let mut faults = Vec::new();
        let names = self.names.iter().enumerate().filter_map(|(seat, name)| {
            let fault = |fault| faults.push(format!("the name of seat {seat}: {fault}"));
            roulette::Name::new(name).map_err(fault).ok()
        });
        let usual = roulette::Setup::new(players);
        let setup = roulette::Setup {
            rules: rules::resolve(self.rules.as_ref()),
            chips: self.chips.unwrap_or(usual.chips),
            names: names.collect(),
            ..usual
        };
        if let Err(more) = setup.check() {
            faults.extend(more.list().iter().map(ToString::to_string));
        }
        if faults.is_empty() { Ok(setup) } else { Err(Failure::faults(&faults)) }
    }
}

impl From<&roulette::Setup> for Start {
    fn from(setup: &roulette::Setup) -> Self {
        Self {
            rules: Some(Choice::Described(setup.rules.into())),
            chips: Some(setup.chips),
            names: setup.names.iter().map(|name| name.as_str().to_owned()).collect(),
        }
    }
}
