//! The state with public fields: what is printed, seen and loaded.
//!
//! *Raw* means unchecked. [`Kniffel::to_raw`] writes it, also as the view of every viewer, since all is public;
//! [`Kniffel::try_from_raw`] is the one door back and checks everything.
//!
//! Rules: docs/rules/kniffel.md §2, §9.

use crate::{Category, Dice, Keep, Kniffel, Phase, ROLLS, ROUNDS, Rules, Turn};

/// A state as it is printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Raw {
    /// The table's options.
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
    pub players: Vec<RawPlayer>,
    /// The winning seats, ascending; empty before the end.
    pub winners: Vec<u8>,
}

/// The name of a phase.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PhaseName {
    /// Before the game.
    Waiting,
    /// Somebody's turn.
    Rolling,
    /// After the game.
    Ended,
}

/// A player as printed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RawPlayer {
    /// Whether the player has said to be ready.
    pub is_ready: bool,
    /// Whether the player is there.
    pub is_connected: bool,
    /// The points in each box, in the order of [`Category::ALL`]; `None` for a free one.
    pub scores: [Option<u16>; Category::COUNT],
    /// How many further Kniffels brought 50 points each; part of the total.
    pub extra_kniffels: u8,
    /// The sum of the upper boxes.
    pub upper_sum: u16,
    /// 35 or 0.
    pub upper_bonus: u16,
    /// All of it.
    pub total: u16,
}

impl Kniffel {
    /// The state with public fields.
    #[must_use]
    pub fn to_raw(&self) -> Raw {
        let last = Turn { round: ROUNDS, seat: game::Seat(self.players.saturating_sub(1)) };
        let (phase, turn, rolls_remaining, dice, kept) = match self.phase {
            Phase::Waiting { .. } => (PhaseName::Waiting, Turn::FIRST, ROLLS, Dice::PLACEHOLDER, Keep::NONE),
            Phase::Rolling { turn, rolls_remaining, dice, kept } => {
                (PhaseName::Rolling, turn, rolls_remaining, dice, kept)
            }
            Phase::Ended { dice, .. } => (PhaseName::Ended, last, 0, dice, Keep::NONE),
        };
        let winners = match self.phase {
            Phase::Ended { winners, .. } => winners.iter().map(|seat| seat.0).collect(),
            Phase::Waiting { .. } | Phase::Rolling { .. } => Vec::new(),
        };
        Raw {
            rules: self.rules,
            phase,
            round: turn.round,
            current_player_index: turn.seat.0,
            dice: dice.faces(),
            kept_dice: kept.to_array(),
            rolls_remaining,
            players: (0..self.players).map(|seat| self.raw_player(game::Seat(seat))).collect(),
            winners,
        }
    }

    fn raw_player(&self, seat: game::Seat) -> RawPlayer {
        let sheet = &self.sheets[seat.index()];
        RawPlayer {
            is_ready: self.ready().contains(seat),
            is_connected: self.connected.contains(seat),
            scores: Category::ALL.map(|category| sheet.points(category).map(u16::from)),
            extra_kniffels: sheet.n_extra_kniffels(),
            upper_sum: sheet.upper_sum().into(),
            upper_bonus: sheet.upper_bonus().into(),
            total: sheet.total(),
        }
    }
}
