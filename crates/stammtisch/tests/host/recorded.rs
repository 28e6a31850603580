//! Databases of earlier versions, as files: they open, everything in them fits, and their games are played on.
//!
//! `tests/files/version-N.sqlite` is the database of a server with two people in the middle of a game of each kind, stopped in good
//! order; `version-N.json` says who they are. Recorded once for each version of the schema and never again; N is what the file itself says.
//! The same for PostgreSQL is in `cluster::recorded`.
//!
//! `cargo nextest run -p stammtisch --run-ignored only record_the_present_version`.

use std::io::Write;
use std::path::{Path, PathBuf};

use pages::Page;
use serde_json::{Value, json};

use crate::served::{Folder, Served, play, stammtisch};

/// The versions that are kept. Those before had no server that was given to anybody.
const KEPT: [u32; 6] = [3, 4, 5, 6, 7, 8];

fn kept(version: u32, ending: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/files/version-{version}.{ending}"))
}

fn person(known: &Value) -> (String, String) {
    (known["playerId"].as_str().unwrap().to_owned(), known["token"].as_str().unwrap().to_owned())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn databases_of_every_version_are_played_on() {
    for version in KEPT {
        let data = Folder::new(&format!("recorded-{version}"));
        let known: Value = serde_json::from_slice(&std::fs::read(kept(version, "json")).unwrap()).unwrap();
        let people: Vec<_> = known["people"].as_array().unwrap().iter().map(person).collect();
        // Reading may leave files beside it, which do not belong among what is kept.
        let file = data.0.with_extension("sqlite");
        std::fs::copy(kept(version, "sqlite"), &file).unwrap();
        let restored = stammtisch(["restore", file.to_str().unwrap(), "--data", data.0.to_str().unwrap()]);
        assert!(restored.status.success(), "{}", String::from_utf8_lossy(&restored.stderr));
        for ending in ["sqlite", "sqlite-wal", "sqlite-shm"] {
            let _ = std::fs::remove_file(data.0.with_extension(ending));
        }
        let check = || {
            let checked = stammtisch(["check", "--json", "--data", data.0.to_str().unwrap()]);
            let report: Value = serde_json::from_slice(&checked.stdout).unwrap();
            assert!(checked.status.success() && report["faults"] == json!([]), "{report}");
            report
        };
        let before = check();
        let served = Served::start(&data.0, &[]);
        for (game, table) in known["tables"].as_object().unwrap() {
            let table = table.as_str().unwrap();
            let mut pages = Vec::new();
            for who in &people {
                pages.push(Page::at(served.address, who, table).await);
            }
            assert!(pages.iter().all(|page| page.phase() == "playing" && page.seat().is_some()), "{game}");
            // The wheel takes its time.
            let most = if game == "roulette" { 2 } else { 12 };
            let moves = play(&mut pages, most).await;
            assert!(moves >= most, "{game}: {moves} moves");
        }
        served.stop();
        let after = check();
        assert!(after["entries"].as_u64() > before["entries"].as_u64(), "{before} {after}");
        assert_eq!(after["tables"], 3);
    }
}

/// The version that a file says it has.
fn version(file: &Path) -> u32 {
    let connection = rusqlite::Connection::open(file).unwrap();
    connection.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap()
}

#[test]
fn files_have_the_version_that_their_names_say_and_the_present_one_is_among_them() {
    for kept_version in KEPT {
        let copy =
            std::env::temp_dir().join(format!("stammtisch-kept-{kept_version}-{}", std::process::id()));
        std::fs::copy(kept(kept_version, "sqlite"), &copy).unwrap();
        assert_eq!(version(&copy), kept_version);
        std::fs::remove_file(copy).unwrap();
    }
    let data = Folder::new("present");
    Served::start(&data.0, &[]).stop();
    let present = version(&data.join("stammtisch.sqlite"));
    assert!(KEPT.contains(&present), "nobody has recorded version {present}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "writes the files that the test above reads"]
async fn record_the_present_version() {
    let data = Folder::new("record");
    let served = Served::start(&data.0, &["snapshot_every=20"]);
    let people = [served.guest("Anna").await, served.guest("Bert").await];
    let mut tables = serde_json::Map::new();
    for game in ["catan", "kniffel", "roulette"] {
        let (table, mut pages) = served.party_of(&people, game).await;
        pages[0].does(json!({ "type": "chat", "text": "hello" })).await;
        play(&mut pages, 15).await;
        tables.insert(game.to_owned(), table.into());
    }
    served.stop();
    let people = people.map(|(player, token)| json!({ "playerId": player, "token": token }));
    let recorded = data.join("stammtisch.sqlite");
    let version = version(&recorded);
    let known = serde_json::to_string_pretty(&json!({ "people": people, "tables": tables })).unwrap();
    for (ending, contents) in
        [("sqlite", std::fs::read(recorded).unwrap()), ("json", (known + "\n").into_bytes())]
    {
        // What was recorded is never written again.
        let mut file = std::fs::File::create_new(kept(version, ending)).unwrap();
        file.write_all(&contents).unwrap();
    }
}
