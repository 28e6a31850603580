//! Law: a rejected action changes nothing and tells nothing.
//!
//! Every conceivable action that is refused is tried with and without an outcome; every legal one with an
//! outcome missing, unexpected or impossible. The reason given must be the right one.

use super::walk::Walk;
use super::{ActionOf, OutcomeOf, SplitMix, StateOf, Subject, seats_and_ghosts};
use crate::{Chance, Game, OutcomeFault, Rejected, Seat};

/// The longest way from one position to the next.
const STRIDE: u32 = 12;

/// What a game answers to an action.
type Answer<S> = Result<(), Rejected<<StateOf<S> as Game>::Refusal>>;

/// Checks this many positions.
///
/// # Panics
/// When the law is broken.
pub fn rejection_changes_nothing<S: Subject>(positions: u64) {
    let mut walk = Walk::<S>::new(11);
    let mut luck = SplitMix::new(12);
    let samples = S::sample_outcomes();
    assert!(!samples.is_empty(), "{}: no outcomes to try", S::Game::NAME);
    let mut seen = [0_u64; 4];
    for _ in 0..positions {
        let game = walk.here();
        for seat in seats_and_ghosts(game.seats()) {
            let sample = samples[luck.index(samples.len())];
            S::conceivable(game, seat, &mut |action| {
                check::<S>(&walk, seat, &action, sample, &samples, &mut seen);
            });
            if let Some(action) = S::random_open(game, seat, &mut luck) {
                check::<S>(&walk, seat, &action, sample, &samples, &mut seen);
            }
        }
        walk.stroll(STRIDE);
    }
    let [refused, missing, unexpected, impossible] = seen;
    println!(
        "{}: {refused} refused, {missing} without outcome, {unexpected} with one too many, {impossible} impossible",
        S::Game::NAME
    );
    assert!(seen.iter().all(|&n| n > 0), "{}: a kind of rejection was never met", S::Game::NAME);
}

fn check<S: Subject>(
    walk: &Walk<S>,
    seat: Seat,
    action: &ActionOf<S>,
    sample: OutcomeOf<S>,
    samples: &[OutcomeOf<S>],
    seen: &mut [u64; 4],
) {
    let game = walk.here();
    let mut expect = |outcome, answer: Answer<S>, kind: usize| {
        seen[kind] += 1;
        rejects::<S>(walk, seat, action, outcome, &answer);
    };
    match (game.is_valid(seat, action), game.chance(seat, action)) {
        // A refusal is for the player and comes first, whatever the table adds.
        (Err(refusal), _) => {
            expect(None, Err(Rejected::Refused(refusal.clone())), 0);
            expect(Some(sample), Err(Rejected::Refused(refusal)), 0);
        }
        (Ok(()), None) => expect(Some(sample), Err(Rejected::Outcome(OutcomeFault::Unexpected)), 2),
        (Ok(()), Some(chance)) => {
            expect(None, Err(Rejected::Outcome(OutcomeFault::Missing)), 1);
            for outcome in samples.iter().filter(|outcome| chance.weight(outcome) == 0) {
                expect(Some(*outcome), Err(Rejected::Outcome(OutcomeFault::Impossible)), 3);
            }
        }
    }
}

fn rejects<S: Subject>(
    walk: &Walk<S>,
    seat: Seat,
    action: &ActionOf<S>,
    outcome: Option<OutcomeOf<S>>,
    expected: &Answer<S>,
) {
    let mut after = walk.here().clone();
    let mut events = Vec::new();
    let answer = after.apply(seat, action, outcome, &mut events);
    let what = || format!("{seat} {action:?} with outcome {outcome:?}");
    assert!(answer == *expected, "{}: {answer:?} instead of {expected:?}\n{}", what(), walk.place());
    assert!(after == *walk.here(), "{}: rejected, but the state changed\n{}", what(), walk.place());
    assert!(events.is_empty(), "{}: rejected, but told {events:?}\n{}", what(), walk.place());
}
