//! Playouts, measured.
//!
//! `playouts GAME [GAMES] [SEED]` plays random games on one thread through the same public functions that everything else
//! uses, and prints one JSON line: counts, CPU seconds, rates. `benches/run.sh` sets it beside the peer.

use std::time::{Duration, Instant};

use bots::{Dice, playout};
use catan::{Board, Catan, Rules, Setup};
use game::Game;
use kniffel::Kniffel;
use roulette::Roulette;

/// No random game of Catan is nearly as long.
const LIMIT: u64 = 1_000_000;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "catan".into());
    let games = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(20_000);
    let seed = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(1);
    match name.as_str() {
        "catan" => report(&name, games, |number| catan_game(seed, number)),
        "kniffel" => report(&name, games, |number| kniffel_game(seed, number)),
        "roulette" => report(&name, games, |number| roulette_game(seed, number)),
        other => {
            eprintln!("playouts: no game is called {other}; there are catan, kniffel and roulette");
            std::process::exit(2);
        }
    }
}

/// Actions and turns of one game of four, `official`, to 10 points, without player trades.
fn catan_game(seed: u64, number: u64) -> (u64, u64) {
    let mut dice = Dice::of_game(seed, number);
    let setup = Setup { players: 4, rules: Rules::default(), board: Board::random(&mut dice), order: None };
    let Ok(mut game) = Catan::create(&setup) else { return (0, 0) };
    let actions = playout(&mut game, &mut dice, LIMIT);
    assert!(game.ended().is_some(), "game {number} of seed {seed} did not end");
    (actions, u64::from(game.turn()))
}

/// Actions and rounds of one game of two.
fn kniffel_game(seed: u64, number: u64) -> (u64, u64) {
    let setup = kniffel::Setup { players: 2, rules: kniffel::Rules::default() };
    let Ok(mut game) = Kniffel::create(&setup) else { return (0, 0) };
    let actions = playout(&mut game, &mut Dice::of_game(seed, number), LIMIT);
    assert!(game.ended().is_some(), "game {number} of seed {seed} did not end");
    (actions, u64::from(kniffel::ROUNDS))
}

/// Actions and rounds of one evening of a host alone at the wheel, until the random player closes the table.
fn roulette_game(seed: u64, number: u64) -> (u64, u64) {
    let Ok(mut game) = Roulette::create(&roulette::Setup::new(1)) else { return (0, 0) };
    let actions = playout(&mut game, &mut Dice::of_game(seed, number), LIMIT);
    assert!(game.ended().is_some(), "table {number} of seed {seed} was not closed");
    (actions, u64::from(game.round()))
}

#[expect(clippy::cast_precision_loss, reason = "rates are rounded anyway")]
fn report(name: &str, games: u64, play: impl Fn(u64) -> (u64, u64)) {
    let (wall, cpu) = (Instant::now(), cpu_time());
    let (mut actions, mut turns) = (0, 0);
    for number in 0..games {
        let (a, t) = play(number);
        actions += a;
        turns += t;
    }
    let wall = wall.elapsed().as_secs_f64();
    let seconds = match (cpu, cpu_time()) {
        (Some(before), Some(after)) => after.saturating_sub(before).as_secs_f64(),
        _ => wall,
    };
    let rate = |n: u64| n as f64 / seconds;
    let mean = |n: u64| n as f64 / games as f64;
    println!(
        "{{\"engine\":\"stammtisch\",\"game\":\"{name}\",\"games\":{games},\"actions\":{actions},\"turns\":{turns},\
         \"cpu_seconds\":{seconds:.4},\"wall_seconds\":{wall:.4},\"games_per_second\":{:.0},\
         \"actions_per_second\":{:.0},\"mean_actions\":{:.2},\"mean_turns\":{:.2}}}",
        rate(games),
        rate(actions),
        mean(actions),
        mean(turns)
    );
}

/// CPU time of this thread, where the kernel tells it.
fn cpu_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}
