//! Nothing that a viewer may not know is on the wire: every frame of every viewer of whole games is searched.

use serde_json::{Value, json};

use crate::host::Host;
use crate::whole_games::Party;
use pages::Page;

/// Calls `visit` with every object in a value.
fn objects<'a>(value: &'a Value, visit: &mut impl FnMut(&'a serde_json::Map<String, Value>)) {
    match value {
        Value::Object(fields) => {
            visit(fields);
            fields.values().for_each(|value| objects(value, visit));
        }
        Value::Array(items) => items.iter().for_each(|value| objects(value, visit)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Cards of one seat in a view or a patch of one.
fn cards(told: &Value, seat: &str) -> Vec<String> {
    let page = if told["type"] == "view" { &told["view"] } else { &told["patch"] };
    let player = &page["players"][seat];
    let secret = ["resources", "devCards", "boughtThisTurn", "points"];
    secret.into_iter().filter(|field| player.get(field).is_some()).map(str::to_owned).collect()
}

/// What no page may hear before the end of a game of Catan, whoever it is.
fn check_catan(page: &Page, seat: Option<u64>) {
    let before_end: Vec<&Value> = page.told.iter().take_while(|told| told["type"] != "game_ended").collect();
    let own = seat.map(|seat| seat.to_string());
    for told in &before_end {
        for other in (0..4).map(|seat| seat.to_string()).filter(|other| Some(other) != own.as_ref()) {
            let ended = told["view"]["winner"].is_number() || told["patch"]["winner"].is_number();
            assert!(
                ended || cards(told, &other).is_empty(),
                "seat {own:?} sees cards of seat {other}: {told}"
            );
        }
        let kind = told["type"].as_str().unwrap();
        let concerned = [&told["thief"], &told["victim"], &told["seat"]]
            .iter()
            .any(|who| who.as_u64() == seat && seat.is_some());
        if kind == "stolen" && told.get("resourceType").is_some() {
            assert!(concerned, "the stolen card is for two people only: {told}");
        }
        if kind == "dev_card_bought" {
            let tells = told.get("card").is_some() || told.get("cardType").is_some();
            assert!(!tells || concerned, "a bought card is for its buyer only: {told}");
        }
        assert!(kind != "card_proof" || seat.is_some(), "proofs of cards are for their owners: {told}");
        objects(told, &mut |fields| {
            for secret in ["serverSeed", "deck", "seed", "ticket", "moves"] {
                assert!(!fields.contains_key(secret), "{secret} in {told}");
            }
        });
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_hidden_card_is_on_the_wire_in_catan() {
    let options = json!({ "pace": "instant", "start": { "rules": { "pointsToWin": 6 } } });
    let mut party = Party::at(Host::start().await, 3, "catan", options).await;
    // The third one only watches.
    let watcher = party.pages.pop().unwrap();
    party.begin(&["greedy", "greedy"]).await;
    party.pages.push(watcher);
    party.play(100_000).await;
    let stolen = party.pages[0].told.iter().filter(|told| told["type"] == "stolen").count();
    assert!(stolen > 0, "something was stolen");
    for page in &party.pages {
        check_catan(page, page.seat());
    }
    // The seed that was published in the end is in no earlier frame of anybody, and no seed of a seat before its reveal.
    let end = party.pages[0].told.iter().find(|told| told["type"] == "game_ended").unwrap();
    let seed = end["serverSeed"].as_str().unwrap();
    for page in &party.pages {
        let before = page.told.iter().take_while(|told| told["type"] != "game_ended");
        assert!(before.into_iter().all(|told| !told.to_string().contains(seed)));
    }
}

/// Pitfall 26: history and results have a number when the ball has come to rest, not before.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn roulette_tells_no_result_before_the_ball_rests() {
    let mut party = Party::gather(2, "roulette", json!({})).await;
    party.begin(&[]).await;
    party.pages[0].does(json!({ "type": "place_bet", "betType": "red", "numbers": [], "amount": 5 })).await;
    party.pages[0].does(json!({ "type": "spin" })).await;
    let view = &party.pages[0].view;
    assert_eq!(view["phase"], "spinning");
    assert!(view["history"].as_array().is_none_or(Vec::is_empty), "{view}");
    assert!(!party.pages[0].heard("round_settled"));
    assert!(!view.to_string().contains("net"), "{view}");
}

/// A replay of a running game tells the asker what the asker may know.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_running_games_replay_hides_what_the_game_hides() {
    let options = json!({ "pace": "instant" });
    let mut party = Party::gather(2, "catan", options).await;
    party.begin(&["greedy"]).await;
    party.play(60).await;
    let path = format!("/api/tables/{}/replay", party.table);
    for (i, (_, token)) in party.people.iter().enumerate() {
        let headers = [("Authorization", format!("Bearer {token}"))];
        let (status, _, lines) = pages::raw(party.host.address, "GET", &path, &headers, "").await;
        assert_eq!(status, 200);
        assert!(lines.lines().count() > 20);
        let (seat, mut before) = (party.pages[i].seat(), 0);
        for line in lines.lines() {
            let told: Value = serde_json::from_str(line).unwrap();
            let at = told["at"].as_i64().unwrap();
            assert!(before <= at, "{line}");
            before = at;
            let concerned =
                [&told["thief"], &told["victim"], &told["seat"]].iter().any(|who| who.as_u64() == seat);
            let secret = told["type"] == "stolen" && told.get("resourceType").is_some()
                || told["type"] == "dev_card_bought" && told.get("card").is_some();
            assert!(!secret || concerned, "{line}");
        }
    }
}
