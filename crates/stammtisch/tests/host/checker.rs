//! The checker: holds what people saw against the database file, and says in sentences what does not fit.
//!
//! It knows the witnesses and the file, and nothing else of the server. A *violation* is something that somebody could rightly
//! complain of: an acknowledged command that is gone or stands there twice, a move that nobody asked for, an event that was told and is
//! not what the log says, chips that were made or lost.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use protocol::engine::GameName;
use protocol::table::{Author, EntryOf, PlayerId, TableId};
use protocol::with_game;
use protocol::ws::session::Frame;
use serde_json::Value;
use sha2::{Digest, Sha256};
use store::{Account, SqliteStore, Store};
use table::{Limits, Played, Resting, Retold, Stage};

use crate::witness::{Stretch, Witness};

/// What was looked at, and what does not fit.
#[derive(Debug, Default)]
pub(crate) struct Verdict {
    /// Acknowledged commands that were looked up.
    pub(crate) acknowledged: usize,
    /// Events that were compared with the log, word for word.
    pub(crate) events: usize,
    /// Entries of all logs.
    pub(crate) entries: usize,
    /// What does not fit.
    pub(crate) violations: Vec<String>,
}

impl Verdict {
    #[track_caller]
    pub(crate) fn assert_clean(&self) {
        let first: Vec<&String> = self.violations.iter().take(10).collect();
        assert!(first.is_empty(), "{} violations: {first:#?}", self.violations.len());
    }
}

/// Holds what people saw against a database that no server is writing to.
pub(crate) fn check(file: &Path, witnesses: &[Witness]) -> Verdict {
    let store = SqliteStore::read_only(file, store::Settings::default()).unwrap();
    let mut verdict = Verdict { violations: store.check().unwrap(), ..Verdict::default() };
    let tables: BTreeSet<&str> = witnesses.iter().map(|witness| witness.table.as_str()).collect();
    for id in tables {
        let there: Vec<&Witness> = witnesses.iter().filter(|witness| witness.table == id).collect();
        let Some(record) = store.table(&id.into()).unwrap() else {
            verdict.violations.push(format!("table {id} is gone"));
            continue;
        };
        let game = GameName::from_name(&record.row.game).unwrap();
        with_game!(game, G => Log::<G>::read(&store, id).check(&store, &there, &mut verdict));
    }
    verdict
}

/// The tables where a game is on and not at a standstill, with the last entry of each.
pub(crate) fn running(file: &Path) -> BTreeMap<String, u64> {
    let store = SqliteStore::read_only(file, store::Settings::default()).unwrap();
    let tables = store.tables_after(None, 1_000).unwrap().into_iter();
    let running = tables.filter(|table| table.row.status == store::Status::Running);
    let running = running.filter(|table| {
        let game = GameName::from_name(&table.row.game).unwrap();
        with_game!(game, G => Log::<G>::read(&store, table.id.as_str()).is_going_on())
    });
    running.map(|table| (table.id.as_str().to_owned(), table.head)).collect()
}

/// Whether the clock, and nobody else, has done something at a table after an entry, or the game came to its end: who is away then
/// is not in the next one, and nobody has to be hurried there.
pub(crate) fn clock_acted(file: &Path, table: &str, after: u64) -> bool {
    let store = SqliteStore::read_only(file, store::Settings::default()).unwrap();
    let entries = store.entries(&table.into(), after + 1, 5_000).unwrap();
    entries.iter().any(|entry| {
        let body: Value = serde_json::from_slice(&entry.body).unwrap();
        body["kind"] == "ended"
            || body["kind"] == "played" && (body["by"] == "timer" || body["by"] == "table")
    })
}

/// The entries of a table, and whether they were read whole.
pub(crate) struct Log<G: Played> {
    id: TableId,
    stored: Vec<store::Entry>,
    pub(crate) entries: Vec<(i64, EntryOf<G>)>,
}

impl<G: Played> Log<G> {
    pub(crate) fn read(store: &dyn Store, id: &str) -> Self {
        let mut stored = Vec::new();
        loop {
            let page = store.entries(&id.into(), stored.len() as u64 + 1, 5_000).unwrap();
            if page.is_empty() {
                break;
            }
            stored.extend(page);
        }
        let read = |entry: &store::Entry| Some((entry.at_ms, serde_json::from_slice(&entry.body).ok()?));
        let entries = stored.iter().map_while(read).collect();
        Self { id: id.parse().unwrap(), stored, entries }
    }

