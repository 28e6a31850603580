//! People give seeds over real sockets: whole games of all three, from the commitments to the file that both verifiers check.
//!
//! One person gives a seed, one withholds it, one takes no part, and a bot sits beside them. Whoever gave none is named, and zero
//! bytes stand for the seed (docs/fairness.md §13).

use std::time::Duration;

use fair::commit::server_commitment;
use fair::{Context, Hash, Kind, Secret};
use futures_util::future::join_all;
use pages::Part;
use serde_json::{Value, json};

use crate::host::{Host, hasty};
use crate::whole_games::{Party, check_end, check_file, give_up, play_rounds};

const GIVEN: [u8; 32] = [0xa7; 32];
const WITHHELD: [u8; 32] = [0x5c; 32];
const NOTHING: [u8; 32] = [0; 32];

fn hex(bytes: [u8; 32]) -> String {
    Hash(bytes).to_hex()
}

/// Three people and a bot at a table where seeds are waited for as long as the clock of the test says.
async fn gather(game: &str, bot: &str, options: Value) -> Party {
    let mut config = hasty();
    (config.tables.commit, config.tables.reveal) = (Duration::from_mins(10), Duration::from_mins(10));
    let mut party = Party::at(Host::with(config).await, 3, game, options).await;
    party.pages[0].part = Some(Part::Gives(GIVEN));
    party.pages[1].part = Some(Part::Withholds(WITHHELD));
    party.sit(&[bot]).await;
    join_all(
        party.pages.iter_mut().map(|page| page.hear_until("the request", |page| page.heard("seed_request"))),
    )
    .await;
    party
}

/// The ceremony, with everything that people could try to get out of it.
async fn exchange(party: &mut Party) {
    let Party { host, pages, .. } = party;
    let refused = |page: usize, message: Value, code: &'static str| (page, message, code);
    let reveal = |seed| json!({ "type": "reveal_seed", "seed": hex(seed) });
    let commit = json!({ "type": "commit_seed", "commitment": hex([1; 32]) });
    // Not before all have committed is any seed taken, and nobody commits twice.
    for (page, message, code) in [
        refused(0, reveal(GIVEN), "seed_too_early"),
        refused(0, commit.clone(), "seed_already_committed"),
        refused(2, reveal(GIVEN), "seed_too_early"),
    ] {
        assert_eq!(pages[page].refused(message).await, code);
    }
    assert!(pages.iter().all(|page| !page.heard("seeds_committed")), "the third one is waited for");
    host.clock.advance(Duration::from_mins(10));
    join_all(
        pages.iter_mut().map(|page| page.hear_until("the opening", |page| page.heard("seeds_committed"))),
    )
    .await;
    for (page, message, code) in [
        refused(1, reveal(GIVEN), "seed_wrong"),
        refused(2, reveal(NOTHING), "seed_not_committed"),
        refused(2, commit, "seed_commitments_closed"),
        refused(0, reveal(GIVEN), "seed_already_revealed"),
    ] {
        assert_eq!(pages[page].refused(message).await, code);
    }
    assert!(pages.iter().all(|page| !page.heard("seeds_revealed")), "the second one is waited for");
    host.clock.advance(Duration::from_mins(10));
    let playing = |page: &pages::Page| page.phase() == "playing" && page.view.is_object();
    join_all(pages.iter_mut().map(|page| page.hear_until("the beginning", playing))).await;
}

/// What every page was told of the ceremony, and that it fits what the page did itself.
fn check_ceremony(party: &Party, kind: Kind) {
    let chairs = [0, 1].map(|i| party.pages[i].committed.clone().unwrap());
    let missing = json!([1, 2]);
    for page in &party.pages {
        let told = |kind: &str| page.told.iter().find(|told| told["type"] == kind).unwrap();
        let server = &told("seed_request")["commitment"];
        let commitments = &told("seeds_committed")["commitments"];
        assert_eq!(commitments, &json!({ "0": chairs[0].commitment, "1": chairs[1].commitment }));
        let revealed = told("seeds_revealed");
        assert_eq!(revealed["seeds"], json!({ "0": hex(GIVEN) }));
        assert_eq!(revealed["missing"], missing, "whoever gave no seed is named");
        let fairness = &told("game_started")["fairness"];
        assert_eq!((&fairness["missing"], &fairness["commitment"]), (&missing, server));
        let end = told("game_ended");
        assert_eq!(end["seatSeeds"], json!([GIVEN, NOTHING, NOTHING, NOTHING].map(hex)));
        let context = Context::new(&party.table, 1).unwrap();
        let seed = Secret::from_hex(end["serverSeed"].as_str().unwrap()).unwrap();
        assert_eq!(
            server,
            &server_commitment(kind, &context, &seed).to_hex(),
            "the seed is the one committed to"
        );
        assert!(page.committed.iter().all(|committed| server == &committed.server));
    }
}

/// The file says what people gave, and names who did not.
fn check_header(file: &str, party: &Party) {
    let header: Value = serde_json::from_str(file.lines().next().unwrap()).unwrap();
    let [first, second] = [0, 1].map(|i| party.pages[i].committed.clone().unwrap().commitment);
    let chairs = json!([{ "commitment": first, "seed": hex(GIVEN) }, { "commitment": second }, {}, {}]);
    assert_eq!(header["fairness"]["chairs"], chairs);
    assert_eq!(header["fairness"]["missing"], json!([1, 2]));
    let withheld = hex(WITHHELD);
    assert!(
        party.pages.iter().all(|page| page.told.iter().all(|told| !told.to_string().contains(&withheld)))
    );
}

async fn play_to_the_end(mut party: Party) {
    exchange(&mut party).await;
    party.play(100_000).await;
    check_end(&party);
    check_ceremony(&party, Kind::Seed);
    check_header(&check_file(&party).await, &party);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn catan_with_seeds_of_people() {
    let options = json!({ "pace": "instant", "start": { "rules": { "pointsToWin": 4 } } });
    play_to_the_end(gather("catan", "greedy", options).await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn kniffel_with_seeds_of_people() {
    play_to_the_end(gather("kniffel", "novice", json!({ "pace": "instant" })).await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn roulette_with_seeds_of_people() {
    let mut party = gather("roulette", "cautious", json!({ "pace": "fast" })).await;
    exchange(&mut party).await;
    play_rounds(&mut party, 3).await;
    give_up(&mut party).await;
    check_ceremony(&party, Kind::Chain);
    check_header(&check_file(&party).await, &party);
}
