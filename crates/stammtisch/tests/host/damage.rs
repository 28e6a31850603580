//! Databases that were damaged while no server ran on them: what can still be played is played, the rest is refused with a
//! clear message, and nothing is made worse.

use std::path::Path;

use pages::Page;
use rusqlite::Connection;
use serde_json::json;

use crate::served::{Folder, Served, World, play, serve, stammtisch};

/// Three tables of Kniffel with two people each who have played a while; ids of the tables, and the people.
async fn evening(data: &Folder) -> Vec<(String, [(String, String); 2])> {
    let served = Served::start(&data.0, &["snapshot_every=10"]);
    let mut tables = Vec::new();
    for _ in 0..3 {
        let people = [served.guest("Anna").await, served.guest("Bert").await];
        let (table, mut pages) = served.party(&people).await;
        play(&mut pages, 30).await;
        tables.push((table, people));
    }
    served.stop();
    tables
}

/// Changes the database behind the server's back.
fn harm(file: &Path, sql: &str, table: &str) {
    let file = Connection::open(file).unwrap();
    let changed = file.execute(sql, [table]).unwrap();
    assert!(changed > 0, "{sql}");
}

/// Everybody of a table comes back, and it is played to the end.
async fn goes_on(served: &Served, (table, people): &(String, [(String, String); 2])) {
    let mut pages = Vec::new();
    for who in people {
        pages.push(Page::at(served.address, who, table).await);
    }
    play(&mut pages, 100_000).await;
    assert_eq!(pages[0].phase(), "over", "table {table}");
}

fn check(data: &Folder) -> (Option<i32>, String) {
    let checked = stammtisch(["check", "--data", data.0.to_str().unwrap()]);
    (checked.status.code(), String::from_utf8([checked.stdout, checked.stderr].concat()).unwrap())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_snapshot_costs_nothing_but_time() {
    let data = Folder::new("snapshot");
    let tables = evening(&data).await;
    let (log, file) = (data.join("log"), data.join("stammtisch.sqlite"));
    // A byte in the middle, and a snapshot that is cut off.
    let flip = "UPDATE snapshots SET body = CAST(substr(body, 1, length(body) / 2) || x'00' || substr(body, length(body) / 2 + 2) AS BLOB)
                WHERE table_key = (SELECT key FROM tables WHERE id = ?1)";
    let cut = "UPDATE snapshots SET body = substr(body, 1, length(body) / 2)
               WHERE table_key = (SELECT key FROM tables WHERE id = ?1)";
    harm(&file, flip, &tables[0].0);
    harm(&file, cut, &tables[1].0);
    let (code, said) = check(&data);
    assert!(code == Some(1) && said.contains(&tables[0].0) && said.contains(&tables[1].0), "{said}");
    let served = Served::start_in(
        &data.0,
        &["snapshot_every=10"],
        &World { log: Some(log.clone()), ..World::default() },
    );
    for table in &tables {
        goes_on(&served, table).await;
    }
    served.stop();
    let log = std::fs::read_to_string(log).unwrap();
    let warned = |table: &str| {
        log.lines().any(|line| line.contains("a snapshot cannot be used") && line.contains(table))
    };
    assert!(warned(&tables[0].0) && warned(&tables[1].0) && !warned(&tables[2].0), "{log}");
    let (code, said) = check(&data);
    assert!(code == Some(0) && said.contains("everything fits"), "new ones have taken their place: {said}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_with_a_damaged_log_is_refused_and_others_go_on() {
    let data = Folder::new("log");
    let tables = evening(&data).await;
    let (log, file) = (data.join("log.txt"), data.join("stammtisch.sqlite"));
    let garble = "UPDATE log SET body = CAST('{\"kind\":' AS BLOB)
                  WHERE seq = 12 AND table_key = (SELECT key FROM tables WHERE id = ?1)";
    let forget = "DELETE FROM snapshots WHERE table_key = (SELECT key FROM tables WHERE id = ?1)";
    // The first has a snapshot of a later entry and can do without the damaged one.
    harm(&file, garble, &tables[0].0);
    harm(&file, garble, &tables[1].0);
    harm(&file, forget, &tables[1].0);
    let (code, said) = check(&data);
    assert!(code == Some(1) && said.contains(&tables[0].0) && said.contains(&tables[1].0), "{said}");
    let served = Served::start_in(&data.0, &[], &World { log: Some(log.clone()), ..World::default() });
    for who in &tables[1].1 {
        let mut page = Page::open(served.address, who).await;
        let answer = page.ask(json!({ "type": "join_table", "tableId": tables[1].0 })).await;
        assert_eq!((&answer["type"], &answer["code"]), (&json!("rejected"), &json!("table_damaged")));
        assert!(answer["reason"].as_str().unwrap().contains("damaged"), "{answer}");
    }
    goes_on(&served, &tables[0]).await;
    goes_on(&served, &tables[2]).await;
    assert_eq!(served.host(&["tables"])["tables"].as_array().unwrap().len(), 3);
    served.stop();
    let log = std::fs::read_to_string(log).unwrap();
    let named = log.lines().any(|line| {
        line.contains("a table is damaged") && line.contains(&tables[1].0) && line.contains("entry 12")
    });
    assert!(named, "{log}");
}

/// A file that is no database of ours, or of a version to come, is refused in one sentence and left as it is.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_a_database_of_ours_is_left_alone() {
    let data = Folder::new("garbage");
    evening(&data).await;
    let file = data.join("stammtisch.sqlite");
    let good = std::fs::read(&file).unwrap();
    Connection::open(&file).unwrap().pragma_update(None, "user_version", 99).unwrap();
    let newer = std::fs::read(&file).unwrap();
    let garbage: Vec<u8> = (0..9_000_u32).map(|n| (n * n / 7) as u8).collect();
    let mut beheaded = good.clone();
    beheaded[..100].fill(0);
    for (bytes, why) in [
        (newer, "the database has version 99, but this program knows only versions up to"),
        (garbage, "the database is damaged: file is not a database"),
        (beheaded, "the database is damaged"),
        (good[..good.len() / 2].to_vec(), "the database is damaged"),
    ] {
        for beside in ["stammtisch.sqlite-wal", "stammtisch.sqlite-shm"] {
            let _ = std::fs::remove_file(data.join(beside));
        }
        std::fs::write(&file, &bytes).unwrap();
        let mut start = serve(&data.0, &[], &World::default());
        let output = start.stderr(std::process::Stdio::piped()).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), said.lines().count()), (Some(2), 1), "{said}");
        assert!(said.contains("stammtisch.sqlite: ") && said.contains(why), "{said}");
        assert_eq!(std::fs::read(&file).unwrap(), bytes, "{why}");
    }
}

