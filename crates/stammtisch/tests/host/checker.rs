//! The checker as the tests of the file use it: what people saw, written down as a history, and `stammtisch check --history`, which holds it against the
//! database and says in sentences what does not fit.
//!
//! The program knows the history and the file, and nothing else of the server (`src/check/testimony.rs` says what a violation is).

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use load::history::Line;
use protocol::engine::GameName;
use protocol::table::TableId;
use protocol::with_game;
use serde_json::Value;
use store::{SqliteStore, Store};
use table::{Limits, Played, Resting, Stage};

use crate::served::stammtisch;
use crate::witness::Witness;

/// What was looked at, and what does not fit.
#[derive(Debug)]
pub(crate) struct Verdict {
    /// Acknowledged commands that were looked up.
    pub(crate) acknowledged: u64,
    /// Events that were compared with the log, word for word.
    pub(crate) events: u64,
    /// Views that were compared with what the log comes to.
    pub(crate) views: u64,
    /// Entries of all logs.
    pub(crate) entries: u64,
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
    let history = file.with_extension("history");
    let mut lines = BufWriter::new(File::create(&history).unwrap());
    for (seat, witness) in (0..).zip(witnesses) {
        for noted in witness.notes.clone() {
            serde_json::to_writer(&mut lines, &Line { seat, noted }).unwrap();
            writeln!(lines).unwrap();
        }
    }
    drop(lines);
    held_against(&history, file)
}

/// Holds a history against a database.
pub(crate) fn held_against(history: &Path, file: &Path) -> Verdict {
    let arguments = ["check", "--json", file.to_str().unwrap(), "--history", history.to_str().unwrap()];
    let checked = stammtisch(arguments);
    let said = String::from_utf8_lossy(&checked.stderr);
    let report: Value = serde_json::from_slice(&checked.stdout).unwrap_or_else(|_| panic!("{said}"));
    let violations: Vec<String> = serde_json::from_value(report["faults"].clone()).unwrap();
    assert_eq!(checked.status.code(), Some(i32::from(!violations.is_empty())), "{said}");
    let count = |name: &str| report[name].as_u64().unwrap();
    Verdict {
        acknowledged: count("acknowledged"),
        events: count("events"),
        views: count("views"),
        entries: count("entries"),
        violations,
    }
}

/// The tables where a game is on and not at a standstill, with the last entry of each.
pub(crate) fn running(file: &Path) -> BTreeMap<String, u64> {
    let store = SqliteStore::read_only(file, store::Settings::default()).unwrap();
    let tables = store.tables_after(None, 1_000).unwrap().into_iter();
    let running = tables.filter(|table| table.row.status == store::Status::Running);
    let running = running.filter(|table| {
        let game = GameName::from_name(&table.row.game).unwrap();
        with_game!(game, G => is_going_on::<G>(&store, table.id.as_str()))
    });
    running.map(|table| (table.id.as_str().to_owned(), table.head)).collect()
}

