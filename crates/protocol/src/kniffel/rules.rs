//! The options of a Kniffel table, and how a game begins.
//!
//! Rules: docs/rules/kniffel.md §1.1, §6.3, §8.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Choice, Failure};

/// A named set of rules. There is one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "KniffelProfile")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "KniffelProfile"))]
pub enum Profile {
    /// Both options off.
    #[default]
    Default,
}

/// The options of a table, all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "KniffelRules")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "KniffelRules"))]
pub struct Rules {
    /// The profile this started from.
    pub profile: Profile,
    /// Whether five equal dice count as a full house.
    pub five_of_a_kind_is_full_house: bool,
    /// Whether a further Kniffel, after one scored with 50, brings 50 more points and serves as a joker.
    pub extra_kniffel: bool,
}

/// A profile with changes; what is missing is as the profile has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[schemars(rename = "KniffelOverrides")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "KniffelOverrides", optional_fields))]
pub struct Overrides {
    /// Where to start from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<Profile>,
    /// Whether five equal dice count as a full house.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub five_of_a_kind_is_full_house: Option<bool>,
    /// Whether a further Kniffel, after one scored with 50, brings 50 more points and serves as a joker.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extra_kniffel: Option<bool>,
}

/// A profile's name, or a profile with changes.
pub type RulesChoice = Choice<Profile, Overrides>;

/// What is settled before the first move, as far as somebody says so.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "KniffelStart")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "KniffelStart", optional_fields))]
pub struct Start {
    /// The rules; `default` if missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<RulesChoice>,
}

impl From<kniffel::Rules> for Rules {
    fn from(rules: kniffel::Rules) -> Self {
        Self {
            profile: Profile::Default,
            five_of_a_kind_is_full_house: rules.five_of_a_kind_is_full_house,
            extra_kniffel: rules.extra_kniffel,
        }
    }
}

impl From<Rules> for kniffel::Rules {
    fn from(rules: Rules) -> Self {
        Self {
            five_of_a_kind_is_full_house: rules.five_of_a_kind_is_full_house,
            extra_kniffel: rules.extra_kniffel,
        }
    }
}

impl Overrides {
    fn resolve(self) -> kniffel::Rules {
        let base = kniffel::Rules::default();
        kniffel::Rules {
            five_of_a_kind_is_full_house: self
                .five_of_a_kind_is_full_house
                .unwrap_or(base.five_of_a_kind_is_full_house),
            extra_kniffel: self.extra_kniffel.unwrap_or(base.extra_kniffel),
        }
    }
}

impl Start {
    /// The rules, with nothing left open.
    #[must_use]
    pub fn whole_rules(&self) -> kniffel::Rules {
        match self.rules {
            None | Some(Choice::Named(Profile::Default)) => kniffel::Rules::default(),
            Some(Choice::Described(overrides)) => overrides.resolve(),
        }
    }

    pub(super) fn to_rules(self, players: u8) -> Result<kniffel::Setup, Failure> {
        let rules = self.whole_rules();
        let setup = kniffel::Setup { players, rules };
        // The rules know how many can play.
        <kniffel::Kniffel as game::Game>::create(&setup)
            .map(|_| setup)
            .map_err(|fault| Failure::bad_request(fault.to_string()))
    }
}

impl From<&kniffel::Setup> for Start {
    fn from(setup: &kniffel::Setup) -> Self {
        Self {
            rules: Some(Choice::Described(Overrides {
                profile: Some(Profile::Default),
                five_of_a_kind_is_full_house: Some(setup.rules.five_of_a_kind_is_full_house),
                extra_kniffel: Some(setup.rules.extra_kniffel),
            })),
        }
    }
}
