//! The HTTP interface over real connections: games told again, advice, statistics, and what is refused.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::host::{Host, hasty};
use crate::whole_games::Party;

impl Host {
    async fn get(&self, who: &(String, String), path: &str) -> (u16, Value) {
        pages::request(self.address, "GET", path, Some(&who.1), None).await
    }

    /// A request that must be served.
    async fn shown(&self, who: &(String, String), path: &str) -> Value {
        let (status, body) = self.get(who, path).await;
        assert_eq!(status, 200, "{path}: {body}");
        body
    }

    /// A request that must be refused: status and code.
    async fn refused(&self, who: &(String, String), path: &str) -> (u16, String) {
        let (status, problem) = self.get(who, path).await;
        assert!(problem["reason"].as_str().is_some_and(|reason| !reason.is_empty()), "{path}: {problem}");
        (status, problem["code"].as_str().unwrap().to_owned())
    }
}

/// A view as a replay has it: without what may be done and until when.
fn bare(mut view: Value) -> Value {
    let fields = view.as_object_mut().unwrap();
    fields.remove("legal");
    fields.remove("deadline");
    view
}

/// The replay of a page's own seat is what the page heard and saw, move by move.
async fn check_against_pages(party: &mut Party) {
    for page in &mut party.pages {
        // The last move may be told already, and its view not yet.
        page.does(json!({ "type": "get_view" })).await;
        let path = format!("/api/tables/{}/replay/views?seat={}", party.table, page.seat().unwrap());
        let replay = party.host.shown(&party.people[0], &path).await;
        let mut view = replay["view"].clone();
        let mut told = replay["told"].as_array().unwrap().clone();
        for step in replay["steps"].as_array().unwrap() {
            if let Some(patch) = step.get("patch") {
                protocol::ws::patch::apply(&mut view, patch.clone());
            }
            told.extend(step["told"].as_array().unwrap().iter().cloned());
        }
        assert_eq!(view, bare(page.view.clone()));
        let kinds: std::collections::BTreeSet<&str> =
            told.iter().map(|event| event["type"].as_str().unwrap()).collect();
        let heard: Vec<&Value> =
            page.told.iter().filter(|told| kinds.contains(told["type"].as_str().unwrap())).collect();
        // The numbers stand beside the events on the socket, and beside the steps here.
        let without_seq = |event: &Value| {
            let mut event = event.clone();
            event.as_object_mut().unwrap().remove("seq");
            event
        };
        let heard: Vec<Value> = heard.into_iter().map(without_seq).collect();
        assert_eq!(told, heard);
        assert_eq!(replay["fixed"], page.started["fixed"]);
        assert_eq!(replay["fairness"], page.started["fairness"]);
        let ended = page.told.iter().find(|told| told["type"] == "game_ended").unwrap();
        for field in ["how", "winners", "scores", "moves", "serverSeed", "seatSeeds", "number"] {
            assert_eq!(replay["ended"][field], ended[field], "{field}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_replay_shows_what_a_page_saw() {
    let options = json!({ "pace": "instant", "start": { "rules": { "pointsToWin": 5 } } });
    let mut party = Party::gather(2, "catan", options).await;
    let path = format!("/api/tables/{}/replay/views", party.table);
    let me = party.people[0].clone();
    assert_eq!(party.host.refused(&me, &path).await, (404, "no_such_game".into()));
    party.begin(&["greedy"]).await;
    // Nothing of a running game, not even to those who sit there.
    for query in ["", "?seat=0", "?game=1", "?seat=0&game=1"] {
        assert_eq!(party.host.refused(&me, &format!("{path}{query}")).await, (409, "game_still_on".into()));
    }
    party.play(100_000).await;
    check_against_pages(&mut party).await;
    let stranger = party.host.guest("Stranger").await;
    let replay = party.host.shown(&stranger, &path).await;
    assert!(replay.get("seat").is_none());
    assert_eq!((replay["players"].as_array().unwrap().len(), replay["seats"].as_u64()), (3, Some(3)));
    assert_eq!(party.host.refused(&me, &format!("{path}?seat=3")).await, (404, "nobody_sat_there".into()));
    assert_eq!(party.host.refused(&me, &format!("{path}?seat=300")).await, (404, "nobody_sat_there".into()));
    assert_eq!(party.host.refused(&me, &format!("{path}?game=2")).await, (404, "no_such_game".into()));
    for query in ["?seat=x", "?seat=-1", "?what=1", "?game=", "?seat=1&seat=1"] {
        assert_eq!(party.host.refused(&me, &format!("{path}{query}")).await, (400, "bad_parameters".into()));
    }
    let (status, problem) = pages::request(party.host.address, "GET", &path, None, None).await;
    assert_eq!((status, problem["code"].as_str()), (401, Some("unknown_player")));
    let nowhere = party.host.refused(&me, "/api/tables/0000000000000000/replay/views").await;
    assert_eq!(nowhere, (404, "no_such_table".into()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_of_a_tables_games_can_be_seen_and_each_counts() {
    let mut party = Party::gather(2, "kniffel", json!({ "pace": "instant" })).await;
    party.begin(&["novice"]).await;
    party.play(100_000).await;
    check_against_pages(&mut party).await;
    let (me, table) = (party.people[0].clone(), party.table.clone());
    let path = format!("/api/tables/{table}/replay/views");
    let first = party.host.shown(&me, &path).await;
    for page in &mut party.pages {
        page.does(json!({ "type": "request_rematch" })).await;
    }
    for page in &mut party.pages {
        page.hear_until("another game", |page| page.started["number"] == 2 && page.phase() == "playing")
            .await;
    }
    assert_eq!(party.host.refused(&me, &path).await, (409, "game_still_on".into()));
    assert_eq!(party.host.shown(&me, &format!("{path}?game=1")).await, first);
    let games = party.host.shown(&me, &format!("/api/tables/{table}/games")).await;
    assert_eq!(games["games"].as_array().unwrap().len(), 2);
    assert!(games["games"][0]["ended"].is_object() && games["games"][1].get("ended").is_none());
    assert_eq!(games["games"][0]["ended"]["scores"], first["ended"]["scores"]);
    let (status, file) = party.host.get(&me, &format!("/api/tables/{table}/replay?game=1")).await;
    assert_eq!(status, 200);
    engine::verify::verify(file.as_str().unwrap().as_bytes()).unwrap();
    party.play(100_000).await;

    // Two games were finished: in lists, in statistics, and every die that was thrown.
    let second = party.host.shown(&me, &path).await;
    let page = party.host.shown(&me, "/api/me/games?limit=1").await;
    assert_eq!((page["games"][0]["number"].as_u64(), page["games"].as_array().unwrap().len()), (Some(2), 1));
    let next = format!("/api/me/games?limit=1&before={}", page["before"]);
    let next = party.host.shown(&me, &next).await;
    assert_eq!((next["games"][0]["number"].as_u64(), next.get("before")), (Some(1), None));
    let listed = &next["games"][0];
    assert_eq!(
        (listed["tableId"].as_str(), listed["game"].as_str()),
        (Some(table.as_str()), Some("kniffel"))
    );
    let mut faces: BTreeMap<u64, u64> = BTreeMap::new();
    let mut scores = Vec::new();
    for replay in [&first, &second] {
        let seat = &replay["players"]
            .as_array()
            .unwrap()
            .iter()
            .find(|p| p["playerId"] == me.0.as_str())
            .unwrap()["seat"];
        scores.push(replay["ended"]["scores"][seat.as_u64().unwrap() as usize].as_i64().unwrap());
        let events =
            replay["steps"].as_array().unwrap().iter().flat_map(|step| step["told"].as_array().unwrap());
        for event in events.filter(|event| event["type"] == "dice_rolled" && event["seat"] == *seat) {
            for place in (0..5).filter(|place| event["keptDice"][place] != true) {
                *faces.entry(event["dice"][place].as_u64().unwrap()).or_default() += 1;
            }
        }
    }
    assert_eq!(listed["score"].as_i64(), Some(scores[0]));
    let players = listed["players"].as_array().unwrap();
    assert_eq!(players.iter().filter(|player| player["bot"] == true).count(), 1);
    assert_eq!(
        players.iter().filter(|player| player["won"] == true).count() > 1,
        first["ended"]["winners"].as_array().unwrap().len() > 1
    );
    let statistics = party.host.shown(&me, "/api/me/statistics").await;
    let kniffel = &statistics["games"]["kniffel"];
    assert_eq!(kniffel["played"]["games"], 2);
    assert_eq!(kniffel["played"]["bestScore"].as_i64(), scores.iter().copied().max());
    assert_eq!(kniffel["played"], party.host.shown(&me, "/api/me").await["games"]["kniffel"]);
    let counts: Vec<u64> = (1..=6).map(|face| faces.get(&face).copied().unwrap_or(0)).collect();
    assert_eq!(kniffel["rolls"]["counts"], json!(counts));
    assert_eq!(
        (kniffel["rolls"]["of"].as_str(), kniffel["rolls"]["lowest"].as_u64()),
        (Some("die"), Some(1))
    );

    // They are there after a restart.
    party.host.restart().await;
    assert_eq!(party.host.shown(&me, "/api/me/statistics").await, statistics);
    let nobody = party.host.guest("Nobody").await;
    assert_eq!(party.host.shown(&nobody, "/api/me/statistics").await, json!({ "games": {} }));
    assert_eq!(party.host.shown(&nobody, "/api/me/games").await, json!({ "games": [] }));
    for query in ["?limit=0", "?limit=101"] {
        assert_eq!(
            party.host.refused(&me, &format!("/api/me/games{query}")).await,
            (400, "bad_limit".into())
        );
    }
    let wrong = party.host.refused(&me, "/api/me/games?page=1").await;
    assert_eq!(wrong, (400, "bad_parameters".into()));
}

/// Asks for advice as a page does: again, if the server says that it needs time.
async fn advice(host: &Host, token: Option<&str>, body: &Value) -> (u16, Value) {
    let mut headers = vec![("Content-Type", "application/json".to_owned())];
    headers.extend(token.map(|token| ("Authorization", format!("Bearer {token}"))));
    loop {
        let asked =
            pages::raw(host.address, "POST", "/api/kniffel/advice", &headers, &body.to_string()).await;
        let (status, head, text) = asked;
        let answer: Value = serde_json::from_str(&text).unwrap_or(Value::String(text));
        if status != 503 {
            return (status, answer);
        }
        assert_eq!(answer["code"], "being_computed");
        assert!(head.contains("\r\nretry-after: 2"), "{head}");
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn advice_says_what_everything_is_worth() {
    let host = Host::start().await;
    let (_, token) = host.guest("Ada").await;
    let one = |position: Value| json!({ "positions": [position] });
    // The mean of a whole game is published, for one option and without; with further Kniffels it can only be more.
    let published =
        [(json!("default"), 245.870_775), (json!({ "fiveOfAKindIsFullHouse": true }), 245.904_728)];
    for five_of_a_kind in [false, true] {
        let rules = json!({ "extraKniffel": true, "fiveOfAKindIsFullHouse": five_of_a_kind });
        let body = json!({ "rules": rules, "positions": [{ "scores": {}, "rollsRemaining": 3 }] });
        let (status, answer) = advice(&host, Some(&token), &body).await;
        assert_eq!(status, 200, "{answer}");
        let more = answer["advice"][0]["value"].as_f64().unwrap() - published[usize::from(five_of_a_kind)].1;
        assert!((1.0..20.0).contains(&more), "{answer}");
    }
    for (rules, value) in published {
        let body = json!({ "rules": rules, "positions": [{ "scores": {}, "rollsRemaining": 3 }] });
        let (status, answer) = advice(&host, Some(&token), &body).await;
        assert_eq!(status, 200, "{answer}");
        let advice = &answer["advice"][0];
        assert!((advice["value"].as_f64().unwrap() - value).abs() < 1.5e-6, "{answer}");
        assert_eq!(
            advice["best"],
            json!({ "type": "roll_dice", "keptDice": [false, false, false, false, false] })
        );
        assert_eq!(
            (advice["keeps"].as_array().unwrap().len(), advice["categories"].as_object().unwrap().len()),
            (1, 0)
        );
    }
    // One box is left and one roll: chance is 30 now, and keeping the sixes is best by plain counting.
    let nearly = json!({
        "ones": 3, "twos": 6, "threes": 9, "fours": 12, "fives": 15, "sixes": 18, "three_of_a_kind": 20,
        "four_of_a_kind": 0, "full_house": 25, "small_straight": 30, "large_straight": 0, "kniffel": 0,
    });
    let position = json!({ "scores": nearly, "dice": [6, 6, 1, 6, 2], "rollsRemaining": 1 });
    let mut body = one(position);
    body["outlook"] = json!(true);
    let (_, answer) = advice(&host, Some(&token), &body).await;
    let advice_of = &answer["advice"][0];
    assert_eq!(
        advice_of["best"],
        json!({ "type": "roll_dice", "keptDice": [true, true, false, true, false] })
    );
    let has = 63.0 + 35.0 + 75.0;
    assert_eq!(advice_of["categories"], json!({ "chance": has + 21.0 }));
    assert_eq!(advice_of["keeps"][0b01011].as_f64(), Some(has + 18.0 + 7.0));
    assert_eq!(advice_of["keeps"][0].as_f64(), Some(has + 17.5));
    assert_eq!(advice_of["value"].as_f64(), Some(has + 25.0));
    let chances: Vec<f64> =
        answer["outlook"].as_array().unwrap().iter().map(|band| band["chance"].as_f64().unwrap()).collect();
    // 18 and two dice: 200 or more needs 27, which is a nine or more: 10 of 36.
    assert!(
        (chances[2] - 26.0 / 36.0).abs() < 1e-8 && (chances[3] - 10.0 / 36.0).abs() < 1e-8,
        "{chances:?}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn advice_has_limits_and_says_what_is_wrong() {
    let host = Host::start().await;
    let (_, token) = host.guest("Ada").await;
    let fresh = json!({ "scores": {}, "rollsRemaining": 3 });
    let late = json!({ "scores": { "ones": 3, "twos": 6, "threes": 9, "fours": 12, "fives": 15, "sixes": 18,
        "three_of_a_kind": 20, "four_of_a_kind": 0, "full_house": 25, "small_straight": 30, "large_straight": 0 },
        "dice": [1, 2, 3, 4, 5], "rollsRemaining": 2 });
    let (status, problem) = advice(&host, None, &json!({ "positions": [fresh] })).await;
    assert_eq!((status, problem["code"].as_str()), (401, Some("unknown_player")));
    let most = json!({ "positions": vec![late.clone(); 256] });
    let (status, answer) = advice(&host, Some(&token), &most).await;
    assert_eq!((status, answer["advice"].as_array().map(Vec::len)), (200, Some(256)), "{answer}");
    assert!(answer.get("outlook").is_none());
    let position = |scores: Value, dice: Value, rolls: u8| json!({ "positions": [fresh, { "scores": scores, "dice": dice, "rollsRemaining": rolls }] });
    let full: Value = serde_json::from_str(
        r#"{"ones":3,"twos":6,"threes":9,"fours":12,"fives":15,"sixes":18,"three_of_a_kind":20,
        "four_of_a_kind":0,"full_house":25,"small_straight":30,"large_straight":0,"kniffel":0,"chance":20}"#,
    )
    .unwrap();
    for (wrong, code) in [
        (json!({ "positions": [] }), "wrong_number_of_positions"),
        (json!({ "positions": vec![late.clone(); 257] }), "wrong_number_of_positions"),
        (json!({ "positions": [fresh, fresh], "outlook": true }), "one_outlook_at_a_time"),
        (position(json!({}), json!([1, 2, 3, 4, 7]), 2), "no_such_position"),
        (position(json!({}), json!([1, 2, 3, 4, 5]), 4), "no_such_position"),
        (position(json!({ "ones": 6 }), json!([1, 2, 3, 4, 5]), 2), "no_such_position"),
        (position(json!({ "chance": 65535, "ones": 65535 }), json!([1, 2, 3, 4, 5]), 2), "no_such_position"),
        (position(full, json!([1, 2, 3, 4, 5]), 2), "no_such_position"),
        (json!({ "positions": [fresh, { "scores": {}, "rollsRemaining": 2 }] }), "no_such_position"),
        (
            json!({ "positions": [fresh, { "scores": {}, "extraKniffels": 1, "rollsRemaining": 3 }] }),
            "no_such_position",
        ),
        (json!({ "rules": { "jokers": true }, "positions": [fresh] }), "bad_request"),
        (json!({ "positions": [fresh], "more": 1 }), "bad_request"),
    ] {
        let (status, problem) = advice(&host, Some(&token), &wrong).await;
        assert!((400..500).contains(&status), "{status} {problem}");
        assert_eq!(problem["code"], code, "{problem}");
        if code == "no_such_position" {
            assert_eq!(problem["params"]["position"], "1", "{problem}");
        }
    }
    let long = json!({ "positions": [fresh], "more": "x".repeat(100_000) });
    assert_eq!(advice(&host, Some(&token), &long).await.0, 413);
}

/// Readers share the limit of their address with everything else.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn readers_are_slowed_down_too() {
    let mut config = hasty();
    config.rates.address = (6, 0.001);
    let host = Host::with(config).await;
    let me = host.guest("Ada").await;
    let mut statuses = Vec::new();
    for _ in 0..6 {
        statuses.push(host.get(&me, "/api/me/statistics").await.0);
    }
    assert_eq!(statuses, [200, 200, 200, 200, 200, 429]);
}
