//! What the server knows about a person can be had, and be taken away; what others rely on stays.

use std::time::Duration;

use pages::Page;
use serde_json::json;
use store::{Account, SqliteStore, Store};

use crate::served::{Folder, Served, begun, cut, play, stammtisch};

/// A name that stands nowhere by chance.
const NAME: &str = "Xanthippe7";
const OTHER_NAME: &str = "Xantia8";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_forgotten_player_is_nowhere_named_and_games_go_on() {
    let data = Folder::new("forget");
    let served = Served::start(&data.0, &["snapshot_every=20", "tables.grace=0.3"]);
    let people = [served.guest(NAME).await, served.guest("Bert").await];
    let (table, mut pages) = served.party(&people).await;
    pages[0].does(json!({ "type": "change_name", "name": OTHER_NAME })).await;
    pages[0].does(json!({ "type": "chat", "text": "I live in Xanten9" })).await;
    pages[1].does(json!({ "type": "chat", "text": "I do not" })).await;
    play(&mut pages, 100_000).await;
    for page in &mut pages {
        page.does(json!({ "type": "request_rematch" })).await;
    }
    begun(&mut pages).await;
    play(&mut pages, 10).await;

    let export = served.host(&["export", &people[0].0]);
    assert_eq!(export["player"]["name"], OTHER_NAME);
    assert_eq!(export["chat"][0]["text"], "I live in Xanten9");
    assert_eq!(export["games"].as_array().unwrap().len(), 1);
    assert_eq!(export["tables"], json!([table]));
    assert!(export["transfers"].as_array().unwrap().len() >= 3, "{export}");
    assert_eq!(export["devices"].as_array().unwrap().len(), 1);
    assert!(export["chips"].is_i64() && !export["rolls"].as_array().unwrap().is_empty());
    assert!(!export.to_string().contains(&people[0].1) && !export.to_string().contains("I do not"));
    assert!(served.told(&["export", OTHER_NAME]).contains("\n  \"chips\": "), "for people, with line breaks");

    let answer = served.host(&["delete", OTHER_NAME, "--yes"]);
    assert_eq!((&answer["playerId"], &answer["tables"]), (&json!(people[0].0), &json!(1)));
    assert_eq!(cut(&mut pages[0]).await, 4016);
    assert_eq!(cut(&mut pages[1]).await, 4013, "the table was put away; a page joins again");
    assert_eq!(served.get(&people[0], "/api/me").await.0, 401);
    assert_eq!(served.refused(&["export", &people[0].0]), "no_such_player");

    // The other one finds the table as it was, with a seat that is nobody's, and a bot plays on in it.
    let mut page = Page::at(served.address, &people[1], &table).await;
    let names: Vec<_> = page.table["players"].as_array().unwrap().iter().map(|p| p["name"].clone()).collect();
    assert!(names.contains(&json!("?")) && names.contains(&json!("Bert")), "{names:?}");
    assert_eq!(page.phase(), "playing");
    let chat: Vec<_> =
        page.told.iter().filter(|told| told["type"] == "chat").map(|told| told["text"].clone()).collect();
    assert_eq!(chat, [json!("I do not")]);
    tokio::time::timeout(Duration::from_mins(1), play(std::slice::from_mut(&mut page), 100_000))
        .await
        .unwrap();
    assert_eq!(page.phase(), "over");

    // Both games can be checked by anybody, and what others have played stays theirs.
    for number in [1, 2] {
        let path = format!("/api/tables/{table}/replay?game={number}");
        let headers = [("Authorization", format!("Bearer {}", people[1].1))];
        let (status, _, file) = pages::raw(served.address, "GET", &path, &headers, "").await;
        assert_eq!(status, 200, "{file}");
        let kept = data.join("game.jsonl");
        std::fs::write(&kept, file).unwrap();
        let verified = stammtisch(["verify", kept.to_str().unwrap()]);
        assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stderr));
        std::fs::remove_file(kept).unwrap();
    }
    let games = served.get(&people[1], "/api/me/games").await.1;
    assert_eq!(games["games"].as_array().unwrap().len(), 2, "{games}");
    served.stop();

    // Nothing is left in the file, not even where nothing is.
    let file = std::fs::read(data.join("stammtisch.sqlite")).unwrap();
    let holds = |text: &str| file.windows(text.len()).any(|window| window == text.as_bytes());
    for secret in [NAME, OTHER_NAME, "Xanten9"] {
        assert!(!holds(secret), "{secret} is still there");
    }
    assert!(holds("Bert") && holds("I do not"));
    let store = SqliteStore::open(data.join("stammtisch.sqlite"), store::Settings::default()).unwrap();
    assert_eq!(store.check().unwrap(), Vec::<String>::new());
    let sum: i64 = [
        Account::House,
        Account::Player(people[0].0.as_str().into()),
        Account::Player(people[1].0.as_str().into()),
    ]
    .iter()
    .map(|account| store.balance(account).unwrap())
    .sum();
    assert_eq!(sum, 0);
}

