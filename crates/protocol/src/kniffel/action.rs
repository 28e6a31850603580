//! What a seat asks for in Kniffel, and what luck decides.
//!
//! Rules: docs/rules/kniffel.md §3–§5, §7.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Category;
use crate::tagged::tagged;

tagged! {
    /// What a seat asks for.
    #[schemars(rename = "KniffelAction")]
    pub enum Action by "type" {
        /// Says that the player wants to begin.
        PlayerReady {},
        /// Throws the dice that are not kept.
        RollDice {
            /// Whether each die stays as it lies.
            kept_dice: [bool; 5],
        },
        /// Scores the dice and ends the turn.
        ChooseCategory {
            /// The box to fill.
            category: Category,
        },
        /// Marks the player as away; the game goes on.
        PlayerDisconnect {},
        /// Marks the player as back.
        PlayerReconnect {},
    }
}

/// All five dice as they lie after a roll, the kept ones included.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "KniffelOutcome")]
pub struct Outcome {
    /// Five numbers from 1 to 6.
    pub dice: [u8; 5],
}

impl From<&Action> for kniffel::Action {
    fn from(action: &Action) -> Self {
        match *action {
            Action::PlayerReady {} => Self::PlayerReady,
            Action::RollDice { kept_dice } => Self::RollDice { kept: kept_dice.into() },
            Action::ChooseCategory { category } => Self::ChooseCategory { category: category.into() },
            Action::PlayerDisconnect {} => Self::PlayerDisconnect,
            Action::PlayerReconnect {} => Self::PlayerReconnect,
        }
    }
}

impl From<&kniffel::Action> for Action {
    fn from(action: &kniffel::Action) -> Self {
        match *action {
            kniffel::Action::PlayerReady => Self::PlayerReady {},
            kniffel::Action::RollDice { kept } => Self::RollDice { kept_dice: kept.to_array() },
            kniffel::Action::ChooseCategory { category } => {
                Self::ChooseCategory { category: category.into() }
            }
            kniffel::Action::PlayerDisconnect => Self::PlayerDisconnect {},
            kniffel::Action::PlayerReconnect => Self::PlayerReconnect {},
        }
    }
}
