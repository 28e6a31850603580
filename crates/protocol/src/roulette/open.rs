//! What is legal at the roulette table but not listed: larger amounts, and names to join with.
//!
//! Rules: docs/rules/roulette.md §11.2.

use game::Legal;
use schemars::JsonSchema;
use serde::Serialize;

use crate::Seat;

/// A kind of action that is legal with more arguments than those listed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase", deny_unknown_fields)]
#[schemars(rename = "RouletteOpen")]
pub enum Open {
    /// Every listed bet at any amount within these bounds.
    PlaceBet {
        /// Who may bet.
        seat: Seat,
        /// The smallest amount; the one that is listed.
        min_amount: u32,
        /// The largest amount.
        max_amount: u32,
    },
    /// Joining under any name.
    PlayerJoin {
        /// The empty seat.
        seat: Seat,
    },
}

pub(super) fn describe(seat: game::Seat, legal: &roulette::RouletteLegal) -> Vec<Open> {
    let seat = seat.into();
    let bets =
        legal.open_bets().map(|open| Open::PlaceBet { seat, min_amount: open.min, max_amount: open.max });
    let join = legal.contains(&roulette::Action::Join { name: None }).then_some(Open::PlayerJoin { seat });
    bets.into_iter().chain(join).collect()
}
