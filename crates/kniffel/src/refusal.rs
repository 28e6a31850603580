//! Refusals: why an action is not possible, as a sentence for the player.
//!
//! The texts of the rules file are exact; clients and tests rely on them. The code is the stable name for the wire
//! and for translations and is never reworded.
//!
//! Rules: docs/rules/kniffel.md §10.

/// Why an action is not possible.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// Anything after the end.
    #[error("Game is over")]
    GameOver,
    /// Ready too late.
    #[error("Not in waiting phase")]
    NotWaiting,
    /// Rolling or scoring before the game has begun.
    #[error("Not in rolling phase")]
    NotRolling,
    /// Somebody else's turn.
    #[error("Not your turn")]
    NotYourTurn,
    /// A fourth roll.
    #[error("No rolls remaining")]
    NoRollsRemaining,
    /// Scoring the dice of the turn before.
    #[error("Roll at least once before scoring")]
    RollFirst,
    /// Keeping dice of the turn before.
    #[error("Nothing to keep before the first roll")]
    NothingToKeep,
    /// The box is filled.
    #[error("Category already scored")]
    CategoryScored,
    /// The joker's own upper box is free and comes first.
    #[error("A further Kniffel goes into its own upper box first")]
    JokerOwnBox,
    /// A lower box is free and comes before a zero in the upper part.
    #[error("A further Kniffel goes into a free lower box first")]
    JokerLowerBox,
    /// The table has no such seat.
    #[error("No such seat at this table")]
    NoSuchSeat,
    /// Ready twice.
    #[error("You are already ready")]
    AlreadyReady,
    /// Away twice.
    #[error("You are already marked as away")]
    AlreadyAway,
    /// Back without having been away.
    #[error("You are already at the table")]
    AlreadyPresent,
}

impl Refusal {
    /// The stable name for the wire and for translations.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::GameOver => "game_over",
            Self::NotWaiting => "not_waiting",
            Self::NotRolling => "not_rolling",
            Self::NotYourTurn => "not_your_turn",
            Self::NoRollsRemaining => "no_rolls_remaining",
            Self::RollFirst => "roll_first",
            Self::NothingToKeep => "nothing_to_keep",
            Self::CategoryScored => "category_scored",
            Self::JokerOwnBox => "joker_own_box",
            Self::JokerLowerBox => "joker_lower_box",
            Self::NoSuchSeat => "no_such_seat",
            Self::AlreadyReady => "already_ready",
            Self::AlreadyAway => "already_away",
            Self::AlreadyPresent => "already_present",
        }
    }
}
