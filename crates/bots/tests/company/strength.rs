//! How strong the levels are, in whole games from every seat.

use catan::Catan;
use game::{Game, Seat};

use crate::catan_setups::official;
use crate::table::Table;

/// Wilson's interval at 95 %.
pub(crate) fn wilson(won: u32, n: u32) -> (f64, f64) {
    let (n, z2) = (f64::from(n), 1.959_964_f64.powi(2));
    let share = f64::from(won) / n;
    let center = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let reach = (z2 * (share * (1.0 - share) / n + z2 / (4.0 * n * n))).sqrt() / (1.0 + z2 / n);
    (center - reach, center + reach)
}

/// One player of a level against others, in every seat in turn.
struct Match {
    games: u32,
    won: u32,
    turns: Vec<u32>,
    decisions: u64,
}

fn play(hero: &str, other: &str, players: u8, games: u32, seed: u64) -> Match {
    let mut result = Match { games, won: 0, turns: Vec::new(), decisions: 0 };
    for number in 0..games {
        let seat = Seat((number % u32::from(players)) as u8);
        let mut levels = vec![other; usize::from(players)];
        levels[seat.index()] = hero;
        let mut table: Table<Catan> =
            Table::new(official(players, seed + u64::from(number)), &levels, seed ^ u64::from(number) << 20);
        table.finish(100_000, |_, _| {});
        result.won += u32::from(table.game.ended().is_some_and(|winners| winners.contains(seat)));
        result.turns.push(table.game.turn());
        result.decisions += table.decisions;
    }
    result.turns.sort_unstable();
    let (low, high) = wilson(result.won, games);
    println!(
        "{hero} against {other} ×{}: {} of {games} won, {:.1} % to {:.1} %; turns: median {}, longest {}; {} decisions",
        players - 1,
        result.won,
        100.0 * low,
        100.0 * high,
        result.turns[result.turns.len() / 2],
        result.turns[result.turns.len() - 1],
        result.decisions,
    );
    result
}

#[test]
fn greedy_beats_random_nearly_always() {
    let result = play("greedy", "random", 2, 1_000, 1);
    assert!(result.won * 100 >= result.games * 99);
}

#[test]
fn greedy_beats_three_weighted() {
    let result = play("greedy", "weighted", 4, 400, 2);
    assert!(wilson(result.won, result.games).0 > 0.5, "twice a fair share");
}

#[test]
fn weighted_beats_three_random() {
    let result = play("weighted", "random", 4, 200, 3);
    assert!(wilson(result.won, result.games).0 > 0.5, "twice a fair share");
}

#[test]
fn four_greedy_players_need_a_pleasant_number_of_turns() {
    let result = play("greedy", "greedy", 4, 200, 4);
    assert!(result.turns[190] < 120, "19 of 20 games");
}
