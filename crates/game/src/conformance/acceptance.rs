//! Law: the game accepts exactly what is legal.
//!
//! In many positions of every stratum each seat, and seats that the table does not have, try every conceivable
//! action. `legal`, `is_valid`, `chance` and `apply` must agree on each. The law prints how often each stratum
//! was met and fails if a required one never was.

use super::strata::Tally;
use super::walk::Walk;
use super::{ActionOf, SplitMix, StateOf, Subject, seats_and_ghosts};
use crate::{Game, Legal, Rejected, Seat, draw};

/// A stratum is preferred until this many of its positions were checked.
const ENOUGH: u64 = 25;
/// Of the other positions, one in how many is checked.
const ELSE: u32 = 16;
/// The walk gives up on strata it has not met after this many actions for each position to check.
const SEARCH: u64 = 500;
/// Random described actions tried per seat and position.
const DESCRIBED: u32 = 3;

/// Checks at least this many positions, and more where a required stratum is still missing.
///
/// # Panics
/// When the law is broken, or a required stratum was never met.
pub fn accepts_exactly_what_is_legal<S: Subject>(positions: u64) {
    let mut walk = Walk::<S>::new(1);
    let mut luck = SplitMix::new(2);
    let mut tally = Tally::default();
    let mut checked = 0;
    for _ in 0..positions.saturating_mul(SEARCH) {
        tally.arrive();
        S::strata(walk.here(), &mut tally);
        tally.count();
        if tally.is_rare(ENOUGH) || luck.one_in(ELSE) {
            tally.check();
            checked += 1;
            check_position::<S>(&walk, &mut luck);
        }
        let missing = || S::required_strata().iter().any(|stratum| tally.checked(stratum) < ENOUGH);
        if checked >= positions && !missing() {
            break;
        }
        walk.step();
    }
    println!("{}: {checked} positions checked\n{tally}", S::Game::NAME);
    let unmet: Vec<_> = S::required_strata().iter().filter(|stratum| tally.checked(stratum) == 0).collect();
    assert!(unmet.is_empty(), "{}: situations never met: {unmet:?}", S::Game::NAME);
    assert!(checked >= positions, "{}: only {checked} of {positions} positions checked", S::Game::NAME);
}

fn check_position<S: Subject>(walk: &Walk<S>, luck: &mut SplitMix) {
    let game = walk.here();
    for seat in seats_and_ghosts(game.seats()) {
        let legal = game.legal(seat);
        let listed: Vec<_> = legal.iter().collect();
        let exists = seat.index() < game.seats();
        assert!(exists || listed.is_empty(), "{seat} does not exist, yet may act\n{}", walk.place());

        let mut conceived = vec![false; listed.len()];
        let mut conceive = |action: ActionOf<S>| {
            let accepted = agree::<S>(walk, &legal, seat, &action, luck);
            assert!(exists || !accepted, "{seat} does not exist, yet acts: {action:?}\n{}", walk.place());
            if accepted && let Some(index) = listed.iter().position(|other| *other == action) {
                conceived[index] = true;
            }
        };
        S::conceivable(game, seat, &mut conceive);
        for (action, conceived) in listed.iter().zip(conceived) {
            assert!(conceived, "listed for {seat}, but not conceivable: {action:?}\n{}", walk.place());
            let accepted = agree::<S>(walk, &legal, seat, action, luck);
            assert!(accepted, "listed for {seat}, but refused: {action:?}\n{}", walk.place());
        }
        for _ in 0..DESCRIBED {
            let Some(action) = S::random_open(game, seat, luck) else { break };
            let accepted = agree::<S>(walk, &legal, seat, &action, luck);
            assert!(accepted, "described for {seat}, but refused: {action:?}\n{}", walk.place());
        }
    }
}

/// Whether the action is accepted, once all functions of the contract have been found to agree on it.
fn agree<S: Subject>(
    walk: &Walk<S>,
    legal: &<StateOf<S> as Game>::Legal,
    seat: Seat,
    action: &ActionOf<S>,
    luck: &mut SplitMix,
) -> bool {
    let game = walk.here();
    let verdict = game.is_valid(seat, action);
    let contained = legal.contains(action);
    assert!(
        contained == verdict.is_ok(),
        "{seat} {action:?}: `legal` contains it: {contained}, but `is_valid` says {verdict:?}\n{}",
        walk.place()
    );
    let chance = game.chance(seat, action);
    assert!(
        verdict.is_ok() || chance.is_none(),
        "{seat} {action:?}: refused, yet `chance` lists outcomes\n{}",
        walk.place()
    );
    let outcome = chance.map(|chance| draw(&chance, luck));
    let mut after = game.clone();
    let mut events = Vec::new();
    let applied = after.apply(seat, action, outcome, &mut events);
    assert!(
        applied == verdict.clone().map_err(Rejected::Refused),
        "{seat} {action:?} {outcome:?}: `apply` says {applied:?}, but `is_valid` {verdict:?}\n{}",
        walk.place()
    );
    if applied.is_ok() {
        assert!(after != *game, "{seat} {action:?}: accepted, but nothing changed\n{}", walk.place());
        assert!(
            !events.is_empty(),
            "{seat} {action:?}: accepted, but no event tells of it\n{}",
            walk.place()
        );
    } else {
        assert!(after == *game, "{seat} {action:?}: refused, but the state changed\n{}", walk.place());
        assert!(events.is_empty(), "{seat} {action:?}: refused, but told {events:?}\n{}", walk.place());
    }
    applied.is_ok()
}
