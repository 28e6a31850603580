//! Roulette's levels, and the plainest action that moves a round on.

use game::{Legal, Seat};
use roulette::{Action, BetType, Roulette, RouletteLegal};

use super::Bettor;
use crate::{Bot, Budget, Company};

impl Company for Roulette {
    const LEVELS: &'static [&'static str] = &["cautious", "lucky", "chaser"];

    fn bot_with(level: &str, seat: Seat, seed: u64, _: Budget) -> Option<Box<dyn Bot<Self>>> {
        Some(Box::new(Bettor::new(level, seat, seed)?))
    }

    /// What the round waits for; then the smallest bet on red; and where a player has nothing left to bet and everybody
    /// waits for it, it gets up.
    fn fallback(legal: &RouletteLegal) -> Option<Action> {
        let round = [Action::Settle, Action::EndRound, Action::NextRound, Action::Spin, Action::Close];
        let bet =
            |action: &Action| matches!(action, Action::PlaceBet { bet, .. } if bet.kind() == BetType::Red);
        let next = round.into_iter().find(|action| legal.contains(action));
        next.or_else(|| legal.iter().find(bet))
            .or_else(|| legal.contains(&Action::Leave).then_some(Action::Leave))
    }
}
