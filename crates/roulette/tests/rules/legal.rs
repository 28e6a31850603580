//! The list of legal actions.

use game::{Game, Legal, Seat};
use roulette::{Action, Bet, Name, OpenBets, Roulette, Rules, Setup, TABLE};

use crate::script::Scene;

fn listed(game: &Roulette, seat: u8) -> Vec<Action> {
    game.legal(Seat(seat)).iter().collect()
}

/// What is listed beside the bets that can be placed.
fn rest(game: &Roulette, seat: u8) -> String {
    let is_bet = |action: &Action| matches!(action, Action::PlaceBet { .. });
    let names =
        listed(game, seat).into_iter().filter(|action| !is_bet(action)).map(|action| action.to_string());
    names.collect::<Vec<_>>().join(", ")
}

// docs/rules/roulette.md §11.1
#[test]
fn every_bet_is_listed_at_the_minimum() {
    for (zero_bets, n_bets) in [(true, 157), (false, 151)] {
        let rules = Rules { zero_bets, min_bet: 3, ..Rules::default() };
        let game = Roulette::create(&Setup { rules, ..Setup::new(2) }).unwrap();
        let listed = listed(&game, 1);
        let expected = Bet::all().take(n_bets).map(|bet| Action::PlaceBet { bet, amount: 3 });
        assert!(listed[..n_bets].iter().cloned().eq(expected));
        assert_eq!(listed[n_bets..], [Action::Disconnect, Action::Leave]);
        assert_eq!(game.legal(Seat(1)).n_round_actions(), n_bets);
        assert_eq!(game.legal(Seat(1)).get(listed.len()), None);
        assert_eq!(game.legal(Seat(1)).get(usize::MAX), None);
    }
}

// docs/rules/roulette.md §11.1
#[test]
fn the_order_of_the_list() {
    let mut scene = Scene::of(3);
    scene.play("0 bet 5 red; 0 bet 5 odd; 2 bet 1 low; 2 leave");
    assert_eq!(
        rest(&scene.game, 0),
        "remove_bet 0, remove_bet 1, spin, close, player_disconnect, player_leave"
    );
    assert_eq!(rest(&scene.game, 1), "player_disconnect, player_leave");
    assert_eq!(rest(&scene.game, 2), "");
    assert_eq!(rest(&scene.game, 3), "player_join");
    assert_eq!(rest(&scene.game, 9), "player_join");
    assert_eq!(rest(&scene.game, 10), "");
    assert_eq!(rest(&scene.game, 11), "");
    scene.play("1 away; 0 away");
    assert_eq!(
        (rest(&scene.game, 0).as_str(), listed(&scene.game, 0).len()),
        ("player_reconnect, player_leave", 2)
    );
    assert_eq!(rest(&scene.game, 10), "spin, close");
    scene.play("0 back; 0 spin 4");
    assert_eq!(
        (rest(&scene.game, 0).as_str(), listed(&scene.game, 0).len()),
        ("player_disconnect, player_leave", 2)
    );
    assert_eq!(rest(&scene.game, 10), "settle");
    scene.play("table settle");
    assert_eq!(rest(&scene.game, 10), "end_round");
    scene.play("table end");
    assert_eq!(rest(&scene.game, 0), "next_round, player_disconnect, player_leave");
    assert_eq!(rest(&scene.game, 10), "next_round");
}

// docs/rules/roulette.md §11.1: what is about the round comes first, what is about presence last.
#[test]
fn presence_comes_last() {
    let mut scene = Scene::of(2);
    for script in ["0 bet 5 red", "1 away", "0 spin 5", "table settle", "table end", "0 away", "table next"] {
        scene.play(script);
        for seat in (0..10).map(Seat).chain([TABLE]) {
            let legal = scene.game.legal(seat);
            let n_round = legal.n_round_actions();
            for (index, action) in legal.iter().enumerate() {
                assert_eq!(action.is_presence(), index >= n_round, "{action} of {seat}");
            }
        }
    }
}

// docs/rules/roulette.md §11.2
#[test]
fn larger_amounts_are_described() {
    let rules = Rules { min_bet: 5, max_total_bet: 100, ..Rules::default() };
    let mut scene = Scene::with(&Setup { rules, chips: 90, ..Setup::new(1) });
    let red = crate::script::named(1, "red").bet().unwrap();
    let mut check = |script: &str, expected: Option<(u32, u32)>| {
        scene.play(script);
        let legal = scene.game.legal(Seat(0));
        assert_eq!(legal.open_bets(), expected.map(|(min, max)| OpenBets { min, max }));
        for amount in (0..=200).chain([u32::MAX - 1, u32::MAX]) {
            let action = Action::PlaceBet { bet: red, amount };
            let expected = expected.is_some_and(|(min, max)| (min..=max).contains(&amount));
            assert_eq!(legal.contains(&action), expected, "{amount}");
            assert_eq!(scene.game.is_valid(Seat(0), &action).is_ok(), expected, "{amount}");
        }
    };
    check("", Some((5, 90)));
    check("0 bet 50 red", Some((5, 40)));
    check("0 bet 35 red", Some((5, 5)));
    check("0 bet 5 red", None);
    check("0 remove 0; 0 bet 86 red", None);
    // 90 + 86 more than before: now the limit of the round is what counts.
    check("0 spin 1; table settle; table end; 0 next", Some((5, 100)));
    check("0 bet 96 red", None);
}

// docs/rules/roulette.md §11.2
#[test]
fn joining_under_any_name_is_legal_where_joining_is() {
    let game = Roulette::create(&Setup::new(1)).unwrap();
    let join = Action::Join { name: Some(Name::new("Zoë").unwrap()) };
    assert!(game.legal(Seat(1)).contains(&join) && !game.legal(Seat(0)).contains(&join));
    assert!(!game.legal(TABLE).contains(&join));
}

// docs/rules/roulette.md §7.3
#[test]
fn a_closed_table_lists_nothing_for_anybody() {
    let mut game = Roulette::create(&Setup::new(2)).unwrap();
    game.apply(Seat(0), &Action::Close, None, &mut game::Unheard).unwrap();
    for seat in 0..=TABLE.0 {
        assert_eq!(listed(&game, seat), []);
    }
}
