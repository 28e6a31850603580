//! Decisions in games of their own, against the oracle.

use catan::{Action, Board, Catan, Hand, Phase, Profile, Setup};
use game::{Game, Seat, draw};

use super::super::limit::Limit;
use super::super::moves::{discard, moves};
use super::super::search::Search;
use super::super::sparring;
use super::super::value::{Land, synergy};
use super::oracle;
use super::scene::Scene;
use crate::{Budget, Dice};

const EVERYTHING: (f64, f64) = (f64::NEG_INFINITY, f64::INFINITY);

/// Shows the positions of a game between partners, each with the seat that decides.
fn positions(players: u8, profile: Profile, seed: u64, visit: &mut dyn FnMut(&Catan, Seat)) {
    let mut luck = Dice::new(seed);
    let rules = profile.rules();
    let board = Board::generate(rules.board, &mut luck);
    let mut game = Catan::create(&Setup { players, rules, board, order: None }).expect("a fair setup");
    let mut partner = sparring("f1", Budget::Usual).expect("it exists");
    while let Some(seat) = game.to_move().lowest() {
        visit(&game, seat);
        let action = partner.choose(&game, seat).expect("it decides");
        let outcome = game.chance(seat, &action).map(|chance| draw(&chance, &mut luck));
        game.apply(seat, &action, outcome, &mut game::Unheard).expect("it is legal");
    }
}

/// Means of numbers as large as these differ a little with the order of adding.
fn alike(a: f64, b: f64) -> bool {
    (a - b).abs() <= 8.0
}

#[test]
fn every_worth_is_what_the_long_way_finds() {
    let mut compared = 0;
    for (number, profile) in (0..).zip(Profile::ALL) {
        let players = 3 + number % 2;
        let mut count = 0;
        positions(players, profile, 40 + u64::from(number), &mut |game, seat| {
            count += 1;
            let list = moves(game, seat);
            if count % 9 != 0 || list.len() < 2 {
                return;
            }
            let land = Land::new(game.board());
            // Three decisions deep only where there is little to decide.
            let deepest = if list.len() < 6 { 3 } else { 2 };
            for depth in 1..=deepest {
                let mut limit = Limit::new(Budget::Usual);
                let mut search = Search { land: &land, seat, limit: &mut limit };
                for me in game.seats_iter() {
                    search.seat = me;
                    let worths =
                        list.iter().map(|&chosen| search.after(game, seat, chosen, depth - 1, EVERYTHING));
                    let found = if me == seat {
                        worths.fold(f64::NEG_INFINITY, f64::max)
                    } else {
                        worths.fold(f64::INFINITY, f64::min)
                    };
                    // For the oracle the choice of a victim is no decision of its own.
                    let further = depth - u32::from(matches!(game.phase(), Phase::Stealing { .. }));
                    let expected = oracle::worth(&land, game, me, further);
                    assert!(alike(found, expected), "{found} and {expected} at {depth} in {game:?}");
                    compared += 1;
                }
            }
        });
    }
    assert!(compared > 300, "{compared}");
}

#[test]
fn each_partner_takes_what_the_long_way_likes_best() {
    let mut robbers = 0;
    for (level, depth) in [("f1", 1), ("ab2", 2)] {
        let mut partner = sparring(level, Budget::Usual).expect("it exists");
        let mut count = 0;
        positions(4, Profile::Official, 50, &mut |game, seat| {
            count += 1;
            let moving = matches!(game.phase(), Phase::MovingRobber(_) | Phase::Stealing { .. });
            if !moving && count % 7 != 0 {
                return;
            }
            robbers += u32::from(moving);
            let land = Land::new(game.board());
            let chosen = partner.choose(game, seat).expect("it decides");
            let worth = |action: &Action| oracle::mean(&land, game, seat, action, seat, depth - 1);
            let best = oracle::actions(game, seat).iter().map(worth).fold(f64::NEG_INFINITY, f64::max);
            assert!(alike(worth(&chosen), best), "{level}: {chosen:?} in {game:?}");
        });
    }
    assert!(robbers > 20, "{robbers}");
}