/// Whatever page of the file is lost, the server does not fall over: it does not start and says why, or it serves what can be read.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lost_page_is_no_reason_to_fall_over() {
    const PAGE: usize = 4096;
    let data = Folder::new("page");
    let tables = evening(&data).await;
    let file = data.join("stammtisch.sqlite");
    let good = std::fs::read(&file).unwrap();
    let pages = good.len() / PAGE;
    let (mut refused, mut played) = (0, 0);
    for lost in (1..pages).step_by(pages / 6) {
        let mut bytes = good.clone();
        bytes[lost * PAGE..(lost + 1) * PAGE].fill(0xA5);
        std::fs::write(&file, &bytes).unwrap();
        assert_ne!(check(&data).0, Some(0), "page {lost}");
        let mut start = serve(&data.0, &[], &World { log: Some(data.join("log")), ..World::default() });
        let mut child = start.spawn().unwrap();
        let mut said = std::io::BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        let mut address = None;
        while address.is_none() && std::io::BufRead::read_line(&mut said, &mut line).unwrap() > 0 {
            address = line.trim().strip_prefix("http://").map(|a| a.trim_end_matches('/').parse().unwrap());
            line.clear();
        }
        let Some(address) = address else {
            assert_eq!(child.wait().unwrap().code(), Some(2), "page {lost}");
            refused += 1;
            continue;
        };
        for (table, people) in &tables {
            for who in people {
                let Ok(mut page) = Page::try_open(address, &who.0, &who.1, None).await else { continue };
                let answer = page.ask(json!({ "type": "join_table", "tableId": table })).await;
                played += usize::from(answer["type"] == "ack");
            }
        }
        assert_eq!(pages::request(address, "GET", "/health", None, None).await.0, 200, "page {lost}");
        child.kill().unwrap();
        child.wait().unwrap();
        for beside in ["stammtisch.sqlite-wal", "stammtisch.sqlite-shm"] {
            let _ = std::fs::remove_file(data.join(beside));
        }
    }
    println!("{refused} did not start, {played} pages joined");
    assert!(played > 0, "some of it is of use");
}
