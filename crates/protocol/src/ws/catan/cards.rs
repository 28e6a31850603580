//! Cards in events: only the kinds that there are, since most events are about one or two.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::catan::Resource;

/// How many of each kind; what is missing is 0.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
#[serde(transparent)]
#[schemars(rename = "CatanCards")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "CatanCards"))]
pub struct Cards(pub BTreeMap<Resource, u8>);

/// What a second settlement brings of one kind.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "CatanGranted")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "CatanGranted"))]
pub struct Granted {
    /// The kind.
    pub r#type: Resource,
    /// How many.
    pub count: u8,
}

impl From<catan::Hand> for Cards {
    fn from(hand: catan::Hand) -> Self {
        Self(kinds(hand).collect())
    }
}

impl Granted {
    pub(super) fn list(hand: catan::Hand) -> Vec<Self> {
        kinds(hand).map(|(kind, count)| Self { r#type: kind, count }).collect()
    }
}

/// The kinds that a hand has, with how many.
fn kinds(hand: catan::Hand) -> impl Iterator<Item = (Resource, u8)> {
    catan::Resource::ALL
        .into_iter()
        .zip(hand.counts())
        .filter(|(_, n)| *n > 0)
        .map(|(kind, n)| (kind.into(), n))
}
