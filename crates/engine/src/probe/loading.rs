//! Loading states that are nearly right.
//!
//! A real state is taken from the middle of a random game and changed in a few places. Most changes must be refused, and
//! are; what is let in must be a state like any other: printed and loaded again it is equal, and the game
//! goes on from it.

use catan::Catan;
use game::{Luck, Unheard, Viewer};
use kniffel::Kniffel;
use protocol::{Json, read};
use roulette::Roulette;

use super::mutation::change_json;
use crate::hosted::Hosted;

/// How far a game goes on from a state that was let in.
const AFTERWARDS: u64 = 60;

/// Changes a real state and loads it; says whether it was let in.
///
/// # Panics
/// When something was let in that is not a state like any other.
pub fn load_changed(luck: &mut impl Luck) -> bool {
    let depth = u64::from(luck.below(400));
    match luck.below(6) {
        0 => {
            let rules = kniffel::Rules {
                five_of_a_kind_is_full_house: luck.below(2) == 0,
                extra_kniffel: luck.below(2) == 0,
            };
            let setup = kniffel::Setup { players: 1 + luck.below(8) as u8, rules };
            change_and_load::<Kniffel>(&setup, depth, luck)
        }
        1 => change_and_load::<Roulette>(&roulette::Setup::new(1 + luck.below(10) as u8), depth, luck),
        _ => {
            let rules = catan::Profile::ALL[luck.below(3) as usize].rules();
            // Bounded, since a fuzzer's luck may never come upon a board that will do.
            let board = catan::Board::spiral(luck);
            let setup = catan::Setup { players: 3 + luck.below(2) as u8, rules, board, order: None };
            change_and_load::<Catan>(&setup, depth, luck)
        }
    }
}

fn change_and_load<G: Hosted>(setup: &G::Setup, depth: u64, luck: &mut impl Luck) -> bool {
    let Ok(mut game) = G::create(setup) else { return false };
    play(&mut game, luck, depth);
    let mut state = serde_json::to_value(game.state_out()).expect("a state can be printed");
    let printed: G::WireState = read(&Json(state.clone())).expect("what was printed can be read");
    assert!(G::state_in(&printed).as_ref() == Ok(&game), "what was printed loads to an equal state");
    for _ in 0..=luck.below(3) {
        change_json(&mut state, luck);
    }
    let Ok(read) = read::<G::WireState>(&Json(state)) else { return false };
    match G::state_in(&read) {
        Ok(loaded) => {
            look_at(&loaded);
            let mut onward = loaded;
            play(&mut onward, luck, AFTERWARDS);
            look_at(&onward);
            true
        }
        Err(faults) => {
            assert!(!faults.is_empty(), "refused without a fault");
            false
        }
    }
}

/// Everything that can be asked of a state.
fn look_at<G: Hosted>(game: &G) {
    assert!(
        G::state_in(&game.state_out()).as_ref() == Ok(game),
        "what was let in loads again to an equal state"
    );
    for viewer in Viewer::all(game.seats()) {
        let _ = G::view_out(&game.view(viewer));
    }
    let may_go_on = game.ended().is_some() || !game.to_move().is_empty();
    assert!(may_go_on, "neither over nor waiting for anybody: {game:?}");
}

/// Random moves, as long as there are any.
fn play<G: Hosted>(game: &mut G, luck: &mut impl Luck, moves: u64) {
    for _ in 0..moves {
        let Some(seat) = game.to_move().lowest() else { return };
        let Some(action) = game.random_action(seat, luck) else { return };
        let outcome = game.chance(seat, &action).map(|chance| game::draw(&chance, luck));
        let accepted = game.apply(seat, &action, outcome, &mut Unheard);
        assert!(accepted.is_ok(), "{seat} {action:?} is listed but refused in {game:?}");
    }
}
