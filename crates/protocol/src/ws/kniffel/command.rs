//! What a player's page sends in Kniffel. Holding dice for others to see is no move and not among these.
//!
//! Rules: docs/rules/kniffel.md §4, §5.

use crate::kniffel::Category;
use crate::tagged::tagged;

tagged! {
    /// What a player's page sends.
    #[schemars(rename = "KniffelCommand")]
    #[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "KniffelCommand"))]
    pub enum Command by "type" {
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
    }
}

impl From<&Command> for kniffel::Action {
    fn from(command: &Command) -> Self {
        match *command {
            Command::RollDice { kept_dice } => Self::RollDice { kept: kept_dice.into() },
            Command::ChooseCategory { category } => Self::ChooseCategory { category: category.into() },
        }
    }
}
