//! How strong the partners are beside each other. Beating them means something only if they stand to each other as the
//! originals do.
//!
//! The long matches are ignored by default: `cargo test --release -p bots --test sparring -- --ignored --nocapture`.

use std::time::Instant;

use catan::Rules;
use game::Game;

use crate::table::{board, play};

/// Wins by level, the levels moving on by one seat from game to game.
fn tournament(levels: &[&str], games: u64, seed: u64) -> Vec<u64> {
    let n = levels.len();
    let begun = Instant::now();
    let mut wins = vec![0; n];
    let mut turns = 0;
    for number in 0..games {
        let shift = (number % n as u64) as usize;
        let seated: Vec<&str> = (0..n).map(|seat| levels[(seat + shift) % n]).collect();
        let game = board(Rules::default(), n as u8, seed + number / n as u64);
        let end = play(game, &seated, seed ^ number << 20, |_, _, _| {});
        let winner = end.ended().and_then(game::SeatSet::lowest).expect("somebody wins");
        wins[(winner.index() + shift) % n] += 1;
        turns += u64::from(end.turn());
    }
    let speed = games as f64 / begun.elapsed().as_secs_f64();
    println!(
        "{levels:?}: {wins:?} of {games}, {:.0} turns a game, {speed:.1} games/s",
        turns as f64 / games as f64
    );
    wins
}

#[test]
#[ignore = "a thousand games: in release, by hand"]
fn one_ply_and_two_are_about_equal_in_a_duel() {
    let won = tournament(&["ab2", "f1"], 1_000, 1)[0];
    assert!((400..=600).contains(&won), "ab2 won {won} of 1000");
}

#[test]
#[ignore = "four hundred games: in release, by hand"]
fn two_plies_win_most_games_at_a_mixed_table() {
    let won = tournament(&["ab2", "f1", "weighted", "random"], 400, 2)[0];
    assert!((220..=340).contains(&won), "ab2 won {won} of 400");
}
