//! Whole games of all three, from sitting down to the end, with people who only watch the clock and bots that play.

use catan::Catan;
use kniffel::Kniffel;
use protocol::table::{Changes, EntryOf, Pace};
use roulette::Roulette;
use table::{Command, Notice, Played, Retold, Stage};

use crate::evening::{Evening, person};

fn hurried<S>() -> Changes<S> {
    Changes { turn_seconds: Some(10), pace: Some(Pace::Fast), ..Changes::default() }
}

/// Plays to the end; the log is restored now and then on the way.
fn play_to_the_end<G: Played>(people: u8, bots: u8) -> Evening<G> {
    let mut evening = Evening::<G>::with_people(people, hurried());
    evening.begin(people, bots);
    evening.check_log();
    let mut checked = 0;
    while !evening.is_over() {
        evening.pass(20_000);
        if evening.position() > checked + 50 {
            checked = evening.position();
            evening.check_log();
        }
        assert!(evening.now < 1_000_000 + 24 * 3_600_000, "no game takes a day");
    }
    evening.check_log();
    evening
}

#[test]
fn a_game_of_catan_with_people_and_bots() {
    let evening = play_to_the_end::<Catan>(2, 2);
    let Stage::Over(over) = evening.table.stage() else { panic!() };
    assert_eq!(over.winners.len(), 1);
    assert_eq!(evening.results.len(), 2, "people have statistics, bots have none");
    let winner = over.winners[0];
    assert!(over.scores[usize::from(winner.0)] >= 10);
}

#[test]
fn a_game_of_kniffel_with_people_and_bots() {
    let evening = play_to_the_end::<Kniffel>(2, 1);
    let Stage::Over(over) = evening.table.stage() else { panic!() };
    let best = over.scores.iter().max().unwrap();
    for (seat, score) in over.scores.iter().enumerate() {
        assert_eq!(over.winners.iter().any(|winner| usize::from(winner.0) == seat), score == best);
    }
}

/// Roulette has no end of its own: the wheel turns by the clock as long as bots bet.
#[test]
fn an_hour_of_roulette() {
    let mut evening =
        Evening::<Roulette>::with_people(1, Changes { pace: Some(Pace::Fast), ..Changes::default() });
    evening.begin(1, 3);
    evening.pass(3_600_000);
    evening.check_log();
    let playing = evening.table.game().unwrap();
    assert!(playing.game.round() > 50, "only {} rounds", playing.game.round());
    let settled = evening.told.iter().filter(|notice| matches!(notice, Notice::Drawn { .. })).count();
    assert!(settled >= playing.game.round() as usize - 1, "every spin is proved");
    let on_table: u64 = (0..10).map(|seat| playing.game.holdings(game::Seat(seat))).sum();
    assert_eq!(
        u64::try_from(evening.purse("table")).unwrap(),
        on_table,
        "the ledger holds what lies on the table"
    );
}

/// docs/fairness.md §6: every outcome in the log follows from the seeds and the position. Writing the file draws all of it again
/// and refuses a game in which one differs.
#[test]
fn the_log_holds_the_luck_that_the_seeds_give() {
    let evening = play_to_the_end::<Kniffel>(1, 1);
    let retold = |log: Vec<_>| table::retell::<Kniffel>(evening.table.id().clone(), log, None, &person(0));
    let Some(Retold::File(file)) = retold(evening.log.clone()).unwrap() else { panic!("the game is over") };
    assert_eq!(
        file.split(|byte| *byte == b'\n').count() as u64,
        evening.position() + 4,
        "header, moves, end, digest"
    );
    let mut forged = evening.log.clone();
    let outcome = forged.iter_mut().find_map(|(_, entry)| {
        let EntryOf::<Kniffel>::Played { moves, .. } = entry else { return None };
        moves.iter_mut().find_map(|made| made.outcome.as_mut())
    });
    let die = &mut outcome.unwrap().dice[0];
    *die = *die % 6 + 1;
    assert!(retold(forged).is_err());
}

/// Of a running game everybody is told what they may know, and no file.
#[test]
fn a_running_game_has_no_file() {
    let mut evening = Evening::<Catan>::with_people(2, hurried());
    evening.begin(2, 1);
    evening.pass(120_000);
    let retold =
        table::retell::<Catan>(evening.table.id().clone(), evening.log.clone(), None, &person(0)).unwrap();
    let Some(Retold::Events(events)) = retold else { panic!("the game is running") };
    assert!(events.len() > 10);
}

#[test]
fn the_same_people_play_again_and_seats_are_drawn_anew() {
    let mut evening = play_to_the_end::<Kniffel>(2, 1);
    assert_eq!(evening.refused(0, Command::Start), "game_over");
    evening.does(0, Command::Rematch);
    assert!(evening.is_over(), "the other one was not asked");
    evening.does(1, Command::Rematch);
    evening.pass_until(10, Evening::is_playing);
    evening.check_log();
    assert_eq!(evening.table.game().unwrap().number, 2);
    assert_eq!(evening.table.seated().count(), 3);
}

/// A bot that never answers does not hold up the game.
#[test]
fn a_bot_that_says_nothing_is_played_for() {
    let mut evening = Evening::<Kniffel>::with_people(1, hurried());
    evening.bots_answer = false;
    evening.begin(1, 1);
    evening.pass_until(3_000, Evening::is_over);
}
