//! What happened in Kniffel, as a message.
//!
//! Rules: docs/rules/kniffel.md §9.

use schemars::JsonSchema;
use serde::Serialize;

use super::Category;
use crate::Seat;

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase", deny_unknown_fields)]
#[schemars(rename = "KniffelEvent")]
pub enum Event {
    /// A player is ready.
    PlayerReady {
        /// Who.
        seat: Seat,
    },
    /// Everybody was ready.
    GameStarted {},
    /// A turn begins.
    TurnChanged {
        /// Whose.
        seat: Seat,
        /// From 1 to 13.
        round: u8,
    },
    /// Dice were thrown.
    DiceRolled {
        /// Who threw.
        seat: Seat,
        /// Which dice stayed.
        kept_dice: [bool; 5],
        /// How all five lie now.
        dice: [u8; 5],
        /// How often they may still be thrown.
        rolls_remaining: u8,
    },
    /// A box was filled.
    CategoryChosen {
        /// Whose.
        seat: Seat,
        /// Which.
        category: Category,
        /// With how many points.
        score: u8,
        /// Whether a further Kniffel brought 50 points beside them.
        extra_kniffel: bool,
        /// Whether this earned the upper bonus.
        upper_bonus: bool,
    },
    /// The game is over.
    GameEnded {
        /// Everyone with the highest total.
        winners: Vec<Seat>,
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

impl From<&kniffel::Event> for Event {
    fn from(event: &kniffel::Event) -> Self {
        use kniffel::Event as From;
        match *event {
            From::PlayerReady { seat } => Self::PlayerReady { seat: seat.into() },
            From::GameStarted => Self::GameStarted {},
            From::TurnStarted { turn } => Self::TurnChanged { seat: turn.seat.into(), round: turn.round },
            From::DiceRolled { seat, kept, dice, rolls_remaining } => Self::DiceRolled {
                seat: seat.into(),
                kept_dice: kept.to_array(),
                dice: dice.faces(),
                rolls_remaining,
            },
            From::CategoryScored { seat, category, entry, upper_bonus } => Self::CategoryChosen {
                seat: seat.into(),
                category: category.into(),
                score: entry.points,
                extra_kniffel: entry.extra_kniffel,
                upper_bonus,
            },
            From::GameEnded { winners } => Self::GameEnded { winners: Seat::list(winners) },
            From::PlayerDisconnected { seat } => Self::PlayerDisconnected { seat: seat.into() },
            From::PlayerReconnected { seat } => Self::PlayerReconnected { seat: seat.into() },
        }
    }
}
