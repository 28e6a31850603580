//! Coming, going, and the end.

use game::{Game, Seat, SeatSet};
use roulette::{Phase, Presence};

use crate::script::Scene;

// docs/rules/roulette.md §6.1
#[test]
fn anybody_can_join_an_empty_seat_at_any_time() {
    let mut scene = Scene::of(1);
    scene.refuse("0 join", "seat_taken").refuse("11 join; 16 join; 255 join", "no_such_seat");
    scene.play("4 join Zoë; 0 spin 5; 1 join; table settle; 2 join; table end; 3 join; 0 next; 9 join");
    let called: Vec<_> = scene.game.to_raw().players.into_iter().map(|player| player.display_name).collect();
    assert_eq!(called, ["Player 1", "Player 2", "Player 3", "Player 4", "Zoë", "Player 10"]);
    assert_eq!((scene.game.issued(), scene.chips(9)), (6_000, 1_000));
    scene.play("5 join; 6 join; 7 join; 8 join");
    assert_eq!(scene.game.free_seat(), None);
    scene.refuse("4 join", "seat_taken");
}

// docs/rules/roulette.md §6.2
#[test]
fn who_leaves_without_bets_is_gone_with_the_chips() {
    let mut scene = Scene::of(2);
    scene.play("1 bet 5 red; 1 remove 0; 1 leave");
    assert_eq!((scene.game.presence(Seat(1)), scene.game.issued()), (None, 1_000));
    assert!(scene.transcript.ends_with("all seat 1 gets up\nall seat 1 takes 1000 chips along\n"));
    scene.refuse("1 leave; 1 bet 1 red; 1 back; 1 away", "not_at_table");
    scene.play("1 join");
    assert_eq!((scene.chips(1), scene.game.issued()), (1_000, 2_000));
}

// docs/rules/roulette.md §6.3
#[test]
fn who_leaves_with_bets_is_paid_at_the_settlement() {
    for script in ["1 bet 100 red; 1 leave; 0 spin 1", "1 bet 100 red; 0 spin 1; 1 leave"] {
        let mut scene = Scene::of(2);
        scene.play(script);
        assert_eq!((scene.game.presence(Seat(1)), scene.chips(1)), (Some(Presence::Left), 900));
        assert_eq!((scene.game.issued(), scene.game.at_stake()), (2_000, 100));
        scene.refuse("1 join", "seat_not_cleared").refuse("1 remove 0; 1 leave; 1 back", "not_at_table");
        scene.play("table settle");
        assert!(scene.transcript.ends_with(
            "all seat 1 gets 200 for 100 on red\nall seat 1 staked 100, gets 200, net +100\n\
             all seat 1 takes 1100 chips along\n"
        ));
        assert_eq!((scene.chips(1), scene.game.issued(), scene.game.house()), (0, 900, -100));
        // The bets are still shown, so the seat is not free yet.
        assert_eq!(scene.bets(1), "100 on red");
        scene.play("table end").refuse("1 join", "seat_not_cleared").play("0 next; 1 join");
        assert_eq!((scene.chips(1), scene.bets(1).as_str()), (1_000, ""));
    }
}

// docs/rules/roulette.md §6.4
#[test]
fn who_leaves_after_the_settlement_takes_all_along_at_once() {
    let mut scene = Scene::of(3);
    scene.play("1 bet 100 red; 2 bet 10 odd; 0 spin 1; table settle; 1 leave");
    assert_eq!((scene.chips(1), scene.game.issued()), (0, 3_000 - 1_100));
    assert_eq!(scene.bets(1), "100 on red");
    scene.play("table end; 2 leave");
    assert_eq!((scene.chips(2), scene.game.issued()), (0, 3_000 - 1_100 - 1_010));
    scene.play("0 next");
    assert_eq!((scene.game.presence(Seat(1)), scene.game.presence(Seat(2))), (None, None));
    assert_eq!((scene.game.issued(), scene.game.house(), scene.chips(0)), (890, -110, 1_000));
}

// docs/rules/roulette.md §6.5
#[test]
fn bets_of_somebody_disconnected_stand() {
    let mut scene = Scene::of(2);
    scene.play("1 bet 10 red; 1 away");
    scene.refuse("1 bet 1 red; 1 remove 0; 1 spin 1; 1 next; 1 close; 1 settle; 1 end", "disconnected");
    scene.refuse("1 join", "seat_taken");
    scene.settle(1).play("0 next");
    assert_eq!(scene.chips(1), 1_010);
    scene.refuse("1 bet 1 red", "disconnected").play("1 back; 1 bet 1 red; 1 away; 1 leave");
    assert_eq!(scene.game.presence(Seat(1)), Some(Presence::Left));
}

// docs/rules/roulette.md §6.6
#[test]
fn nobody_is_away_twice_or_back_without_having_been_away() {
    let mut scene = Scene::of(1);
    scene.refuse("0 back", "not_disconnected").play("0 away").refuse("0 away", "already_disconnected");
    scene.play("0 back").refuse("0 back", "not_disconnected");
}

// docs/rules/roulette.md §5.10: a host who is away is no host until back.
#[test]
fn an_absent_host_neither_spins_nor_goes_on() {
    let mut scene = Scene::of(2);
    scene
        .play("0 away")
        .refuse("0 spin 1; 0 close", "disconnected")
        .play("0 back; 0 spin 1; table settle; table end");
    scene.play("0 away").refuse("0 next", "disconnected").play("table next");
}

// docs/rules/roulette.md §7.1, §7.2
#[test]
fn the_host_closes_the_table_and_stakes_go_back() {
    let mut scene = Scene::of(3);
    scene.play("0 bet 10 red; 1 bet 20 odd; 2 bet 30 low; 2 leave; 1 away");
    scene.refuse("1 close", "disconnected").refuse("table close", "players_present").play("0 close");
    assert_eq!((scene.game.phase(), scene.game.ended()), (Phase::Closed, Some(SeatSet::EMPTY)));
    assert_eq!((scene.chips(0), scene.chips(1), scene.game.presence(Seat(2))), (1_000, 1_000, None));
    assert_eq!((scene.game.issued(), scene.game.at_stake()), (2_000, 0));
    assert_eq!(scene.bets(0) + &scene.bets(1), "");
    assert!(scene.transcript.ends_with(
        "all seat 0 gets the stake of 10 back\nall seat 1 gets the stake of 20 back\n\
         all seat 2 gets the stake of 30 back\nall seat 2 takes 1000 chips along\nall seat 0 closes the table\n"
    ));
}

// docs/rules/roulette.md §7.1
#[test]
fn the_table_closes_when_it_is_deserted() {
    let mut scene = Scene::of(2);
    scene
        .play("0 bet 10 red; 0 away")
        .refuse("1 close", "only_host")
        .refuse("table close", "players_present");
    scene.play("1 leave; table close");
    assert_eq!((scene.game.ended(), scene.chips(0)), (Some(SeatSet::EMPTY), 1_000));

    let mut empty = Scene::of(1);
    empty.play("0 leave; table close");
    assert_eq!((empty.game.issued(), empty.game.in_hands()), (0, 0));
}

// docs/rules/roulette.md §4.2
#[test]
fn whoever_sits_in_seat_0_is_the_host() {
    let mut scene = Scene::of(2);
    scene.play("0 leave").refuse("1 spin 1", "only_host").play("0 join Zoë; 0 spin 1");
}
