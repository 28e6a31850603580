//! People who are forgotten, and tables that whoever runs the server closes.

use kniffel::Kniffel;
use protocol::table::{Changes, EntryOf, HowEnded};
use roulette::Roulette;
use table::{Command, Input, Limits, Stage, Table, anonymous};

use crate::evening::{Evening, name, person};

fn two_games() -> Evening<Kniffel> {
    let changes = Changes { turn_seconds: Some(5), stake: Some(10), ..Changes::default() };
    let mut evening = Evening::with_people(3, changes);
    // Person 2 gives the seat back before the game: the entry stays in the log.
    evening.does(2, Command::Sit { seat: None });
    evening.does(2, Command::Stand);
    (0..2).for_each(|n| evening.does(n, Command::Sit { seat: None }));
    evening.does(0, Command::Rename("Zoe".into()));
    evening.does(0, Command::AddBot("novice".into()));
    (0..2).for_each(|n| evening.does(n, Command::ToggleReady));
    evening.pass_until(10, Evening::is_playing);
    evening.does(1, Command::Rename("Yves".into()));
    evening.pass_until(3_000, Evening::is_over);
    (0..2).for_each(|n| evening.does(n, Command::Rematch));
    evening.pass_until(10, Evening::is_playing);
    evening.pass_until(3_000, Evening::is_over);
    evening
}

/// The log without a name comes to the same table, but for the name.
#[test]
fn a_log_can_do_without_a_name() {
    let evening = two_games();
    let id = evening.table.id().clone();
    let whole = serde_json::to_string(&evening.log).unwrap();
    for (n, names, games) in
        [(0, vec!["Person 0", "Zoe"], 2), (1, vec!["Person 1", "Yves"], 2), (2, vec!["Person 2"], 0)]
    {
        let found = anonymous::<Kniffel>(id.clone(), &evening.log, &person(n), "?").unwrap();
        assert_eq!(found.seats.len(), games, "person {n}: {:?}", found.seats);
        let mut log = evening.log.clone();
        for (seq, entry) in found.entries {
            log[usize::try_from(seq).unwrap() - 1].1 = entry;
        }
        let text = serde_json::to_string(&log).unwrap();
        for other in ["Person 0", "Zoe", "Person 1", "Yves", "Person 2"] {
            let kept = whole.contains(other) && !names.contains(&other);
            assert_eq!(text.contains(other), kept, "person {n}, {other}");
        }
        let again = Table::<Kniffel>::restore(id.clone(), Limits::default(), log, evening.now).unwrap();
        let (before, after) = (evening.restored(), again);
        assert_eq!(after.game().unwrap().game, before.game().unwrap().game);
        for (seat, chair) in before.seated() {
            let mut expected = chair.clone();
            if chair.player == person(n) {
                expected.name = "?".into();
            }
            assert_eq!(after.chair(seat), Some(&expected));
        }
    }
    let nobody = anonymous::<Kniffel>(id, &evening.log, &person(250), "?").unwrap();
    assert!(nobody.entries.is_empty() && nobody.seats.is_empty());
}

/// Roulette knows names itself: of those with whom it began, and of whoever joined later.
#[test]
fn a_log_of_roulette_can_do_without_a_name() {
    let mut evening = Evening::<Roulette>::with_people(3, Changes::default());
    (0..2).for_each(|n| evening.does(n, Command::Sit { seat: None }));
    (0..2).for_each(|n| evening.does(n, Command::ToggleReady));
    evening.pass_until(10, Evening::is_playing);
    evening.does(2, Command::Sit { seat: None });
    let id = evening.table.id().clone();
    for n in 0..3 {
        let found = anonymous::<Roulette>(id.clone(), &evening.log, &person(n), "?").unwrap();
        let mut log = evening.log.clone();
        for (seq, entry) in found.entries {
            log[usize::try_from(seq).unwrap() - 1].1 = entry;
        }
        let text = serde_json::to_string(&log).unwrap();
        for other in 0..3 {
            assert_eq!(text.contains(&name(other)), other != n, "person {n}, {other}: {text}");
        }
        // What is left is a table, and the wheel is where it was.
        let again = Table::<Roulette>::restore(id.clone(), Limits::default(), log, evening.now).unwrap();
        assert_eq!(again.game().unwrap().position, evening.table.game().unwrap().position);
    }
}

/// A table that is closed in the middle of a game gives the stakes back, says so, and takes nothing more.
#[test]
fn a_table_can_be_closed_at_any_time() {
    let changes = Changes { stake: Some(50), ..Changes::default() };
    let mut playing = Evening::<Kniffel>::with_people(2, changes.clone());
    playing.begin(2, 1);
    let mut lobby = Evening::<Kniffel>::with_people(2, changes.clone());
    lobby.does(0, Command::Sit { seat: None });
    let mut seeding = Evening::<Kniffel>::with_people(1, changes);
    seeding.does(0, Command::Sit { seat: None });
    seeding.does(0, Command::ToggleReady);
    seeding.pass_until(10, |evening| matches!(evening.table.stage(), Stage::Seeding(_)));
    for mut evening in [playing, lobby, seeding] {
        let was_playing = evening.is_playing();
        evening.input(Input::Close).unwrap();
        assert!(matches!(evening.table.stage(), Stage::Closed));
        assert!(evening.chips.values().all(|chips| *chips == 0), "{:?}", evening.chips);
        let aborted = |entry: &EntryOf<Kniffel>| {
            matches!(entry, EntryOf::<Kniffel>::Ended { how: HowEnded::Aborted, .. })
        };
        assert_eq!(evening.log.iter().any(|(_, entry)| aborted(entry)), was_playing);
        assert_eq!(evening.input(Input::Close).unwrap_err().code, "table_closed");
        assert_eq!(evening.refused(0, Command::Stand), "table_closed");
        assert!(matches!(evening.restored().stage(), Stage::Closed));
    }
}
