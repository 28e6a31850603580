//! What everybody sees of a game of Kniffel, in maps, so that a small change is a small patch.
//!
//! Who is there and who is ready is the table's to say, and not said again here.
//!
//! Rules: docs/rules/kniffel.md §2, §9.

use std::collections::BTreeMap;

use kniffel::{Raw, RawPlayer};
use schemars::JsonSchema;
use serde::Serialize;

use super::Offered;
use crate::Seat;
use crate::kniffel::{Category, PhaseName};

/// What everybody sees, and what the viewer may do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "KniffelShown")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "KniffelShown", optional_fields))]
pub struct Shown {
    /// What the game is doing.
    pub phase: PhaseName,
    /// From 1 to 13.
    pub round: u8,
    /// Whose turn it is, during the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub current_seat: Option<Seat>,
    /// The dice as they lie, once this turn's first roll is made, and after the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dice: Option<[u8; 5]>,
    /// What was kept in the last roll of this turn, if it was not the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kept_dice: Option<[bool; 5]>,
    /// How often the dice may still be rolled.
    pub rolls_remaining: u8,
    /// The players by seat.
    pub players: BTreeMap<Seat, Player>,
    /// Everyone with the highest total, after the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winners: Option<Vec<Seat>>,
    /// What the viewer may do now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal: Option<Offered>,
}

/// A player's sheet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "KniffelSheet")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "KniffelSheet"))]
pub struct Player {
    /// The points in each box that is filled.
    pub scores: BTreeMap<Category, u16>,
    /// How many further Kniffels brought 50 points each; part of the total.
    pub extra_kniffels: u8,
    /// The sum of the upper boxes.
    pub upper_sum: u16,
    /// 35 or 0.
    pub upper_bonus: u16,
    /// All of it.
    pub total: u16,
}

impl Shown {
    pub(super) fn new(raw: &Raw, legal: Option<Offered>) -> Self {
        let playing = raw.phase == kniffel::PhaseName::Rolling;
        let ended = raw.phase == kniffel::PhaseName::Ended;
        // Before the first roll the dice are left from the turn before and mean nothing.
        let rolled = playing && raw.rolls_remaining < kniffel::ROLLS;
        let rolled_again = playing && raw.rolls_remaining + 1 < kniffel::ROLLS;
        Self {
            phase: raw.phase.into(),
            round: raw.round,
            current_seat: playing.then_some(Seat(raw.current_player_index)),
            dice: (rolled || ended).then_some(raw.dice),
            kept_dice: rolled_again.then_some(raw.kept_dice),
            rolls_remaining: raw.rolls_remaining,
            players: (0..).map(Seat).zip(raw.players.iter().map(Player::from)).collect(),
            winners: ended.then(|| raw.winners.iter().map(|&seat| Seat(seat)).collect()),
            legal,
        }
    }
}

impl From<&RawPlayer> for Player {
    fn from(raw: &RawPlayer) -> Self {
        let scores = kniffel::Category::ALL.into_iter().zip(raw.scores);
        Self {
            scores: scores.filter_map(|(category, points)| Some((category.into(), points?))).collect(),
            extra_kniffels: raw.extra_kniffels,
            upper_sum: raw.upper_sum,
            upper_bonus: raw.upper_bonus,
            total: raw.total,
        }
    }
}
