//! Lists of tables: what strangers and those who sit there are told, and whom a table waits for.

use serde_json::{Value, json};

use crate::host::Host;
use crate::whole_games::Party;

async fn list(host: &Host, token: Option<&str>) -> Value {
    let (status, tables) = pages::request(host.address, "GET", "/api/tables", token, None).await;
    assert_eq!(status, 200, "{tables}");
    tables
}

/// The only table of a list, as it is told to this person.
async fn mine(party: &Party, who: usize) -> Value {
    let tables = list(&party.host, Some(&party.people[who].1)).await;
    assert_eq!(tables["mine"].as_array().unwrap().len(), 1, "{tables}");
    tables["mine"][0].clone()
}

/// That everybody is told the same: the table waits for these people and nobody else.
async fn check_waiting(party: &Party, awaited: &[usize]) {
    let names: serde_json::Map<String, Value> =
        awaited.iter().map(|&who| (party.people[who].0.clone(), format!("Person {who}").into())).collect();
    let path = format!("/api/tables/{}", party.table);
    for (who, (_, token)) in party.people.iter().enumerate() {
        let (_, asked) = pages::request(party.host.address, "GET", &path, Some(token), None).await;
        for table in [mine(party, who).await, asked] {
            let told = table.get("waitsFor").cloned().unwrap_or_else(|| json!({}));
            assert_eq!(told, Value::Object(names.clone()), "{table}");
            assert_eq!(table.get("waitsForMe").is_some(), awaited.contains(&who), "{who}: {table}");
        }
    }
}

fn on_turn(party: &Party) -> usize {
    party.pages.iter().position(|page| page.view["legal"].is_object()).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_says_whom_it_waits_for_to_those_who_sit_there() {
    let mut party = Party::gather(2, "kniffel", json!({ "public": true })).await;
    for page in &mut party.pages {
        page.does(json!({ "type": "sit" })).await;
    }
    check_waiting(&party, &[0, 1]).await;
    party.pages[1].does(json!({ "type": "toggle_ready" })).await;
    check_waiting(&party, &[0]).await;
    party.pages[0].does(json!({ "type": "toggle_ready" })).await;
    for page in &mut party.pages {
        page.hear_until("the game", |page| page.phase() == "playing" && page.view.is_object()).await;
    }
    let first = on_turn(&party);
    check_waiting(&party, &[first]).await;
    let page = &mut party.pages[first];
    page.does(json!({ "type": "roll_dice", "keptDice": [false, false, false, false, false] })).await;
    page.does(json!({ "type": "choose_category", "category": "chance" })).await;
    check_waiting(&party, &[1 - first]).await;
    // Nobody else is told, neither in the list nor about the table itself, and a restart changes nothing.
    let stranger = party.host.guest("Eve").await;
    let path = format!("/api/tables/{}", party.table);
    let (_, asked) = pages::request(party.host.address, "GET", &path, Some(&stranger.1), None).await;
    let listed = list(&party.host, Some(&stranger.1)).await;
    for table in [&asked, &listed["public"][0]] {
        assert_eq!(table["tableId"], party.table.as_str(), "{table}");
        assert!(table.get("waitsFor").is_none() && table.get("waitsForMe").is_none(), "{table}");
    }
    party.host.restart().await;
    assert_eq!(mine(&party, 1 - first).await["waitsForMe"], true);
    assert!(mine(&party, first).await.get("waitsForMe").is_none());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_visitor_without_a_name_sees_public_tables() {
    let host = Host::start().await;
    let (_, token) = host.guest("Ada").await;
    let options = |public: bool| json!({ "game": "catan", "options": { "public": public }, "quick": true });
    let open = host.table(&token, &options(true)).await;
    host.table(&token, &options(false)).await;
    let ids = |tables: &Value| -> Vec<String> {
        tables.as_array().unwrap().iter().map(|t| t["tableId"].as_str().unwrap().to_owned()).collect()
    };
    for token in [None, Some("0".repeat(64))] {
        let seen = list(&host, token.as_deref()).await;
        assert_eq!(ids(&seen["public"]), std::slice::from_ref(&open));
        assert_eq!(ids(&seen["mine"]), Vec::<String>::new());
    }
    let own = list(&host, Some(&token)).await;
    assert_eq!((ids(&own["public"]).len(), ids(&own["mine"]).len()), (1, 2));
    // To open one, or to look at one more closely, takes a name.
    for (method, path) in [("POST", "/api/tables".to_owned()), ("GET", format!("/api/tables/{open}"))] {
        let (status, problem) =
            pages::request(host.address, method, &path, None, Some(&json!({ "game": "catan" }))).await;
        assert_eq!((status, &problem["code"]), (401, &json!("unknown_player")));
    }
}
