//! Faults that systems of this kind really had, each tried over real sockets. (Those about hidden cards are in `leaks`, those about
//! reloads, tabs and repeated commands in `connections`, those about odd requests and wallets in `limits`.)

use std::time::Duration;

use serde_json::{Value, json};
use store::Store;

use crate::host::Host;
use crate::whole_games::Party;
use pages::Page;

fn roll() -> Value {
    json!({ "type": "roll_dice", "keptDice": [false, false, false, false, false] })
}

async fn kniffel(people: usize, options: Value) -> Party {
    let mut party = Party::gather(people, "kniffel", options).await;
    party.begin(&[]).await;
    party
}

fn on_turn(party: &Party) -> usize {
    party.pages.iter().position(|page| page.view["legal"].is_object()).unwrap()
}

async fn chips(party: &Party, n: usize) -> i64 {
    let (_, me) = pages::request(party.host.address, "GET", "/api/me", Some(&party.people[n].1), None).await;
    me["chips"].as_i64().unwrap()
}

/// 27: seeds do not follow from the clock: at the same moment two servers commit to different ones.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pitfall_27_seeds_do_not_come_from_the_clock() {
    let mut commitments = Vec::new();
    for _ in 0..3 {
        let mut party = Party::gather(1, "kniffel", json!({})).await;
        party.begin(&[]).await;
        commitments.push(party.pages[0].started["fairness"]["commitment"].as_str().unwrap().to_owned());
    }
    commitments.sort();
    commitments.dedup();
    assert_eq!(commitments.len(), 3);
}

/// 28: knowing a nickname gives nobody's seat away.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pitfall_28_a_nickname_takes_no_seat() {
    let host = Host::start().await;
    let (ada, thief) = (host.guest("Ada").await, host.guest("Ada").await);
    let table = host.table(&ada.1, &json!({ "game": "kniffel" })).await;
    let mut page = Page::at(host.address, &ada, &table).await;
    page.does(json!({ "type": "sit" })).await;
    let mut other = Page::at(host.address, &thief, &table).await;
    assert_eq!(other.seat(), None);
    assert_eq!(other.refused(json!({ "type": "sit" })).await, "name_taken");
    assert_eq!(other.refused(json!({ "type": "toggle_ready" })).await, "no_seat");
}

/// 29: leaving during the countdown stops it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pitfall_29_leaving_during_the_countdown_stops_it() {
    let mut config = crate::host::hasty();
    config.tables.countdown = Duration::from_secs(5);
    let mut party = Party::at(Host::with(config).await, 2, "catan", json!({})).await;
    for page in &mut party.pages {
        page.does(json!({ "type": "sit" })).await;
        page.does(json!({ "type": "toggle_ready" })).await;
    }
    assert!(party.pages[1].heard("countdown"));
    party.pages[1].does(json!({ "type": "stand" })).await;
    party.host.clock.advance(Duration::from_mins(1));
    let stopped = |told: &Value| told["type"] == "countdown" && told.get("secondsRemaining").is_none();
    party.pages[0].hear_until("the stop", |page| page.told.iter().any(stopped)).await;
    party.pages[0].does(json!({ "type": "get_view" })).await;
    assert_eq!(party.pages[0].phase(), "lobby");
}

/// 30 and 31: a stranger neither joins nor pauses a running game, and nobody has two seats.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pitfall_30_and_31_strangers_and_second_seats() {
    let mut party = kniffel(2, json!({})).await;
    assert_eq!(party.pages[0].refused(json!({ "type": "sit", "seat": 5 })).await, "already_seated");
    let stranger = party.host.guest("Stranger").await;
    let mut page = Page::at(party.host.address, &stranger, &party.table).await;
    assert_eq!(page.refused(json!({ "type": "sit" })).await, "game_running");
    assert_eq!(page.refused(json!({ "type": "pause" })).await, "no_seat");
    page.close().await;
    let turn = on_turn(&party);
    party.pages[turn].does(roll()).await;
    assert!(party.pages[turn].table["paused"].is_null());
}

/// 32: a rematch cannot be asked for while a game is running.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pitfall_32_a_rematch_wipes_no_running_game() {
    let mut party = kniffel(2, json!({})).await;
    for page in &mut party.pages {
        assert_eq!(page.refused(json!({ "type": "request_rematch" })).await, "no_rematch_now");
    }
    let turn = on_turn(&party);
    party.pages[turn].does(roll()).await;
}

/// 37 and 38: a paused game accepts no moves, and after a refusal the page can go on.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pitfall_37_and_38_a_pause_is_enforced_and_a_refusal_freezes_nothing() {
    let mut party = kniffel(2, json!({})).await;
    let turn = on_turn(&party);
    party.pages[1 - turn].does(json!({ "type": "pause" })).await;
    assert_eq!(party.pages[turn].refused(roll()).await, "paused");
    party.pages[turn].does(json!({ "type": "resume" })).await;
    assert_eq!(party.pages[1 - turn].refused(roll()).await, "not_your_turn");
    party.pages[turn].does(roll()).await;
}

