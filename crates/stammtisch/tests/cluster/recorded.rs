//! Databases of PostgreSQL as earlier versions left them: they are restored, everything in them fits, and their games are played on.
//!
//! `tests/files/postgres-N.sql` is what `pg_dump` says about a schema of version N, in which two people are in the middle of a game of each kind;
//! `postgres-N.json` says who they are. Recorded once for each version of the schema and never again:
//! `cargo nextest run -p stammtisch --all-features --run-ignored only record_the_present_schema`.

use std::io::Write;
use std::path::PathBuf;
use std::process::Command;

use pages::Page;
use postgres_store::testing::{Place, binaries};
use serde_json::{Value, json};

use crate::served::{Folder, Served, play, stammtisch};

/// The versions that are kept.
const KEPT: [i64; 3] = [1, 2, 3];

/// What the schema is called in the files; it has another name wherever it is restored.
const NAME: &str = "recorded_schema";

fn kept(version: i64, ending: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/files/postgres-{version}.{ending}"))
}

/// One server on a schema. Without a bus there are no others.
fn serve(place: &Place, data: &Folder) -> Served {
    let settings = place.settings("one");
    let database = format!("cluster.database={}", settings.url);
    let name = format!("cluster.name={}", settings.schema);
    Served::start(&data.0, &[&database, &name, "cluster.node=one", "snapshot_every=20"])
}

/// What `stammtisch check` finds in a schema, which is nothing.
#[track_caller]
fn check(place: &Place) -> Value {
    let settings = place.settings("nobody");
    let arguments = ["check", "--json", "--database", &settings.url, "--name", &settings.schema];
    let checked = stammtisch(arguments);
    let said = String::from_utf8_lossy(&checked.stderr);
    let report: Value = serde_json::from_slice(&checked.stdout).unwrap_or_else(|_| panic!("{said}"));
    assert!(checked.status.success() && report["faults"] == json!([]), "{report}");
    report
}

fn version(place: &Place) -> i64 {
    place.visit().ask("SELECT steps FROM version").unwrap()[0]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn schemas_of_every_version_are_played_on() {
    for kept_version in KEPT {
        let Some(place) = Place::new() else { return };
        let schema = place.settings("one").schema;
        let dump = std::fs::read_to_string(kept(kept_version, "sql")).unwrap().replace(NAME, &schema);
        tokio::task::block_in_place(|| place.visit().say(&dump).unwrap());
        assert_eq!(tokio::task::block_in_place(|| version(&place)), kept_version);
        let known: Value =
            serde_json::from_slice(&std::fs::read(kept(kept_version, "json")).unwrap()).unwrap();
        let person = |known: &Value| {
            (known["playerId"].as_str().unwrap().to_owned(), known["token"].as_str().unwrap().to_owned())
        };
        let people: Vec<_> = known["people"].as_array().unwrap().iter().map(person).collect();
        let data = Folder::new(&format!("recorded-schema-{kept_version}"));
        let served = serve(&place, &data);
        let before = check(&place);
        for (game, table) in known["tables"].as_object().unwrap() {
            let mut pages = Vec::new();
            for who in &people {
                pages.push(Page::at(served.address, who, table.as_str().unwrap()).await);
            }
            assert!(pages.iter().all(|page| page.phase() == "playing" && page.seat().is_some()), "{game}");
            // The wheel takes its time.
            let most = if game == "roulette" { 2 } else { 12 };
            let moves = play(&mut pages, most).await;
            assert!(moves >= most, "{game}: {moves} moves");
        }
        served.stop();
        let after = check(&place);
        assert!(after["entries"].as_u64() > before["entries"].as_u64(), "{before} {after}");
        assert_eq!(after["tables"], 3);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_present_schema_is_among_those_that_are_kept() {
    let Some(place) = Place::new() else { return };
    serve(&place, &Folder::new("present-schema")).stop();
    let present = tokio::task::block_in_place(|| version(&place));
    assert!(KEPT.contains(&present), "nobody has recorded version {present}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "writes the files that the test above reads"]
async fn record_the_present_schema() {
    let Some(place) = Place::new() else { return };
    let data = Folder::new("record-schema");
    let served = serve(&place, &data);
    let people = [served.guest("Anna").await, served.guest("Bert").await];
    let mut tables = serde_json::Map::new();
    for game in ["catan", "kniffel", "roulette"] {
        let (table, mut pages) = served.party_of(&people, game).await;
        pages[0].does(json!({ "type": "chat", "text": "hello" })).await;
        play(&mut pages, 15).await;
        tables.insert(game.to_owned(), table.into());
    }
    served.stop();
    let settings = place.settings("nobody");
    let mut dump = Command::new(binaries().unwrap().join("pg_dump"));
    // Statements that any client can send, in any version, to whoever owns the database there.
    dump.args(["--inserts", "--no-owner", "--no-privileges", "--no-comments", "--schema", &settings.schema]);
    let dumped = dump.arg("--dbname").arg(&settings.url).output().unwrap();
    assert!(dumped.status.success(), "{}", String::from_utf8_lossy(&dumped.stderr));
    let said = String::from_utf8(dumped.stdout).unwrap();
    let is_sql =
        |line: &&str| !line.starts_with('\\') && !line.starts_with("--") && !line.starts_with("SET ");
    let lines: Vec<&str> = said.lines().filter(is_sql).filter(|line| !line.is_empty()).collect();
    let sql = lines.join("\n").replace(&settings.schema, NAME) + "\n";
    let people = people.map(|(player, token)| json!({ "playerId": player, "token": token }));
    let known = serde_json::to_string_pretty(&json!({ "people": people, "tables": tables })).unwrap() + "\n";
    let version = tokio::task::block_in_place(|| version(&place));
    for (ending, contents) in [("sql", sql), ("json", known)] {
        // What was recorded is never written again.
        let mut file = std::fs::File::create_new(kept(version, ending)).unwrap();
        file.write_all(contents.as_bytes()).unwrap();
    }
}