    fn is_going_on(&self) -> bool {
        let resting =
            Resting::<G>::from_log(self.id.clone(), Limits::default(), self.entries.iter().cloned());
        matches!(resting.unwrap().wake(0, 0).stage(), Stage::Playing(playing) if playing.pause.is_none())
    }

    fn check(&self, store: &dyn Store, witnesses: &[&Witness], verdict: &mut Verdict) {
        verdict.entries += self.entries.len();
        let mut wrong = |what: String| verdict.violations.push(format!("table {}: {what}", self.id));
        if let Some(entry) = self.stored.get(self.entries.len()) {
            wrong(format!("entry {} cannot be read", entry.seq));
        }
        if let Some((_, entry)) = (1..).zip(&self.stored).find(|(n, entry)| entry.seq != *n) {
            wrong(format!("there is a gap before entry {}", entry.seq));
        }
        match Resting::<G>::from_log(self.id.clone(), Limits::default(), self.entries.iter().cloned()) {
            Ok(resting) => {
                let held = store.balance(&Account::Table(self.id.as_str().into())).unwrap();
                let owed = chips(&resting.wake(0, 0));
                if held != owed {
                    wrong(format!("its account holds {held} chips, by its log it is {owed}"));
                }
            }
            Err(fault) => wrong(fault.to_string()),
        }
        self.commands(store, witnesses, &mut wrong);
        for witness in witnesses {
            let (events, faults) = self.heard(witness);
            verdict.events += events;
            verdict.acknowledged += witness.acknowledged();
            let named = |what| format!("table {}, {}: {what}", self.id, witness.who.0);
            verdict.violations.extend(faults.into_iter().map(named));
        }
    }

    /// Every acknowledged command stands in the log, once, with the contents that were sent; and nothing was done in
    /// somebody's name that they did not ask for.
    fn commands(&self, store: &dyn Store, witnesses: &[&Witness], wrong: &mut impl FnMut(String)) {
        let mut found: BTreeMap<(&str, &str), &store::Entry> = BTreeMap::new();
        for entry in &self.stored {
            let Some(key) = &entry.command else { continue };
            if let Some(first) = found.insert((key.player.as_str(), &key.id), entry) {
                wrong(format!("{} of {} is entry {} and entry {}", key.id, key.player, first.seq, entry.seq));
            }
        }
        for witness in witnesses {
            let who = witness.who.0.as_str();
            for (id, answer) in &witness.answers {
                let entry = found.get(&(who, id.as_str()));
                match (answer["type"] == "ack", entry) {
                    (true, None) => wrong(format!("{id} of {who} was acknowledged and is gone")),
                    (true, Some(entry)) => {
                        let (at, seq) = (entry.seq, answer["seq"].as_u64().unwrap());
                        let (end, _) =
                            store.command(&self.id.as_str().into(), &who.into(), id).unwrap().unwrap();
                        if end != seq {
                            wrong(format!("{id} of {who} ends with {end}, but was acknowledged at {seq}"));
                        }
                        let digest = entry.command.as_ref().map(|key| key.digest);
                        if digest != Some(contents(&witness.sent[id])) {
                            wrong(format!("entry {at} is not what {who} asked for with {id}"));
                        }
                    }
                    (false, Some(entry)) => {
                        wrong(format!("{id} of {who} was refused and is entry {}", entry.seq));
                    }
                    (false, None) => {}
                }
            }
        }
        let asked = |entry: &store::Entry| {
            entry.command.as_ref().is_some_and(|key| {
                witnesses.iter().any(|w| w.who.0 == key.player.as_str() && w.sent.contains_key(&key.id))
            })
        };
        for (entry, (_, read)) in self.stored.iter().zip(&self.entries) {
            if matches!(read, EntryOf::<G>::Played { by: Author::Player, .. }) && !asked(entry) {
                wrong(format!("entry {} is somebody's move that nobody asked for", entry.seq));
            }
        }
    }

