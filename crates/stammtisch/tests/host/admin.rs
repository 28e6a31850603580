//! Tables, mutes, bans and tokens, as the host handles them while people play.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixStream;

use pages::Page;
use serde_json::{Value, json};

use crate::served::{Folder, Served, cut, play, stammtisch};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tables_are_listed_and_closed() {
    let data = Folder::new("tables");
    let served = Served::start(&data.0, &[]);
    assert_eq!(served.told(&["tables"]), "there are no tables\n");
    let people = [served.guest("Anna").await, served.guest("Bert").await];
    let (table, mut pages) = served.party(&people).await;
    play(&mut pages, 4).await;
    let other = served.table(&people[0], &json!({ "game": "catan" })).await;

    let listed = served.host(&["tables"]);
    let tables = listed["tables"].as_array().unwrap();
    let of = |id: &str| tables.iter().find(|listed| listed["tableId"] == id).unwrap();
    assert_eq!((&of(&table)["status"], &of(&table)["game"]), (&json!("running"), &json!("kniffel")));
    let mut names: Vec<&str> =
        of(&table)["players"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    names.sort_unstable();
    assert_eq!(names, ["Anna", "Bert"]);
    assert_eq!(of(&other)["status"], "open");
    let said = served.told(&["tables"]);
    assert!(said.contains(&table) && said.contains("running") && said.contains(&other), "{said}");
    // Nothing of the game is told: no dice, no seeds.
    assert!(!listed.to_string().contains("seed") && !listed.to_string().contains("dice"), "{listed}");

    let code = of(&table)["code"].as_str().unwrap().to_uppercase();
    assert_eq!(served.host(&["close", &code]), json!({ "answer": "table", "tableId": table }));
    for page in &mut pages {
        assert_eq!(cut(page).await, 4012);
        assert!(page.heard("table_closed"));
    }
    for who in &people {
        assert_eq!(served.get(who, "/api/me").await.1["chips"], 1_000, "stakes go back");
    }
    assert!(served.told(&["close", &other]).contains("is closed"));
    for gone in [table.as_str(), code.as_str(), "zzzzzz", "0000000000000000", "", "no such table", "../x"] {
        assert_eq!(served.refused(&["close", gone]), "no_such_table", "{gone}");
    }
    assert_eq!(served.host(&["tables"])["tables"], json!([]));
    assert_eq!(served.host(&["tables", "--closed"])["tables"].as_array().unwrap().len(), 2);
    served.stop();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_muted_player_is_not_heard() {
    let data = Folder::new("mute");
    let served = Served::start(&data.0, &[]);
    let people = [served.guest("Anna").await, served.guest("Bert").await];
    let (table, mut pages) = served.party(&people).await;
    let chat = || json!({ "type": "chat", "text": "hello" });
    pages[0].does(chat()).await;
    assert!(served.told(&["mute", "anna"]).contains("is muted"));
    assert_eq!(pages[0].refused(chat()).await, "muted");
    pages[1].does(chat()).await;
    let bans = served.host(&["bans"]);
    assert_eq!(bans["players"][0]["name"], "Anna");
    assert!(served.told(&["bans"]).contains("is muted"));
    // Whoever is muted plays on, and stays muted when the server starts again.
    play(&mut pages, 6).await;
    served.stop();
    let served = Served::start(&data.0, &[]);
    let mut page = Page::at(served.address, &people[0], &table).await;
    assert_eq!(page.refused(chat()).await, "muted");
    assert!(served.told(&["unmute", &people[0].0]).contains("may play and write"));
    page.does(chat()).await;
    assert_eq!(served.told(&["bans"]), "nobody is muted or banned\n");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_banned_player_is_put_out_and_kept_out() {
    let data = Folder::new("ban");
    let served = Served::start(&data.0, &[]);
    let people = [served.guest("Anna").await, served.guest("Bert").await];
    let (table, mut pages) = served.party(&people).await;
    assert_eq!(served.host(&["ban", "Anna"])["sockets"], 1);
    assert_eq!(cut(&mut pages[0]).await, 4015);
    let (status, problem) = served.get(&people[0], "/api/me").await;
    assert_eq!((status, problem["code"].as_str()), (403, Some("banned")));
    assert_eq!(served.get(&people[0], "/api/tables").await.0, 403);
    assert!(Page::try_open(served.address, &people[0].0, &people[0].1, None).await.is_err());
    assert_eq!(served.get(&people[1], "/api/me").await.0, 200);
    // Whoever is banned stays so when the server starts again.
    served.stop();
    let served = Served::start(&data.0, &[]);
    assert_eq!(served.get(&people[0], "/api/me").await.0, 403);
    assert!(Page::try_open(served.address, &people[0].0, &people[0].1, None).await.is_err());
    let _bert = Page::at(served.address, &people[1], &table).await;
    served.told(&["unban", "Anna"]);
    let mut back = Page::at(served.address, &people[0], &table).await;
    back.does(json!({ "type": "get_view" })).await;
    assert!(back.seat().is_some(), "the seat was kept");

    // Everybody from an address; the host's own way in is none.
    assert_eq!(served.host(&["ban", "--address", "127.0.0.1"])["sockets"], 2);
    assert_eq!(cut(&mut back).await, 4015);
    let (status, _, text) = pages::raw(served.address, "GET", "/health", &[], "").await;
    assert!(status == 403 && text.contains("banned"), "{text}");
    assert_eq!(served.host(&["bans"])["addresses"], json!(["127.0.0.1"]));
    served.stop();
    let served = Served::start(&data.0, &[]);
    assert_eq!(pages::raw(served.address, "GET", "/health", &[], "").await.0, 403);
    served.told(&["unban", "--address", "127.0.0.1"]);
    assert_eq!(pages::raw(served.address, "GET", "/health", &[], "").await.0, 200);
    assert_eq!(served.refused(&["unban", "--address", "127.0.0.1"]), "not_banned");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_token_is_reset_and_old_connections_end() {
    let data = Folder::new("token");
    let served = Served::start(&data.0, &[]);
    let people = [served.guest("Anna").await, served.guest("Bert").await];
    let (table, mut pages) = served.party(&people).await;
    // A code for another device that was given out before is no way back either.
    let (_, device) =
        pages::request(served.address, "POST", "/api/me/device-code", Some(&people[0].1), None).await;
    let answer = served.host(&["reset-token", &people[0].0]);
    assert_eq!(answer["revoked"], 1);
    assert_eq!(cut(&mut pages[0]).await, 4016);
    assert_eq!(served.get(&people[0], "/api/me").await.0, 401);
    let code = json!({ "code": device["code"] });
    let (status, _) = pages::request(served.address, "POST", "/api/devices", None, Some(&code)).await;
    assert_eq!(status, 404);
    // A browser gets in by a code that the host reads out.
    let code = json!({ "code": answer["code"] });
    let (status, device) = pages::request(served.address, "POST", "/api/devices", None, Some(&code)).await;
    assert_eq!((status, &device["playerId"]), (200, &json!(people[0].0)));
    let anna = (people[0].0.clone(), answer["token"].as_str().unwrap().to_owned());
    pages[0] = Page::at(served.address, &anna, &table).await;
    assert!(pages[0].seat().is_some(), "the same seat");
    play(&mut pages, 100_000).await;
    assert_eq!(pages[0].phase(), "over");
    // In words, the token stands on a line of its own.
    let said = served.told(&["reset-token", "Bert"]);
    assert!(
        said.lines().any(|line| line.len() == 64 && line.chars().all(|c| c.is_ascii_hexdigit())),
        "{said}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rubbish_is_refused_and_the_socket_is_the_hosts_alone() {
    let data = Folder::new("rubbish");
    let served = Served::start(&data.0, &[]);
    for name in ["Anna", "anna", "Hannah"] {
        served.guest(name).await;
    }
    for command in ["mute", "unmute", "ban", "unban", "reset-token", "export"] {
        for nobody in ["", "Carla", "0000000000000000", "%", "' OR 1=1 --"] {
            assert_eq!(served.refused(&[command, nobody]), "no_such_player", "{command} {nobody}");
        }
        assert_eq!(served.refused(&[command, "Anna"]), "several_players", "{command}");
    }
    assert_eq!(served.refused(&["delete", "Carla", "--yes"]), "no_such_player");
    assert_eq!(served.admin(&["delete", "Hannah"]).0, Some(2), "not without --yes");
    assert_eq!(served.admin(&["ban"]).0, Some(2));
    assert_eq!(served.admin(&["ban", "Anna", "--address", "::1"]).0, Some(2));
    assert_eq!(served.admin(&["ban", "--address", "nowhere"]).0, Some(2));
    assert_eq!(served.admin(&["dance"]).0, Some(2));
    assert_eq!(served.refused(&["invite", "--uses", "0"]), "bad_invite");
    assert_eq!(served.refused(&["withdraw", "nothing"]), "no_such_invite");
    let found = served.host(&["players", "ann"]);
    assert_eq!(found["players"].as_array().unwrap().len(), 3);
    assert!(served.told(&["players"]).contains("Hannah"));

    // What is no request is answered by a sentence, whatever it is, and the next one is served.
    let socket = data.join("admin.sock");
    let deep = format!("{}\n", "[".repeat(60_000));
    for line in
        ["\n", "{}\n", "null\n", "{\"command\":\"dance\"}\n", "{\"command\":\"bans\",\"more\":1}\n", &deep]
    {
        let mut stream = UnixStream::connect(&socket).unwrap();
        stream.write_all(line.as_bytes()).unwrap();
        let mut answer = String::new();
        BufReader::new(stream).read_line(&mut answer).unwrap();
        let answer: Value = serde_json::from_str(&answer).unwrap();
        assert_eq!(answer["problem"]["code"], "bad_request", "{answer}");
    }
    drop(UnixStream::connect(&socket).unwrap());
    served.told(&["bans"]);
    let mode = std::fs::metadata(&socket).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600, "nobody else may ask");

    // Nobody listens once the server is gone, and the next server takes the place of what is left.
    served.stop();
    let output = stammtisch(["admin", "tables", "--data", data.0.to_str().unwrap()]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && said.contains("no server runs on this folder"), "{said}");
    let served = Served::start(&data.0, &[]);
    served.told(&["tables"]);
}
