//! What never changes at a roulette table.

use schemars::JsonSchema;
use serde::Serialize;

use crate::roulette::Rules;

/// What never changes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "RouletteFixed")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "RouletteFixed"))]
pub struct Fixed {
    /// The rules.
    pub rules: Rules,
    /// The numbers around the wheel, clockwise from zero.
    pub wheel: Vec<u8>,
}

impl Fixed {
    pub(super) fn new(table: &roulette::Roulette) -> Self {
        Self {
            rules: (*table.rules()).into(),
            wheel: roulette::WHEEL_ORDER.map(roulette::Number::get).to_vec(),
        }
    }
}
