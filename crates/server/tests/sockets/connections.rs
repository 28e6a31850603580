//! Pages come, go, reload, fall asleep; the server stops and starts. A seat outlives them all.

use std::time::Duration;

use serde_json::{Value, json};

use crate::host::Host;
use crate::whole_games::Party;
use pages::Page;
use store::Store;

fn roll() -> serde_json::Value {
    json!({ "type": "roll_dice", "keptDice": [false, false, false, false, false] })
}

async fn two_at_kniffel() -> Party {
    let mut party = Party::gather(2, "kniffel", json!({})).await;
    party.begin(&[]).await;
    party
}

/// Which of the pages may roll now.
fn on_turn(party: &Party) -> usize {
    party.pages.iter().position(|page| page.view["legal"].is_object()).expect("somebody may move")
}

/// Pitfalls 24, 34 and 36: a reload lands in the same seat, with the same view and what may be done in it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reload_finds_the_seat_and_the_open_dialog() {
    let mut party = two_at_kniffel().await;
    let turn = on_turn(&party);
    party.pages[turn].does(roll()).await;
    let before = party.pages[turn].view.clone();
    let seat = party.pages[turn].seat();
    let old = party.pages.remove(turn);
    old.close().await;
    let page = Page::at(party.host.address, &party.people[turn], &party.table).await;
    assert_eq!(page.seat(), seat);
    assert_eq!(page.view, before);
    assert!(page.view["legal"]["choose_category"].is_object());
    assert_eq!(page.phase(), "playing");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn when_somebody_was_here_is_noted_by_the_hour() {
    let host = Host::start().await;
    let (player, token) = host.guest("Ada").await;
    let seen = || host.store.player(&player.as_str().into()).unwrap().unwrap().seen_at_ms;
    let created = seen();
    host.clock.advance(Duration::from_hours(3));
    pages::request(host.address, "GET", "/api/me", Some(&token), None).await;
    let hour = host.clock.now() / 3_600_000 * 3_600_000;
    for _ in 0..200 {
        if seen() != created {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert!(seen() == hour || seen() == hour - 3_600_000, "{} {hour}", seen());
}

/// Pitfall 35: a second tab closes and nothing happens.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn closing_a_second_tab_removes_nobody() {
    let mut party = two_at_kniffel().await;
    let turn = on_turn(&party);
    let tab = Page::at(party.host.address, &party.people[turn], &party.table).await;
    assert_eq!(tab.view, party.pages[turn].view);
    tab.close().await;
    tokio::time::sleep(Duration::from_millis(100)).await;
    party.pages[turn].does(roll()).await;
    let connected =
        party.pages[turn].table["players"].as_array().unwrap().iter().all(|p| p["connected"] == true);
    assert!(connected);
}

/// Both tabs of a player follow the same view, patch by patch.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_tabs_see_the_same() {
    let mut party = two_at_kniffel().await;
    let turn = on_turn(&party);
    let mut tab = Page::at(party.host.address, &party.people[turn], &party.table).await;
    party.pages[turn].does(roll()).await;
    let seen = party.pages[turn].view.clone();
    tab.hear_until("the roll", |tab| tab.view == seen).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn coming_back_brings_what_was_missed() {
    let mut party = two_at_kniffel().await;
    let turn = on_turn(&party);
    let other = 1 - turn;
    let last_seq = party.pages[other].last_seq;
    let away = party.pages.remove(other);
    away.close().await;
    let mover = &mut party.pages[0];
    mover.does(roll()).await;
    let mut back = Page::open(party.host.address, &party.people[other]).await;
    back.does(json!({ "type": "join_table", "tableId": party.table, "lastSeq": last_seq })).await;
    assert!(back.heard("dice_rolled"), "the roll that was missed is told");
    assert_eq!(back.view["dice"], party.pages[0].view["dice"]);
}

/// Nobody looked on while something happened; then somebody else did, and something else happened. Who comes back is told both.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn somebody_who_looks_on_and_comes_back_is_told_all_that_was_missed() {
    for game in ["kniffel", "catan"] {
        let mut party = Party::gather(2, game, json!({})).await;
        party.begin(&[]).await;
        let fan = party.host.guest("Fan").await;
        let looked_on = Page::at(party.host.address, &fan, &party.table).await;
        let last_seq = looked_on.last_seq;
        looked_on.close().await;
        party.pages[0].hear_until("that nobody looks on", |page| page.table["spectators"] == 0).await;
        party.play(4).await;
        let _other = Page::at(party.host.address, &party.host.guest("Other").await, &party.table).await;
        party.play(4).await;
        let mut back = Page::open(party.host.address, &fan).await;
        back.does(json!({ "type": "join_table", "tableId": party.table, "lastSeq": last_seq })).await;
        party.pages[0].catch_up().await;
        let told = |page: &Page| -> Vec<Value> {
            let kinds = ["dice_rolled", "category_chosen", "settlement_placed", "road_placed"];
            let events = page.told.iter().filter(|told| kinds.contains(&told["type"].as_str().unwrap()));
            events.filter(|told| told["seq"].as_u64() > Some(last_seq)).cloned().collect()
        };
        assert!(told(&back).len() >= 8, "{game}: {:?}", told(&back));
        assert_eq!(told(&back), told(&party.pages[0]), "{game}");
    }
}

