//! States from outside.

use game::conformance::SplitMix;
use game::{Game, Legal, Luck, Seat, draw};
use roulette::{BetType, NamedBet, Raw, RawPlayer, Roulette, Rules, Setup, Stage};

use crate::script::{Scene, named};

// docs/rules/roulette.md §10.2
#[test]
fn whatever_was_printed_loads_again() {
    let mut luck = SplitMix::new(5);
    let mut met = [0_u32; 5];
    for players in 1..=10 {
        let rules = Rules { zero_bets: players % 2 == 0, ..Rules::default() };
        let mut game = Roulette::create(&Setup { rules, chips: 500, ..Setup::new(players) }).unwrap();
        for _ in 0..3_000 {
            let seat = Seat(luck.below(11) as u8);
            let legal = game.legal(seat);
            let n = if luck.one_in(10) { legal.len() } else { legal.n_round_actions() };
            let Some(action) = legal.get(luck.index(n)) else { continue };
            let outcome = game.chance(seat, &action).map(|chance| draw(&chance, &mut luck));
            game.apply(seat, &action, outcome, &mut game::Unheard).unwrap();
            met[Stage::ALL.iter().position(|&stage| stage == game.phase().stage()).unwrap()] += 1;
            let raw = game.to_raw();
            let loaded = Roulette::load(&raw).unwrap();
            assert_eq!(loaded, game);
            assert_eq!(loaded.to_raw(), raw);
            if game.ended().is_some() {
                break;
            }
        }
    }
    assert!(met.iter().all(|&n| n > 0), "{met:?}");
}

/// A table in the middle of its third round: seats 0 to 2 taken, seat 2 away, seat 3 left with a bet.
fn some_table() -> Scene {
    let mut scene = Scene::of(4);
    scene.settle(5).play("0 next").settle(9).play("0 next");
    scene.play("0 bet 5 split 1-2; 0 bet 7 red; 1 bet 9 dozen 2; 2 away; 3 bet 4 straight 0; 3 leave");
    scene
}

#[track_caller]
fn check(scene: &Scene, change: impl Fn(&mut Raw), expected: &[&str]) {
    let mut raw = scene.game.to_raw();
    change(&mut raw);
    match Roulette::load(&raw) {
        Ok(_) => assert!(expected.is_empty(), "loaded, though {expected:?}"),
        Err(faults) => {
            let found: Vec<_> = faults.list().iter().map(ToString::to_string).collect();
            assert_eq!(found, expected);
            assert_eq!(faults.to_string(), expected.join("; "));
        }
    }
}

// docs/rules/roulette.md §10.1
#[test]
fn faults_of_the_table() {
    let betting = &some_table();
    check(betting, |_| {}, &[]);
    check(betting, |raw| raw.rules.min_bet = 0, &["the smallest bet is at least 1"]);
    check(betting, |raw| raw.start_chips = 0, &["each player begins with 1 to 1000000000 chips, not 0"]);
    check(betting, |raw| raw.winning_number = Some(3), &["a table in betting has no winning number"]);
    check(betting, |raw| raw.result_history[1] = 37, &["result 1 in the history: 37 is not on the wheel"]);
    check(betting, |raw| raw.result_history.truncate(1), &["the history has 1 results where 2 are known"]);
    check(betting, |raw| raw.result_history.resize(21, 1), &["the history has 21 results where 2 are known"]);
    check(betting, |raw| raw.current_round = 4, &["the history has 2 results where 3 are known"]);
    check(
        betting,
        |raw| raw.players[0].chips += 1,
        &["hands, stakes and house add up to 4001, but 4000 chips are issued"],
    );
    check(
        betting,
        |raw| raw.house = -1,
        &["hands, stakes and house add up to 3999, but 4000 chips are issued"],
    );
    check(
        betting,
        |raw| {
            raw.house = 700_000_001;
            raw.issued += 700_000_001;
        },
        &["the house cannot stand at 700000001 after so few rounds"],
    );
    check(
        betting,
        |raw| {
            raw.house = -700_000_000;
            raw.issued -= 700_000_000;
        },
        &[],
    );
    check(betting, |raw| raw.phase = Stage::Spinning, &["a table in spinning has a winning number"]);

    let mut spinning = some_table();
    spinning.play("0 spin 20");
    check(
        &spinning,
        |raw| raw.winning_number = Some(37),
        &["37 is not on the wheel: its numbers go from 0 to 36"],
    );
    check(&spinning, |raw| raw.winning_number = None, &["a table in spinning has a winning number"]);
    check(&spinning, |raw| raw.winning_number = Some(36), &[]);

    let mut settled = some_table();
    settled.play("0 spin 20; table settle");
    check(
        &settled,
        |raw| raw.result_history[0] = 21,
        &["the history begins with another number than the one that was settled"],
    );
    check(&settled, |raw| raw.result_history[1] = 21, &[]);
    check(&settled, |raw| raw.phase = Stage::RoundEnd, &[]);

    let new = Scene::of(1);
    check(&new, |raw| raw.current_round = 0, &["rounds count from 1"]);
    check(
        &new,
        |raw| raw.players.clear(),
        &["hands, stakes and house add up to 0, but 1000 chips are issued"],
    );
    check(&new, |raw| raw.phase = Stage::Closed, &[]);
}

