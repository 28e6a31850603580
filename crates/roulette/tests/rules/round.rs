//! The round: betting, spinning, settlement, end, next round.

use game::{Game, OutcomeFault, Rejected, Seat, SeatSet, Unheard};
use roulette::{Action, HOST, Number, Outcome, Phase, Roulette, Rules, Setup, TABLE};

use crate::script::Scene;

// docs/rules/roulette.md §5.1, §5.5–§5.9
#[test]
fn a_round_goes_through_its_phases() {
    let mut scene = Scene::of(2);
    let seven = Number::new(7).unwrap();
    scene.play("0 bet 10 red; 1 bet 5 straight 8");
    assert_eq!((scene.game.phase(), scene.game.due()), (Phase::Betting, None));
    scene.play("0 spin 7");
    assert_eq!((scene.game.phase(), scene.game.due()), (Phase::Spinning(seven), Some(Action::Settle)));
    assert_eq!((scene.chips(0), scene.chips(1), scene.game.at_stake()), (990, 995, 15));
    scene.play("table settle");
    assert_eq!((scene.game.phase(), scene.game.due()), (Phase::Settlement(seven), Some(Action::EndRound)));
    assert_eq!((scene.chips(0), scene.chips(1), scene.game.house()), (1_010, 995, -5));
    scene.play("table end");
    assert_eq!((scene.game.phase(), scene.game.due()), (Phase::RoundEnd(seven), None));
    assert_eq!((scene.bets(0).as_str(), scene.bets(1).as_str()), ("10 on red", "5 on straight 8"));
    scene.play("0 next");
    assert_eq!((scene.game.phase(), scene.game.round(), scene.game.at_stake()), (Phase::Betting, 2, 0));
    assert_eq!(scene.bets(0) + &scene.bets(1), "");
    assert_eq!(scene.game.history().as_slice(), [seven]);
}

// docs/rules/roulette.md §5.2
#[test]
fn chips_leave_the_hand_when_the_bet_is_placed() {
    let mut scene = Scene::of(1);
    scene.play("0 bet 300 split 1-2; 0 bet 700 dozen 2");
    assert_eq!((scene.chips(0), scene.game.at_stake()), (0, 1_000));
    scene.refuse("0 bet 1 red", "over_chips");
}

// docs/rules/roulette.md §5.3
#[test]
fn the_same_bet_again_adds_to_it() {
    let mut scene = Scene::of(1);
    scene.play("0 bet 5 split 1-2; 0 bet 3 red; 0 bet 5 split 2-1; 0 bet 1 dozen 1");
    scene.play("0 bet 1 dozen 1-2-3-4-5-6-7-8-9-10-11-12");
    assert_eq!(scene.bets(0), "10 on split 1-2, 3 on red, 2 on dozen 1");
    assert_eq!(scene.chips(0), 985);
}

// docs/rules/roulette.md §5.4
#[test]
fn a_removed_bet_comes_back_whole() {
    let mut scene = Scene::of(2);
    scene.play("0 bet 5 red; 0 bet 6 odd; 0 bet 7 low; 0 bet 6 odd; 1 bet 9 high; 0 remove 1");
    assert_eq!((scene.bets(0).as_str(), scene.chips(0)), ("5 on red, 7 on low", 988));
    scene.refuse("0 remove 2; 0 remove 255; 0 remove 256; 0 remove 4294967295", "no_such_bet");
    scene.play("0 remove 1; 0 remove 0").refuse("0 remove 0", "no_such_bet");
    assert_eq!((scene.chips(0), scene.chips(1), scene.bets(1).as_str()), (1_000, 991, "9 on high"));
}

// docs/rules/roulette.md §5.2: minimum, maximum per round, chips, in this order and on both sides.
#[test]
fn amounts_have_limits() {
    let rules = Rules { min_bet: 5, max_total_bet: 100, ..Rules::default() };
    let mut scene = Scene::with(&Setup { rules, chips: 90, ..Setup::new(1) });
    scene.refuse("0 bet 0 red; 0 bet 4 red", "below_minimum");
    scene.refuse("0 bet 101 red; 0 bet 4294967295 red", "over_maximum");
    scene.refuse("0 bet 91 red; 0 bet 100 red", "over_chips");
    scene.play("0 bet 5 red; 0 bet 60 odd");
    scene.refuse("0 bet 36 red", "over_maximum").refuse("0 bet 26 red; 0 bet 35 red", "over_chips");
    // The limit counts what is staked, not what was: a removed bet makes room again.
    scene.play("0 remove 1; 0 bet 85 low");
    assert_eq!((scene.chips(0), scene.game.at_stake()), (0, 90));

    let mut rich = Scene::with(&Setup { rules, chips: 1_000, ..Setup::new(1) });
    rich.play("0 bet 95 red; 0 bet 5 red").refuse("0 bet 5 red", "over_maximum");
    // A new round, a new limit.
    rich.settle(0).play("0 next; 0 bet 100 red");
    assert_eq!(rich.chips(0), 800);
}

