//! Law: the order of legal actions is stable.
//!
//! The same position always lists the same actions in the same order, none twice, and `get`, `iter`, `len`,
//! `is_empty` and `contains` tell the same story. Bots, transcripts and clients come to depend on it.

use super::walk::Walk;
use super::{Subject, seats_and_ghosts};
use crate::{Game, Legal};

/// The longest way from one position to the next.
const STRIDE: u32 = 6;

/// Checks this many positions.
///
/// # Panics
/// When the law is broken.
pub fn order_of_legal_actions_is_stable<S: Subject>(positions: u64) {
    let mut walk = Walk::<S>::new(10);
    let mut longest = 0;
    for _ in 0..positions {
        let game = walk.here();
        for seat in seats_and_ghosts(game.seats()) {
            let legal = game.legal(seat);
            let listed: Vec<_> = legal.iter().collect();
            longest = longest.max(listed.len());
            let what = || format!("{seat}, {} actions\n{}", listed.len(), walk.place());

            assert!(legal.len() == listed.len(), "`len` says {}: {}", legal.len(), what());
            assert!(legal.is_empty() == listed.is_empty(), "`is_empty` is wrong: {}", what());
            for (index, action) in listed.iter().enumerate() {
                assert!(legal.get(index).as_ref() == Some(action), "`get({index})` differs: {}", what());
                assert!(legal.contains(action), "listed, but not contained: {action:?}: {}", what());
                assert!(!listed[..index].contains(action), "listed twice: {action:?}: {}", what());
            }
            for beyond in [listed.len(), listed.len() + 1, usize::MAX] {
                assert!(legal.get(beyond).is_none(), "`get({beyond})` finds something: {}", what());
            }
            let again = game.legal(seat);
            assert!(again.iter().eq(listed.iter().cloned()), "asked again, it differs: {}", what());
            let copy = game.clone().legal(seat);
            assert!(copy.iter().eq(listed.iter().cloned()), "a copy of the state differs: {}", what());
        }
        walk.stroll(STRIDE);
    }
    assert!(longest > 1, "{}: there was never a choice", S::Game::NAME);
}
