//! Catan's levels, and the plainest action that moves a game on.

use catan::{Action, Catan, CatanLegal, Hand, Resource};
use game::{Legal, Seat};

use super::searcher::{Searcher, Style};
use super::{Greedy, Random, Weighted};
use crate::{Bot, Budget, Company};

impl Company for Catan {
    const LEVELS: &'static [&'static str] = &["random", "weighted", "greedy", "planner", "master"];

    fn bot_with(level: &str, seat: Seat, seed: u64, budget: Budget) -> Option<Box<dyn Bot<Self>>> {
        match level {
            "random" => Some(Box::new(Random::new(seat, seed))),
            "weighted" => Some(Box::new(Weighted::new(seat, seed))),
            "greedy" => Some(Box::new(Greedy::new(seat))),
            "planner" => Some(Box::new(Searcher::new(Style::Planner, seat, seed, budget))),
            "master" => Some(Box::new(Searcher::new(Style::Master, seat, seed, budget))),
            _ => None,
        }
    }

    /// Discards what there is most of; otherwise the first listed action of the plainest kind. It builds, buys and plays
    /// nothing, accepts nothing, and leaves one's own offers alone until the turn ends with them.
    fn fallback(legal: &CatanLegal) -> Option<Action> {
        if let Some(owed) = legal.discard_owed() {
            return Some(Action::Discard(most_of(legal.hand(), owed)));
        }
        legal.iter().filter(|action| plainness(action) > 0).max_by_key(|action| {
            // Of two alike the first: `max_by_key` would take the last, and places are all alike.
            (plainness(action), std::cmp::Reverse(place(legal, action)))
        })
    }
}

fn place(legal: &CatanLegal, action: &Action) -> usize {
    legal.iter().position(|listed| listed == *action).unwrap_or(usize::MAX)
}

/// How plain an action is; 0 for what nobody should do for somebody else.
#[expect(clippy::wildcard_enum_match_arm, reason = "whatever is new is not plain")]
const fn plainness(action: &Action) -> u8 {
    match action {
        Action::RollDice | Action::EndRoadBuilding => 4,
        Action::EndTurn => 3,
        Action::PlaceSettlement(_)
        | Action::PlaceRoad(_)
        | Action::MoveRobber(_)
        | Action::Steal(_)
        | Action::DeclineTrade { .. } => 2,
        // Only where nothing plainer is listed: the first road of road building.
        Action::BuildRoad(_) => 1,
        _ => 0,
    }
}

/// `n` cards, each of the kind that there is most of.
pub(super) fn most_of(hand: Hand, n: u8) -> Hand {
    let mut left = hand.counts();
    let mut given = [0; 5];
    for _ in 0..n {
        let most = Resource::ALL.into_iter().map(Resource::index).max_by_key(|&kind| left[kind]);
        if let Some(kind) = most.filter(|&kind| left[kind] > 0) {
            left[kind] -= 1;
            given[kind] += 1;
        }
    }
    Hand::new(given).unwrap_or_default()
}
