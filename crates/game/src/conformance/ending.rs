//! Laws: a game goes on until it ends, and a finished game accepts nothing.
//!
//! While it goes on, the game waits for somebody, and everybody it waits for can take it further. When it is
//! over it waits for nobody, has at least one winner at the table (unless it is a game that nobody wins), and
//! refuses whatever anybody asks for.

use super::walk::Walk;
use super::{SplitMix, StateOf, Subject, seats_and_ghosts};
use crate::{Game, Legal, Seat, SeatSet};

/// The most actions in search of one finished game.
const SEARCH: u64 = 2_000_000;

/// Plays this many games to their end and tries every conceivable action then.
///
/// # Panics
/// When the law is broken, or when games do not end.
pub fn finished_game_accepts_nothing<S: Subject>(games: u64) {
    let mut walk = Walk::<S>::whole_games(5);
    let mut luck = SplitMix::new(6);
    if !S::ENDS {
        return never_ends::<S>(walk, games);
    }
    let (mut finished, mut steps) = (0, 0);
    while finished < games {
        if walk.here().ended().is_some() {
            finished += 1;
            check_finished::<S>(&walk, &mut luck);
        }
        walk.step();
        steps += 1;
        assert!(steps < SEARCH.saturating_mul(games), "{}: games do not end", S::Game::NAME);
    }
}

fn check_finished<S: Subject>(walk: &Walk<S>, luck: &mut SplitMix) {
    let game = walk.here();
    let winners = game.ended().unwrap_or(SeatSet::EMPTY);
    if S::WINNERS {
        assert!(!winners.is_empty(), "over, but without a winner\n{}", walk.place());
    } else {
        assert!(winners.is_empty(), "nobody can win, but {winners:?} did\n{}", walk.place());
    }
    let strangers = winners.iter().any(|seat| seat.index() >= game.seats());
    assert!(!strangers, "the winners {winners:?} are not at the table\n{}", walk.place());
    assert!(game.to_move().is_empty(), "over, but waiting for {:?}\n{}", game.to_move(), walk.place());
    let samples = S::sample_outcomes();
    for seat in seats_and_ghosts(game.seats()) {
        let legal = game.legal(seat);
        assert!(legal.is_empty(), "over, but {seat} may act: {:?}\n{}", legal.get(0), walk.place());
        let open = S::random_open(game, seat, luck);
        assert!(open.is_none(), "over, but open to {seat}: {open:?}\n{}", walk.place());
        let sample = samples.get(luck.index(samples.len())).copied();
        S::conceivable(game, seat, &mut |action| {
            for outcome in [None, sample] {
                let mut after = game.clone();
                let mut events = Vec::new();
                let accepted = after.apply(seat, &action, outcome, &mut events).is_ok();
                assert!(!accepted, "over, but {seat} does {action:?}\n{}", walk.place());
                assert!(after == *game && events.is_empty(), "over, but changed\n{}", walk.place());
            }
        });
    }
}

fn never_ends<S: Subject>(mut walk: Walk<S>, games: u64) {
    let mut begun = 0;
    while begun < games {
        assert!(walk.here().ended().is_none(), "said to be endless, but over\n{}", walk.place());
        begun += u64::from(walk.is_over());
        walk.step();
    }
}

/// Plays this many actions and checks who the game waits for after each.
///
/// # Panics
/// When the law is broken.
pub fn somebody_can_always_move<S: Subject>(actions: u64) {
    let mut walk = Walk::<S>::new(7);
    let mut luck = SplitMix::new(8);
    for _ in 0..actions {
        let game = walk.here();
        let waited_for = game.to_move();
        if game.ended().is_none() {
            assert!(!waited_for.is_empty(), "not over, but waiting for nobody\n{}", walk.place());
        }
        for seat in waited_for.iter() {
            assert!(seat.index() < game.seats(), "waiting for {seat}, who is not here\n{}", walk.place());
            let can = can_move_on::<S>(game, seat, &mut luck);
            assert!(can, "waiting for {seat}, who can do nothing\n{}", walk.place());
        }
        walk.step();
    }
}

fn can_move_on<S: Subject>(game: &StateOf<S>, seat: Seat, luck: &mut SplitMix) -> bool {
    game.legal(seat).iter().any(|action| S::moves_on(&action)) || S::random_open(game, seat, luck).is_some()
}
