//! What luck decides in Catan: `{"dice": [3, 4]}`, `{"stolen": "ore"}` or `{"card": "knight"}`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{DevCard, Resource};

/// What luck decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "CatanOutcome")]
pub enum Outcome {
    /// Two dice.
    Dice([u8; 2]),
    /// The card the thief drew.
    Stolen(Resource),
    /// The card on top of the deck.
    Card(DevCard),
}

impl From<catan::Outcome> for Outcome {
    fn from(outcome: catan::Outcome) -> Self {
        match outcome {
            catan::Outcome::Dice(dice) => Self::Dice(dice),
            catan::Outcome::Stolen(card) => Self::Stolen(card.into()),
            catan::Outcome::Card(card) => Self::Card(card.into()),
        }
    }
}

impl From<Outcome> for catan::Outcome {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Dice(dice) => Self::Dice(dice),
            Outcome::Stolen(card) => Self::Stolen(card.into()),
            Outcome::Card(card) => Self::Card(card.into()),
        }
    }
}
