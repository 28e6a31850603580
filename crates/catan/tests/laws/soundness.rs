//! Whatever is accepted leads to a sound position.
//!
//! `legal` and `apply` could agree on something wrong, and random play takes only what it thinks of. So every conceivable
//! action is tried in many positions, and where it is accepted the position after it is audited.

use catan::Catan;
use game::conformance::{SplitMix, Subject};
use game::{Game, draw};

use crate::door::through_the_door;
use crate::subject::AnyCatan;
use crate::{audit, conceivable, play, positions};

/// Positions looked at from each setup.
const POSITIONS: u32 = 300;
/// The longest way from one position to the next.
const STRIDE: usize = 20;
/// One position in how many has to pass the raw door as well.
const EVERY: u32 = 8;

/// Tries everything here; says how much was accepted.
fn check(game: &Catan, luck: &mut SplitMix) -> u64 {
    let mut accepted = 0;
    for seat in game.seats_iter() {
        conceivable::each(game, seat, &mut |action| {
            let outcome = game.chance(seat, &action).map(|chance| draw(&chance, luck));
            let mut after = *game;
            let mut events = Vec::new();
            if after.apply(seat, &action, outcome, &mut events).is_err() {
                return;
            }
            accepted += 1;
            if let Err(fault) = audit::check(&after) {
                panic!("{fault} after {seat} {action:?} {outcome:?} in {game:?}");
            }
            if luck.one_in(EVERY) {
                through_the_door(&after);
            }
        });
    }
    accepted
}

#[test]
fn whatever_is_accepted_leads_to_a_sound_position() {
    let mut luck = SplitMix::new(41);
    let mut accepted = 0;
    for position in positions::all() {
        accepted += check(&position, &mut luck);
    }
    for setup in AnyCatan::setups() {
        let begin = || Catan::create(&setup).expect("a fine setup");
        let mut game = begin();
        for _ in 0..POSITIONS {
            for _ in 0..=luck.index(STRIDE) {
                if game.ended().is_some() {
                    game = begin();
                }
                play::step(&mut game, &mut luck);
            }
            accepted += check(&game, &mut luck);
        }
    }
    println!("{accepted} actions accepted");
    assert!(accepted > 10_000, "too little was tried: {accepted}");
}
