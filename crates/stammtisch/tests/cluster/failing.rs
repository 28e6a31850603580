//! Nodes that die, freeze or are stopped while people play.

use std::time::{Duration, Instant};

use cluster::{Content, Letter};
use futures_util::StreamExt;
use pages::Page;
use serde_json::{Value, json};

use crate::company::{Company, RENEWAL, back, signal};
use crate::served::{World, deadline, is_made_up_for, play};

/// The owner of a table is killed: whoever is connected elsewhere is told to come back, and plays on; nothing is lost.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_survives_the_death_of_its_node() {
    let Some(mut company) = Company::gather("death", 3) else { return };
    let mut party = company.party(&["Anna", "Bert", "Carl"]).await;
    play(&mut party.pages, 10).await;
    let last = party.moves().await["seq"].as_u64().unwrap();
    company.nodes.remove(0).kill();
    // The pages at other nodes are let go of by themselves.
    for page in &mut party.pages[1..] {
        assert_eq!(crate::served::cut(page).await, 4013);
    }
    let left: Vec<_> = company.nodes.iter().collect();
    party.pages.clear();
    for who in &party.people {
        party.pages.push(back(&left, who, &party.table).await);
    }
    assert!(party.pages.iter().all(|page| page.last_seq >= last), "what was acknowledged is there");
    play(&mut party.pages, 100_000).await;
    assert_eq!(party.pages[0].phase(), "over");
}

/// The turn that somebody was in goes on with what was left of it when the owner died, also when the next owner dies.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_turn_is_longer_by_the_time_without_a_node() {
    let Some(mut company) = Company::gather("outage", 3) else { return };
    let mut party = company.hurried_party(&["Anna", "Bert"], 60).await;
    let mut page = party.pages.remove(0);
    party.pages.clear();
    for _ in 0..2 {
        tokio::time::sleep(Duration::from_secs(2)).await;
        page.catch_up().await;
        let before = deadline(&page);
        let died = Instant::now();
        company.nodes.remove(0).kill();
        tokio::time::sleep(Duration::from_secs(5)).await;
        page = back(&[&company.nodes[0]], &party.people[0], &party.table).await;
        page.hear_until("a running clock", |page| page.view["deadline"].is_i64()).await;
        is_made_up_for(before, deadline(&page), died, RENEWAL);
    }
}

/// A frozen owner is not waited for; and when it thaws it can neither write nor show what is old.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_frozen_node_is_fenced_off() {
    let Some(company) = Company::gather("frost", 2) else { return };
    let mut party = company.party(&["Anna", "Bert"]).await;
    let mut both = play(&mut party.pages, 6).await;
    party.turn().await;
    let mut frozen = party.pages.remove(0);
    company.signal(0, "-STOP");
    assert_eq!(crate::served::cut(&mut party.pages[0]).await, 4013);
    party.pages.clear();
    for who in &party.people {
        party.pages.push(back(&[&company.nodes[1]], who, &party.table).await);
    }
    both += play(&mut party.pages, 12).await;
    assert!(both >= 12);
    let last = party.moves().await["seq"].as_u64().unwrap();
    company.signal(0, "-CONT");
    // What was on its way to the frozen node is neither done nor answered with something old.
    frozen
        .send(&json!({ "type": "roll_dice", "id": "late", "keptDice": [false, false, false, false, false] }))
        .await;
    while let Some(told) = frozen.hear().await {
        assert_ne!(told["type"], "ack", "{told}");
        assert_ne!(told["type"], "dice_rolled", "{told}");
    }
    let mut again = back(&[&company.nodes[0]], &party.people[0], &party.table).await;
    again.catch_up().await;
    assert!(again.last_seq >= last, "{} is less than {last}", again.last_seq);
    play(&mut party.pages, 100_000).await;
    assert_eq!(party.pages[0].phase(), "over");
}

/// Whoever was told that a line of chat is stored, or was not told before the node died, says it again elsewhere: it is there once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_line_of_chat_is_not_said_twice_when_its_node_is_gone() {
    let Some(mut company) = Company::gather("chat-dead", 2) else { return };
    let mut party = company.party(&["Anna", "Bert"]).await;
    let said = json!({ "type": "chat", "id": "said", "text": "hello" });
    party.pages[0].does(said.clone()).await;
    company.nodes.remove(0).kill();
    let mut page = back(&[&company.nodes[0]], &party.people[0], &party.table).await;
    page.does(said).await;
    page.does(json!({ "type": "chat", "text": "and again" })).await;
    let page = back(&[&company.nodes[0]], &party.people[1], &party.table).await;
    let told = page.frames.iter().map(|frame| serde_json::from_str::<serde_json::Value>(frame).unwrap());
    let lines: Vec<_> = told.filter(|told| told["type"] == "chat").map(|told| told["text"].clone()).collect();
    assert_eq!(lines, ["hello", "and again"]);
}