    /// Everything that somebody heard is what the log says, nothing is left out in between, and nobody came back to a table that was
    /// behind what they had seen.
    fn heard(&self, witness: &Witness) -> (usize, Vec<String>) {
        let mut faults = Vec::new();
        let head = self.entries.len() as u64;
        if witness.seen > head {
            faults.push(format!("event {} was told, but the log ends with {head}", witness.seen));
        }
        for (seen, found) in witness.returns.iter().filter(|(seen, found)| found < seen) {
            faults.push(format!("event {seen} was told, and later the table was at {found}"));
        }
        let mut compared = 0;
        let mut games: BTreeMap<u64, Vec<(u64, Value)>> = BTreeMap::new();
        for stretch in &witness.heard {
            let game = games.entry(stretch.game).or_insert_with(|| self.told(&witness.who.0, stretch.game));
            compared += stretch.events.len();
            faults.extend(differs(stretch, game));
        }
        (compared, faults)
    }

    /// What somebody is told of a game, by the log.
    fn told(&self, who: &str, game: u64) -> Vec<(u64, Value)> {
        let (number, who): (u32, PlayerId) = (game.try_into().unwrap(), who.parse().unwrap());
        let entries = || self.entries.iter().cloned();
        let Ok(games) = table::games::<G>(self.id.clone(), entries()) else { return vec![] };
        let Some(game) = games.games.iter().find(|game| game.number == number) else { return vec![] };
        if game.ended.is_none() {
            return match table::retell::<G>(self.id.clone(), entries(), Some(number), &who) {
                Ok(Some(Retold::Events(lines))) => {
                    lines.iter().map(|line| (line.seq, serde_json::to_value(&line.told).unwrap())).collect()
                }
                Ok(_) | Err(_) => vec![],
            };
        }
        let seat = game.players.iter().find(|player| player.player_id == who).map(|player| player.seat);
        match table::replay::<G>(self.id.clone(), entries(), Some(number), seat) {
            Ok(Ok(replay)) => {
                let steps = replay.steps.into_iter();
                steps.flat_map(|step| step.told.into_iter().map(move |told| (step.seq, told.0))).collect()
            }
            Ok(Err(_)) | Err(_) => vec![],
        }
    }
}

/// The first thing in a stretch that is not as the log says. Events have the number of the last entry that was stored together with
/// their own, so their order counts and not their numbers.
fn differs(stretch: &Stretch, log: &[(u64, Value)]) -> Option<String> {
    let last = stretch.events.last()?.0;
    let expected = log.iter().filter(|(seq, _)| (stretch.after + 1..=last).contains(seq));
    let expected: Vec<&Value> = expected.map(|(_, event)| event).collect();
    for (n, (seq, told)) in stretch.events.iter().enumerate() {
        // When the wheel will turn is the clock's affair and not in the log.
        let mut told = told.clone();
        told.as_object_mut().unwrap().remove("closesAt");
        if expected.get(n) != Some(&&told) {
            let stored = expected.get(n).map_or_else(|| "nothing".to_owned(), ToString::to_string);
            return Some(format!("{told} was told as {seq} of game {}, the log says {stored}", stretch.game));
        }
    }
    let unsaid = expected.get(stretch.events.len())?;
    Some(format!("{unsaid} of game {} was not told", stretch.game))
}

/// The chips that lie at a table, by its log.
fn chips<G: Played>(table: &table::Table<G>) -> i64 {
    let Stage::Playing(playing) = table.stage() else { return 0 };
    let seats = table.seated().map(|(seat, _)| seat);
    let stake = u64::from(table.settings().stake);
    let lying = seats.map(|seat| if G::BANKED { playing.game.holdings(seat) } else { stake });
    lying.sum::<u64>().cast_signed()
}

/// What stands in the log for the contents of a command.
fn contents(command: &Value) -> [u8; 32] {
    let frame = Frame::parse(&command.to_string()).unwrap();
    Sha256::digest(frame.contents().as_bytes()).into()
}

mod tests {
    use rusqlite::Connection;

    use super::*;
    use crate::served::{Folder, Served};
    use crate::witness;

