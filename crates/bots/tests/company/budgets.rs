//! Budgets: a time is kept, and a number of nodes gives the same game again (docs/bots.md §2).

use std::time::Duration;

use bots::{Budget, Company};
use catan::{Action, Catan};
use game::{Game, Seat, Viewer};
use rustix::time::{ClockId, clock_gettime};

use crate::catan_setups::official;
use crate::table::Table;

const SEARCHING: [&str; 2] = ["planner", "master"];

/// What this thread has computed so far. The clock on the wall would measure what else the machine does.
fn computed() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(
        time.tv_sec.try_into().expect("time goes on"),
        time.tv_nsec.try_into().expect("a nanosecond"),
    )
}

/// How long each decision of seat 0 took, at a table of two or four, for so many decisions.
fn times(level: &str, budget: Budget, players: u8, decisions: usize) -> Vec<Duration> {
    let mut times = Vec::with_capacity(decisions);
    let hero = Seat(0);
    let mut number = 0;
    while times.len() < decisions {
        let levels = vec!["greedy"; usize::from(players)];
        let mut table: Table<Catan> = Table::new(official(players, number), &levels, number);
        table.bots[0] = Catan::bot_with(level, hero, number, budget).expect("a level");
        while times.len() < decisions && table.game.ended().is_none() {
            let (view, legal) = (table.game.view(Viewer::Seat(hero)), table.game.legal(hero));
            let before = computed();
            let wish = table.bots[0].choose(&view, &legal);
            let took = computed().saturating_sub(before);
            if let Some(action) = wish {
                times.push(took);
                table.carry_out(hero, action);
            } else if let Some((seat, action)) = table.next() {
                table.carry_out(seat, action);
            }
        }
        number += 1;
    }
    times.sort_unstable();
    times
}

#[test]
fn ninety_nine_of_a_hundred_decisions_keep_their_time() {
    for level in SEARCHING {
        for (players, ms) in [(2, 4), (4, 4), (4, 20)] {
            let time = Duration::from_millis(ms);
            let times = times(level, Budget::Time(time), players, 300);
            let (p99, longest) = (times[times.len() * 99 / 100], times[times.len() - 1]);
            println!("{level} with {ms} ms among {players}: p99 {p99:?}, longest {longest:?}");
            assert!(p99 <= time, "{level} with {ms} ms among {players}: {p99:?}");
            // Whoever answers at once keeps any time; `master` has something to think about.
            assert!(level != "master" || longest > time / 4, "{level} does not use its time: {longest:?}");
        }
    }
}

/// Every action of a game between bots that search.
fn game(budget: Budget, number: u64) -> Vec<(Seat, Action)> {
    let mut table: Table<Catan> = Table::new(official(3, number), &["greedy"; 3], number);
    for (seat, level) in [(1, "planner"), (2, "master")] {
        table.bots[seat] = Catan::bot_with(level, Seat(seat as u8), number, budget).expect("a level");
    }
    let mut actions = Vec::new();
    table.finish(60_000, |_, done| actions.push((done.seat, done.action)));
    actions
}

#[test]
fn nodes_give_the_same_game_again() {
    for number in 0..6 {
        assert!(game(Budget::Nodes(60), number) == game(Budget::Nodes(60), number), "game {number}");
    }
    assert!(game(Budget::Nodes(60), 0) != game(Budget::Nodes(400), 0), "nodes make no difference");
}

/// What the levels do when nobody gives them a budget does not depend on the machine either.
#[test]
fn the_usual_budget_gives_the_same_choices_again() {
    let choices = || {
        let mut table: Table<Catan> = Table::new(official(4, 9), &["greedy"; 4], 9);
        table.bots[2] = Catan::bot("master", Seat(2), 9).expect("a level");
        let mut choices = Vec::new();
        for _ in 0..60 {
            let Some((seat, action)) = table.next() else { break };
            choices.push((seat, action, table.bots[2].value()));
            table.carry_out(seat, action);
        }
        choices
    };
    let first = choices();
    assert!(first.iter().any(|(seat, _, value)| *seat == Seat(2) && value.is_some()), "it never thought");
    assert!(first == choices());
}
