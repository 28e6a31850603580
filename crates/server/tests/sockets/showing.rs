//! Who is shown what is new, and when: at once whoever asked or has to act, the others soon and several moves in one piece.

use std::time::Duration;

use serde_json::{Value, json};

use crate::host::{Host, hasty};
use crate::whole_games::Party;
use pages::Page;

/// How long others may be kept waiting here: much longer than usual, so that nobody is shown anything by accident.
const TOGETHER: Duration = Duration::from_secs(4);
/// What is shown at once comes sooner than this, also on a busy machine.
const AT_ONCE: Duration = Duration::from_secs(3);

/// Two who play and one who watches. Something has just been shown to all.
async fn two_and_a_watcher() -> (Party, Page) {
    let mut config = hasty();
    config.sockets.together = TOGETHER;
    let mut party = Party::at(Host::with(config).await, 3, "kniffel", json!({})).await;
    let mut watcher = party.pages.pop().unwrap();
    party.begin(&[]).await;
    watcher.hear_until("the game", |page| page.view.is_object()).await;
    (party, watcher)
}

fn on_turn(party: &Party) -> usize {
    party.pages.iter().position(|page| page.view["legal"].is_object()).unwrap()
}

/// Everything but what only one of them may do.
fn shown(page: &Page) -> Value {
    let mut view = page.view.clone();
    view.as_object_mut().unwrap().remove("legal");
    view
}

fn roll() -> Value {
    json!({ "type": "roll_dice", "keptDice": [false, false, false, false, false] })
}

/// A whole turn, of three moves.
async fn turn(page: &mut Page) {
    for _ in 0..2 {
        page.does(roll()).await;
    }
    page.does(json!({ "type": "choose_category", "category": "chance" })).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_asked_and_whoever_has_to_act_is_shown_it_at_once() {
    let (mut party, _watcher) = two_and_a_watcher().await;
    let first = on_turn(&party);
    turn(&mut party.pages[first]).await;
    // The answer comes after what was asked for.
    assert_eq!(party.pages[first].view["currentSeat"].as_u64(), party.pages[1 - first].seat());
    let next = party.pages[1 - first].hear_until("the turn", |page| page.view["legal"].is_object());
    tokio::time::timeout(AT_ONCE, next).await.expect("whoever is on turn is not kept waiting");
    assert_eq!(shown(&party.pages[first]), shown(&party.pages[1 - first]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_looks_on_hears_of_every_move_and_is_shown_them_in_one_piece() {
    let (mut party, mut watcher) = two_and_a_watcher().await;
    let first = on_turn(&party);
    let heard = watcher.told.len();
    turn(&mut party.pages[first]).await;
    let over = party.pages[1 - first].seat();
    watcher.hear_until("the next turn", |page| page.view["currentSeat"].as_u64() == over).await;
    let count = |kind: &str| watcher.told[heard..].iter().filter(|told| told["type"] == kind).count();
    assert_eq!((count("dice_rolled"), count("category_chosen")), (2, 1));
    assert!(count("view_patch") <= 2, "{} patches for three moves", count("view_patch"));
    assert_eq!(shown(&watcher), shown(&party.pages[first]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_asks_for_the_view_or_comes_back_is_shown_everything() {
    let (mut party, mut watcher) = two_and_a_watcher().await;
    let first = on_turn(&party);
    turn(&mut party.pages[first]).await;
    tokio::time::timeout(AT_ONCE, watcher.catch_up()).await.expect("a question is answered at once");
    assert_eq!(shown(&watcher), shown(&party.pages[first]));
    // And again, with moves that nobody else has been shown; this time on another page.
    let second = &mut party.pages[1 - first];
    second.hear_until("the turn", |page| page.view["legal"].is_object()).await;
    second.does(roll()).await;
    let again = Page::at(party.host.address, &party.people[2], &party.table).await;
    assert_eq!(shown(&again), shown(&party.pages[1 - first]));
}

/// Whoever stands up sees what those who look on see, and has seen something else before: no patch fits that.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_stands_up_is_shown_everything_anew() {
    let mut party = Party::gather(3, "roulette", json!({})).await;
    let mut watcher = party.pages.pop().unwrap();
    party.begin(&[]).await;
    watcher.hear_until("the game", |page| page.view.is_object()).await;
    let page = &mut party.pages[1];
    assert!(page.view["legal"].is_object() && watcher.view["legal"].is_null());
    page.does(json!({ "type": "stand" })).await;
    assert_eq!(page.seat(), None);
    page.hear_until("what others see", |page| page.view["legal"].is_null()).await;
    watcher.hear_until("the same", |watcher| watcher.view == page.view).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_disk_that_stalls_keeps_nobody_from_what_is_stored() {
    let (mut party, mut watcher) = two_and_a_watcher().await;
    let first = on_turn(&party);
    let page = &mut party.pages[first];
    page.does(roll()).await;
    let stalled = party.host.stall();
    let mut again = roll();
    again["id"] = "again".into();
    page.send(&again).await;
    let dice = page.view["dice"].clone();
    let follows = watcher.hear_until("the first roll", |watcher| watcher.view["dice"] == dice);
    tokio::time::timeout(2 * TOGETHER, follows).await.expect("what is stored is shown");
    drop(stalled);
    assert_eq!(page.does(again).await["id"], "again");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_tab_of_whoever_asked_is_shown_it_too() {
    let (mut party, _watcher) = two_and_a_watcher().await;
    let first = on_turn(&party);
    let mut tab = Page::at(party.host.address, &party.people[first], &party.table).await;
    turn(&mut party.pages[first]).await;
    let over = party.pages[1 - first].seat();
    let follows = tab.hear_until("the moves", |page| page.view["currentSeat"].as_u64() == over);
    tokio::time::timeout(AT_ONCE, follows).await.expect("no tab is kept waiting");
    assert_eq!(tab.view, party.pages[first].view);
}
