//! What never changes during a game of Kniffel.

use schemars::JsonSchema;
use serde::Serialize;

use crate::kniffel::Rules;

/// What never changes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "KniffelFixed")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "KniffelFixed"))]
pub struct Fixed {
    /// The options.
    pub rules: Rules,
    /// How many play, in the seats from 0.
    pub players: u8,
}
