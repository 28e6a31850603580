//! The mind of the players that search: what a position is worth, and what can be made of a turn.
//!
//! - a position as numbers: [`features`] on the `ground` of a board; their worth: [`net`], asked through a [`judge`]
//! - what to do: [`turn`] thinks a turn through, `draft` the first settlements, `bargain` trades;
//!   `contest` compares what [`rollout`] plays on; in which [`worlds`], from what was heard

#![expect(clippy::cast_precision_loss, reason = "counts of cards, pieces and positions are small")]

pub(super) mod bargain;
pub(super) mod contest;
mod draft;
pub(super) mod end;
pub mod features;
mod ground;
pub mod judge;
pub mod net;
pub mod rollout;
pub mod turn;
pub mod worlds;