/// An hour of sleep: a bot may have played meanwhile, the seat is the same.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_hour_of_sleep_loses_no_seat() {
    let mut party = two_at_kniffel().await;
    let turn = on_turn(&party);
    let seat = party.pages[turn].seat();
    let asleep = party.pages.remove(turn);
    asleep.close().await;
    let is_missed = |page: &Page| {
        page.table["players"].as_array().unwrap().iter().any(|player| player["connected"] == false)
    };
    party.pages[0].hear_until("somebody is missed", is_missed).await;
    party.host.clock.advance(Duration::from_hours(1));
    party.pages[0]
        .hear_until("a bot", |page| {
            page.table["players"].as_array().unwrap().iter().any(|player| player["substituted"] == true)
        })
        .await;
    let mut page = Page::at(party.host.address, &party.people[turn], &party.table).await;
    assert_eq!(page.seat(), seat);
    page.hear_until("the seat back", |page| {
        page.table["players"].as_array().unwrap().iter().all(|player| player["substituted"].is_null())
    })
    .await;
}

/// A code that was given before all devices were logged out does not bring one back, also if it is typed in at that very moment.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_code_from_before_a_reset_lets_nobody_in() {
    let host = Host::start().await;
    let (player, token) = host.guest("Ada").await;
    let (status, code) =
        pages::request(host.address, "POST", "/api/me/device-code", Some(&token), None).await;
    assert_eq!(status, 200);
    let stalled = host.stall();
    host.store.reset_tokens(player.as_str().into(), [9; 32], 1, Box::new(|reset| assert_eq!(reset, Ok(1))));
    let body = json!({ "code": code["code"] });
    let (address, asked) = (host.address, host.store.metrics().queue);
    let typed =
        tokio::spawn(async move { pages::request(address, "POST", "/api/devices", None, Some(&body)).await });
    while host.store.metrics().queue == asked {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    drop(stalled);
    let (status, problem) = typed.await.unwrap();
    assert_eq!((status, problem["code"].as_str()), (404, Some("no_such_code")), "{problem}");
    assert_eq!(host.store.devices_of(&player.as_str().into()).unwrap().len(), 1);
}

/// Whoever leaves is told that it is done before the line is cut: a page that heard nothing would come back and ask again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_leaves_is_answered_first() {
    let mut party = Party::gather(2, "kniffel", json!({})).await;
    let page = &mut party.pages[1];
    page.does(json!({ "type": "sit" })).await;
    page.does(json!({ "type": "leave_table" })).await;
    while page.hear().await.is_some() {}
    assert_eq!(page.closed.as_ref().map(|frame| u16::from(frame.code)), Some(4013));
}

