//! The snake draft: who places what in the setup.
//!
//! For `n` players there are 4n *turns*, each one piece. The first 2n run through the players in order, the second 2n
//! back again; even turns place a settlement, odd turns the road beside it. A *position* says the same for people.
//!
//! Rules: docs/rules/catan.md §5.1.

/// What is placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DraftPhase {
    /// A settlement.
    Settlement,
    /// The road that touches it.
    Road,
}

/// A turn of the draft in words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// 1 on the way out, 2 on the way back.
    pub round: u8,
    /// The place in the order of play.
    pub player_index: u8,
    /// What is placed.
    pub phase: DraftPhase,
}

/// How many turns the draft of `players` has.
#[must_use]
pub const fn total(players: u8) -> u8 {
    4 * players
}

/// Whether nothing is left to place at `turn`.
#[must_use]
pub const fn is_complete(players: u8, turn: u8) -> bool {
    turn >= total(players)
}

/// Who places what at `turn`; `None` once the draft is complete.
#[must_use]
#[inline]
pub const fn position(players: u8, turn: u8) -> Option<Position> {
    if is_complete(players, turn) {
        return None;
    }
    let phase = if turn.is_multiple_of(2) { DraftPhase::Settlement } else { DraftPhase::Road };
    let half = 2 * players;
    Some(if turn < half {
        Position { round: 1, player_index: turn / 2, phase }
    } else {
        Position { round: 2, player_index: players - 1 - (turn - half) / 2, phase }
    })
}

/// The position after `turn`; `None` if that was the last.
#[must_use]
pub const fn next(players: u8, turn: u8) -> Option<Position> {
    if is_complete(players, turn) { None } else { position(players, turn + 1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn players_in_turn(n: u8) -> Vec<u8> {
        (0..total(n)).map(|t| position(n, t).expect("within the draft").player_index).collect()
    }

    #[test]
    fn the_snake_runs_out_and_back() {
        assert_eq!(players_in_turn(4), [0, 0, 1, 1, 2, 2, 3, 3, 3, 3, 2, 2, 1, 1, 0, 0], "§5.1");
        assert_eq!(players_in_turn(3), [0, 0, 1, 1, 2, 2, 2, 2, 1, 1, 0, 0]);
        assert_eq!(players_in_turn(2), [0, 0, 1, 1, 1, 1, 0, 0]);
    }

    #[test]
    fn settlements_and_roads_alternate_and_rounds_are_halves() {
        for n in 2..=4 {
            for t in 0..total(n) {
                let at = position(n, t).expect("within the draft");
                assert_eq!(at.phase == DraftPhase::Settlement, t % 2 == 0);
                assert_eq!(at.round, if t < 2 * n { 1 } else { 2 });
                assert_eq!(next(n, t), position(n, t + 1));
            }
        }
    }

    #[test]
    fn it_is_complete_after_four_turns_a_player() {
        for n in 2..=4 {
            assert_eq!(total(n), 4 * n);
            assert!(!is_complete(n, 4 * n - 1) && is_complete(n, 4 * n) && is_complete(n, u8::MAX));
            assert_eq!((next(n, 4 * n - 1), position(n, 4 * n), next(n, u8::MAX)), (None, None, None));
        }
    }
}
