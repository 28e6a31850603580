//! Nodes that are cut off from the others, and what people notice of it.

use std::time::{Duration, Instant};

use pages::Page;
use serde_json::json;

use crate::between::Between;
use crate::company::{Company, back};
use crate::served::play;

/// Two nodes, and the way of the first to the bus.
fn far_and_near(name: &str) -> Option<(Company, Between)> {
    let mut company = Company::gather(name, 0)?;
    let between = Between::to_bus(&company.bus_address);
    let nodes = [company.start_on("far", &format!("nats://{}", between.address)), company.start("near")];
    company.nodes.extend(nodes);
    Some((company, between))
}

/// The owner of a table is cut off from the bus, with somebody at either side: the table moves to the side that can be reached, and both play on
/// there.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_leaves_a_node_that_is_cut_off() {
    let Some((company, between)) = far_and_near("apart") else { return };
    let (far, near) = (&company.nodes[0], &company.nodes[1]);
    let mut party = company.party(&["Anna", "Bert"]).await;
    play(&mut party.pages, 6).await;
    let last = party.moves().await["seq"].as_u64().unwrap();
    let begun = Instant::now();
    between.cut();
    assert_eq!(crate::served::cut(&mut party.pages[1]).await, 4013);
    let bert = back(&[near], &party.people[1], &party.table).await;
    let waited = begun.elapsed();
    assert!(waited < Duration::from_secs(15), "{waited:?}");
    // Whoever was at the node that is cut off is let go of, and does not get the table back from there.
    assert_eq!(crate::served::cut(&mut party.pages[0]).await, 4013);
    let (id, token) = &party.people[0];
    for _ in 0..5 {
        let mut page = Page::try_open(far.address, id, token, None).await.unwrap();
        let answer = page.ask(json!({ "type": "join_table", "tableId": party.table })).await;
        assert_eq!(answer["code"], "unavailable", "{answer}");
    }
    let anna = back(&[far, near], &party.people[0], &party.table).await;
    party.pages = vec![anna, bert];
    assert!(party.pages.iter().all(|page| page.last_seq >= last), "what was acknowledged is there");
    assert!(play(&mut party.pages, 12).await >= 12);
    // The way is there again: the table stays where it is, and is reached from both.
    between.mend();
    party.pages[0] = back(&[far], &party.people[0], &party.table).await;
    play(&mut party.pages, 100_000).await;
    assert_eq!(party.pages[1].phase(), "over");
}

/// Everybody is at the node that is cut off: nobody waits elsewhere, and nobody is disturbed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_is_together_at_a_node_that_is_cut_off_plays_on() {
    let Some((company, between)) = far_and_near("together") else { return };
    let far = &company.nodes[0];
    let people = [far.guest("Anna").await, far.guest("Bert").await];
    let (_, mut pages) = far.party(&people).await;
    between.cut();
    let begun = Instant::now();
    // Longer than it takes until tables are offered.
    while begun.elapsed() < Duration::from_secs(5) {
        assert!(play(&mut pages, 1).await >= 1);
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    assert!(pages.iter().all(|page| page.closed.is_none()));
}
