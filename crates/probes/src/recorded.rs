//! What was recorded once of every game, and what follows from it, for the probe of records to change.

use std::sync::LazyLock;

use catan::Catan;
use fair::commit::{seat_commitment, server_commitment};
use fair::{Context, Secret};
use game::Seat;
use kniffel::Kniffel;
use protocol::table::{EntryOf, PlayerId, TableId};
use roulette::Roulette;
use serde_json::{Value, json};
use table::{Limits, Millis, Played, Resting, Retold};

/// How many moves the short file of a game has.
const SHORT: usize = 25;
/// When a table is woken: in 2030.
pub(crate) const LATER: Millis = 1_900_000_000_000;

pub(crate) type Entries<G> = Vec<(Millis, EntryOf<G>)>;

/// What was recorded once of a game, and what follows from it: made once, since a fuzzer asks for it a million times.
pub(crate) struct Recorded<G: Played> {
    /// The log of a table, line by line.
    pub(crate) lines: Vec<Value>,
    pub(crate) entries: Entries<G>,
    /// Entries of the kinds that do not occur in it.
    pub(crate) others: Vec<Value>,
    /// The table after each entry, and its snapshot.
    pub(crate) tables: Vec<(Resting<G>, Value)>,
    /// Files of games: a short one first, made of the log; then whole ones.
    pub(crate) files: Vec<Vec<Vec<u8>>>,
}

pub(crate) static CATAN: LazyLock<Recorded<Catan>> = LazyLock::new(|| {
    Recorded::new(
        include_str!("../../table/tests/logs/catan-1.jsonl"),
        &[include_str!("../../engine/tests/files/catan-practice.jsonl")],
    )
});
pub(crate) static KNIFFEL: LazyLock<Recorded<Kniffel>> = LazyLock::new(|| {
    Recorded::new(
        include_str!("../../table/tests/logs/kniffel-1.jsonl"),
        &[include_str!("../../engine/tests/files/kniffel.jsonl")],
    )
});
pub(crate) static ROULETTE: LazyLock<Recorded<Roulette>> = LazyLock::new(|| {
    Recorded::new(
        include_str!("../../table/tests/logs/roulette-1.jsonl"),
        &[
            include_str!("../../engine/tests/files/roulette.jsonl"),
            include_str!("../../engine/tests/files/roulette-aborted.jsonl"),
        ],
    )
});

impl<G: Played> Recorded<G> {
    fn new(log: &str, files: &[&str]) -> Self {
        let lines: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let entries: Entries<G> =
            lines.iter().map(|line| serde_json::from_value(line.clone()).unwrap()).collect();
        let mut table = Resting::<G>::from_log(id(), Limits::default(), entries[..1].to_vec()).unwrap();
        let mut tables = vec![];
        for n in 0..entries.len() {
            table.follow(entries[n..=n].iter().filter(|_| n > 0).cloned()).unwrap();
            let written = table.to_snapshot().unwrap();
            let text = written.splitn(2, |byte| *byte == b'\n').nth(1).unwrap();
            tables.push((table.clone(), serde_json::from_slice(text).unwrap()));
        }
        let split =
            |text: &[u8]| text.trim_ascii_end().split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
        let whole = files.iter().map(|file| split(file.as_bytes()));
        let short = split(&short_file::<G>(&entries));
        Self {
            others: others::<G>(&lines),
            files: std::iter::once(short).chain(whole).collect(),
            lines,
            entries,
            tables,
        }
    }
}

/// The file of the recorded game, if it had been broken off early.
fn short_file<G: Played>(entries: &Entries<G>) -> Vec<u8> {
    let begun = entries.iter().position(|(_, entry)| matches!(entry, EntryOf::<G>::Started { .. })).unwrap();
    let mut short = entries[..begun + SHORT].to_vec();
    let aborted = json!([LATER, { "kind": "ended", "how": "aborted", "winners": [], "scores": [] }]);
    short.push(serde_json::from_value(aborted).unwrap());
    match table::retell::<G>(id(), short, None, &player(0)) {
        Ok(Some(Retold::File(file))) => file,
        other => panic!("no file of a game that is over: {other:?}"),
    }
}

