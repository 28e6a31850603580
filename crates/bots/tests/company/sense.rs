//! Sense: what greedy does that anybody at the table would expect.

use std::time::Instant;

use bots::{Bot, catan::Greedy};
use catan::{Action, Catan, Hex, Phase, Rules};
use game::{Game, Legal, Seat, Viewer};

use crate::catan_setups::{create, official};
use crate::table::Table;

fn stands_on(game: &Catan, seat: Seat, hex: Hex) -> bool {
    let mut built = game.settlements(seat).chain(game.cities(seat));
    built.any(|vertex| hex.vertices().any(|corner| corner == vertex))
}

/// Pips of a hex.
fn pips(game: &Catan, hex: Hex) -> u32 {
    game.board().tile(hex).1.map_or(0, |token| 6 - u32::from(token.abs_diff(7)))
}

#[test]
fn the_robber_goes_to_others_and_mostly_to_the_leader() {
    let (mut moves, mut on_leader) = (0, 0);
    for number in 0..40 {
        let mut table: Table<Catan> = Table::new(official(4, number), &["greedy"; 4], number);
        while let Some((seat, action)) = table.next() {
            if let Action::MoveRobber(hex) = action {
                let game = &table.game;
                assert!(!stands_on(game, seat, hex), "{seat} blocks itself in {game:?}");
                let others = || game.seats_iter().filter(move |&other| other != seat);
                assert!(others().any(|other| stands_on(game, other, hex)), "{seat} wastes the robber");
                let most = others().map(|other| game.public_points(other)).max();
                let mut leaders = others().filter(|&other| Some(game.public_points(other)) == most);
                moves += 1;
                on_leader += u32::from(leaders.any(|leader| stands_on(game, leader, hex)));
            }
            table.carry_out(seat, action);
        }
    }
    println!("{on_leader} of {moves} on a leader");
    assert!(moves > 500 && on_leader * 4 > moves * 3, "{on_leader} of {moves}");
}

#[test]
fn first_settlements_have_pips_and_variety() {
    let (mut all, mut n) = (0, 0);
    for number in 0..100 {
        let mut table: Table<Catan> = Table::new(official(4, number), &["greedy"; 4], number);
        while table.game.turn() == 0 {
            let (seat, action) = table.next().expect("the setup goes on");
            table.carry_out(seat, action);
        }
        for seat in table.game.seats_iter() {
            let hexes: Vec<Hex> = table.game.settlements(seat).flat_map(catan::Vertex::hexes).collect();
            let sum: u32 = hexes.iter().map(|&hex| pips(&table.game, hex)).sum();
            let mut kinds: Vec<_> =
                hexes.iter().filter_map(|&hex| table.game.board().resource(hex)).collect();
            kinds.sort_unstable();
            kinds.dedup();
            assert!(sum >= 12 && kinds.len() >= 3, "{seat}: {sum} pips of {kinds:?} on board {number}");
            all += sum;
            n += 1;
        }
    }
    println!("{:.1} pips on average", f64::from(all) / f64::from(n));
    assert!(all > 18 * n, "{all} pips for {n} players");
}

/// Whoever can win with one action does.
#[test]
fn a_win_at_hand_is_taken() {
    let mut met = 0;
    for number in 0..60 {
        let rules = Rules { points_to_win: 5, ..Rules::default() };
        let mut table: Table<Catan> = Table::new(create(rules, 3, number), &["greedy"; 3], number);
        while let Some((seat, action)) = table.next() {
            let game = &table.game;
            if game.phase() == Phase::Main && seat == game.current() {
                let builds = |candidate: &Action| {
                    matches!(candidate, Action::BuildCity(_) | Action::BuildSettlement(_))
                };
                let could = game.points(seat) + 1 == rules.points_to_win
                    && game.legal(seat).iter().any(|a| builds(&a));
                if could {
                    let mut after = *game;
                    let outcome = None;
                    after.apply(seat, &action, outcome, &mut game::Unheard).expect("wins without luck");
                    assert!(after.ended().is_some(), "{seat} takes {action:?} in {game:?}");
                    met += 1;
                }
            }
            table.carry_out(seat, action);
        }
    }
    assert!(met > 20, "{met} wins at hand");
}

/// Somebody who takes over a seat in the middle of a game has heard nothing before, and plays all the same.
#[test]
fn a_seat_can_be_taken_over_at_any_time() {
    for number in 0..20 {
        let mut table: Table<Catan> = Table::new(official(3, number), &["weighted"; 3], number);
        for step in 0..3_000_u32 {
            if step.is_multiple_of(7) {
                let seat = Seat((step / 7 % 3) as u8);
                table.bots[seat.index()] = Box::new(Greedy::new(seat));
            }
            let Some((seat, action)) = table.next() else { break };
            table.carry_out(seat, action);
        }
        assert_eq!(table.fallbacks, 0);
        assert!(table.game.ended().is_some());
    }
}

#[test]
fn a_decision_takes_far_less_than_a_blink() {
    let mut took = Vec::new();
    for number in 0..10 {
        let mut table: Table<Catan> = Table::new(official(4, number), &["greedy"; 4], number);
        let mut fresh = Greedy::new(Seat(0));
        table.finish(60_000, |game, _| {
            let view = game.view(Viewer::Seat(Seat(0)));
            let legal = game.legal(Seat(0));
            let begin = Instant::now();
            let choice = fresh.choose(&view, &legal);
            if choice.is_some() {
                took.push(begin.elapsed().as_micros());
            }
        });
    }
    took.sort_unstable();
    let at = |share: usize| took[(took.len() - 1) * share / 1_000];
    println!("a decision takes {} µs (median), {} µs (99 %), {} µs (99.9 %)", at(500), at(990), at(999));
    // A busy machine must not fail the test, so the bound is for the typical decision only.
    assert!(took.len() > 500 && at(500) < 200);
}
