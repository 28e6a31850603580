//! Alpha–beta over decisions and luck.
//!
//! The searcher's decisions take the largest worth to the searcher, everybody else's the smallest; what luck decides
//! counts by its mean. *Depth* counts decisions, not turns. A window (*alpha* to *beta*) says which worths still matter to
//! the decisions above; a mean needs all of its parts exactly, so windows end at luck.

use catan::Catan;
use game::{Game, Seat};

use super::limit::Limit;
use super::moves::{Move, is_certain, moves, outcomes};
use super::value::Land;

/// A search for one seat.
pub(super) struct Search<'a> {
    pub(super) land: &'a Land,
    pub(super) seat: Seat,
    pub(super) limit: &'a mut Limit,
}

impl Search<'_> {
    /// The mean worth to the searcher after `mover` decides so, when `depth` further decisions are looked at.
    pub(super) fn after(
        &mut self,
        game: &Catan,
        mover: Seat,
        chosen: Move,
        depth: u32,
        window: (f64, f64),
    ) -> f64 {
        let everything = (f64::NEG_INFINITY, f64::INFINITY);
        let window = if depth == 0 || is_certain(game, mover, chosen) { window } else { everything };
        let mut mean = 0.0;
        outcomes(game, mover, chosen, &mut |next, probability| {
            mean += probability * self.worth(next, depth, window);
        });
        mean
    }

    /// The worth of a position to the searcher when `depth` further decisions are looked at: exact inside the window,
    /// outside of it a bound.
    fn worth(&mut self, game: &Catan, depth: u32, window: (f64, f64)) -> f64 {
        let mover = game.to_move().lowest().filter(|_| depth > 0 && !self.limit.reached());
        let Some(mover) = mover else { return self.leaf(game) };
        let list = moves(game, mover);
        if list.is_empty() {
            return self.leaf(game);
        }
        let own = mover == self.seat;
        let (mut alpha, mut beta) = window;
        let mut best = if own { f64::NEG_INFINITY } else { f64::INFINITY };
        for chosen in list {
            let worth = self.after(game, mover, chosen, depth - 1, (alpha, beta));
            if own {
                best = best.max(worth);
                alpha = alpha.max(best);
            } else {
                best = best.min(worth);
                beta = beta.min(best);
            }
            if alpha >= beta {
                break;
            }
        }
        best
    }

    fn leaf(&mut self, game: &Catan) -> f64 {
        self.limit.count();
        self.land.worth(game, self.seat)
    }
}