/// Entries of all kinds that a log of bots and clocks does not have.
fn others<G: Played>(lines: &[Value]) -> Vec<Value> {
    let someone = player(0);
    let find = |kind: &str| &lines.iter().find(|line| line[1]["kind"] == kind).unwrap()[1];
    let secret = |text: &Value| Secret::from_hex(text.as_str().unwrap()).unwrap();
    let context = Context::new(id().as_str(), 1).unwrap();
    let server = server_commitment(G::KIND, &context, &secret(&find("seed_chosen")["seed"]));
    let seed = Secret::from([5; 32]);
    let commitment = seat_commitment(&context, &server, Seat(0), &seed);
    [
        json!({ "kind": "options_set", "settings": find("opened")["settings"] }),
        json!({ "kind": "got_up", "seat": 1 }),
        json!({ "kind": "renamed", "seat": 0, "name": "Grace" }),
        json!({ "kind": "recolored", "seat": 0, "color": "blue" }),
        json!({ "kind": "host_is", "player": someone }),
        json!({ "kind": "countdown_stopped" }),
        json!({ "kind": "seat_committed", "seat": 0, "commitment": commitment.to_hex() }),
        json!({ "kind": "seat_revealed", "seat": 0, "seed": seed.to_hex() }),
        json!({ "kind": "paused", "reason": "asked" }),
        json!({ "kind": "resumed" }),
        json!({ "kind": "stood_still", "since": 1_009_000 }),
        json!({ "kind": "bot_took_over", "seat": 0, "forGood": false }),
        json!({ "kind": "handed_back", "seat": 0 }),
        json!({ "kind": "voted", "topic": "bot", "player": someone, "yes": true }),
        json!({ "kind": "ended", "how": "aborted", "winners": [], "scores": [] }),
        json!({ "kind": "rematch_asked", "player": someone, "yes": true }),
        json!({ "kind": "reopened" }),
        json!({ "kind": "closed" }),
    ]
    .map(|entry| json!([1_010_000, entry]))
    .to_vec()
}

pub(crate) fn player(n: u8) -> PlayerId {
    PlayerId::from_entropy([n; 16])
}

pub(crate) fn id() -> TableId {
    TableId::from_entropy([9; 16])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A new kind of entry does not compile here until it has a number, and fails until it has an example.
    const fn number<G: Played>(entry: &EntryOf<G>) -> usize {
        match entry {
            EntryOf::<G>::Opened { .. } => 0,
            EntryOf::<G>::OptionsSet { .. } => 1,
            EntryOf::<G>::Sat { .. } => 2,
            EntryOf::<G>::BotSat { .. } => 3,
            EntryOf::<G>::GotUp { .. } => 4,
            EntryOf::<G>::Ready { .. } => 5,
            EntryOf::<G>::Renamed { .. } => 6,
            EntryOf::<G>::Recolored { .. } => 7,
            EntryOf::<G>::HostIs { .. } => 8,
            EntryOf::<G>::CountingDown { .. } => 9,
            EntryOf::<G>::CountdownStopped {} => 10,
            EntryOf::<G>::SeedChosen { .. } => 11,
            EntryOf::<G>::SeatCommitted { .. } => 12,
            EntryOf::<G>::RevealsOpened { .. } => 13,
            EntryOf::<G>::SeatRevealed { .. } => 14,
            EntryOf::<G>::Started { .. } => 15,
            EntryOf::<G>::Played { .. } => 16,
            EntryOf::<G>::Paused { .. } => 17,
            EntryOf::<G>::Resumed {} => 18,
            EntryOf::<G>::StoodStill { .. } => 19,
            EntryOf::<G>::BotTookOver { .. } => 20,
            EntryOf::<G>::HandedBack { .. } => 21,
            EntryOf::<G>::Voted { .. } => 22,
            EntryOf::<G>::Ended { .. } => 23,
            EntryOf::<G>::RematchAsked { .. } => 24,
            EntryOf::<G>::Reopened {} => 25,
            EntryOf::<G>::Closed {} => 26,
        }
    }

    fn check<G: Played>(recorded: &Recorded<G>) {
        let lines = recorded.lines.iter().chain(&recorded.others);
        let numbers: std::collections::BTreeSet<usize> = lines
            .map(|line| serde_json::from_value::<(Millis, EntryOf<G>)>(line.clone()).unwrap())
            .map(|(_, entry)| number::<G>(&entry))
            .collect();
        assert_eq!(numbers, (0..27).collect());
        for file in &recorded.files {
            let whole: Vec<u8> = file.iter().flat_map(|line| [line, &b"\n"[..]].concat()).collect();
            engine::verify::verify(&whole).unwrap();
        }
    }

    #[test]
    fn there_is_an_example_of_every_entry_and_every_file_is_right() {
        check(&CATAN);
        check(&KNIFFEL);
        check(&ROULETTE);
    }
}