/// A node that is stopped in good order hands its tables over: they are there for others at once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_planned_stop_hands_tables_over() {
    let Some(mut company) = Company::gather("stop", 2) else { return };
    let mut party = company.party(&["Anna", "Bert"]).await;
    play(&mut party.pages, 6).await;
    let last = party.moves().await["seq"].as_u64().unwrap();
    let stopping = company.nodes.remove(0);
    signal(stopping.process(), "-TERM");
    assert_eq!(crate::served::cut(&mut party.pages[1]).await, 4013, "only the owner stops");
    assert_eq!(crate::served::cut(&mut party.pages[0]).await, 1012);
    party.pages.clear();
    for who in &party.people {
        party.pages.push(back(&[&company.nodes[0]], who, &party.table).await);
    }
    assert!(party.pages[0].last_seq >= last);
    party.moves().await;
    drop(stopping);
    // It comes back under the same name, and serves pages at tables that others have now.
    let again = company.start("node0");
    let mut page = back(&[&again], &party.people[0], &party.table).await;
    page.does(json!({ "type": "chat", "text": "here again" })).await;
    party.pages[1].hear_until("the chat", |page| page.heard("chat")).await;
}

/// A node that stops tells all others, also one that it has never written to: a page there may be about to come to one of its tables, and would
/// wait for as long as a node may be silent.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_stops_says_farewell_to_all_others() {
    let Some(mut company) = Company::gather("farewell", 3) else { return };
    let spy = async_nats::connect(&company.bus_address).await.unwrap();
    let mut letters = spy.subscribe(format!("{}.>", company.space())).await.unwrap();
    spy.flush().await.unwrap();
    // The third node has nothing to do with the table, nor with anybody.
    let mut party = company.party(&["Anna", "Bert"]).await;
    play(&mut party.pages, 4).await;
    let stopping = company.nodes.remove(0);
    signal(stopping.process(), "-TERM");
    let mut told = std::collections::BTreeSet::new();
    while told.len() < 2 {
        let letter = tokio::time::timeout(Duration::from_secs(20), letters.next()).await;
        let letter = letter.expect("both others are told").unwrap();
        let (to, letter) = (letter.subject.to_string(), Letter::from_bytes(&letter.payload).unwrap());
        if letter.content == Content::Farewell {
            assert!(letter.from.starts_with("node0"), "{letter:?}");
            told.insert(to);
        }
    }
    for (to, name) in told.iter().zip(["node1", "node2"]) {
        assert!(to.contains(name), "{told:?}");
    }
}

/// Whether a message is acknowledged before its page loses the line; it must not be refused.
async fn is_acknowledged(page: &mut Page, message: &Value) -> bool {
    while let Some(told) = page.hear().await {
        assert_ne!(told["type"], "rejected", "{told}");
        if told["type"] == "ack" && told["id"] == message["id"] {
            return true;
        }
    }
    false
}

/// The database has stored a move, and its answer is lost: nobody is told that nothing has changed, pages are let go of, and the same command
/// sent again gets the answer that was lost. Whichever group of writes it is.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_whose_answer_was_lost_is_found_when_it_is_sent_again() {
    let mut found = 0;
    for group in [12, 14, 16, 18] {
        let environment = vec![("FAILPOINT", format!("lost_answer@{group}"))];
        let world = World { environment, log: None };
        let Some(company) = Company::gather_in(&format!("lost{group}"), 1, &world) else { return };
        let mut party = company.party(&["Anna", "Bert"]).await;
        for n in 0..12 {
            let turn = party.turn().await;
            let mut message = pages::choose(&party.pages[turn], &mut bots::Dice::new(n)).unwrap();
            message["id"] = format!("move{n}").into();
            party.pages[turn].send(&message).await;
            if !is_acknowledged(&mut party.pages[turn], &message).await {
                found += 1;
                let everybody: Vec<_> = company.nodes.iter().collect();
                for (page, who) in party.pages.iter_mut().zip(&party.people) {
                    *page = back(&everybody, who, &party.table).await;
                }
                // Everybody was away for a moment, which is noted after it.
                let before = party.pages[turn].last_seq;
                let answer = party.pages[turn].does(message).await;
                assert!(answer["seq"].as_u64() <= Some(before), "{answer}: it was done before {before}");
            }
        }
    }
    assert!(found > 0, "no move was hit");
}

/// The same with a line of chat: nobody is told that it was not stored, and when it is said again under the same id, it is there once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_line_of_chat_whose_answer_was_lost_is_neither_lost_nor_doubled() {
    let mut found = 0;
    for group in [14, 18] {
        let world = World { environment: vec![("FAILPOINT", format!("lost_answer@{group}"))], log: None };
        let Some(company) = Company::gather_in(&format!("chat{group}"), 1, &world) else { return };
        let mut party = company.party(&["Anna", "Bert"]).await;
        let everybody: Vec<_> = company.nodes.iter().collect();
        for n in 0..16 {
            let message = json!({ "type": "chat", "id": format!("chat{n}"), "text": format!("line {n}") });
            let speaker = n % 2;
            party.pages[speaker].send(&message).await;
            if !is_acknowledged(&mut party.pages[speaker], &message).await {
                found += 1;
                for (page, who) in party.pages.iter_mut().zip(&party.people) {
                    *page = back(&everybody, who, &party.table).await;
                }
                party.pages[speaker].does(message).await;
            }
        }
        // Whoever comes is told what was said.
        let page = back(&everybody, &party.people[0], &party.table).await;
        let told = page.frames.iter().map(|frame| serde_json::from_str::<serde_json::Value>(frame).unwrap());
        let lines: Vec<_> =
            told.filter(|told| told["type"] == "chat").map(|told| told["text"].clone()).collect();
        let expected: Vec<_> = (0..16).map(|n| json!(format!("line {n}"))).collect();
        assert_eq!(lines, expected, "group {group}");
    }
    assert!(found > 0, "no line was hit");
}
