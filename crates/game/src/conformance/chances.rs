//! Law: chances add up.
//!
//! The weights of the outcomes add up to the total; every ticket stands for a listed outcome, as many tickets as
//! its weight; `weight` knows the same weights; every listed outcome is accepted.

use super::walk::Walk;
use super::{ActionOf, OutcomeOf, SplitMix, StateOf, Subject, seats_of};
use crate::{Chance, Game, Legal, Luck, Seat, Unheard};

/// The longest way from one position to the next.
const STRIDE: u32 = 12;
/// Up to this total every ticket is tried, above it a sample.
const TICKETS: u32 = 10_000;

/// Checks every action that needs luck, until this many tickets were tried.
///
/// # Panics
/// When the law is broken, or when the walk meets too little luck.
pub fn chances_add_up<S: Subject>(tickets: u64) {
    let mut walk = Walk::<S>::new(3);
    let mut luck = SplitMix::new(4);
    let samples = S::sample_outcomes();
    let (mut tried, mut actions, mut fruitless) = (0, 0_u64, 0);
    while tried < tickets {
        fruitless += 1;
        assert!(fruitless < 100_000, "{}: nothing is left to luck any more", S::Game::NAME);
        let game = walk.here();
        for seat in seats_of(game) {
            let open = S::random_open(game, seat, &mut luck);
            for action in game.legal(seat).iter().chain(open) {
                if let Some(chance) = game.chance(seat, &action) {
                    tried += u64::from(chance.total().min(TICKETS));
                    actions += 1;
                    fruitless = 0;
                    check::<S>(&walk, seat, &action, &chance, &mut luck);
                    for outcome in &samples {
                        let accepted = accepts::<S>(&walk, seat, &action, *outcome);
                        let weight = chance.weight(outcome);
                        assert!(
                            accepted == (weight > 0),
                            "{seat} {action:?}: {outcome:?} has weight {weight}, accepted: {accepted}\n{}",
                            walk.place()
                        );
                    }
                }
            }
        }
        walk.stroll(STRIDE);
    }
    println!("{}: {tried} tickets of {actions} actions tried", S::Game::NAME);
}

fn check<S: Subject>(
    walk: &Walk<S>,
    seat: Seat,
    action: &ActionOf<S>,
    chance: &<StateOf<S> as Game>::Chance,
    luck: &mut SplitMix,
) {
    let what = || format!("{seat} {action:?}\n{}", walk.place());
    let total = chance.total();
    assert!(total > 0, "no ticket at all: {}", what());
    assert!(!chance.purpose().name.is_empty(), "a draw without a purpose: {}", what());

    let mut found = Found::<OutcomeOf<S>>::default();
    chance.each(&mut |outcome, weight| {
        assert!(weight > 0, "{outcome:?} is listed with weight 0: {}", what());
        assert!(chance.weight(&outcome) == weight, "`weight` and `each` differ on {outcome:?}: {}", what());
        assert!(accepts::<S>(walk, seat, action, outcome), "{outcome:?} is listed, but rejected: {}", what());
        found.rows.push(Row { outcome, weight, tickets: 0 });
    });
    let sum: u64 = found.rows.iter().map(|row| u64::from(row.weight)).sum();
    assert!(sum == u64::from(total), "the weights add up to {sum}, not to {total}: {}", what());
    assert!(chance.pick(u32::MAX) == chance.pick(total - 1), "a ticket beyond the last: {}", what());

    let every = total <= TICKETS;
    for n in 0..total.min(TICKETS) {
        let outcome = chance.pick(if every { n } else { luck.below(total) });
        let Some(row) = found.row(&outcome) else {
            panic!("a ticket stands for {outcome:?}, which is not listed: {}", what());
        };
        row.tickets += 1;
    }
    if every {
        // An outcome that is listed twice shows here too: one of its rows gets no tickets.
        for row in &found.rows {
            assert!(
                row.tickets == row.weight,
                "{:?} has weight {}, but {} tickets: {}",
                row.outcome,
                row.weight,
                row.tickets,
                what()
            );
        }
    }
}

struct Row<O> {
    outcome: O,
    weight: u32,
    tickets: u32,
}

/// The listed outcomes, searched from the last hit on: tickets mostly come in the order of the list.
struct Found<O> {
    rows: Vec<Row<O>>,
    last: usize,
}

impl<O> Default for Found<O> {
    fn default() -> Self {
        Self { rows: Vec::new(), last: 0 }
    }
}

impl<O: Eq> Found<O> {
    fn row(&mut self, outcome: &O) -> Option<&mut Row<O>> {
        let from_last = (self.last..self.rows.len()).chain(0..self.last);
        let index = from_last.into_iter().find(|&index| self.rows[index].outcome == *outcome)?;
        self.last = index;
        self.rows.get_mut(index)
    }
}

fn accepts<S: Subject>(walk: &Walk<S>, seat: Seat, action: &ActionOf<S>, outcome: OutcomeOf<S>) -> bool {
    walk.here().clone().apply(seat, action, Some(outcome), &mut Unheard).is_ok()
}
