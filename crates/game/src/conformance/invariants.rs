//! Law: what must hold, holds at every step.
//!
//! The suite plays on and on and asks the subject after every single action whether its invariants hold: cards and
//! chips conserved, points equal to the sum of their causes, phase data that fits.

use super::Subject;
use super::walk::Walk;
use crate::{Game, Unheard};

/// Plays at least this many actions, spread evenly over all setups.
///
/// # Panics
/// When the law is broken.
pub fn invariants_hold<S: Subject>(actions: u64) {
    let mut walk = Walk::<S>::whole_games(9);
    let setups = walk.starts() as u64;
    let share = actions.div_ceil(setups);
    for setup in 0..setups {
        let mut played = 0;
        check(&walk);
        while played < share {
            if walk.is_over() {
                // Once around: the same setup again, until it has had its share.
                (0..setups).for_each(|_| walk.next_game());
            } else {
                walk.play(&mut Unheard);
                played += 1;
            }
            check(&walk);
        }
        println!("{}: {played} actions from setup {setup}: {:?}", S::Game::NAME, walk.setup());
        walk.next_game();
    }
    for position in S::positions() {
        if let Err(fault) = S::check_invariants(&position) {
            panic!("{}: an extra position is impossible: {fault}\n{position:?}", S::Game::NAME);
        }
    }
}

#[inline]
fn check<S: Subject>(walk: &Walk<S>) {
    if let Err(fault) = S::check_invariants(walk.here()) {
        panic!("{fault}\n{}", walk.place());
    }
}
