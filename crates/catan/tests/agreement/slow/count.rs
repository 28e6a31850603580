//! Node counts of the game tree.
//!
//! A *ply* is one decision (any listed action of any seat, or a way to discard) or one answer of luck. A *leaf* is a
//! position after so many plies: waiting for a decision, waiting for luck, or over (then also after fewer plies).

use super::Slow;

/// The leaves of a tree by kind.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Leaves {
    pub(crate) decision: u64,
    pub(crate) chance: u64,
    pub(crate) ended: u64,
}

impl std::ops::AddAssign for Leaves {
    fn add_assign(&mut self, other: Self) {
        self.decision += other.decision;
        self.chance += other.chance;
        self.ended += other.ended;
    }
}

impl Slow {
    /// Whether the game is over.
    pub(crate) fn is_over(&self) -> bool {
        matches!(self.phase, super::Phase::Ended { .. })
    }

    /// The leaves of the tree below this position.
    pub(crate) fn perft(&self, depth: u32) -> Leaves {
        if self.is_over() {
            return Leaves { ended: 1, ..Leaves::default() };
        }
        if depth == 0 {
            return Leaves { decision: 1, ..Leaves::default() };
        }
        let mut sum = Leaves::default();
        for seat in 0..self.players.len() {
            for action in self.legal(seat).union(&self.discards(seat)) {
                let outcomes = self.chances(seat, action);
                if outcomes.is_empty() {
                    sum += self.after(seat, action, None).perft(depth - 1);
                } else if depth == 1 {
                    sum += Leaves { chance: 1, ..Leaves::default() };
                } else {
                    for (outcome, _) in outcomes {
                        sum += self.after(seat, action, Some(&outcome)).perft(depth - 2);
                    }
                }
            }
        }
        sum
    }

    /// The position after an action that is known to be legal.
    fn after(&self, seat: usize, action: &str, outcome: Option<&str>) -> Self {
        let mut next = self.clone();
        next.apply(seat, action, outcome).expect("a listed action is accepted");
        next
    }
}
