//! People come, go, fall asleep and come back.

use catan::Catan;
use kniffel::Kniffel;
use protocol::table::{Absence, Changes, HowEnded, Pace, PauseReason, Topic};
use protocol::ws::kniffel::Command as Kn;
use roulette::Roulette;
use table::{Command, Sitter, Stage, Substitute};

use crate::evening::{Evening, person};

fn rolling() -> Command<Kniffel> {
    Command::Move(Kn::RollDice { kept_dice: [false; 5] })
}

fn two_people(absence: Absence, turn_seconds: u16) -> Evening<Kniffel> {
    let changes = Changes { absence: Some(absence), turn_seconds: Some(turn_seconds), ..Changes::default() };
    let mut evening = Evening::with_people(2, changes);
    evening.begin(2, 0);
    evening
}

/// Whose turn it is, as a person's number.
fn on_turn(evening: &Evening<Kniffel>) -> u8 {
    let seat = game::Game::to_move(&evening.table.game().unwrap().game).lowest().unwrap();
    let player = &evening.table.chair(seat).unwrap().player;
    (0..9).find(|n| person(*n) == *player).unwrap()
}

/// A disconnect never removes anybody from a running game; after the grace a bot plays, and hands back at once.
#[test]
fn a_bot_takes_over_after_the_grace_and_hands_back_at_once() {
    let mut evening = two_people(Absence::Bot, 0);
    let away = on_turn(&evening);
    evening.go(away);
    evening.pass(59_000);
    assert_eq!(evening.position(), 2, "only the two who said to be ready have moved");
    evening.pass(120_000);
    assert!(evening.position() > 2, "a bot has played");
    evening.check_log();
    let seat = evening.table.seat_of(&person(away)).expect("the seat is kept");
    assert_eq!(evening.table.chair(seat).unwrap().sitter, Sitter::Person(Some(Substitute::Meanwhile)));
    evening.come(away);
    assert_eq!(evening.table.chair(seat).unwrap().sitter, Sitter::Person(None));
    let position = evening.position();
    evening.pass(600_000);
    assert!(
        on_turn(&evening) == away || evening.position() == position,
        "nobody plays for those who are there"
    );
}

#[test]
fn the_game_waits_where_the_table_says_so() {
    let mut evening = two_people(Absence::Wait, 30);
    let away = on_turn(&evening);
    let other = 1 - away;
    evening.go(away);
    // Somebody who is away for less than the grace has the usual time.
    evening.pass(20_000);
    assert!(!evening.is_paused());
    evening.come(away);
    evening.does(away, rolling());
    evening.go(away);
    evening.pass(8_000);
    let before = evening.position();
    evening.pass(3_000_000);
    // The clock played the rest of that turn; the next one of this seat is waited for.
    assert!(evening.is_paused());
    assert!(evening.position() > before);
    assert_eq!(evening.refused(other, rolling()), "paused");
    assert_eq!(evening.refused(other, Command::Resume), "player_absent");
    let position = evening.position();
    evening.pass(3_600_000);
    assert_eq!(evening.position(), position, "an hour later nothing has moved");
    evening.come(away);
    assert!(!evening.is_paused());
    evening.check_log();
}

/// A table does not stay awake because of somebody whose turn it is not.
#[test]
fn nobody_is_woken_for_somebody_who_has_nothing_to_do() {
    for absence in [Absence::Wait, Absence::Vote] {
        let mut evening = two_people(absence, 0);
        let playing = on_turn(&evening);
        evening.go(1 - playing);
        evening.pass(61_000);
        assert!(!evening.is_paused());
        assert!(evening.table.next_wake().is_none_or(|wake| wake > evening.now), "{absence:?}");
    }
}

#[test]
fn those_who_are_there_vote_a_bot_into_the_seat() {
    let mut evening = two_people(Absence::Vote, 0);
    let away = on_turn(&evening);
    let other = 1 - away;
    assert_eq!(evening.refused(other, Command::Vote { topic: Topic::Bot, yes: true }), "nobody_absent");
    evening.go(away);
    evening.pass(61_000);
    assert!(evening.is_paused());
    evening.does(other, Command::Vote { topic: Topic::Bot, yes: true });
    assert!(!evening.is_paused());
    evening.pass(60_000);
    assert!(evening.position() > 2);
}

/// Pitfall 37: while a game is paused nothing moves: no player, no bot, no clock.
#[test]
fn a_pause_is_enforced() {
    let changes = Changes { turn_seconds: Some(30), pace: Some(Pace::Instant), ..Changes::default() };
    let mut evening = Evening::<Kniffel>::with_people(1, changes);
    evening.begin(1, 1);
    evening.pass_until(500, |evening| on_turn_is(evening, 0));
    evening.pass(10_000);
    evening.does(0, Command::Pause);
    assert_eq!(evening.refused(0, rolling()), "paused");
    assert_eq!(evening.refused(0, Command::Pause), "already_paused");
    let position = evening.position();
    evening.pass(3_600_000);
    assert_eq!(evening.position(), position);
    evening.does(0, Command::Resume);
    let deadline = evening.table.game().unwrap().deadline().unwrap();
    assert_eq!(deadline - evening.now, 20_000, "the clock goes on where it stood");
    evening.check_log();
    evening.does(0, rolling());
}

