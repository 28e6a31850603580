//! The slow Catan on its own: geometry, known counts, conservation, and hand-made cases.
//!
//! It is the yardstick for the fast one, so it gets its own tests, with nothing of the crate in them.

use std::collections::BTreeSet;

use crate::slow::dealer::Dealer;
use crate::slow::policy::{TASTES, Taste, wild};
use crate::slow::titles::longest_trail;
use crate::slow::{Grid, Slow, SlowRules, Spot};

#[test]
fn the_island_has_54_corners_72_sides_and_30_on_the_coast() {
    let grid = Grid::island();
    assert_eq!(grid.corners.len(), 19);
    assert!(grid.corners.values().all(|corners| corners.len() == 6));
    assert_eq!(grid.neighbors.len(), 54);
    assert_eq!(grid.neighbors.values().filter(|next| next.len() == 2).count(), 18);
    assert_eq!(grid.neighbors.values().filter(|next| next.len() == 3).count(), 36);
    assert_eq!(grid.ends.len(), 72);
    let coast = grid.coast();
    assert_eq!(coast.len(), 30);
    assert_eq!(coast.iter().collect::<BTreeSet<_>>().len(), 30);
    // Clockwise: along the top towards the east, down on the right.
    assert_eq!(coast[..6], [(3, 0), (4, 0), (5, 0), (6, 0), (7, 0), (8, 0)]);
    assert_eq!(coast[6], (8, 1));
}

#[test]
fn the_setup_tree_has_the_known_node_counts() {
    let game = Dealer::new(1).game(4, SlowRules::official());
    for (depth, count) in [54, 144, 7236, 19248].into_iter().enumerate() {
        assert_eq!(game.perft(depth as u32 + 1).decision, count);
    }
}

/// The six sides around a hex.
fn around(hex: Spot) -> BTreeSet<Spot> {
    let grid = Grid::island();
    let corners = &grid.corners[&hex];
    grid.ends
        .iter()
        .filter(|(_, ends)| ends.iter().all(|end| corners.contains(end)))
        .map(|(side, _)| *side)
        .collect()
}

#[test]
fn a_loop_through_one_opponent_counts_six() {
    let loop_of_six = around((0, 0));
    let corner = *Grid::island().corners[&(0, 0)].first().unwrap();
    assert_eq!(longest_trail(&loop_of_six, &BTreeSet::new()), 6);
    assert_eq!(longest_trail(&loop_of_six, &[corner].into()), 6);
    let two: BTreeSet<Spot> = Grid::island().corners[&(0, 0)].iter().copied().collect();
    assert_eq!(longest_trail(&loop_of_six, &two), 1);
}

#[test]
fn two_loops_that_share_a_side_make_a_trail_of_eleven() {
    let roads: BTreeSet<Spot> = around((0, 0)).union(&around((1, 0))).copied().collect();
    assert_eq!(roads.len(), 11);
    assert_eq!(longest_trail(&roads, &BTreeSet::new()), 11);
}

/// Adds up what must never change: 19 of each resource, 25 cards, 15, 5 and 4 pieces.
fn check_conservation(game: &Slow, players: usize) {
    let facts = game.facts();
    let sum = |name: &str, kind: &str, seats: bool| -> u32 {
        let rows: Vec<String> = if seats {
            (0..players).map(|seat| format!("{name} {seat}")).collect()
        } else {
            vec![name.into()]
        };
        rows.iter()
            .flat_map(|row| facts[row].split(' '))
            .filter_map(|word| word.strip_prefix(kind)?.strip_prefix('='))
            .map(|n| n.parse::<u32>().expect("a number"))
            .sum()
    };
    for kind in ["wood", "brick", "sheep", "wheat", "ore"] {
        assert_eq!(sum("bank", kind, false) + sum("hand", kind, true), 19);
    }
    let number = |name: &str, seat: usize| facts[&format!("{name} {seat}")].parse::<u32>().expect("a number");
    let knights: u32 = (0..players).map(|seat| number("knights", seat)).sum();
    assert_eq!(sum("deck", "knight", false) + sum("dev", "knight", true) + knights, 14);
    let shown: u32 = (0..players).map(|seat| number("shown points", seat)).sum();
    assert_eq!(sum("deck", "victory_point", false) + sum("dev", "victory_point", true) + shown, 5);
    for seat in 0..players {
        for (piece, all) in [("roads", 15), ("settlements", 5), ("cities", 4)] {
            let placed = facts[&format!("{piece} {seat}")].split_whitespace().count() as u32;
            assert_eq!(placed + number(&format!("{piece} left"), seat), all);
        }
        let causes = facts[&format!("settlements {seat}")].split_whitespace().count()
            + 2 * facts[&format!("cities {seat}")].split_whitespace().count()
            + 2 * usize::from(facts["longest"].starts_with(&seat.to_string()))
            + 2 * usize::from(facts["army"].starts_with(&seat.to_string()));
        let hidden = number("points", seat) - causes as u32;
        assert!(hidden <= 5);
    }
}

/// Plays one game to its end.
fn play(seed: u64, players: usize, rules: SlowRules, taste: &Taste) {
    let mut dealer = Dealer::new(seed);
    let mut game = dealer.game(players, rules);
    for length in 0..20_000 {
        if game.is_over() {
            assert!((0..players).all(|seat| game.legal(seat).is_empty()));
            return;
        }
        let legal: Vec<Vec<String>> =
            (0..players).map(|seat| game.legal(seat).into_iter().collect()).collect();
        let (seat, text) = wild(&game, &mut dealer);
        let before = game.clone();
        let listed = legal[seat].contains(&text);
        let described =
            ["discard", "offer_trade", "play_year_of_plenty"].iter().any(|verb| text.starts_with(verb));
        assert!(described || game.accepts(seat, &text) == listed, "{seat}: {text}");
        if !game.accepts(seat, &text) {
            assert!(game.apply(seat, &text, None).is_err());
            assert_eq!(game, before);
        }
        let (seat, action) = taste.next(&game, length, &legal, &mut dealer);
        let outcome = dealer.outcome(&game.chances(seat, &action));
        game.apply(seat, &action, outcome.as_deref()).expect("a listed action is accepted");
        if length % 7 == 0 {
            check_conservation(&game, players);
        }
    }
    panic!("a game of {players} with {taste:?} does not end");
}

#[test]
fn whole_games_end_and_nothing_gets_lost() {
    let profiles = [SlowRules::official(), SlowRules::online(), SlowRules::practice()];
    for seed in 0..60_u64 {
        let players = 2 + seed as usize % 3;
        let rules = profiles[seed as usize / 3 % 3].clone();
        let taste = Taste::new(seed as usize % TASTES.len(), 200, 15);
        play(seed, players, rules, &taste);
    }
}
