//! What people notice of several nodes while all is well: nothing.

use std::time::{Duration, Instant};

use pages::Page;
use serde_json::json;

use crate::company::Company;
use crate::served::play;

/// A whole game of three people, each connected to another node; then the next one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_is_played_from_three_nodes() {
    let Some(company) = Company::gather("game", 3) else { return };
    let mut party = company.party(&["Anna", "Bert", "Carl"]).await;
    let moves = play(&mut party.pages, 100_000).await;
    assert!(moves > 3 * 13, "{moves} moves");
    for page in &mut party.pages {
        page.hear_until("the end", |page| page.heard("game_ended")).await;
        page.catch_up().await;
    }
    let ends: Vec<_> = party.pages.iter().map(|page| page.view.get("players").cloned()).collect();
    assert!(ends.windows(2).all(|pair| pair[0] == pair[1]), "{ends:?}");
    for (node, who) in company.nodes.iter().zip(&party.people) {
        let (status, replay) = node.get(who, &format!("/api/tables/{}/games", party.table)).await;
        assert_eq!(status, 200, "{replay}");
    }
}

/// Chat, presence and lists reach everybody, wherever they are; a resent command is done once, through whatever node.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn chat_presence_and_lists_are_the_same_everywhere() {
    let Some(company) = Company::gather("chat", 3) else { return };
    let mut party = company.party(&["Anna", "Bert", "Carl"]).await;
    party.pages[1].does(json!({ "type": "chat", "text": "hello from the second node" })).await;
    for page in &mut party.pages {
        page.hear_until("the chat", |page| page.heard("chat")).await;
    }
    for (node, who) in company.nodes.iter().zip(&party.people) {
        let (status, table) = node.get(who, &format!("/api/tables/{}", party.table)).await;
        assert_eq!((status, &table["phase"]), (200, &json!("playing")), "{table}");
        let (_, lists) = node.get(who, "/api/tables").await;
        let mine = lists["mine"].as_array().unwrap();
        assert!(mine.iter().any(|row| row["tableId"] == party.table.as_str()), "{lists}");
        assert!(lists["public"].as_array().unwrap().iter().any(|row| row["tableId"] == party.table.as_str()));
    }
    // Somebody goes, and everybody sees it; comes back through another node, and everybody sees that.
    let gone = party.pages.pop().unwrap();
    gone.close().await;
    let connected = |page: &Page| {
        let players = page.table["players"].as_array().unwrap().iter();
        players.filter(|player| player["connected"] == true).count()
    };
    for page in &mut party.pages {
        page.hear_until("somebody went", |page| connected(page) == 2).await;
    }
    party.pages.push(company.page(0, &party.people[2], &party.table).await);
    for page in &mut party.pages {
        page.hear_until("somebody came back", |page| connected(page) == 3).await;
    }
    let turn = party.turn().await;
    let mut message = pages::choose(&party.pages[turn], &mut bots::Dice::new(1)).unwrap();
    message["id"] = "once".into();
    let first = party.pages[turn].does(message.clone()).await;
    for node in 0..3 {
        let mut page = company.page(node, &party.people[turn], &party.table).await;
        assert_eq!(page.does(message.clone()).await, first, "through node {node}");
        let mut other = json!({ "type": "chat", "text": "something else" });
        other["id"] = "once".into();
        assert_eq!(page.refused(other).await, "id_reused");
    }
}

