//! Games told again view by view: every step leads where the log leads, for every viewer, and to nothing hidden before the end.

use catan::Catan;
use game::{Seat, Viewer};
use kniffel::Kniffel;
use protocol::table::{Author, Changes, HowEnded, Pace, Topic};
use protocol::ws::{Spoken, patch};
use roulette::Roulette;
use serde_json::Value;
use table::{Command, Limits, NoReplay, Played, Table};

use crate::evening::{Evening, name, person};

fn evening<G: Played>(people: u8, bots: u8) -> Evening<G> {
    let changes = Changes { turn_seconds: Some(10), pace: Some(Pace::Fast), ..Changes::default() };
    let mut evening = Evening::<G>::with_people(people, changes);
    evening.begin(people, bots);
    evening
}

fn replay<G: Played>(
    evening: &Evening<G>,
    number: Option<u32>,
    seat: Option<u8>,
) -> Result<protocol::http::Replay, NoReplay> {
    let seat = seat.map(protocol::Seat);
    table::replay::<G>(evening.table.id().clone(), evening.stored(), number, seat).unwrap()
}

/// What a viewer's page shows after so many entries, by way of the table itself.
fn shown<G: Played>(evening: &Evening<G>, entries: u64, viewer: Viewer) -> Value {
    let log = evening.stored().take(usize::try_from(entries).unwrap());
    let table = Table::<G>::restore(evening.table.id().clone(), Limits::default(), log, 0).unwrap();
    let playing = table.game().unwrap();
    let shown = G::shown(&playing.game.view(viewer), playing.offered(viewer));
    let mut page = serde_json::to_value(shown).unwrap();
    page.as_object_mut().unwrap().remove("legal");
    page
}

fn check_steps<G: Played>(evening: &Evening<G>, seats: u8) {
    for seat in std::iter::once(None).chain((0..seats).map(Some)) {
        let replay = replay(evening, None, seat).unwrap();
        let viewer = seat.map_or(Viewer::Spectator, |seat| Viewer::Seat(Seat(seat)));
        let mut view = replay.view.0;
        assert!(view.get("legal").is_none());
        for (i, step) in replay.steps.into_iter().enumerate() {
            if let Some(change) = step.patch {
                patch::apply(&mut view, change.0);
            }
            if i % 29 == 0 || step.seq + 1 == replay.ended.seq {
                assert_eq!(view, shown(evening, step.seq, viewer), "{viewer:?} after {}", step.seq);
            }
            assert_eq!(step.at, evening.log[usize::try_from(step.seq).unwrap() - 1].0);
        }
        assert_eq!(view, shown(evening, replay.ended.seq, viewer));
        assert_eq!(replay.ended.moves, evening.position());
    }
}

#[test]
fn every_step_of_catan_leads_where_the_log_leads() {
    let mut evening = evening::<Catan>(1, 3);
    evening.pass_until(20_000, Evening::is_over);
    check_steps(&evening, 4);
    let replay = replay(&evening, None, Some(2)).unwrap();
    let size = serde_json::to_string(&replay).unwrap().len();
    assert!(size < 1_000 * replay.steps.len(), "{size} bytes for {} steps", replay.steps.len());
    assert_eq!((replay.seats, replay.players.len()), (4, 4));
    assert_eq!(replay.players.iter().filter(|player| player.bot.is_some()).count(), 3);
    assert_eq!(replay.ended.how, HowEnded::Finished);
    let fixed = evening.table.game().unwrap().game.fixed();
    assert_eq!(replay.fixed.0, serde_json::to_value(fixed).unwrap());
    let of = |by: Author| replay.steps.iter().filter(|step| step.by == by).count();
    assert!(of(Author::Bot) > 50 && of(Author::Timer) > 10, "bots play and the clock does");
    assert!(replay.steps.iter().all(|step| step.seat.is_some()), "somebody makes every move of Catan");
}

#[test]
fn every_step_of_kniffel_leads_where_the_log_leads() {
    let mut evening = evening::<Kniffel>(2, 1);
    evening.pass_until(20_000, Evening::is_over);
    check_steps(&evening, 3);
    let replay = replay(&evening, None, None).unwrap();
    assert_eq!((replay.steps[0].by, replay.steps[0].seat), (Author::Table, None), "all are ready at once");
}

