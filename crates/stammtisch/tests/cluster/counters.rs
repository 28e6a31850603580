//! What `/metrics` says about a node among others.

use std::time::{Duration, Instant};

use crate::company::{Company, back};
use crate::served::Served;

/// The value of a counter of a node.
async fn counter(node: &Served, name: &str) -> u64 {
    let (status, _, text) = pages::raw(node.address, "GET", "/metrics", &[], "").await;
    assert_eq!(status, 200, "{text}");
    let value = text.lines().find_map(|line| line.strip_prefix(&format!("stammtisch_{name} ")));
    value.unwrap_or_else(|| panic!("no {name} in {text}")).parse().unwrap()
}

/// Waits until a counter of a node has at least, or if that is 0 exactly, a value.
async fn comes_to(node: &Served, name: &str, value: u64) {
    let begun = Instant::now();
    loop {
        let now = counter(node, name).await;
        if now == value || (value > 0 && now > value) {
            return;
        }
        assert!(begun.elapsed() < Duration::from_secs(20), "{name} is {now} and not {value}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn counters_tell_who_visits_whom_and_who_lost_what() {
    let Some(company) = Company::gather("counters", 2) else { return };
    let mut party = company.party(&["Anna", "Bert"]).await;
    let (owner, other) = (&company.nodes[0], &company.nodes[1]);
    for node in [owner, other] {
        for (name, value) in
            [("lease_held", 1), ("bus_up", 1), ("nodes_in_reach", 1), ("lease_lost_total", 0)]
        {
            assert_eq!(counter(node, name).await, value, "{name}");
        }
    }
    let pages = [
        counter(owner, "pages_away").await,
        counter(owner, "pages_visiting").await,
        counter(other, "pages_away").await,
        counter(other, "pages_visiting").await,
    ];
    assert_eq!(pages, [0, 1, 1, 0], "Bert's page is at a table of Anna's node");
    let before = counter(other, "lines_broken_total").await;
    assert_eq!(counter(other, "tables_claimed_total").await, 0);

    company.signal(0, "-STOP");
    assert_eq!(crate::served::cut(&mut party.pages[1]).await, 4013);
    comes_to(other, "lines_broken_total", before + 1).await;
    comes_to(other, "nodes_in_reach", 0).await;
    comes_to(other, "pages_away", 0).await;
    let _bert = back(&[other], &party.people[1], &party.table).await;
    comes_to(other, "tables_claimed_total", 1).await;
    company.signal(0, "-CONT");
    comes_to(owner, "lease_lost_total", 1).await;
    comes_to(owner, "lease_held", 1).await;
    assert_eq!(counter(other, "lease_lost_total").await, 0);
}