/// A one-time code brings the same player to another device, in the same seat.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_device_takes_the_same_seat() {
    let party = two_at_kniffel().await;
    let address = party.host.address;
    let token = &party.people[0].1;
    let (status, code) = pages::request(address, "POST", "/api/me/device-code", Some(token), None).await;
    assert_eq!(status, 200);
    let body = json!({ "code": code["code"] });
    let (status, device) = pages::request(address, "POST", "/api/devices", None, Some(&body)).await;
    assert_eq!(status, 200, "{device}");
    assert_eq!(device["playerId"], party.people[0].0.as_str());
    assert_ne!(device["token"], token.as_str());
    let who = (party.people[0].0.clone(), device["token"].as_str().unwrap().to_owned());
    let page = Page::at(address, &who, &party.table).await;
    assert_eq!(page.seat(), party.pages[0].seat());
    assert_eq!(page.view, party.pages[0].view);
    let (status, _) = pages::request(address, "POST", "/api/devices", None, Some(&body)).await;
    assert_eq!(status, 404, "a code is good once");
}

/// The pages on a player's other devices are told once; a second tab is no news, and neither is it news to anybody else.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seat_taken_to_another_device_is_told_to_the_first() {
    let mut party = two_at_kniffel().await;
    let address = party.host.address;
    let tab = Page::at(address, &party.people[0], &party.table).await;
    let token = &party.people[0].1;
    let (_, code) = pages::request(address, "POST", "/api/me/device-code", Some(token), None).await;
    let body = json!({ "code": code["code"] });
    let (_, device) = pages::request(address, "POST", "/api/devices", None, Some(&body)).await;
    let who = (party.people[0].0.clone(), device["token"].as_str().unwrap().to_owned());
    assert!(!party.pages[0].heard("seat_elsewhere") && !tab.heard("seat_elsewhere"));
    for _ in 0..2 {
        let phone = Page::at(address, &who, &party.table).await;
        assert!(!phone.heard("seat_elsewhere"));
        phone.close().await;
    }
    party.pages.push(tab);
    for page in &mut party.pages {
        page.ask(json!({ "type": "get_view" })).await;
    }
    let told: Vec<Vec<_>> = party
        .pages
        .iter()
        .map(|page| page.told.iter().filter(|told| told["type"] == "seat_elsewhere").collect())
        .collect();
    let seat = party.pages[0].seat();
    for own in [0, 2] {
        assert_eq!(told[own], [&json!({ "type": "seat_elsewhere", "seat": seat })]);
    }
    assert!(told[1].is_empty(), "the other player has nothing to do with it");
}

/// A graceful stop tells the pages; afterwards everything goes on.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restart_goes_on_where_it_was() {
    let mut party = two_at_kniffel().await;
    let turn = on_turn(&party);
    party.pages[turn].does(roll()).await;
    let view = party.pages[turn].view.clone();
    party.host.restart().await;
    for page in &mut party.pages {
        while page.hear().await.is_some() {}
        assert!(page.heard("server_stopping"));
        assert_eq!(page.closed.as_ref().map(|close| u16::from(close.code)), Some(1012));
    }
    party.pages.clear();
    for who in &party.people {
        party.pages.push(Page::at(party.host.address, who, &party.table).await);
    }
    let page = &mut party.pages[turn];
    page.hear_until("the game", |page| page.view["legal"].is_object()).await;
    assert_eq!(page.view["dice"], view["dice"]);
    page.does(json!({ "type": "choose_category", "category": "chance" })).await;
}

/// The same id gets the same answer and is carried out once, also after a restart; with other contents it is refused.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_command_is_carried_out_once() {
    let mut party = two_at_kniffel().await;
    let turn = on_turn(&party);
    let mut once = roll();
    once["id"] = "the same".into();
    let first = party.pages[turn].does(once.clone()).await;
    let again = party.pages[turn].does(once.clone()).await;
    assert_eq!(first, again);
    assert_eq!(party.pages[turn].view["rollsRemaining"], 2);
    let mut other = json!({ "type": "choose_category", "category": "chance" });
    other["id"] = "the same".into();
    assert_eq!(party.pages[turn].refused(other).await, "id_reused");
    party.host.restart().await;
    let mut page = Page::at(party.host.address, &party.people[turn], &party.table).await;
    assert_eq!(page.does(once.clone()).await["seq"], first["seq"]);
    assert_eq!(page.view["rollsRemaining"], 2);
    once["keptDice"] = json!([true, false, false, false, false]);
    assert_eq!(page.refused(once).await, "id_reused");
}

