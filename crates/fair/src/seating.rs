//! The order of play, where it is drawn.
//!
//! Published: docs/fairness.md §8.

use crate::Fair;

/// The seats 0 to `n` − 1 in their order of play: who comes first plays first.
#[must_use]
pub fn seat_order(fair: &Fair, n: u8) -> Vec<u8> {
    let mut seats: Vec<u8> = (0..n).collect();
    game::shuffle(&mut seats, &mut fair.stream("seat_order", 0));
    seats
}