#[test]
fn cards_are_given_up_as_well_as_possible() {
    // Every hand of up to three of a kind, and every number of cards.
    for code in 0..4u32.pow(5) {
        let counts = [0, 1, 2, 3, 4].map(|kind| (code >> (2 * kind) & 3) as u8);
        let hand = Hand::new(counts).expect("a small hand");
        for owed in 0..=hand.total() as u8 / 2 {
            let kept = |given: Hand| {
                let (all, gone) = (hand.counts(), given.counts());
                synergy(Hand::new(std::array::from_fn(|kind| all[kind] - gone[kind])).expect("a hand"))
            };
            let chosen = discard(hand, owed);
            let best = oracle::discards(hand, owed).into_iter().map(kept).fold(0.0, f64::max);
            assert!(chosen.total() == u32::from(owed) && hand.covers(chosen), "{chosen} of {hand}");
            assert!(kept(chosen) > best - 1e-9, "{chosen} of {hand}");
        }
    }
}

#[test]
fn a_point_comes_before_everything_else() {
    // Enough for a city, a development card or roads.
    let game = Scene::two().hand(0, [1, 1, 1, 2, 3]).build();
    for level in ["f1", "ab2"] {
        let mut partner = sparring(level, Budget::Usual).expect("it exists");
        let chosen = partner.choose(&game, Seat(0));
        assert!(matches!(chosen, Some(Action::BuildCity(_))), "{level}: {chosen:?}");
        assert_eq!(partner.choose(&game, Seat(1)), None, "it is not its turn");
        assert_eq!(partner.choose(&game, Seat(7)), None, "no such seat");
    }
}

#[test]
fn two_decisions_see_a_trade_that_pays_for_a_city() {
    // Four wood become the missing ore. One decision sees only cards go; two see the point.
    let game = Scene::two().hand(0, [4, 0, 0, 2, 2]).build();
    let trade = Action::BankTrade { give: catan::Resource::Wood, receive: catan::Resource::Ore };
    let choose = |level| sparring(level, Budget::Usual).and_then(|mut p| p.choose(&game, Seat(0)));
    assert_eq!(choose("ab2"), Some(trade));
    let poor = Scene::two().hand(0, [4, 0, 0, 2, 1]).build();
    let land = Land::new(poor.board());
    let best = |depth| oracle::worth(&land, &poor, Seat(0), depth);
    assert!(best(2) - best(1) < 3e14, "no point comes of it two cards short");
}

#[test]
fn a_spent_budget_leaves_the_choice_of_one_decision() {
    let mut one = sparring("f1", Budget::Usual).expect("it exists");
    let mut hurried = sparring("ab2", Budget::Nodes(1)).expect("it exists");
    let mut two = sparring("ab2", Budget::Usual).expect("it exists");
    let mut counted = sparring("ab2", Budget::Nodes(u32::MAX)).expect("it exists");
    let (mut differ, mut count) = (0, 0);
    positions(4, Profile::Official, 60, &mut |game, seat| {
        count += 1;
        if count % 3 != 0 {
            return;
        }
        assert_eq!(hurried.choose(game, seat), one.choose(game, seat));
        let chosen = two.choose(game, seat);
        assert_eq!(counted.choose(game, seat), chosen);
        differ += u32::from(chosen != one.choose(game, seat));
    });
    assert!(differ > 0, "otherwise this says nothing");
}

#[test]
fn other_names_are_nobody() {
    for level in super::super::SPARRING {
        assert!(sparring(level, Budget::Usual).is_some());
    }
    assert!(["", "ab", "F1", "greedy", "master"].iter().all(|name| sparring(name, Budget::Usual).is_none()));
}