fn on_turn_is(evening: &Evening<Kniffel>, n: u8) -> bool {
    let playing = evening.table.game().unwrap();
    let seat = evening.table.seat_of(&person(n)).unwrap();
    game::Game::to_move(&playing.game).contains(seat)
}

/// Pitfall 40: a turn has one deadline, however often one rolls.
#[test]
fn a_roll_does_not_restart_the_clock() {
    let mut evening = two_people(Absence::Bot, 60);
    let player = on_turn(&evening);
    let deadline = evening.table.game().unwrap().deadline();
    evening.pass(10_000);
    evening.does(player, rolling());
    evening.pass(10_000);
    evening.does(player, Command::Move(Kn::RollDice { kept_dice: [true, true, true, true, false] }));
    assert_eq!(evening.table.game().unwrap().deadline(), deadline);
    let turn = on_turn(&evening);
    evening.pass(41_000);
    assert_ne!(on_turn(&evening), turn, "the time is up and the turn is over");
    assert!(evening.table.game().unwrap().deadline() > deadline);
}

/// With nobody there the clocks stop, and the game is kept for thirty days.
#[test]
fn a_deserted_game_waits_thirty_days() {
    let mut evening = two_people(Absence::Bot, 10);
    evening.go(0);
    evening.go(1);
    assert!(evening.is_paused());
    let position = evening.position();
    evening.pass(29 * 86_400_000);
    assert!(evening.is_playing());
    assert_eq!(evening.position(), position);
    evening.come(0);
    assert!(!evening.is_paused());
    evening.go(0);
    evening.pass(31 * 86_400_000);
    assert!(matches!(evening.table.stage(), Stage::Closed));
    evening.check_log();
}

#[test]
fn a_game_is_given_up_only_if_all_who_are_there_agree() {
    let mut evening = two_people(Absence::Bot, 0);
    evening.come(5);
    assert_eq!(evening.refused(5, Command::Vote { topic: Topic::Abort, yes: true }), "no_seat");
    evening.does(0, Command::Vote { topic: Topic::Abort, yes: true });
    assert!(evening.is_playing());
    evening.does(0, Command::Vote { topic: Topic::Abort, yes: false });
    evening.does(1, Command::Vote { topic: Topic::Abort, yes: true });
    assert!(evening.is_playing());
    evening.check_log();
    evening.does(0, Command::Vote { topic: Topic::Abort, yes: true });
    let Stage::Over(over) = evening.table.stage() else { panic!("it is over") };
    assert_eq!(over.how, HowEnded::Aborted);
    assert!(over.winners.is_empty() && evening.results.is_empty());
    assert_eq!(evening.refused(0, rolling()), "game_over");
}

#[test]
fn a_seat_can_be_left_to_a_bot_for_good() {
    let mut evening = two_people(Absence::Bot, 0);
    evening.does(1, Command::GiveUp);
    assert_eq!(evening.refused(1, rolling()), "no_seat");
    evening.go(1);
    evening.come(1);
    assert_eq!(evening.table.seat_of(&person(1)), None, "what was given up stays given up");
    evening.check_log();
}

#[test]
fn a_restart_pauses_nothing_that_people_come_back_to() {
    let mut evening = two_people(Absence::Bot, 60);
    let player = on_turn(&evening);
    evening.does(player, rolling());
    evening.now += 3_600_000;
    evening.table = evening.restored();
    evening.come(0);
    evening.come(1);
    assert!(!evening.is_paused());
    let deadline = evening.table.game().unwrap().deadline().unwrap();
    assert!(deadline >= evening.now + 15_000, "there is time to look around");
    assert!(deadline <= evening.now + 60_000);
    evening.does(player, Command::Move(Kn::RollDice { kept_dice: [false; 5] }));
}

/// Nobody bets for somebody who is away: the bets stand, and the wheel turns.
#[test]
fn in_roulette_nobody_bets_for_those_who_are_away() {
    let mut evening = Evening::<Roulette>::with_people(2, Changes::default());
    evening.begin(2, 0);
    evening.go(1);
    evening.pass(61_000);
    let seat = evening.table.seat_of(&person(1)).unwrap();
    let playing = evening.table.game().unwrap();
    assert_eq!(playing.game.presence(seat), Some(roulette::Presence::Away));
    assert_eq!(evening.refused(1, Command::GiveUp), "no_substitute");
    evening.come(1);
    assert_eq!(evening.table.game().unwrap().game.presence(seat), Some(roulette::Presence::Here));
    evening.check_log();
}

/// What a seven demands of others is on a clock of its own; the turn's clock stands still meanwhile.
#[test]
fn discards_have_a_clock_of_their_own() {
    let changes = Changes { turn_seconds: Some(30), pace: Some(Pace::Instant), ..Changes::default() };
    let mut evening = Evening::<Catan>::with_people(2, changes);
    evening.begin(2, 0);
    // People who do nothing: the clock plays, and every game sees a seven with full hands sooner or later.
    evening.pass_until(5_000, |evening| {
        evening.is_over() || matches!(evening.table.game().unwrap().game.phase(), catan::Phase::Discarding(_))
    });
    if evening.is_over() {
        return;
    }
    let deadline = evening.table.game().unwrap().deadline().unwrap();
    assert_eq!(deadline, evening.now + 30_000);
    assert!(evening.table.game().unwrap().pause.is_none_or(|pause| pause.reason != PauseReason::Absent));
}
