//! Actions: what a seat asks for, with no luck in it.
//!
//! Rules: docs/rules/kniffel.md §3, §4, §5, §7.

use crate::{Category, Keep};

/// What a seat asks for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Says that the player wants to begin.
    PlayerReady,
    /// Throws the dice that are not kept.
    RollDice {
        /// The dice that stay as they lie.
        kept: Keep,
    },
    /// Scores the dice and ends the turn.
    ChooseCategory {
        /// The box to fill.
        category: Category,
    },
    /// Marks the player as away; the game goes on.
    PlayerDisconnect,
    /// Marks the player as back.
    PlayerReconnect,
}

impl Action {
    /// Whether the action only marks who is there and does not take the game further.
    #[must_use]
    #[inline]
    pub const fn is_presence(self) -> bool {
        matches!(self, Self::PlayerDisconnect | Self::PlayerReconnect)
    }
}