/// One damaged log is no reason to remember somebody everywhere; the host is told where the name may still be.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_log_makes_nobody_unforgettable() {
    let data = Folder::new("forget-damaged");
    let served = Served::start(&data.0, &["snapshot_every=0"]);
    let people = [served.guest(NAME).await, served.guest("Bert").await];
    let (damaged, mut pages) = served.party(&people).await;
    play(&mut pages, 10).await;
    let (whole, mut pages) = served.party(&people).await;
    play(&mut pages, 10).await;
    served.stop();
    let file = rusqlite::Connection::open(data.join("stammtisch.sqlite")).unwrap();
    let garble = "UPDATE log SET body = CAST('{' AS BLOB)
                  WHERE seq = 12 AND table_key = (SELECT key FROM tables WHERE id = ?1)";
    assert_eq!(file.execute(garble, [&damaged]).unwrap(), 1);
    drop(file);

    let served = Served::start(&data.0, &[]);
    let (code, said, complaint) = served.admin(&["delete", NAME, "--yes", "--json"]);
    let answer: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!((&answer["tables"], &answer["unreadable"]), (&json!(1), &json!([damaged])));
    assert_eq!(code, Some(1), "{complaint}");
    assert!(complaint.contains(&damaged) && !complaint.contains(&whole), "{complaint}");
    assert_eq!(served.get(&people[0], "/api/me").await.0, 401);
    assert_eq!(served.host(&["players", NAME])["players"], json!([]));
    let page = Page::at(served.address, &people[1], &whole).await;
    assert!(page.table["players"].as_array().unwrap().iter().all(|player| player["name"] != NAME));
}

/// Two people who were at the same table are forgotten one after the other, also one who never played there.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everybody_can_be_forgotten() {
    let data = Folder::new("forget-all");
    let served = Served::start(&data.0, &[]);
    let people = [served.guest("Anna").await, served.guest("Bert").await];
    let nobody = served.guest("Carla").await;
    let (table, mut pages) = served.party(&people).await;
    play(&mut pages, 100_000).await;
    assert_eq!(served.host(&["delete", "Carla", "--yes"])["tables"], 0);
    assert_eq!(served.host(&["delete", "Anna", "--yes"])["tables"], 1);
    assert_eq!(served.host(&["delete", "Bert", "--yes"])["tables"], 1);
    assert_eq!(served.get(&nobody, "/api/me").await.0, 401);
    let late = served.guest("Dora").await;
    let (status, replay) = served.get(&late, &format!("/api/tables/{table}/replay/views")).await;
    assert_eq!(status, 200, "{replay}");
    let names: Vec<_> = replay["players"].as_array().unwrap().iter().map(|p| p["name"].clone()).collect();
    assert_eq!(names, [json!("?"), json!("?")]);
    assert_eq!(served.host(&["players"])["players"].as_array().unwrap().len(), 1);
}
