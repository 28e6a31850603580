//! Events: what happened. All of it is public, so what a viewer sees is the event itself.
//!
//! Rules: docs/rules/kniffel.md §9.

use game::{Seat, SeatSet};

use crate::{Category, Dice, Entry, Keep, Turn};

/// What happened.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Event {
    /// A player is ready.
    PlayerReady {
        /// Who.
        seat: Seat,
    },
    /// Everybody was ready.
    GameStarted,
    /// A turn begins.
    TurnStarted {
        /// Whose, and in which round.
        turn: Turn,
    },
    /// Dice were thrown.
    DiceRolled {
        /// Who threw.
        seat: Seat,
        /// Which dice stayed.
        kept: Keep,
        /// How all five lie now.
        dice: Dice,
        /// How often they may still be thrown.
        rolls_remaining: u8,
    },
    /// A box was filled.
    CategoryScored {
        /// Whose.
        seat: Seat,
        /// Which.
        category: Category,
        /// With what.
        entry: Entry,
        /// Whether this earned the upper bonus.
        upper_bonus: bool,
    },
    /// The game is over.
    GameEnded {
        /// Everyone with the highest total.
        winners: SeatSet,
    },
    /// A player is away.
    PlayerDisconnected {
        /// Who.
        seat: Seat,
    },
    /// A player is back.
    PlayerReconnected {
        /// Who.
        seat: Seat,
    },
}
