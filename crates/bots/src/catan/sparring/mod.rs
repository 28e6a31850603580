//! Sparring partners: players to measure honest bots against, for the arena only, since they look at hidden cards.
//!
//! Both go by the value function that the Python project Catanatron publishes, and are written from its description alone.
//! `f1` takes the decision with the best worth after it; `ab2` looks one decision further.
//!
//! How they decide, and how they were calibrated: docs/bots.md §6.

mod limit;
mod moves;
mod search;
#[cfg(test)]
mod tests;
mod value;

use catan::{Action, Board, Catan};
use game::{Game, Legal, Seat};

use self::limit::Limit;
use self::moves::{Move, moves};
use self::search::Search;
use self::value::Land;
use crate::{Budget, Seer};

/// The names of the sparring partners.
pub const SPARRING: &[&str] = &["f1", "ab2"];

/// A sparring partner, `f1` or `ab2`, with a budget for each decision; usually 20 seconds, as the original has. `None` for
/// any other name.
#[must_use]
pub fn sparring(level: &str, budget: Budget) -> Option<Box<dyn Seer<Catan>>> {
    let depth = match level {
        "f1" => 1,
        "ab2" => 2,
        _ => return None,
    };
    Some(Box::new(Partner { depth, budget, land: None }))
}

/// A player that takes the best decision by a search of so many decisions.
struct Partner {
    depth: u32,
    budget: Budget,
    /// What the value needs of the board, kept from one decision to the next.
    land: Option<(Board, Land)>,
}

impl Seer<Catan> for Partner {
    fn choose(&mut self, game: &Catan, seat: Seat) -> Option<Action> {
        let refusal = game.legal(seat).iter().find(|action| matches!(action, Action::DeclineTrade { .. }));
        if refusal.is_some() || !game.to_move().contains(seat) {
            return refusal;
        }
        let list = moves(game, seat);
        if let [only] = list[..] {
            return Some(only.action);
        }
        let board = game.board();
        let (_, land) = match self.land.take() {
            Some(known) if known.0 == *board => self.land.insert(known),
            _ => self.land.insert((*board, Land::new(board))),
        };
        best(game, seat, list, land, self.depth, self.budget).map(|chosen| chosen.action)
    }
}

/// The best of several moves.
///
/// First everything is looked at one decision deep, then deeper in the order of what that found, as far as the budget
/// goes. So the first of equals is the one that gains most at once, and a small budget leaves a sensible choice.
fn best(game: &Catan, seat: Seat, list: Vec<Move>, land: &Land, depth: u32, budget: Budget) -> Option<Move> {
    let mut limit = Limit::new(budget);
    let mut search = Search { land, seat, limit: &mut limit };
    let everything = (f64::NEG_INFINITY, f64::INFINITY);
    let mut ranked: Vec<(f64, Move)> =
        list.into_iter().map(|chosen| (search.after(game, seat, chosen, 0, everything), chosen)).collect();
    // Stable: equals stay in the order of the list.
    ranked.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let mut best = ranked.first().map(|&(_, chosen)| chosen);
    if depth <= 1 {
        return best;
    }
    let mut most = f64::NEG_INFINITY;
    for (_, chosen) in ranked {
        let worth = search.after(game, seat, chosen, depth - 1, (most, f64::INFINITY));
        if search.limit.reached() {
            break;
        }
        if worth > most {
            (most, best) = (worth, Some(chosen));
        }
    }
    best
}
