//! Before a game: who sits, who may do what, when it begins.

use catan::Catan;
use game::{Game, Seat};
use kniffel::Kniffel;
use protocol::table::{Changes, Color};
use protocol::ws::kniffel::Command as Kn;
use roulette::Roulette;
use table::{Command, Input, Notice, Stage};

use crate::evening::{Evening, name, person};

/// Pitfall 28: a seat belongs to a player's id, whatever others call themselves.
#[test]
fn knowing_a_name_takes_no_seat() {
    let mut evening = Evening::<Kniffel>::with_people(2, Changes::default());
    evening.does(0, Command::Sit { seat: None });
    let same_name = Input::Command { player: person(1), name: name(0), command: Command::Sit { seat: None } };
    assert_eq!(evening.input(same_name).unwrap_err().code, "name_taken");
    assert_eq!(evening.refused(1, Command::Stand), "no_seat");
    assert_eq!(evening.refused(1, Command::ToggleReady), "no_seat");
    assert_eq!(evening.table.seat_of(&person(0)), Some(Seat(0)));
}

/// Pitfall 29: leaving during the countdown stops it; nobody is left to play alone.
#[test]
fn leaving_during_the_countdown_stops_it() {
    let mut evening = Evening::<Catan>::with_people(3, Changes::default());
    (0..3).for_each(|n| evening.does(n, Command::Sit { seat: None }));
    (0..3).for_each(|n| evening.does(n, Command::ToggleReady));
    assert!(matches!(evening.table.stage(), Stage::Lobby { countdown: Some(_) }));
    evening.pass(4_000);
    evening.does(1, Command::Stand);
    evening.does(2, Command::Stand);
    evening.pass(60_000);
    assert!(matches!(evening.table.stage(), Stage::Lobby { countdown: None }));
    assert!(evening.told.iter().any(|notice| matches!(notice, Notice::Countdown { until: None })));
}

#[test]
fn a_table_waits_for_people_only_and_for_those_who_can_do_something() {
    let changes = Changes { turn_seconds: Some(10), ..Changes::default() };
    let mut evening = Evening::<Kniffel>::with_people(2, changes);
    let waits = |evening: &Evening<Kniffel>| evening.table.waits_for().iter().collect::<Vec<_>>();
    assert_eq!(waits(&evening), []);
    (0..2).for_each(|n| evening.does(n, Command::Sit { seat: None }));
    evening.does(0, Command::AddBot("novice".into()));
    assert_eq!(waits(&evening), [Seat(0), Seat(1)]);
    evening.does(0, Command::ToggleReady);
    assert_eq!(waits(&evening), [Seat(1)]);
    evening.does(1, Command::ToggleReady);
    assert_eq!(waits(&evening), []);
    evening.pass_until(10, Evening::is_playing);
    // A bot plays for good where somebody gave up: then only one is left to wait for.
    evening.does(0, Command::GiveUp);
    let left = evening.table.seat_of(&person(1)).unwrap();
    evening.pass_until(20_000, |evening| {
        let turn = evening.table.game().and_then(|playing| playing.game.to_move().lowest());
        assert_eq!(waits(evening), turn.filter(|turn| *turn == left).into_iter().collect::<Vec<_>>());
        evening.is_over()
    });
    assert_eq!(waits(&evening), []);
}

#[test]
fn un_readying_and_sitting_down_stop_the_countdown() {
    let mut evening = Evening::<Kniffel>::with_people(3, Changes::default());
    (0..2).for_each(|n| evening.does(n, Command::Sit { seat: None }));
    (0..2).for_each(|n| evening.does(n, Command::ToggleReady));
    let counts =
        |evening: &Evening<Kniffel>| matches!(evening.table.stage(), Stage::Lobby { countdown: Some(_) });
    assert!(counts(&evening));
    evening.does(0, Command::ToggleReady);
    assert!(!counts(&evening));
    evening.does(0, Command::ToggleReady);
    assert!(counts(&evening));
    evening.does(2, Command::Sit { seat: Some(Seat(5)) });
    assert!(!counts(&evening), "whoever sits down is not ready");
    evening.go(2);
    assert!(!counts(&evening));
    evening.check_log();
}

/// Pitfall 30: a stranger cannot join a running game, and coming or going as a spectator changes nothing.
#[test]
fn a_stranger_does_not_disturb_a_running_game() {
    let mut evening = Evening::<Kniffel>::with_people(2, Changes::default());
    evening.begin(2, 0);
    evening.come(7);
    assert_eq!(evening.refused(7, Command::Sit { seat: None }), "game_running");
    assert_eq!(evening.refused(7, Command::Pause), "no_seat");
    assert_eq!(evening.refused(7, Command::Move(Kn::RollDice { kept_dice: [false; 5] })), "no_seat");
    evening.go(7);
    assert!(evening.is_playing() && !evening.is_paused());
}

/// Pitfall 31: one player, one seat.
#[test]
fn one_player_has_one_seat() {
    let mut evening = Evening::<Kniffel>::with_people(1, Changes::default());
    evening.does(0, Command::Sit { seat: Some(Seat(3)) });
    assert_eq!(evening.refused(0, Command::Sit { seat: Some(Seat(4)) }), "already_seated");
    assert_eq!(evening.refused(0, Command::Sit { seat: None }), "already_seated");
}