/// 39: the same dice twice are two events.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pitfall_39_two_equal_rolls_are_told_twice() {
    let mut party = kniffel(1, json!({})).await;
    let page = &mut party.pages[0];
    page.does(roll()).await;
    page.does(json!({ "type": "roll_dice", "keptDice": [true, true, true, true, true] })).await;
    let rolls: Vec<&Value> = page.told.iter().filter(|told| told["type"] == "dice_rolled").collect();
    assert_eq!(rolls.len(), 2);
    assert_eq!(rolls[0]["dice"], rolls[1]["dice"]);
    assert_ne!(rolls[0]["seq"], rolls[1]["seq"]);
}

/// 40: a roll does not restart the clock of the turn.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pitfall_40_a_roll_does_not_restart_the_clock() {
    let mut party = kniffel(2, json!({ "turnSeconds": 60 })).await;
    let turn = on_turn(&party);
    let deadline = party.pages[turn].view["deadline"].clone();
    assert!(deadline.is_i64());
    party.host.clock.advance(Duration::from_secs(10));
    party.pages[turn].does(roll()).await;
    assert_eq!(party.pages[turn].view["deadline"], deadline);
    party.host.clock.advance(Duration::from_secs(55));
    party.pages[1 - turn].hear_until("the next turn", |page| page.view["legal"].is_object()).await;
}

/// 41: a table that nobody is at is gone after ten minutes.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pitfall_41_empty_tables_are_freed() {
    let host = Host::start().await;
    let me = host.guest("Ada").await;
    let table = host.table(&me.1, &json!({ "game": "catan" })).await;
    Page::at(host.address, &me, &table).await.close().await;
    // Nobody joins to find out: whoever is there keeps it. Time passes more than once, as the server may notice late that
    // somebody went.
    for _ in 0..600 {
        host.clock.advance(Duration::from_mins(11));
        let path = format!("/api/tables/{table}");
        if pages::request(host.address, "GET", &path, Some(&me.1), None).await.0 == 404 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the table is still there");
}

/// 43: what cannot be stored is neither acknowledged nor shown.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pitfall_43_nothing_is_shown_before_it_is_stored() {
    let mut party = kniffel(2, json!({})).await;
    let turn = on_turn(&party);
    let before = party.pages[1 - turn].view.clone();
    party.host.store.close().unwrap();
    assert_eq!(party.pages[turn].refused(roll()).await, "not_stored");
    party.pages[1 - turn].ask(json!({ "type": "get_view" })).await;
    assert_eq!(party.pages[1 - turn].view, before);
    assert!(!party.pages[1 - turn].heard("dice_rolled"));
}

/// 45, 46 and 47: stakes are taken when the game begins, and given back when it does not come to an end.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pitfall_45_to_47_stakes_come_back() {
    let mut party = kniffel(2, json!({ "stake": 300 })).await;
    assert_eq!((chips(&party, 0).await, chips(&party, 1).await), (700, 700));
    party.host.restart().await;
    party.pages.clear();
    for who in &party.people {
        party.pages.push(Page::at(party.host.address, who, &party.table).await);
    }
    assert_eq!((chips(&party, 0).await, chips(&party, 1).await), (700, 700), "a restart burns nothing");
    for page in &mut party.pages {
        page.does(json!({ "type": "vote", "topic": "abort", "yes": true })).await;
    }
    assert_eq!((chips(&party, 0).await, chips(&party, 1).await), (1_000, 1_000));
    let on_table = store::Account::Table(party.table.as_str().into());
    assert_eq!(party.host.store.balance(&on_table).unwrap(), 0);
}

/// 50: a change in the lobby is one small message; nobody gets a game's state for it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pitfall_50_a_change_in_the_lobby_is_a_small_message() {
    let mut party = kniffel(2, json!({})).await;
    let stranger = party.host.guest("Stranger").await;
    let (seen, bytes) = (party.pages[0].told.len(), party.pages[0].bytes);
    let page = Page::at(party.host.address, &stranger, &party.table).await;
    party.pages[0].hear_until("the spectator", |page| page.table["spectators"] == 1).await;
    page.close().await;
    party.pages[0].hear_until("nobody", |page| page.table["spectators"] == 0).await;
    let told = &party.pages[0].told[seen..];
    assert!(told.iter().all(|told| told["type"] == "table_state"), "{told:?}");
    assert!(party.pages[0].bytes - bytes < 2_500);
}

/// Somebody else has claimed the table: what this desk would write is refused, the host can see that, and nobody is told that it is done.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_write_that_is_fenced_off_is_counted() {
    let mut party = kniffel(1, json!({})).await;
    let host = &party.host;
    let fenced = || async {
        let (_, _, text) = pages::raw(host.address, "GET", "/metrics", &[], "").await;
        let value = text.lines().find_map(|line| line.strip_prefix("stammtisch_writes_fenced_total "));
        value.unwrap().parse::<u64>().unwrap()
    };
    assert_eq!(fenced().await, 0);
    let table = store::TableId::from(party.table.as_str());
    store::wait(|done| host.store.claim(table, done)).unwrap();
    let turn = party.pages.iter_mut().find(|page| page.view["legal"].is_object()).unwrap();
    turn.send(&json!({ "type": "roll_dice", "keptDice": [false, false, false, false, false], "id": "late" }))
        .await;
    while let Some(told) = turn.hear().await {
        assert_ne!((&told["type"], &told["id"]), (&json!("ack"), &json!("late")), "{told}");
    }
    assert!(fenced().await >= 1);
}
