//! What a page is told in Kniffel.
//!
//! Rules: docs/rules/kniffel.md §9.

use schemars::JsonSchema;
use serde::Serialize;

use crate::Seat;
use crate::kniffel::Category;
use crate::table::PlayerId;
use crate::ws::People;

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase", deny_unknown_fields)]
#[schemars(rename = "KniffelTold")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "KniffelTold", optional_fields))]
pub enum Told {
    /// A turn begins.
    TurnChanged {
        /// Whose.
        seat: Seat,
        /// Who sits there.
        #[serde(skip_serializing_if = "Option::is_none")]
        player_id: Option<PlayerId>,
        /// From 1 to 13.
        round: u8,
    },
    /// Dice were thrown.
    DiceRolled {
        /// Who threw.
        seat: Seat,
        /// Who sits there.
        #[serde(skip_serializing_if = "Option::is_none")]
        player_id: Option<PlayerId>,
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
        /// Who sits there.
        #[serde(skip_serializing_if = "Option::is_none")]
        player_id: Option<PlayerId>,
        /// Which.
        category: Category,
        /// With how many points.
        score: u8,
        /// Whether a further Kniffel brought 50 points beside them.
        extra_kniffel: bool,
        /// Whether this earned the upper bonus.
        upper_bonus: bool,
    },
}

impl Told {
    /// What is told about an event, if anything.
    pub(super) fn new(event: &kniffel::Event, people: People) -> Option<Self> {
        use kniffel::Event as From;
        Some(match *event {
            From::TurnStarted { turn } => Self::TurnChanged {
                seat: turn.seat.into(),
                player_id: people.id(turn.seat),
                round: turn.round,
            },
            From::DiceRolled { seat, kept, dice, rolls_remaining } => Self::DiceRolled {
                seat: seat.into(),
                player_id: people.id(seat),
                kept_dice: kept.to_array(),
                dice: dice.faces(),
                rolls_remaining,
            },
            From::CategoryScored { seat, category, entry, upper_bonus } => Self::CategoryChosen {
                seat: seat.into(),
                player_id: people.id(seat),
                category: category.into(),
                score: entry.points,
                extra_kniffel: entry.extra_kniffel,
                upper_bonus,
            },
            // The table says itself who is ready, there or away, that the game has begun, and how it ended.
            From::PlayerReady { .. }
            | From::GameStarted
            | From::GameEnded { .. }
            | From::PlayerDisconnected { .. }
            | From::PlayerReconnected { .. } => return None,
        })
    }
}
