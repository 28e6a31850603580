//! Law: the log is the game.
//!
//! Whole games are recorded move by move; replaying the record, and its beginnings, gives the identical state,
//! and the moves tell the identical events.

use super::walk::Walk;
use super::{SplitMix, Subject};
use crate::{Game, Record, replay};

/// Plays and replays this many games.
///
/// # Panics
/// When the law is broken.
pub fn replay_gives_the_same_state<S: Subject>(games: u64) {
    let mut walk = Walk::<S>::whole_games(13);
    let mut luck = SplitMix::new(14);
    for _ in 0..games {
        let Some(setup) = walk.setup().cloned() else {
            panic!("{}: a whole game has a setup", S::Game::NAME);
        };
        let mut record: Record<S::Game> = Record { setup, moves: Vec::new() };
        let mut events = Vec::new();
        let mut states = vec![walk.here().clone()];
        while !walk.is_over() {
            record.moves.push(walk.play(&mut events));
            states.push(walk.here().clone());
        }
        assert!(!record.moves.is_empty(), "{}: a game without moves", S::Game::NAME);

        check_states::<S>(&walk, &record, &states, luck.index(states.len()));
        check_states::<S>(&walk, &record, &states, record.moves.len());
        check_events::<S>(&walk, &record, &events);
        walk.next_game();
    }
}

/// Compares the state after the first `n` moves.
fn check_states<S: Subject>(walk: &Walk<S>, record: &Record<S::Game>, states: &[S::Game], n: usize) {
    let part: Record<S::Game> = Record { setup: record.setup.clone(), moves: record.moves[..n].to_vec() };
    match replay(&part) {
        Ok(again) => assert!(
            again == states[n],
            "the replay of {n} moves gives another state:\n{again:?}\ninstead of\n{:?}\n{}",
            states[n],
            walk.place()
        ),
        Err(fault) => panic!("the record does not replay: {fault}\n{}", walk.place()),
    }
}

fn check_events<S: Subject>(walk: &Walk<S>, record: &Record<S::Game>, told: &[<S::Game as Game>::Event]) {
    let mut again = Vec::new();
    if let Ok(mut game) = S::Game::create(&record.setup) {
        for m in &record.moves {
            // A rejection shows as missing events.
            let _ = game.apply(m.seat, &m.action, m.outcome, &mut again);
        }
    }
    assert!(again == told, "the replay tells other events\n{}", walk.place());
}