/// Whoever is put out at one node is put out everywhere; and a code for another device is good at any node, once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_decided_at_one_node_holds_at_all() {
    let Some(company) = Company::gather("host", 2) else { return };
    let mut party = company.party(&["Anna", "Bert"]).await;
    let (anna, bert) = (party.people[0].clone(), party.people[1].clone());
    let code = |who: (String, String)| {
        let address = company.nodes[0].address;
        async move {
            let (status, code) =
                pages::request(address, "POST", "/api/me/device-code", Some(&who.1), None).await;
            assert_eq!(status, 200, "{code}");
            json!({ "code": code["code"] })
        }
    };
    let given = code(anna.clone()).await;
    let address = company.nodes[1].address;
    let (status, device) = pages::request(address, "POST", "/api/devices", None, Some(&given)).await;
    assert_eq!((status, &device["playerId"]), (200, &json!(anna.0)), "{device}");
    for node in &company.nodes {
        let again = pages::request(node.address, "POST", "/api/devices", None, Some(&given)).await;
        assert_eq!(again.0, 404, "{}", again.1);
    }
    // The second player is connected to the second node.
    let put_out = company.nodes[0].host(&["ban", &bert.0]);
    assert_eq!(put_out["sockets"], 0, "{put_out}");
    assert_eq!(crate::served::cut(&mut party.pages[1]).await, 4015);
    assert_eq!(company.nodes[1].get(&bert, "/api/me").await.0, 403);
}

/// A connection that came by a token which was reset at another node ends, and so does that of somebody who is deleted there; those with
/// tokens that are good stay.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_token_that_is_reset_at_one_node_ends_connections_at_all() {
    let Some(company) = Company::gather("tokens", 2) else { return };
    let mut party = company.party(&["Anna", "Bert"]).await;
    // The second player is connected to the second node, and so is somebody who looks on.
    let bert = party.people[1].clone();
    let dora = company.nodes[1].guest("Dora").await;
    let mut looker = company.page(1, &dora, &party.table).await;
    let reset = company.nodes[0].host(&["reset-token", &bert.0]);
    let begun = Instant::now();
    assert_eq!(crate::served::cut(&mut party.pages[1]).await, 4016);
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    let token = reset["token"].as_str().unwrap().to_owned();
    let mut again = company.page(1, &(bert.0.clone(), token), &party.table).await;
    // Whoever speaks is named at the table, which is put away when they are deleted: this one only looks.
    looker.catch_up().await;
    let (code, said, complaint) = company.nodes[0].admin(&["delete", &dora.0, "--yes"]);
    assert_eq!(code, Some(0), "{said}{complaint}");
    let begun = Instant::now();
    assert_eq!(crate::served::cut(&mut looker).await, 4016);
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    assert_eq!(company.nodes[1].get(&dora, "/api/me").await.0, 401);
    again.does(json!({ "type": "chat", "text": "here again" })).await;
}

/// Somebody is forgotten by the host of one node while a table where they played is served by another, with a page of this node at it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn somebody_is_forgotten_whose_table_is_elsewhere() {
    let Some(company) = Company::gather("forgotten", 2) else { return };
    let mut party = company.party(&["Anna", "Bert"]).await;
    play(&mut party.pages, 100_000).await;
    let bert = party.people[1].clone();
    // The first node has the table; the page of the second player is at the second node, whose host is asked.
    let (code, said, complaint) = company.nodes[1].admin(&["delete", &bert.0, "--yes"]);
    assert_eq!(code, Some(0), "{said}{complaint}");
    let (_, table) = company.nodes[0].get(&party.people[0], &format!("/api/tables/{}", party.table)).await;
    assert!(!table.to_string().contains("Bert"), "{table}");
    assert_eq!(company.nodes[1].get(&bert, "/api/me").await.0, 401);
}

/// The host of a node is asked at which nobody is at that table, and nobody has been.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn somebody_is_forgotten_at_a_node_that_has_nothing_to_do_with_the_table() {
    let Some(company) = Company::gather("forgotten-afar", 3) else { return };
    let mut party = company.party(&["Anna", "Bert"]).await;
    play(&mut party.pages, 100_000).await;
    let bert = party.people[1].clone();
    let (code, said, complaint) = company.nodes[2].admin(&["delete", &bert.0, "--yes"]);
    assert_eq!(code, Some(0), "{said}{complaint}");
    for node in &company.nodes {
        let (_, table) = node.get(&party.people[0], &format!("/api/tables/{}", party.table)).await;
        assert!(!table.to_string().contains("Bert"), "{table}");
    }
}