    /// What the checker says after something was done to the database.
    fn after(good: &Path, witnesses: &[Witness], harm: &str) -> Vec<String> {
        let file = good.with_file_name("harmed.sqlite");
        std::fs::copy(good, &file).unwrap();
        let connection = Connection::open(&file).unwrap();
        connection.execute_batch("PRAGMA foreign_keys = off").unwrap();
        assert!(connection.execute(harm, []).unwrap() > 0, "{harm}");
        drop(connection);
        check(&file, witnesses).violations
    }

    /// Whatever could go wrong is done to the file of a server that did nothing wrong, one thing at a time, and each is found.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn whatever_is_wrong_is_found() {
        let data = Folder::new("checker");
        let served = Served::start(&data.0, &["tables.grace=600"]);
        let mut witnesses = witness::gather(&served, 3).await;
        let (address, file) = (served.address, data.join("stammtisch.sqlite"));
        let plays = futures_util::future::join_all(witnesses.iter_mut().map(|witness| witness.play(address)));
        let stops = async {
            // Until there is enough to look at, however slow the machine is.
            let count = "SELECT count(*) FROM log WHERE command IS NOT NULL";
            let asked = || Connection::open(&file).unwrap().query_row(count, [], |row| row.get::<_, u64>(0));
            while asked().unwrap() < 80 {
                tokio::time::sleep(std::time::Duration::from_millis(50)).await;
            }
            tokio::task::spawn_blocking(|| served.stop()).await.unwrap();
        };
        futures_util::future::join(plays, stops).await;
        let verdict = check(&file, &witnesses);
        verdict.assert_clean();
        assert!(verdict.acknowledged > 20 && verdict.events > 40, "{verdict:?}");

        let asked = "SELECT max(key) FROM log WHERE command IS NOT NULL AND kind = 'played'";
        for (harm, complaint) in [
            // Lost: the end of a log, or an entry for which another one stands.
            (format!("DELETE FROM log WHERE key >= ({asked})"), "was acknowledged and is gone"),
            (format!("DELETE FROM log WHERE key >= ({asked})"), "but the log ends with"),
            (format!("UPDATE log SET command = 'other' WHERE key = ({asked})"), "was acknowledged and is gone"),
            (format!("UPDATE log SET digest = zeroblob(32) WHERE key = ({asked})"), "is not what"),
            // Twice: the same bet once more, under no id or a new one.
            (
                format!("INSERT INTO log (table_key, seq, at, kind, body) SELECT table_key, {NEXT}, at, kind, body
                         FROM log AS old WHERE key = ({BET})"),
                "that nobody asked for",
            ),
            (
                format!("INSERT INTO log (table_key, seq, at, kind, body, player, command, digest)
                         SELECT table_key, {NEXT}, at, kind, body, player, 'again', digest FROM log AS old WHERE key = ({BET})"),
                "that nobody asked for",
            ),
            // Something else than was told: another number was bet on.
            (
                format!("UPDATE log SET body = CAST(replace(CAST(body AS TEXT), '\"numbers\":[', '\"numbers\":[1') AS BLOB)
                         WHERE key = ({BET})"),
                "the log says",
            ),
            // Chips from nowhere, and chips that lie at another table.
            ("UPDATE accounts SET balance = balance + 1 WHERE kind = 1".to_owned(), "all balances together"),
            (
                "UPDATE accounts SET balance = balance + CASE WHEN kind = 2 THEN 1 ELSE -1 END
                 WHERE key IN (SELECT min(key) FROM accounts WHERE kind > 0 AND balance > 0 GROUP BY kind)"
                    .to_owned(),
                "by its log it is",
            ),
            ("DELETE FROM tables WHERE game = 'catan'".to_owned(), "is gone"),
        ] {
            let found = after(&file, &witnesses, &harm);
            assert!(found.iter().any(|violation| violation.contains(complaint)), "{harm}: {found:#?}");
        }
    }

    /// The next number of the table that an entry belongs to.
    const NEXT: &str = "(SELECT max(seq) + 1 FROM log WHERE log.table_key = old.table_key)";
    /// The first bet on a low number that somebody laid.
    const BET: &str =
        "SELECT min(key) FROM log WHERE CAST(body AS TEXT) LIKE '%\"straight\"%' AND command IS NOT NULL
                       AND CAST(body AS TEXT) GLOB '*\"numbers\":[[][0-9][]]*'";
}