// docs/rules/roulette.md §2.3
#[test]
fn a_table_may_do_without_bets_that_join_zero() {
    let rules = Rules { zero_bets: false, ..Rules::default() };
    let mut scene = Scene::with(&Setup { rules, ..Setup::new(1) });
    scene.refuse("0 bet 1 split 0-1; 0 bet 1 split 0-2; 0 bet 1 split 0-3", "no_zero_bets");
    scene.refuse("0 bet 1 street 0-1-2; 0 bet 1 street 0-2-3; 0 bet 1 corner 0-1-2-3", "no_zero_bets");
    scene.play("0 bet 1 straight 0; 0 bet 1 split 1-2; 0 bet 1 high");
    Scene::of(1).play("0 bet 1 split 0-1; 0 bet 1 corner 0-1-2-3");
}

// docs/rules/roulette.md §5.5, §5.10
#[test]
fn the_host_spins_with_or_without_bets() {
    let mut scene = Scene::of(2);
    scene
        .refuse("1 spin 3", "only_host")
        .refuse("5 spin 3", "not_at_table")
        .refuse("11 spin 3", "no_such_seat");
    scene.settle(3);
    assert_eq!((scene.game.house(), scene.game.in_hands()), (0, 2_000));
    scene.refuse("1 next", "only_host").refuse("5 next", "not_at_table").refuse("255 next", "no_such_seat");
    scene.play("0 next");
}

// docs/rules/roulette.md §5.11
#[test]
fn nothing_moves_while_the_wheel_spins() {
    let mut scene = Scene::of(2);
    scene.play("1 bet 5 red; 0 spin 12");
    scene.refuse("0 bet 1 red; 1 bet 1 red; 1 remove 0", "bets_closed");
    scene
        .refuse("0 spin 13", "cannot_spin")
        .refuse("0 next", "round_not_over")
        .refuse("0 close", "cannot_close_now");
    scene.refuse("table spin 13", "cannot_spin").refuse("table end", "not_settled");
    scene.play("table settle");
    scene.refuse("0 bet 1 red; 1 remove 0", "bets_closed").refuse("0 spin 13", "cannot_spin");
    scene.refuse("table settle", "not_spinning").refuse("0 next; table next", "round_not_over");
    scene.play("table end");
    scene.refuse("0 bet 1 red; 1 remove 0", "bets_closed").refuse("0 spin 13", "cannot_spin");
    scene.refuse("table settle", "not_spinning").refuse("table end", "not_settled");
    scene.refuse("0 close", "cannot_close_now");
    scene
        .play("0 next")
        .refuse("0 next; table next", "round_not_over")
        .refuse("table settle", "not_spinning");
}

// docs/rules/roulette.md §5.6: where the timer spins, and where the host does.
#[test]
fn the_timer_spins_when_it_is_its_turn() {
    let rules = Rules { is_manual_spin: false, ..Rules::default() };
    let mut timed = Scene::with(&Setup { rules, ..Setup::new(2) });
    timed
        .refuse("table spin 1", "no_bets")
        .play("1 bet 5 red; table spin 1; table settle; table end; table next");
    // The host need not wait.
    timed.play("1 bet 5 red; 0 spin 2; table settle; table end; 0 next; 0 spin 3");

    let mut manual = Scene::of(2);
    manual.play("1 bet 5 red").refuse("table spin 1", "host_spins");
    manual.play("0 away; table spin 1; table settle; table end; table next");
    manual.refuse("table spin 1", "no_bets").play("1 bet 5 red; 0 leave; table spin 4");
}

// docs/rules/roulette.md §4.3
#[test]
fn the_table_does_only_what_is_its_own() {
    let mut scene = Scene::of(2);
    scene.refuse(
        "table bet 1 red; table remove 0; table join; table away; table back; table leave",
        "only_players",
    );
    scene.refuse("0 settle; 0 end; 1 settle; 1 end", "only_table");
    scene.play("0 spin 1").refuse("0 settle; 1 settle", "only_table");
    scene.play("table settle").refuse("0 end; 1 end", "only_table");
    scene.refuse("10 bet 1 red", "only_players").refuse("11 settle; 15 settle; 255 end", "no_such_seat");
}