/// The answer names the last event that came of the command: the same number from memory and from the log.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_command_that_led_to_more_is_answered_the_same_after_a_restart() {
    let mut host = Host::start().await;
    let people = [host.guest("Ada").await, host.guest("Ben").await];
    let table = host.table(&people[0].1, &json!({ "game": "kniffel" })).await;
    let mut pages = Vec::new();
    for who in &people {
        let mut page = Page::at(host.address, who, &table).await;
        page.does(json!({ "type": "sit" })).await;
        pages.push(page);
    }
    pages[0].does(json!({ "type": "toggle_ready" })).await;
    pages[1].catch_up().await;
    let before = pages[1].last_seq;
    // Everybody is ready with it, so that the countdown begins: an entry of its own.
    let ready = json!({ "type": "toggle_ready", "id": "ready" });
    let first = pages[1].does(ready.clone()).await;
    pages[1].hear_until("the countdown", |page| page.last_seq > before + 1).await;
    assert!(first["seq"].as_u64() > Some(before + 1), "{first}");
    assert_eq!(pages[1].does(ready.clone()).await, first, "from memory");
    host.restart().await;
    let mut page = Page::at(host.address, &people[1], &table).await;
    assert_eq!(page.does(ready).await, first, "from the log");
}

/// A line of chat is no part of the log, and is known by its name all the same: once said, it is there once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_line_of_chat_is_not_said_twice_after_a_restart() {
    let mut host = Host::start().await;
    let ada = host.guest("Ada").await;
    let table = host.table(&ada.1, &json!({ "game": "kniffel" })).await;
    let said = json!({ "type": "chat", "id": "said", "text": "hello" });
    Page::at(host.address, &ada, &table).await.does(said.clone()).await;
    host.restart().await;
    let mut page = Page::at(host.address, &ada, &table).await;
    page.does(said).await;
    let other = json!({ "type": "chat", "id": "said", "text": "something else" });
    assert_eq!(page.refused(other).await, "id_reused");
    page.does(json!({ "type": "chat", "text": "hello" })).await;
    let page = Page::at(host.address, &ada, &table).await;
    assert_eq!(page.told.iter().filter(|told| told["type"] == "chat").count(), 2, "two with two names");
}

/// Pitfall 44: whatever is asked gets exactly one answer.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_command_gets_exactly_one_answer() {
    let host = Host::start().await;
    let me = host.guest("Ada").await;
    let table = host.table(&me.1, &json!({ "game": "catan" })).await;
    let mut page = Page::at(host.address, &me, &table).await;
    let messages = [
        json!({ "type": "sit" }),
        json!({ "type": "roll_dice" }),
        json!({ "type": "nonsense" }),
        json!({ "type": "sit", "seat": -4 }),
        json!({ "type": "chat", "text": "hello" }),
        json!({ "type": "chat", "text": "" }),
        json!({ "type": "leave_table", "now": 1 }),
        json!({ "type": "get_view" }),
    ];
    for (i, message) in messages.iter().enumerate() {
        let mut message = message.clone();
        message["id"] = format!("own{i}").into();
        page.send(&message).await;
    }
    page.ask(json!({ "type": "get_view", "id": "last" })).await;
    // Chat is answered when it is stored, which no other message waits for.
    page.hear_until("all answers", |page| page.told.iter().any(|told| told["id"] == "own4")).await;
    for (i, message) in messages.iter().enumerate() {
        let id = format!("own{i}");
        let answers = page.told.iter().filter(|told| told["id"] == id.as_str()).count();
        assert_eq!(answers, 1, "{message}");
    }
}
