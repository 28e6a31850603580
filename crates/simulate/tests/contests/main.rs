//! Whole contests: rotation, counting, tests, ratings, trading, and programs in a seat.

mod games;
mod programs;

use serde_json::Value;
use simulate::GameName;
use simulate::contest::{Contest, ContestReport, Entry, GameRow, Scribe};

/// A contest of these players, with so many games.
pub(crate) fn contest(game: GameName, seats: &str, games: u64) -> Contest {
    let entries = Entry::parse_list(game, seats).expect("a list of players");
    Contest { games, rounds: 10, ..Contest::new(game, entries) }
}

/// Keeps every row.
#[derive(Default)]
pub(crate) struct Rows(pub(crate) Vec<GameRow>);

impl Scribe for Rows {
    fn write<G: protocol::Wire>(
        &mut self,
        row: &GameRow,
        record: &game::Record<G>,
        _: &fair::Seed,
    ) -> std::io::Result<()> {
        assert!(game::replay(record).is_ok(), "a game replays from its record");
        self.0.push(row.clone());
        Ok(())
    }
}

/// Held, with every row.
pub(crate) fn held(contest: &Contest, threads: usize) -> (ContestReport, Vec<GameRow>) {
    let mut rows = Rows::default();
    let report = contest.hold(threads, &|_| {}, &mut rows).expect("a possible contest");
    (report, rows.0)
}

/// As JSON, without times.
pub(crate) fn figures(report: &ContestReport) -> Value {
    let mut value = serde_json::to_value(report).expect("a report can be written");
    let fields = value.as_object_mut().expect("an object");
    assert!(fields.remove("timing").is_some());
    for entry in fields["entries"].as_array_mut().expect("a list") {
        assert!(entry.as_object_mut().and_then(|entry| entry.remove("time")).is_some());
    }
    value
}