/// Seats come and go at a roulette table; the wheel is nobody's.
#[test]
fn every_step_of_roulette_leads_where_the_log_leads() {
    let mut evening = evening::<Roulette>(2, 1);
    evening.pass(120_000);
    evening.come(7);
    evening.does(7, Command::Sit { seat: None });
    let joined = evening.table.seq();
    evening.pass(120_000);
    evening.go(7);
    for n in 0..2 {
        evening.does(n, Command::Vote { topic: Topic::Abort, yes: true });
    }
    assert!(evening.is_over());
    check_steps(&evening, 4);
    let replay = replay(&evening, None, Some(3)).unwrap();
    assert_eq!((replay.seats, replay.ended.how), (Roulette::CHAIRS, HowEnded::Aborted));
    let latecomer = replay.players.last().unwrap();
    assert_eq!((latecomer.name.as_str(), latecomer.player_id.clone()), (name(7).as_str(), person(7)));
    assert!(latecomer.since.is_some_and(|since| since < joined), "{latecomer:?} of {joined}");
    assert!(replay.steps.iter().any(|step| step.seat.is_none() && step.by == Author::Table));
}

/// What is hidden stays so while a game is on, whoever asks; games before it are open.
#[test]
fn a_game_that_is_on_is_not_shown_and_those_before_it_are() {
    let mut evening = evening::<Kniffel>(2, 0);
    let still_on = |evening: &Evening<Kniffel>, number| replay(evening, number, None).err();
    assert_eq!(still_on(&evening, None), Some(NoReplay::StillOn));
    assert_eq!(still_on(&evening, Some(9)), Some(NoReplay::NoSuchGame));
    evening.pass_until(20_000, Evening::is_over);
    let first = replay(&evening, None, Some(0)).unwrap();
    for n in 0..2 {
        evening.does(n, Command::Rematch);
    }
    evening.pass_until(10, Evening::is_playing);
    assert_eq!(still_on(&evening, None), Some(NoReplay::StillOn));
    assert_eq!(still_on(&evening, Some(2)), Some(NoReplay::StillOn));
    assert_eq!(replay(&evening, Some(1), Some(0)).unwrap(), first);
    assert_eq!(replay(&evening, Some(1), Some(2)).err(), Some(NoReplay::NoSuchSeat));
    let id = evening.table.id().clone();
    let games = table::games::<Kniffel>(id.clone(), evening.stored()).unwrap().games;
    let told: Vec<_> =
        games.iter().map(|game| (game.number, game.players.len(), game.ended.is_some())).collect();
    assert_eq!(told, [(1, 2, true), (2, 2, false)]);
    assert_eq!((games[0].moves, games[0].began_at), (first.ended.moves, first.began_at));
    let file = |number| table::retell::<Kniffel>(id.clone(), evening.stored(), number, &person(0)).unwrap();
    assert!(matches!(file(Some(1)), Some(table::Retold::File(_))));
    assert!(matches!(file(None), Some(table::Retold::Events(_))));
    assert_eq!(file(Some(3)), None);
}

/// What a page asks for when it comes back: every event of the running game, with the time of its move.
#[test]
fn a_game_that_is_on_is_told_with_the_times_of_its_moves() {
    let mut evening = evening::<Catan>(2, 2);
    evening.pass(120_000);
    assert!(evening.is_playing());
    let id = evening.table.id().clone();
    let retold = table::retell::<Catan>(id, evening.stored(), None, &person(0)).unwrap();
    let Some(table::Retold::Events(lines)) = retold else { panic!("the game is on") };
    assert!(lines.len() > 20);
    for line in &lines {
        assert_eq!(line.at, evening.log[usize::try_from(line.seq).unwrap() - 1].0, "{line:?}");
    }
    let moments: std::collections::BTreeSet<_> = lines.iter().map(|line| line.at).collect();
    assert!(moments.len() > 5, "time passes");
    let line = serde_json::to_value(&lines[0]).unwrap();
    assert_eq!((&line["seq"], &line["at"]), (&lines[0].seq.into(), &lines[0].at.into()));
    assert!(line["type"].is_string(), "the event lies beside them: {line}");
}

#[test]
fn where_nothing_was_played_there_is_nothing_to_show() {
    let evening = Evening::<Catan>::open(Changes::default());
    assert_eq!(replay(&evening, None, None).err(), Some(NoReplay::NoSuchGame));
    assert_eq!(table::games::<Catan>(evening.table.id().clone(), evening.stored()).unwrap().games, []);
}
