//! The state of Kniffel as a message; the view of every viewer is the same.
//!
//! Rules: docs/rules/kniffel.md §2, §9.

use std::collections::BTreeMap;

use kniffel::{Raw, RawPlayer};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Category, Rules};
use crate::Seat;
use crate::mirror::mirror;

/// The full state.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "KniffelState")]
pub struct State {
    /// The options.
    pub rules: Rules,
    /// What the game is doing.
    pub phase: PhaseName,
    /// From 1 to 13; 1 while waiting, 13 after the end.
    pub round: u8,
    /// Whose turn it is; 0 while waiting, the last seat after the end.
    pub current_player_index: u8,
    /// The dice as they lie; five ones before the first throw of the game.
    pub dice: [u8; 5],
    /// What was kept in the last roll of this turn.
    pub kept_dice: [bool; 5],
    /// How often the dice may still be rolled; 3 while waiting, 0 after the end.
    pub rolls_remaining: u8,
    /// The players by seat.
    pub players: Vec<Player>,
    /// The winning seats; empty before the end.
    pub winners: Vec<Seat>,
}

mirror! {
    /// What the game is doing.
    PhaseName as "KniffelPhase" of kniffel::PhaseName {
        /// Before the game.
        Waiting,
        /// Somebody's turn.
        Rolling,
        /// After the game.
        Ended,
    }
}

/// A player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "KniffelPlayer")]
pub struct Player {
    /// Whether the player has said to be ready.
    pub is_ready: bool,
    /// Whether the player is there.
    pub is_connected: bool,
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

impl From<&Raw> for State {
    fn from(raw: &Raw) -> Self {
        Self {
            rules: raw.rules.into(),
            phase: raw.phase.into(),
            round: raw.round,
            current_player_index: raw.current_player_index,
            dice: raw.dice,
            kept_dice: raw.kept_dice,
            rolls_remaining: raw.rolls_remaining,
            players: raw.players.iter().map(Player::from).collect(),
            winners: raw.winners.iter().map(|&seat| Seat(seat)).collect(),
        }
    }
}

impl From<&RawPlayer> for Player {
    fn from(raw: &RawPlayer) -> Self {
        let scores = kniffel::Category::ALL.into_iter().zip(raw.scores);
        Self {
            is_ready: raw.is_ready,
            is_connected: raw.is_connected,
            scores: scores.filter_map(|(category, points)| Some((category.into(), points?))).collect(),
            extra_kniffels: raw.extra_kniffels,
            upper_sum: raw.upper_sum,
            upper_bonus: raw.upper_bonus,
            total: raw.total,
        }
    }
}

impl State {
    /// The state as the rules take it, unchecked.
    #[must_use]
    pub fn raw(&self) -> Raw {
        Raw {
            rules: self.rules.into(),
            phase: self.phase.into(),
            round: self.round,
            current_player_index: self.current_player_index,
            dice: self.dice,
            kept_dice: self.kept_dice,
            rolls_remaining: self.rolls_remaining,
            players: self.players.iter().map(Player::raw).collect(),
            winners: self.winners.iter().map(|seat| seat.0).collect(),
        }
    }
}

impl Player {
    fn raw(&self) -> RawPlayer {
        RawPlayer {
            is_ready: self.is_ready,
            is_connected: self.is_connected,
            scores: kniffel::Category::ALL.map(|category| self.scores.get(&category.into()).copied()),
            extra_kniffels: self.extra_kniffels,
            upper_sum: self.upper_sum,
            upper_bonus: self.upper_bonus,
            total: self.total,
        }
    }
}
