//! Logs of tables that earlier versions wrote: they must give their tables for ever. They are never written anew; a new format
//! of entries gets new files beside these.

use std::path::PathBuf;

use catan::Catan;
use kniffel::Kniffel;
use protocol::table::{Changes, EntryOf, Pace, Topic};
use roulette::Roulette;
use table::{Command, Limits, Millis, Played, Stage, Table};

use crate::evening::Evening;

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/logs").join(name)
}

/// Restores a recorded table and tells it again as a file.
fn restore<G: Played>(name: &str) -> Table<G> {
    let text = std::fs::read_to_string(file(name)).unwrap();
    let entries: Vec<(Millis, EntryOf<G>)> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let id: protocol::table::TableId = "9999999999999999".parse().unwrap();
    let retold = table::retell::<G>(id.clone(), entries.clone(), None, &crate::evening::person(0)).unwrap();
    assert!(matches!(retold, Some(table::Retold::File(_))), "the game follows from its seeds");
    Table::restore(id, Limits::default(), entries, 0).unwrap()
}

#[test]
fn a_table_of_catan_from_version_1() {
    let table = restore::<Catan>("catan-1.jsonl");
    let Stage::Over(over) = table.stage() else { panic!("it was played to the end") };
    assert_eq!((over.played.position, over.winners[0].0), (CATAN_MOVES, CATAN_WINNER));
}

#[test]
fn a_table_of_kniffel_from_version_1() {
    let table = restore::<Kniffel>("kniffel-1.jsonl");
    let Stage::Over(over) = table.stage() else { panic!("it was played to the end") };
    assert_eq!(over.scores, KNIFFEL_SCORES);
}

#[test]
fn a_table_of_roulette_from_version_1() {
    let table = restore::<Roulette>("roulette-1.jsonl");
    let Stage::Over(over) = table.stage() else { panic!("it was given up") };
    assert_eq!(over.played.game.round(), ROULETTE_ROUND);
}

const CATAN_MOVES: u64 = 195;
const CATAN_WINNER: u8 = 0;
const KNIFFEL_SCORES: [i64; 3] = [30, 271, 42];
const ROULETTE_ROUND: u32 = 15;

/// Writes the logs of the present version, where there are none yet.
#[test]
#[ignore = "records files that are never changed afterwards"]
fn record() {
    fn keep<G: Played>(name: &str, evening: &Evening<G>) {
        let lines: String =
            evening.log.iter().map(|entry| serde_json::to_string(entry).unwrap() + "\n").collect();
        assert!(!file(name).exists(), "{name} is there already");
        std::fs::write(file(name), lines).unwrap();
    }
    fn hurried<S>() -> Changes<S> {
        Changes { turn_seconds: Some(10), pace: Some(Pace::Fast), ..Changes::default() }
    }
    let mut evening = Evening::<Catan>::with_people(1, hurried());
    evening.begin(1, 2);
    evening.pass_until(20_000, Evening::is_over);
    keep("catan-1.jsonl", &evening);
    let mut evening = Evening::<Kniffel>::with_people(2, hurried());
    evening.begin(2, 1);
    evening.pass_until(20_000, Evening::is_over);
    keep("kniffel-1.jsonl", &evening);
    let mut evening = Evening::<Roulette>::with_people(1, hurried());
    evening.begin(1, 2);
    evening.pass(600_000);
    evening.does(0, Command::Vote { topic: Topic::Abort, yes: true });
    keep("roulette-1.jsonl", &evening);
}