// docs/rules/roulette.md §10.1
#[test]
fn faults_of_players() {
    let betting = &some_table();
    let change = |seat: usize, change: &dyn Fn(&mut RawPlayer), expected: &[&str]| {
        check(betting, |raw| change(&mut raw.players[seat]), expected);
    };
    change(0, &|p| p.seat = 10, &["there is no seat 10"]);
    change(0, &|p| p.seat = 9, &[]);
    change(0, &|p| p.seat = 1, &["seat 1 is taken twice"]);
    change(0, &|p| p.display_name = String::new(), &["seat 0: a name has at least one character"]);
    change(0, &|p| p.display_name = " x".into(), &["seat 0: a name neither begins nor ends with a space"]);
    change(0, &|p| p.total_bet_amount = 13, &["seat 0: the bets add up to 12, not 13"]);
    change(0, &|p| p.bets[1] = named(7, "red 1"), &["seat 0: bet 1: a bet on red is named without numbers"]);
    change(0, &|p| p.bets[1] = named(7, "split 2-1"), &["seat 0: bet 1 is the same as an earlier one"]);
    change(0, &|p| p.bets[1] = named(7, "column 3"), &[]);
    change(0, &|p| p.is_connected = false, &[]);
    change(0, &|p| p.has_left = true, &["seat 0: a player who has left is not connected"]);
    change(2, &|p| p.has_left = true, &["seat 2: a player who has left without bets is gone"]);
    change(3, &|p| p.has_left = false, &[]);
    change(
        0,
        &|p| p.bets[1].amount = 0,
        &[
            "seat 0: bet 1: 0 is not an amount that can be bet here",
            "seat 0: the bets add up to 5, not 12",
            "hands, stakes and house add up to 3993, but 4000 chips are issued",
        ],
    );
    change(
        0,
        &|p| {
            p.bets[1].amount = 10_000;
            p.total_bet_amount = 10_005;
            p.chips -= 988;
        },
        &[
            "seat 0: bets of 10005 are over the limit of the table",
            "hands, stakes and house add up to 13005, but 4000 chips are issued",
        ],
    );
    check(betting, |raw| raw.rules.min_bet = 5, &["seat 3: bet 0: 4 is not an amount that can be bet here"]);
    check(betting, |raw| raw.rules.min_bet = 4, &[]);
    check(
        betting,
        |raw| {
            raw.rules.zero_bets = false;
            raw.players[1].bets[0] = named(9, "street 0-2-3");
        },
        &["seat 1: bet 0: zero cannot be joined to other numbers at this table"],
    );
    check(
        betting,
        |raw| {
            raw.players[1].chips = 1_070_000_000 - 9 + 1;
            raw.issued += 1_070_000_000 - 9 + 1 - 991;
        },
        &["seat 1: nobody can have 1069999992 chips after so few rounds"],
    );

    let mut settled = some_table();
    settled.play("0 spin 0; table settle");
    check(&settled, |_| {}, &[]);
    check(
        &settled,
        |raw| {
            raw.players[3].chips = 1;
            raw.issued += 1;
        },
        &["seat 3: a player who has left has no chips after the settlement"],
    );

    let mut closed = Scene::of(1);
    closed.play("0 bet 5 red");
    check(&closed, |raw| raw.phase = Stage::Closed, &["seat 0: a closed table has no bets"]);
}

// docs/rules/roulette.md §10.1: all faults, not only the first.
#[test]
fn a_hopeless_state_is_told_everything() {
    let bet =
        NamedBet { kind: BetType::Corner, numbers: vec![0, 1, 3, 4], identifier: None, amount: i64::MIN };
    let player = RawPlayer {
        seat: 200,
        display_name: "\u{202e}".into(),
        chips: u64::MAX,
        bets: vec![bet; 3],
        total_bet_amount: u64::MAX,
        is_connected: true,
        has_left: true,
    };
    let rules = Rules {
        zero_bets: false,
        min_bet: u32::MAX,
        max_total_bet: u32::MAX,
        spin_timer_sec: 0,
        is_manual_spin: true,
    };
    let raw = Raw {
        rules,
        start_chips: u32::MAX,
        phase: Stage::Settlement,
        current_round: u32::MAX,
        winning_number: Some(255),
        result_history: vec![99; 30],
        house: i64::MIN,
        issued: i64::MAX,
        players: vec![player; 2],
    };
    let faults = Roulette::load(&raw).unwrap_err();
    insta::assert_snapshot!(faults.to_string().replace("; ", "\n"));
}

// Amounts that wrap around must not add up to something that looks right.
#[test]
fn huge_amounts_do_not_wrap() {
    let mut raw = Scene::of(1).game.to_raw();
    for index in 0..4 {
        let text = format!("straight {index}");
        raw.players[0].bets.push(named(1 << 30, &text));
    }
    raw.players[0].total_bet_amount = 0;
    let faults = Roulette::load(&raw).unwrap_err().to_string();
    assert!(faults.contains("the bets add up to 4294967296, not 0"), "{faults}");
}
