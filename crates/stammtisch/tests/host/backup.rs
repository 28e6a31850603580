//! Copies of the database: made while people play, looked over, put elsewhere, and played on from there.

use std::os::unix::fs::MetadataExt;
use std::path::Path;

use pages::Page;
use rusqlite::Connection;
use serde_json::{Value, json};

use crate::served::{Folder, Served, play, stammtisch};

/// The program, with folders and files as arguments: exit code and all that it said.
fn run(arguments: &[&str]) -> (Option<i32>, String) {
    let output = stammtisch(arguments);
    let said = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(said).unwrap())
}

#[track_caller]
fn fine(arguments: &[&str]) -> String {
    let (code, said) = run(arguments);
    assert_eq!(code, Some(0), "{arguments:?}: {said}");
    said
}

/// Runs a command that must be refused with this exit code, and a sentence that contains this.
#[track_caller]
fn refused(arguments: &[&str], code: i32, why: &str) {
    let (found, said) = run(arguments);
    assert!(found == Some(code) && said.contains(why), "{arguments:?}: {found:?} {said}");
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Two people play; meanwhile a copy is made. They play on to the end. Elsewhere the game goes on from where the copy was made.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_is_played_on_from_where_it_was_made() {
    let (data, elsewhere) = (Folder::new("backup"), Folder::new("restored"));
    let served = Served::start(&data.0, &["snapshot_every=20"]);
    let people = [served.guest("Anna").await, served.guest("Bert").await];
    let (table, mut pages) = served.party(&people).await;
    play(&mut pages, 20).await;
    let told_before = pages.iter().map(|page| page.last_seq).min().unwrap();

    let copy = data.join("copy.sqlite");
    let (from, to) = (text(&data.0).to_owned(), text(&copy).to_owned());
    let copying = tokio::task::spawn_blocking(move || fine(&["backup", &to, "--data", &from]));
    // Moves go on while the copy is made.
    let moves = play(&mut pages, 20).await;
    assert!(moves >= 20, "{moves}");
    assert!(copying.await.unwrap().contains("holds all of"));
    let mode = std::fs::metadata(&copy).unwrap().mode();
    assert_eq!(mode & 0o777, 0o600, "{mode:o}: cards and seeds are for the owner of the file alone");
    assert!(fine(&["check", text(&copy)]).contains("everything fits"));
    assert!(
        fine(&["check", "--data", text(&data.0)]).contains("everything fits"),
        "beside the running server"
    );
    play(&mut pages, 100_000).await;
    assert_eq!(pages[0].phase(), "over");
    let final_seq = pages[0].last_seq;

    // Nothing is written over, neither a copy nor a database, and not into a folder in use.
    refused(&["backup", text(&copy), "--data", text(&data.0)], 2, "exists already");
    refused(&["restore", text(&copy), "--data", text(&data.0)], 2, "in use by another server");
    refused(&["restore", text(&copy), "--data", text(&data.0), "--replace"], 2, "in use by another server");
    assert!(fine(&["restore", text(&copy), "--data", text(&elsewhere.0)]).contains("is restored"));
    refused(&["restore", text(&copy), "--data", text(&elsewhere.0)], 2, "there is a database already");

    // What a killed server left behind is not taken for a part of the copy, even if the database itself is gone.
    std::fs::remove_file(elsewhere.join("stammtisch.sqlite")).unwrap();
    std::fs::write(elsewhere.join("stammtisch.sqlite-wal"), "left behind").unwrap();
    refused(&["restore", text(&copy), "--data", text(&elsewhere.0)], 2, "there is a database already");
    fine(&["restore", text(&copy), "--data", text(&elsewhere.0), "--replace"]);
    assert!(!elsewhere.join("stammtisch.sqlite-wal").exists());
    assert!(elsewhere.join("stammtisch.sqlite.before-1-wal").exists());

    let other = Served::start(&elsewhere.0, &["snapshot_every=20"]);
    let mut again = Vec::new();
    for who in &people {
        again.push(Page::at(other.address, who, &table).await);
    }
    assert_eq!(again[0].phase(), "playing", "as it was when the copy was made");
    let seq = again[0].last_seq;
    assert!((told_before..final_seq).contains(&seq), "{told_before} {seq} {final_seq}");
    play(&mut again, 100_000).await;
    assert_eq!(again[0].phase(), "over");
    assert!(again.iter().all(|page| page.heard("game_ended")));
    other.stop();
    assert!(fine(&["check", "--data", text(&elsewhere.0)]).contains("1 finished games\neverything fits"));

    // In place of what is there only if that is said, and that is kept.
    let said = fine(&["restore", text(&copy), "--data", text(&elsewhere.0), "--replace"]);
    assert!(said.contains("stammtisch.sqlite.before-1"), "{said}");
    let before = elsewhere.join("stammtisch.sqlite.before-1");
    assert!(fine(&["check", text(&before)]).contains("1 finished games"));
    let other = Served::start(&elsewhere.0, &[]);
    let page = Page::at(other.address, &people[0], &table).await;
    assert_eq!((page.phase(), page.last_seq), ("playing", seq));
}

/// A server has a user of its own; whoever restores for it is often root.
#[test]
fn what_root_restores_belongs_to_whom_the_folder_does() {
    let (data, elsewhere) = (Folder::new("root"), Folder::new("somebodys"));
    for folder in [&data.0, &elsewhere.0] {
        std::fs::create_dir_all(folder).unwrap();
    }
    if std::os::unix::fs::chown(&elsewhere.0, Some(12_345), Some(54_321)).is_err() {
        println!("only root can try this");
        return;
    }
    let copy = data.join("copy.sqlite");
    drop(store::SqliteStore::open(&copy, store::Settings::default()).unwrap());
    for replace in [&[][..], &["--replace"]] {
        fine(&[&["restore", text(&copy), "--data", text(&elsewhere.0)], replace].concat());
        for file in ["stammtisch.sqlite", "stammtisch.lock"] {
            let found = elsewhere.join(file).metadata().unwrap();
            assert_eq!((found.uid(), found.gid()), (12_345, 54_321), "{file}");
        }
    }
}

/// What is wrong with a database is said, whatever it is, and nothing is made of such a copy.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn damage_is_found() {
    let data = Folder::new("damage");
    let served = Served::start(&data.0, &["snapshot_every=10"]);
    let people = [served.guest("Anna").await, served.guest("Bert").await];
    let (_, mut pages) = served.party(&people).await;
    play(&mut pages, 100_000).await;
    served.stop();
    let file = data.join("stammtisch.sqlite");
    let report: Value = serde_json::from_str(&fine(&["check", text(&file), "--json"])).unwrap();
    assert_eq!((&report["tables"], &report["games"], &report["faults"]), (&json!(1), &json!(1), &json!([])));
    assert!(report["snapshots"] == 1 && report["entries"].as_u64().unwrap() > 50, "{report}");

    let damaged = data.join("damaged.sqlite");
    // Another seed than the one that the luck came from: the log still folds.
    let other_seed = "UPDATE log SET body = CAST(replace(CAST(body AS TEXT), '\"seed\":\"' || first,
                          '\"seed\":\"' || CASE first WHEN '0' THEN '1' ELSE '0' END) AS BLOB)
                      FROM (SELECT key AS found, substr(json_extract(CAST(body AS TEXT), '$.seed'), 1, 1) AS first
                            FROM log WHERE kind = 'seed_chosen')
                      WHERE key = found";
    for (damage, why) in [
        ("UPDATE accounts SET balance = balance + 1 WHERE kind = 1", "all balances together"),
        ("DELETE FROM log WHERE seq = 5", "the last is number"),
        ("UPDATE log SET body = CAST('{}' AS BLOB) WHERE seq = 5", "entry 5"),
        (other_seed, "game 1: "),
        (
            "UPDATE snapshots SET body = CAST(replace(CAST(body AS TEXT), 'Anna', 'Anne') AS BLOB)",
            "the snapshot of entry",
        ),
        ("UPDATE tables SET status = 1", "its row says Running"),
        ("UPDATE tables SET game = 'chess'", "there is no game chess"),
        ("DELETE FROM accounts WHERE kind = 1", "has no account"),
    ] {
        std::fs::copy(&file, &damaged).unwrap();
        let connection = Connection::open(&damaged).unwrap();
        connection.pragma_update(None, "foreign_keys", false).unwrap();
        assert!(connection.execute(damage, []).unwrap() > 0, "{damage}");
        drop(connection);
        refused(&["check", text(&damaged)], 1, why);
    }
    // A copy that does not add up is not restored.
    refused(&["restore", text(&damaged), "--data", text(&data.join("new"))], 1, "points to nothing");
    assert!(!data.join("new/stammtisch.sqlite").exists());

    // Rubbish in place of a database.
    let zeroes = vec![0; 100_000];
    for (rubbish, why) in
        [(&b""[..], "there is nothing in it"), (b"rubbish", "damaged"), (&zeroes, "damaged")]
    {
        std::fs::write(&damaged, rubbish).unwrap();
        for command in
            [&["check", text(&damaged)][..], &["restore", text(&damaged), "--data", text(&data.join("new"))]]
        {
            refused(command, 2, why);
        }
    }
    let half = std::fs::read(&file).unwrap();
    std::fs::write(&damaged, &half[..half.len() / 2]).unwrap();
    assert_ne!(run(&["check", text(&damaged)]).0, Some(0));
    refused(&["check", "--data", text(&data.join("nowhere"))], 2, "there is no database");
    refused(
        &["backup", text(&data.join("x")), "--data", text(&data.join("nowhere"))],
        2,
        "there is no database",
    );
    refused(
        &["restore", text(&data.join("nothing")), "--data", text(&data.join("new"))],
        2,
        "there is no such file",
    );
}
