//! Playing again at the same table: seats are numbered anew, and what one was told in the former game is nobody else's.

use serde_json::{Value, json};

use crate::whole_games::{Party, give_up};
use pages::Page;

/// A theft that two people know more about than the third: its number, and the seats of those two.
fn secret_theft(page: &Page) -> Option<(u64, [u64; 2])> {
    let told =
        page.told.iter().rev().find(|told| told["type"] == "stolen" && told["resourceType"].is_string())?;
    Some((told["seq"].as_u64()?, [told["thief"].as_u64()?, told["victim"].as_u64()?]))
}

/// Three people play Catan until somebody has stolen something under the eyes of the third, and give the game up; the number of the theft,
/// and the seats of those who know what it was.
async fn a_theft(party: &mut Party) -> (u64, [u64; 2]) {
    let mut seen = None;
    for _ in 0..200 {
        party.play(4).await;
        for page in &mut party.pages {
            page.catch_up().await;
            seen = seen.or_else(|| secret_theft(page));
        }
        if seen.is_some() {
            break;
        }
    }
    give_up(party).await;
    seen.expect("something is stolen in hundreds of moves")
}

/// Everybody wants another game, which begins.
async fn again(party: &mut Party, number: u64) {
    for page in &mut party.pages {
        page.does(json!({ "type": "request_rematch" })).await;
    }
    let begun = |page: &Page| page.phase() == "playing" && page.started["number"] == number;
    let begins = party.pages.iter_mut().map(|page| page.hear_until("another game", begun));
    futures_util::future::join_all(begins).await;
}

/// Somebody sits in the next game where another sat who knew what was stolen, and comes back from before the theft: they are shown the
/// present game and told nothing of the former one, least of all what the other was told. Who comes back from within this game is told all of it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_comes_back_from_a_former_game_is_told_nothing_of_it() {
    let mut party = Party::gather(3, "catan", json!({ "pace": "instant" })).await;
    party.begin(&[]).await;
    let (theft, knew) = a_theft(&mut party).await;
    let stranger = party.pages.iter().position(|page| !knew.contains(&page.seat().unwrap())).unwrap();
    // Seats are drawn by lot.
    let mut number = 1;
    loop {
        number += 1;
        assert!(number < 40, "the lot does not fall as it must at some time");
        again(&mut party, number).await;
        if knew.contains(&party.pages[stranger].seat().unwrap()) {
            break;
        }
        give_up(&mut party).await;
    }
    let begun = party.pages[stranger].started["seq"].as_u64().unwrap();
    assert!(theft < begun);
    party.play(3).await;
    party.pages[stranger].catch_up().await;
    let come_back = async |last_seq: u64| {
        let mut back = Page::open(party.host.address, &party.people[stranger]).await;
        back.does(json!({ "type": "join_table", "tableId": party.table, "lastSeq": last_seq })).await;
        back
    };
    let from_before = come_back(theft - 1).await;
    let from_here = come_back(begun).await;
    let events = |page: &Page| -> Vec<String> {
        let kinds =
            ["stolen", "first_player_rolled", "first_player_chosen", "settlement_placed", "road_placed"];
        let told = page.told.iter().filter(|told| kinds.contains(&told["type"].as_str().unwrap()));
        told.filter(|told| told["seq"].as_u64() > Some(begun)).map(Value::to_string).collect()
    };
    let old = |told: &&Value| told["seq"].as_u64().is_some_and(|seq| seq < begun);
    assert_eq!(from_before.told.iter().find(old), None);
    assert_eq!(events(&from_before), Vec::<String>::new());
    assert_eq!(from_before.started["number"], party.pages[stranger].started["number"]);
    assert_eq!(from_before.view, party.pages[stranger].view);
    assert!(events(&from_here).len() >= 2, "{:?}", from_here.told);
    assert_eq!(events(&from_here), events(&party.pages[stranger]));
}