// docs/rules/roulette.md §5.7
#[test]
fn everybody_is_paid_for_every_bet() {
    let mut scene = Scene::of(3);
    scene
        .play("0 bet 10 straight 17; 0 bet 10 split 17-20; 0 bet 10 red; 1 bet 100 black; 1 bet 50 column 2");
    scene.play("0 spin 17; table settle");
    // 360 + 180 + 0; 200 + 150.
    assert_eq!([0, 1, 2].map(|seat| scene.chips(seat)), [970 + 540, 850 + 350, 1_000]);
    assert_eq!(scene.game.house(), 180 - 890);
    let results = scene.transcript.lines().skip_while(|line| !line.contains("settles")).collect::<Vec<_>>();
    assert_eq!(
        results,
        [
            "all round 1 settles on 17 black",
            "all seat 0 gets 360 for 10 on straight 17",
            "all seat 0 gets 180 for 10 on split 17-20",
            "all seat 0 gets 0 for 10 on red",
            "all seat 0 staked 30, gets 540, net +510",
            "all seat 1 gets 200 for 100 on black",
            "all seat 1 gets 150 for 50 on column 2",
            "all seat 1 staked 150, gets 350, net +200",
        ]
    );
}

// docs/rules/roulette.md §8.3
#[test]
fn the_history_holds_twenty_newest_first() {
    let mut scene = Scene::of(1);
    for number in 1..=25 {
        scene.settle(number).play("0 next");
    }
    let history: Vec<_> = scene.game.history().as_slice().iter().map(|number| number.get()).collect();
    assert_eq!(history, (6..=25).rev().collect::<Vec<_>>());
    assert_eq!(scene.game.round(), 26);
}

// docs/rules/roulette.md §1.5: only a spin has an outcome, and it must have one.
#[test]
fn only_a_spin_takes_an_outcome() {
    let mut game = Roulette::create(&Setup::new(1)).unwrap();
    let before = game.clone();
    let number = Some(Outcome { winning_number: 5 });
    let missing = game.apply(HOST, &Action::Spin, None, &mut Unheard);
    assert_eq!(missing, Err(Rejected::Outcome(OutcomeFault::Missing)));
    let unexpected = game.apply(HOST, &Action::Leave, number, &mut Unheard);
    assert_eq!(unexpected, Err(Rejected::Outcome(OutcomeFault::Unexpected)));
    for winning_number in 37..=u8::MAX {
        let impossible = game.apply(HOST, &Action::Spin, Some(Outcome { winning_number }), &mut Unheard);
        assert_eq!(impossible, Err(Rejected::Outcome(OutcomeFault::Impossible)));
    }
    // A refusal comes before the question of the outcome.
    let refused = game.apply(TABLE, &Action::Settle, number, &mut Unheard);
    assert!(matches!(refused, Err(Rejected::Refused(_))));
    assert_eq!(game, before);
    assert!(game.chance(HOST, &Action::Spin).is_some());
    assert!(game.chance(TABLE, &Action::Spin).is_none() && game.chance(HOST, &Action::Leave).is_none());
}

// docs/rules/roulette.md §5.12
#[test]
fn whom_the_game_waits_for() {
    #[track_caller]
    fn check(scene: &mut Scene, script: &str, seats: &[u8]) {
        scene.play(script);
        assert_eq!(scene.game.to_move(), seats.iter().map(|&seat| Seat(seat)).collect::<SeatSet>());
    }
    let mut scene = Scene::of(3);
    check(&mut scene, "1 bet 1 red", &[0]);
    check(&mut scene, "0 spin 1", &[10]);
    check(&mut scene, "table settle", &[10]);
    check(&mut scene, "table end", &[0]);
    check(&mut scene, "0 away", &[10]);
    check(&mut scene, "table next", &[1, 2]);
    check(&mut scene, "2 away", &[1]);
    check(&mut scene, "1 bet 1 red", &[10]);
    check(&mut scene, "1 remove 0; 1 leave", &[10]);
    check(&mut scene, "0 back", &[0]);
    check(&mut scene, "0 close", &[]);
}

// docs/rules/roulette.md §5.12: without a host it waits for those who can bet, down to the last chip that counts.
#[test]
fn without_a_host_the_game_waits_for_those_who_can_bet() {
    let rules = Rules { min_bet: 5, ..Rules::default() };
    let mut scene = Scene::with(&Setup { rules, chips: 5, ..Setup::new(3) });
    let waits_for = |scene: &Scene| scene.game.to_move().iter().map(|seat| seat.0).collect::<Vec<_>>();
    scene.play("0 away");
    assert_eq!(waits_for(&scene), [1, 2]);
    scene.play("2 bet 5 red; table spin 0; table settle; table end; table next");
    assert_eq!(waits_for(&scene), [1]);
    scene.play("1 bet 5 red; table spin 0; table settle; table end; table next");
    // Nobody can bet any more: all of them have to go before the table closes.
    assert_eq!(waits_for(&scene), [1, 2]);
    scene.play("1 leave; 2 leave");
    assert_eq!(waits_for(&scene), [10]);
    scene.play("table close");
}
