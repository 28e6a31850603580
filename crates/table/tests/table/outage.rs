//! Times in which nobody serves the table: nobody loses any of their time to them.

use kniffel::Kniffel;
use protocol::table::{Changes, EntryOf};
use roulette::Roulette;
use table::{Command, Input, Limits, Millis, Moment, Played, Resting, Stage};

use crate::evening::{Evening, person};

/// What the log comes to.
fn resting<G: Played>(evening: &Evening<G>) -> Resting<G> {
    Resting::from_log(evening.table.id().clone(), Limits::default(), evening.stored()).unwrap()
}

/// The server dies, and is back after some time; and so are, at once, the two who play.
fn outage<G: Played>(evening: &mut Evening<G>, time: Millis) {
    let since = evening.now;
    evening.now += time;
    evening.table = resting(evening).wake(evening.now, since);
    evening.input(Input::Wake).unwrap();
    (0..2).for_each(|n| evening.come(n));
    evening.check_log();
    // What the log says is what the table does, and a snapshot says the same.
    let folded = resting(evening);
    let (seq, bytes) = (folded.seq(), folded.to_snapshot().unwrap());
    let last = evening.stored().last();
    let again = Resting::<G>::from_snapshot(evening.table.id().clone(), Limits::default(), seq, &bytes, last)
        .unwrap();
    for table in [folded.wake(evening.now, since), again.wake(evening.now, since)] {
        assert_eq!(times(&table), times(&evening.table));
    }
}

/// All that runs out at a table: the countdown or the exchange of seeds, the turn, the wheel.
fn times<G: Played>(table: &table::Table<G>) -> [Option<Millis>; 3] {
    match table.stage() {
        Stage::Lobby { countdown } => [*countdown, None, None],
        Stage::Seeding(seeding) => [Some(seeding.until), None, None],
        Stage::Playing(playing) => [None, playing.deadline(), playing.acts_at()],
        Stage::Over(_) | Stage::Closed => [None; 3],
    }
}

fn kniffel(turn_seconds: u16) -> Evening<Kniffel> {
    let changes = Changes { turn_seconds: Some(turn_seconds), ..Changes::default() };
    let mut evening = Evening::with_people(2, changes);
    evening.begin(2, 0);
    evening
}

/// How much is left of the turn.
fn left(evening: &Evening<Kniffel>) -> Millis {
    evening.table.game().unwrap().deadline().unwrap() - evening.now
}

#[test]
fn a_turn_goes_on_with_what_was_left_of_it() {
    let mut evening = kniffel(60);
    evening.pass(20_000);
    let before = left(&evening);
    assert!((39_000..=40_000).contains(&before), "{before}");
    outage(&mut evening, 12_000);
    assert_eq!(left(&evening), before);
    // The next outage of the same turn takes nothing of what the first gave back.
    evening.pass(10_000);
    outage(&mut evening, 3_600_000);
    assert_eq!(left(&evening), before - 10_000);
}

/// The floor, for those who need a moment to come back.
#[test]
fn at_least_fifteen_seconds_are_left() {
    let mut evening = kniffel(60);
    evening.pass(55_000);
    outage(&mut evening, 12_000);
    assert_eq!(left(&evening), 15_000);
}

#[test]
fn the_wheel_turns_as_much_later() {
    let mut evening = Evening::<Roulette>::with_people(2, Changes::default());
    evening.begin(2, 0);
    let bet = serde_json::json!({ "type": "place_bet", "betType": "red", "numbers": [], "amount": 5 });
    evening.does(0, Command::Move(serde_json::from_value(bet).unwrap()));
    let left = |evening: &Evening<Roulette>| times(&evening.table)[2].unwrap() - evening.now;
    evening.pass(4_000);
    let before = left(&evening);
    assert!(before > 0);
    outage(&mut evening, 3_600_000);
    assert_eq!(left(&evening), before);
}

#[test]
fn countdown_and_seeds_go_on_as_much_later() {
    let mut evening = Evening::<Kniffel>::with_people(2, Changes::default());
    (0..2).for_each(|n| evening.does(n, Command::Sit { seat: None }));
    (0..2).for_each(|n| evening.does(n, Command::ToggleReady));
    evening.pass(2_000);
    let left = |evening: &Evening<Kniffel>| times(&evening.table)[0].map(|until| until - evening.now);
    assert_eq!(left(&evening), Some(3_000));
    outage(&mut evening, 60_000);
    assert!(matches!(evening.table.stage(), Stage::Lobby { .. }));
    assert_eq!(left(&evening), Some(3_000));
    evening.pass(4_000);
    assert!(matches!(evening.table.stage(), Stage::Seeding(_)));
    assert_eq!(left(&evening), Some(4_000));
    outage(&mut evening, 60_000);
    assert_eq!(left(&evening), Some(4_000), "nobody is missing who had no time to answer");
}

/// A pause counts as a whole when it ends: an outage in it is not counted twice, and needs no entry.
#[test]
fn an_outage_during_a_pause_is_part_of_it() {
    let mut evening = kniffel(60);
    evening.pass(20_000);
    let before = left(&evening);
    evening.does(0, Command::Pause);
    evening.pass(5_000);
    let entries = evening.log.len();
    outage(&mut evening, 12_000);
    assert_eq!(evening.log.len(), entries);
    evening.does(0, Command::Resume);
    assert_eq!(left(&evening), before);
}

/// While nothing can be stored, the table still stands still; and nothing comes before the entry that says so.
#[test]
fn the_outage_lasts_until_it_is_written_down() {
    let mut evening = kniffel(60);
    evening.pass(20_000);
    let (before, since) = (left(&evening), evening.now);
    evening.now += 12_000;
    evening.table = resting(&evening).wake(evening.now, since);
    // An input whose effects are thrown away.
    let moment = Moment { now: evening.now, entropy: [3; 32] };
    evening.table.clone().handle(moment, Input::Wake).unwrap();
    evening.now += 5_000;
    evening.input(Input::Came { player: person(0) }).unwrap();
    assert_eq!(left(&evening), before);
    let written =
        evening.log.iter().filter(|(_, entry)| matches!(entry, EntryOf::<Kniffel>::StoodStill { .. }));
    assert_eq!(written.count(), 1);
    evening.check_log();
}