/// Pitfall 32: asking for a rematch during a game does nothing, and no ghost is seated in the next one.
#[test]
fn a_rematch_wipes_no_running_game_and_seats_no_ghost() {
    let mut evening =
        Evening::<Kniffel>::with_people(2, Changes { turn_seconds: Some(5), ..Changes::default() });
    evening.begin(2, 0);
    assert_eq!(evening.refused(0, Command::Rematch), "no_rematch_now");
    evening.pass_until(500, Evening::is_over);
    evening.does(1, Command::Rematch);
    evening.go(1);
    evening.does(0, Command::Rematch);
    evening.pass_until(10, Evening::is_playing);
    assert_eq!(evening.table.seated().count(), 1, "who is gone does not sit");
}

#[test]
fn only_the_host_changes_the_table() {
    let mut evening = Evening::<Kniffel>::with_people(2, Changes::default());
    evening.does(1, Command::Sit { seat: None });
    let changes = Changes { stake: Some(10), ..Changes::default() };
    assert_eq!(evening.refused(1, Command::SetOptions(changes.clone())), "not_host");
    assert_eq!(evening.refused(1, Command::AddBot("novice".into())), "not_host");
    assert_eq!(evening.refused(1, Command::Kick(person(0))), "not_host");
    assert_eq!(evening.refused(1, Command::Start), "not_host");
    assert_eq!(evening.refused(1, Command::RemoveSeat(Seat(0))), "not_host");
    evening.does(1, Command::ToggleReady);
    evening.does(0, Command::SetOptions(changes));
    assert!(!evening.table.chair(Seat(0)).unwrap().ready, "who agreed to other terms is asked again");
    evening.does(0, Command::TransferHost(person(1)));
    assert_eq!(evening.refused(0, Command::AddBot("novice".into())), "not_host");
    evening.does(1, Command::AddBot("novice".into()));
    assert_eq!(evening.refused(1, Command::AddBot("genius".into())), "no_such_bot");
    assert_eq!(evening.refused(1, Command::TransferHost(person(9))), "not_here");
    evening.does(1, Command::RemoveSeat(Seat(1)));
    assert_eq!(evening.refused(1, Command::RemoveSeat(Seat(1))), "nobody_there");
    evening.check_log();
}

#[test]
fn a_host_who_is_gone_is_replaced_after_a_minute() {
    let mut evening = Evening::<Kniffel>::with_people(3, Changes::default());
    evening.does(2, Command::Sit { seat: None });
    evening.go(0);
    evening.pass(59_000);
    assert_eq!(*evening.table.host(), person(0));
    evening.pass(2_000);
    assert_eq!(*evening.table.host(), person(2), "whoever sits comes first");
    evening.come(0);
    assert_eq!(*evening.table.host(), person(2));
}

#[test]
fn bots_count_as_players_and_the_range_is_the_profiles() {
    let mut evening = Evening::<Catan>::with_people(1, Changes::default());
    evening.does(0, Command::Sit { seat: None });
    let online = protocol::catan::Start {
        rules: Some(protocol::Choice::Named(protocol::catan::Profile::Online)),
        ..Default::default()
    };
    evening.does(0, Command::SetOptions(Changes { start: Some(online), ..Changes::default() }));
    evening.does(0, Command::AddBot("random".into()));
    assert_eq!(evening.refused(0, Command::Start), "wrong_number_of_players");
    evening.does(0, Command::AddBot("random".into()));
    evening.does(0, Command::Start);
    evening.pass_until(10, Evening::is_playing);
    assert_eq!(evening.refused(0, Command::AddBot("random".into())), "game_running");
}

#[test]
fn names_and_colors_are_unique_at_a_table() {
    let mut evening = Evening::<Kniffel>::with_people(2, Changes::default());
    (0..2).for_each(|n| evening.does(n, Command::Sit { seat: None }));
    assert_eq!(evening.refused(1, Command::Rename(name(0).to_uppercase())), "name_taken");
    for bad in ["", " x", "x\u{200b}", "12345678901234567890123456"] {
        assert_eq!(evening.refused(1, Command::Rename(bad.into())), "bad_name", "{bad:?}");
    }
    let taken = evening.table.chair(Seat(0)).unwrap().color;
    assert_eq!(evening.refused(1, Command::Recolor(taken)), "color_taken");
    evening.does(1, Command::Recolor(Color::Pink));
    evening.does(1, Command::Rename("Zoë".into()));
    evening.check_log();
}

#[test]
fn impossible_settings_are_refused() {
    let mut evening = Evening::<Kniffel>::with_people(1, Changes::default());
    for changes in [
        Changes { turn_seconds: Some(4), ..Changes::default() },
        Changes { turn_seconds: Some(3_601), ..Changes::default() },
        Changes { stake: Some(100_001), ..Changes::default() },
    ] {
        assert_eq!(evening.refused(0, Command::SetOptions(changes)), "bad_options");
    }
    let mut wheel = Evening::<Roulette>::with_people(1, Changes::default());
    let stake = Changes { stake: Some(5), ..Changes::default() };
    assert_eq!(wheel.refused(0, Command::SetOptions(stake)), "bad_options");
}

/// Pitfall 41: every table is freed in the end.
#[test]
fn an_empty_table_is_freed() {
    let mut evening = Evening::<Kniffel>::with_people(1, Changes::default());
    evening.does(0, Command::Sit { seat: None });
    evening.go(0);
    evening.pass(599_000);
    assert!(!matches!(evening.table.stage(), Stage::Closed));
    evening.pass(2_000);
    assert!(matches!(evening.table.stage(), Stage::Closed));
    assert_eq!(evening.refused(0, Command::Sit { seat: None }), "table_closed");
    assert_eq!(evening.table.next_wake(), None);
    evening.check_log();
}
