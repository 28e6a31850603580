//! A time without a server takes nothing from anybody's turn.

use std::time::{Duration, Instant};

use pages::Page;
use serde_json::json;

use crate::served::{Folder, Served, deadline, is_made_up_for};

/// Killed or stopped, twice within one turn: what was left of it is left when people are back.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_turn_goes_on_with_what_was_left_when_the_server_went() {
    let data = Folder::new("outage");
    let settings = ["store.sign_of_life=0.5", "tables.after_restart=1"];
    let mut served = Served::start(&data.0, &settings);
    let people = [served.guest("Anna").await, served.guest("Bert").await];
    let body = json!({ "game": "kniffel", "options": { "pace": "instant", "turnSeconds": 60 } });
    let (table, mut pages) = served.party_with(&people, &body).await;
    let mut page = pages.remove(0);
    for killed in [true, false] {
        tokio::time::sleep(Duration::from_secs(2)).await;
        page.catch_up().await;
        let before = deadline(&page);
        let died = Instant::now();
        if killed {
            served.kill();
        } else {
            served.stop();
        }
        tokio::time::sleep(Duration::from_secs(6)).await;
        served = Served::start(&data.0, &settings);
        page = Page::at(served.address, &people[0], &table).await;
        page.hear_until("a running clock", |page| page.view["deadline"].is_i64()).await;
        is_made_up_for(before, deadline(&page), died, Duration::from_millis(500));
    }
}
