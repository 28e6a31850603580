//! What crosses between nodes: what the pages of a node are told, word for word, and nothing else.

use std::time::Duration;

use cluster::{Content, Letter};
use futures_util::StreamExt;
use serde_json::json;

use crate::company::Company;

/// A spy on the bus reads everything that is written to the node of one player. It is what that player's page was told: the
/// hands of others never leave the node that serves the table.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_what_a_page_may_see_crosses_to_its_node() {
    let Some(company) = Company::gather("letters", 2) else { return };
    let spy = async_nats::connect(&company.bus_address).await.unwrap();
    let mut letters = spy.subscribe(format!("{}.>", company.space())).await.unwrap();
    spy.flush().await.unwrap();
    let people = [company.nodes[0].guest("Anna").await, company.nodes[1].guest("Bert").await];
    let options = json!({ "pace": "instant", "turnSeconds": 0 });
    let table = company.nodes[0].table(&people[0], &json!({ "game": "catan", "options": options })).await;
    let mut pages = Vec::new();
    for (node, who) in people.iter().enumerate() {
        let mut page = company.page(node, who, &table).await;
        page.does(json!({ "type": "sit" })).await;
        pages.push(page);
    }
    pages[0].does(json!({ "type": "add_bot", "bot": "greedy" })).await;
    for page in &mut pages {
        page.does(json!({ "type": "toggle_ready" })).await;
    }
    crate::served::begun(&mut pages).await;
    crate::served::play(&mut pages, 60).await;
    for page in &mut pages {
        page.catch_up().await;
    }
    let mut crossed: Vec<String> = Vec::new();
    while let Ok(Some(letter)) = tokio::time::timeout(Duration::from_secs(1), letters.next()).await {
        let letter = Letter::from_bytes(&letter.payload).unwrap();
        match letter.content {
            Content::Told { texts, .. } if letter.from.starts_with("node0") => crossed.extend(texts),
            Content::Join { .. } | Content::Said { .. } | Content::Pulse => {}
            other @ (Content::Farewell
            | Content::Told { .. }
            | Content::Gone { .. }
            | Content::Cut { .. }
            | Content::Ask { .. }
            | Content::Answer { .. }) => panic!("{other:?} from {}", letter.from),
        }
        if crossed.len() >= pages[1].frames.len() {
            break;
        }
    }
    assert!(crossed.len() > 100, "{} messages", crossed.len());
    assert_eq!(crossed, pages[1].frames, "what was told to the page, and nothing else");
    assert_ne!(pages[0].view, pages[1].view, "everybody sees something else");
}
