//! What a hand is worth: the goals it brings nearer.
//!
//! A goal counts for less the more rolls it is away, given what one earns and what the bank asks. The best goal of each
//! kind counts, the best of all in full and the others for less, since the same cards cannot be spent twice. Whatever
//! changes a hand (a trade, a discard, a stolen card) is judged by this one number before and after.

use super::goals::{Aim, Goal};
use super::sight::{Cards, Estate, Sight};

/// After this many rolls a hope has lost half its worth.
const HALF: f32 = 18.0;
/// A thing in the hand is worth less than the thing built.
const HOPE: f32 = 0.75;
/// What the second, third and fourth best kinds of goals count for.
const RANKS: [f32; 4] = [1.0, 0.45, 0.2, 0.1];
/// What any card is worth at least.
const PER_CARD: f32 = 0.012;
/// What a card is worth that a seven would take.
const AT_RISK: f32 = 0.16;

/// The worth of one player's cards.
#[derive(Clone, Debug)]
pub(super) struct Prospect {
    goals: Vec<Goal>,
    income: Cards,
    rates: Cards,
    discard_from: f32,
    /// How likely a seven comes before the next turn.
    seven: f32,
}

impl Prospect {
    pub(super) fn new(sight: &Sight, seat: usize, estate: &Estate, free_roads: u8) -> Self {
        Self {
            goals: sight.goals(seat, estate, free_roads),
            income: estate.income.map(|pips| pips / 36.0),
            rates: estate.rates,
            discard_from: f32::from(sight.discard_from),
            seven: 1.0 - (5.0_f32 / 6.0).powi(i32::try_from(sight.players).unwrap_or(4)),
        }
    }

    pub(super) fn goals(&self) -> &[Goal] {
        &self.goals
    }

    /// The worth of these cards in points.
    pub(super) fn of(&self, hand: &Cards) -> f32 {
        let mut best = [0.0_f32; 4];
        for goal in &self.goals {
            let place = match goal.aim {
                Aim::City => 0,
                Aim::Settlement => 1,
                Aim::Title => 2,
                Aim::Card => 3,
            };
            let rolls = self.rolls_until(&goal.cost, hand);
            best[place] = best[place].max(goal.benefit * HALF / (HALF + rolls));
        }
        best.sort_by(|a, b| b.total_cmp(a));
        let hope: f32 = best.iter().zip(RANKS).map(|(worth, rank)| worth * rank).sum();
        let total: f32 = hand.iter().sum();
        let risk = if total >= self.discard_from { self.seven * AT_RISK * (total / 2.0) } else { 0.0 };
        HOPE * hope + PER_CARD * total - risk
    }

    /// About how many rolls pass until the cost can be paid; 0 if it can be paid now.
    pub(super) fn rolls_until(&self, cost: &Cards, hand: &Cards) -> f32 {
        let missing: f32 = (0..5).map(|kind| (cost[kind] - hand[kind]).max(0.0)).sum();
        if missing < 0.01 {
            return 0.0;
        }
        let from_bank: f32 =
            (0..5).map(|kind| ((hand[kind] - cost[kind]).max(0.0) / self.rates[kind]).floor()).sum();
        if from_bank >= missing {
            return 0.8 + 0.7 * missing;
        }
        let enough = |rolls: f32| {
            let mut balance = 0.0;
            for kind in 0..5 {
                let spare = hand[kind] + self.income[kind] * rolls - cost[kind];
                balance += if spare < 0.0 { spare } else { spare / self.rates[kind] };
            }
            balance >= 0.0
        };
        let mut high = 4.0;
        while !enough(high) {
            high *= 2.0;
            if high > 256.0 {
                return high;
            }
        }
        let mut low = if high > 4.0 { high / 2.0 } else { 0.0 };
        for _ in 0..4 {
            let middle = f32::midpoint(low, high);
            if enough(middle) { high = middle } else { low = middle }
        }
        // What is not there yet has to be rolled first.
        high.max(0.8 + 0.7 * missing + 1.0)
    }
}
