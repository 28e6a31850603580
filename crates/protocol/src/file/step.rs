//! A line of a game's file that holds one accepted move.
//!
//! The draw stands beside the outcome it decided, with all that is needed to repeat it. What a thief drew from, the victim's hand, is
//! told too: by the time a file exists nothing is hidden any more.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::table::Bytes32;
use crate::{Seat, Wire};

/// One accepted move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Step<A, O> {
    /// How many moves came before it.
    pub position: u32,
    /// Who acted.
    pub seat: Seat,
    /// What was asked for.
    pub action: A,
    /// What luck decided, if anything was left to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<O>,
    /// How; there is one where there is an outcome.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<Draw>,
}

/// A move of one game.
pub type StepOf<G> = Step<<G as Wire>::WireAction, <G as Wire>::WireOutcome>;

/// One number drawn.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Draw {
    /// What for.
    pub purpose: Purpose,
    /// Which draw of this purpose.
    pub index: u32,
    /// The number of equally likely cases.
    pub bound: u32,
    /// Which of them it was, from 0.
    pub ticket: u32,
    /// The cards in the victim's hand, by kind: wood, brick, sheep, wheat, ore.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hand: Option<[u8; 5]>,
    /// The link of this round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<Bytes32>,
}

/// What a number is drawn for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "DrawPurpose")]
pub enum Purpose {
    /// Dice of Catan or Kniffel.
    Dice,
    /// The card taken by the robber.
    Steal,
    /// The development card bought.
    Deck,
    /// The number on the wheel.
    Wheel,
}

impl Purpose {
    /// Its name in the fairness scheme.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dice => "dice",
            Self::Steal => "steal",
            Self::Deck => "deck",
            Self::Wheel => "wheel",
        }
    }

    /// The purpose with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Dice, Self::Steal, Self::Deck, Self::Wheel].into_iter().find(|purpose| purpose.name() == name)
    }
}
