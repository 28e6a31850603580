//! Turns: whose turn it is, which comes next, and who has won in the end.
//!
//! A *round* is one turn of every seat; a game has thirteen, one for each box of the sheet.
//!
//! Rules: docs/rules/kniffel.md §5.3 (advancing), §5.4 (end of the game).

use game::{Seat, SeatSet};

/// How many rounds a game has.
pub const ROUNDS: u8 = 13;
/// How many rolls a turn has.
pub const ROLLS: u8 = 3;

/// One turn of one seat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Turn {
    /// From 1 to 13.
    pub round: u8,
    /// Whose turn it is.
    pub seat: Seat,
}

impl Turn {
    /// The first turn of a game.
    pub const FIRST: Self = Self { round: 1, seat: Seat(0) };

    /// The turn after this one at a table of `players`; `None` after the last.
    #[must_use]
    #[inline]
    pub const fn advance(self, players: u8) -> Option<Self> {
        if self.seat.0 + 1 < players {
            Some(Self { round: self.round, seat: Seat(self.seat.0 + 1) })
        } else if self.round < ROUNDS {
            Some(Self { round: self.round + 1, seat: Seat(0) })
        } else {
            None
        }
    }
}

/// The seats with the highest total; equal totals share the win.
#[must_use]
pub fn winners(totals: &[u16]) -> SeatSet {
    let best = totals.iter().max();
    let is_best = |(_, total): &(u8, &u16)| Some(*total) == best;
    (0..).zip(totals).filter(is_best).map(|(seat, _)| Seat(seat)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// docs/rules/kniffel.md §5.3.
    #[test]
    fn every_seat_has_thirteen_turns_in_order() {
        for players in 1..=8 {
            let mut turns = vec![Turn::FIRST];
            while let Some(next) = turns[turns.len() - 1].advance(players) {
                turns.push(next);
                assert!(turns.len() <= 13 * 8, "turns without end: {next:?}");
            }
            let expected: Vec<_> = (1..=13)
                .flat_map(|round| (0..players).map(move |seat| Turn { round, seat: Seat(seat) }))
                .collect();
            assert_eq!(turns, expected);
        }
    }

    /// docs/rules/kniffel.md §5.4.
    #[test]
    fn pitfall_19_equal_totals_share_the_win() {
        let of = |seats: &[u8]| seats.iter().copied().map(Seat).collect::<SeatSet>();
        assert_eq!(winners(&[200, 199, 198]), of(&[0]));
        assert_eq!(winners(&[198, 199, 200]), of(&[2]));
        assert_eq!(winners(&[200, 150, 200, 200]), of(&[0, 2, 3]));
        assert_eq!(winners(&[0; 8]), of(&[0, 1, 2, 3, 4, 5, 6, 7]));
        assert_eq!(winners(&[5]), of(&[0]));
        assert_eq!(winners(&[]), SeatSet::EMPTY);
    }
}
