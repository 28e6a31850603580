//! How strong the partners are beside each other. Beating them means something only if they stand to each other as the
//! originals do: about equal in a duel, and most games for the deeper one at a table of four.
//!
//! The long matches are ignored by default: `cargo test --release -p bots --test sparring -- --ignored --nocapture`.

use std::time::Instant;

use catan::Rules;
use game::{Game, SeatSet};

use crate::table::{board, play};

/// The share of games that the first level wins, in hundredths. The levels move on by one seat from game to game, and all
/// of them have played every seat of a board before the next one comes.
fn share(levels: &[&str], games: u32, seed: u64) -> f64 {
    let n = levels.len() as u32;
    let begun = Instant::now();
    let mut wins = vec![0u32; levels.len()];
    let mut turns = 0;
    for number in 0..games {
        let place = |seat: u32| ((seat + number) % n) as usize;
        let seated: Vec<&str> = (0..n).map(|seat| levels[place(seat)]).collect();
        let game = board(Rules::default(), n as u8, seed + u64::from(number / n));
        let end = play(game, &seated, seed ^ u64::from(number) << 20, |_, _, _| {});
        let winner = end.ended().and_then(SeatSet::lowest).expect("somebody wins");
        wins[place(u32::from(winner.0))] += 1;
        turns += end.turn();
    }
    let each = |total: u32| f64::from(total) / f64::from(games);
    let pace = f64::from(games) / begun.elapsed().as_secs_f64();
    println!(
        "{levels:?}, seed {seed}: {wins:?} of {games}, {:.0} turns a game, {pace:.0} games/s",
        each(turns)
    );
    100.0 * each(wins[0])
}

const MIXED: [&str; 4] = ["ab2", "f1", "weighted", "random"];

#[test]
fn one_decision_and_two_are_about_equal_in_a_duel() {
    let won = share(&["ab2", "f1"], 300, 1);
    assert!((40.0..=60.0).contains(&won), "{won} %");
}

#[test]
fn two_decisions_win_most_games_at_a_mixed_table() {
    let won = share(&MIXED, 200, 2);
    assert!((55.0..=85.0).contains(&won), "{won} %");
}

#[test]
#[ignore = "a thousand games"]
fn one_decision_and_two_are_about_equal_in_a_thousand_duels() {
    let won = share(&["ab2", "f1"], 1_000, 1);
    assert!((40.0..=60.0).contains(&won), "{won} %");
}

#[test]
#[ignore = "four hundred games"]
fn two_decisions_win_most_of_four_hundred_games_at_a_mixed_table() {
    let won = share(&MIXED, 400, 2);
    assert!((55.0..=85.0).contains(&won), "{won} %");
}

#[test]
#[ignore = "for the speed"]
fn four_of_a_kind_share_the_games() {
    for level in ["f1", "ab2"] {
        let won = share(&[level; 4], 400, 5);
        assert!((17.0..=33.0).contains(&won), "{won} %");
    }
}