fn is_going_on<G: Played>(store: &dyn Store, id: &str) -> bool {
    let mut log = Vec::new();
    loop {
        let page = store.entries(&id.into(), log.len() as u64 + 1, 5_000).unwrap();
        if page.is_empty() {
            break;
        }
        log.extend(page.into_iter().map(|entry| (entry.at_ms, serde_json::from_slice(&entry.body).unwrap())));
    }
    let resting = Resting::<G>::from_log(id.parse::<TableId>().unwrap(), Limits::default(), log);
    matches!(resting.unwrap().wake(0, 0).stage(), Stage::Playing(playing) if playing.pause.is_none())
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

mod tests {
    use std::path::PathBuf;

    use load::history::Noted;
    use rusqlite::Connection;
    use serde_json::json;

    use super::*;
    use crate::served::{Folder, Served};
    use crate::witness;

    /// People who played at so many tables until this many commands were stored, and the database of a server that did nothing wrong.
    struct Evening {
        _data: Folder,
        file: PathBuf,
        witnesses: Vec<Witness>,
    }

    impl Evening {
        async fn spend(name: &str, tables: usize, commands: u64) -> Self {
            let data = Folder::new(&format!("checker-{name}"));
            let served = Served::start(&data.0, &["tables.grace=600"]);
            let mut witnesses = witness::gather(&served, tables).await;
            let (address, file) = (served.address, data.join("stammtisch.sqlite"));
            let plays =
                futures_util::future::join_all(witnesses.iter_mut().map(|witness| witness.play(address)));
            let stops = async {
                // Until there is enough to look at, however slow the machine is.
                let count = "SELECT count(*) FROM log WHERE command IS NOT NULL";
                let asked =
                    || Connection::open(&file).unwrap().query_row(count, [], |row| row.get::<_, u64>(0));
                while asked().unwrap() < commands {
                    tokio::time::sleep(std::time::Duration::from_millis(50)).await;
                }
                tokio::task::spawn_blocking(|| served.stop()).await.unwrap();
            };
            futures_util::future::join(plays, stops).await;
            let evening = Self { _data: data, file, witnesses };
            let verdict = check(&evening.file, &evening.witnesses);
            verdict.assert_clean();
            let enough = |compared: u64| compared > commands / 4;
            assert!(enough(verdict.acknowledged) && enough(verdict.events), "{verdict:?}");
            assert!(enough(verdict.views), "{verdict:?}");
            evening
        }

        /// What the checker says after something was done to the database.
        fn harmed(&self, harm: &str) -> Vec<String> {
            let file = self.file.with_file_name("harmed.sqlite");
            std::fs::copy(&self.file, &file).unwrap();
            let connection = Connection::open(&file).unwrap();
            connection.execute_batch("PRAGMA foreign_keys = off").unwrap();
            assert!(connection.execute(harm, []).unwrap() > 0, "{harm}");
            connection.execute_batch(CHAINED).unwrap();
            drop(connection);
            check(&file, &self.witnesses).violations
        }

        /// Changes what somebody says to have seen, and looks whether the checker complains in these words.
        #[track_caller]
        fn falsified(&self, complaint: &str, falsify: impl Fn(&mut Vec<Noted>) -> Option<()>) {
            let mut witnesses = self.witnesses.clone();
            let changed = witnesses.iter_mut().any(|witness| falsify(&mut witness.notes).is_some());
            assert!(changed, "there is nothing to falsify: {complaint}");
            let found = check(&self.file, &witnesses).violations;
            assert!(found.iter().any(|violation| violation.contains(complaint)), "{complaint}: {found:#?}");
        }
    }

    /// Where the last note of a kind is.
    fn last(notes: &[Noted], is_it: impl Fn(&Noted) -> bool) -> Option<usize> {
        notes.iter().rposition(is_it)
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn an_acknowledgement_that_is_falsified_is_found() {
        let evening = Evening::spend("acks", 2, 40).await;
        let acked = |notes: &[Noted]| last(notes, |noted| matches!(noted, Noted::Acked { .. }));
        evening.falsified("but was acknowledged at", |notes| {
            let at = acked(notes)?;
            let Noted::Acked { seq, .. } = &mut notes[at] else { return None };
            *seq -= 1;
            Some(())
        });
        evening.falsified("was acknowledged and is gone", |notes| {
            let at = acked(notes)?;
            notes.insert(
                at,
                Noted::Asked { id: "never".into(), says: json!({ "type": "roll_dice", "id": "never" }) },
            );
            notes.insert(at + 1, Noted::Acked { id: "never".into(), seq: 20 });
            Some(())
        });
        evening.falsified("is not what", |notes| {
            let Noted::Acked { id: acked, .. } = notes[acked(notes)?].clone() else { return None };
            let at = last(notes, |noted| matches!(noted, Noted::Asked { id, .. } if *id == acked))?;
            let Noted::Asked { says, .. } = &mut notes[at] else { return None };
            says["more"] = true.into();
            Some(())
        });
        evening.falsified("that nobody asked for", |notes| {
            let at = acked(notes)?;
            let Noted::Acked { id: acked, .. } = notes.remove(at) else { return None };
            let at = last(notes, |noted| matches!(noted, Noted::Asked { id, .. } if *id == acked))?;
            notes.remove(at);
            Some(())
        });
        evening.falsified("was refused (not_your_turn) and is entry", |notes| {
            let at = acked(notes)?;
            let Noted::Acked { id, .. } = notes[at].clone() else { return None };
            notes[at] = Noted::Refused { id, code: "not_your_turn".into() };
            Some(())
        });
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn an_event_that_is_falsified_is_found() {
        let evening = Evening::spend("events", 2, 40).await;
        let heard = |notes: &[Noted]| {
            // One that is followed by a view: what was told too late is not found out before.
            let view = last(notes, |noted| matches!(noted, Noted::Shown { .. }))?;
            last(&notes[..view], |noted| matches!(noted, Noted::Heard { .. }))
        };
        evening.falsified("the log says", |notes| {
            let at = heard(notes)?;
            let Noted::Heard { event, .. } = &mut notes[at] else { return None };
            event["more"] = true.into();
            Some(())
        });
        evening.falsified("was not told", |notes| {
            let at = heard(notes)?;
            notes.remove(at);
            Some(())
        });
        evening.falsified("the log says", |notes| {
            let at = heard(notes)?;
            notes.insert(at, notes[at].clone());
            Some(())
        });
        evening.falsified("but the log ends with", |notes| {
            notes.push(Noted::Heard { seq: 1_000_000, event: json!({ "type": "dice_rolled" }) });
            Some(())
        });
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_view_that_is_falsified_is_found() {
        let evening = Evening::spend("views", 2, 40).await;
        let shown = |notes: &[Noted]| last(notes, |noted| matches!(noted, Noted::Shown { .. }));
        evening.falsified("the log comes to another one", |notes| {
            let at = shown(notes)?;
            let Noted::Shown { view, .. } = &mut notes[at] else { return None };
            *view = load::history::view_digest(&json!({ "round": 1 }));
            Some(())
        });
        // The right view under a number that it does not have.
        evening.falsified("a view was shown as 2, by the log no game was on", |notes| {
            let at = shown(notes)?;
            let Noted::Shown { seq, .. } = &mut notes[at] else { return None };
            *seq = 2;
            Some(())
        });
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn an_order_that_is_falsified_is_found() {
        let evening = Evening::spend("order", 2, 40).await;
        // Two events, told the wrong way round under the numbers that they have. Whichever it is missed at first, it is about what was told.
        evening.falsified(" told", |notes| {
            // Views between them would tell as well.
            notes.retain(|noted| !matches!(noted, Noted::Shown { .. }));
            let numbers = |notes: &[Noted], at: usize| match (&notes[at], &notes[at + 1]) {
                (Noted::Heard { seq: one, .. }, Noted::Heard { seq: next, .. }) => one < next,
                _ => false,
            };
            let at = (0..notes.len().checked_sub(1)?).rev().find(|&at| numbers(notes, at))?;
            notes.swap(at, at + 1);
            Some(())
        });
        // One that is told once more, when something later was told.
        evening.falsified(", after something else as", |notes| {
            let later = last(notes, |noted| matches!(noted, Noted::Heard { .. }))?;
            let Noted::Heard { seq: until, .. } = notes[later] else { return None };
            let is_earlier = |noted: &Noted| matches!(noted, Noted::Heard { seq, .. } if *seq < until);
            let again = notes[last(&notes[..later], is_earlier)?].clone();
            notes.insert(later + 1, again);
            Some(())
        });
        // The same, under each other's numbers.
        evening.falsified("the log says", |notes| {
            let is_heard = |noted: &Noted| matches!(noted, Noted::Heard { .. });
            let later = last(notes, is_heard)?;
            let Noted::Heard { event: one, .. } = notes[later].clone() else { return None };
            let differs = |noted: &Noted| matches!(noted, Noted::Heard { event, .. } if *event != one);
            let sooner = last(&notes[..later], differs)?;
            let Noted::Heard { event: other, .. } = notes[sooner].clone() else { return None };
            for (at, told) in [(later, other), (sooner, one.clone())] {
                let Noted::Heard { event, .. } = &mut notes[at] else { return None };
                *event = told;
            }
            Some(())
        });
        // A table that is behind what was seen there.
        evening.falsified("and later the table was at 3", |notes| {
            notes.extend([Noted::Joining { after: 0 }, Noted::Joined { seq: 3 }]);
            Some(())
        });
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_history_that_cannot_be_read_is_no_clean_one() {
        let evening = Evening::spend("lines", 1, 20).await;
        let history = evening.file.with_extension("history");
        let good = std::fs::read_to_string(&history).unwrap();
        for (spoilt, complaint) in [
            (format!("{good}{{\"seat\":0,"), "of the history cannot be read"),
            (format!("{good}{{\"seat\":99,\"joined\":{{\"seq\":1}}}}\n"), "of the history is nobody's"),
            (good.replace(&evening.witnesses[0].table, "0000000000000000"), "it is gone"),
        ] {
            std::fs::write(&history, spoilt).unwrap();
            let found = held_against(&history, &evening.file).violations;
            assert!(found.iter().any(|violation| violation.contains(complaint)), "{complaint}: {found:#?}");
        }
    }

    /// Whatever could go wrong is done to the file of a server that did nothing wrong, one thing at a time, and each is found.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn whatever_is_wrong_is_found() {
        let evening = Evening::spend("wrong", 3, 80).await;
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
            let found = evening.harmed(&harm);
            assert!(found.iter().any(|violation| violation.contains(complaint)), "{harm}: {found:#?}");
        }
    }

    /// Leads from each entry to the one before it again, as a store would have written this log: it is not by a broken chain that harm
    /// is to be found.
    const CHAINED: &str = "UPDATE log SET before = other
            FROM (SELECT key AS this, lag(key) OVER (PARTITION BY table_key ORDER BY seq) AS other FROM log) WHERE key = this;
        DELETE FROM heads; DELETE FROM marks;
        INSERT INTO heads SELECT table_key, seq, key FROM log AS last
            WHERE seq = (SELECT max(seq) FROM log WHERE log.table_key = last.table_key)";
    /// The next number of the table that an entry belongs to.
    const NEXT: &str = "(SELECT max(seq) + 1 FROM log WHERE log.table_key = old.table_key)";
    /// The first bet on a low number that somebody laid.
    const BET: &str =
        "SELECT min(key) FROM log WHERE CAST(body AS TEXT) LIKE '%\"straight\"%' AND command IS NOT NULL
                       AND CAST(body AS TEXT) GLOB '*\"numbers\":[[][0-9][]]*'";
}
