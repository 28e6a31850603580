//! Non-interference over real sockets: tables that differ only in what somebody may not know send that person the same bytes.
//!
//! *Twins* are two servers on which the same table goes on from the same public past. In one of them luck has dealt the others
//! other cards (Catan), or the server holds another secret, and so another future (all games). Everybody is back at the table, the
//! same moves are made in both, and every frame and every answer over HTTP is compared byte for byte. That the comparison can
//! fail is part of each test: whoever may know the difference has to see one.

use bots::Dice;
use catan::Catan;
use game::Luck;
use kniffel::Kniffel;
use roulette::Roulette;
use serde_json::{Value, json};
use table::Played;

use crate::host::{Host, hasty};
use crate::whole_games::{Party, play_rounds};
use crate::worlds::{Story, World};
use pages::{Page, Part};

/// Times: the twins run one after the other, so their clocks differ. All else has to be equal.
const TIMES: [&str; 6] = ["serverTime", "deadline", "closesAt", "changedAt", "duration", "at"];
/// With another secret of the server, what it has published about the secret is different too: it was drawn anew for both, and
/// tells nothing of what it stands for.
const HASHES: [&str; 2] = ["commitment", "deckRoot"];

/// How many evenings there are: each is another one, and some break off where little can be done.
const EVENINGS: usize = 8;

/// Three people who give seeds, somebody who watches, and so many moves.
async fn played(game: &str, options: Value, moves: usize, will_do: fn(&str) -> bool) -> Party {
    let mut party = Party::at(Host::with(hasty()).await, 4, game, options).await;
    let watcher = party.pages.pop().unwrap();
    for (i, page) in (1..).zip(&mut party.pages) {
        page.part = Some(Part::Gives([i; 32]));
    }
    party.begin(&[]).await;
    party.pages.push(watcher);
    party.play_with(moves, will_do).await;
    for page in &mut party.pages {
        page.catch_up().await;
    }
    assert_eq!(party.pages[0].phase(), "playing");
    party
}

/// The entries after which a person has just moved: places where a story can break off.
fn breaks(story: &Story, wanted: impl Fn(&Value) -> bool) -> Vec<usize> {
    let is_break = |entry: &Value| entry["kind"] == "played" && entry["by"] == "player" && wanted(entry);
    (1..=story.log.len()).filter(|&n| is_break(&story.log[n - 1].1)).collect()
}

/// One message that may be sent in both worlds by the same person, of a kind that will do for that person.
fn common(
    twins: &[World; 2],
    luck: &mut Dice,
    will_do: impl Fn(usize, &str) -> bool,
) -> Option<(usize, Value)> {
    let [a, b] = twins;
    (0..a.pages.len()).find_map(|who| {
        let (here, there) = (&a.pages[who], &b.pages[who]);
        let both = |kind: &str| here.view["legal"][kind] == there.view["legal"][kind];
        // What somebody pays the robber must be in both hands.
        let hands = |kind: &str| kind != "discard" || hand(here) == hand(there);
        let will_do = |kind: &str| both(kind) && hands(kind) && will_do(who, kind);
        Some((who, pages::choose_among(here, luck, will_do)?))
    })
}

fn hand(page: &Page) -> Value {
    page.seat().map(|seat| page.view["players"][seat.to_string()]["resources"].clone()).unwrap_or_default()
}

/// Makes the same moves in both worlds, as long as there are some that will do; how many were made.
async fn go_on(
    twins: &mut [World; 2],
    name: &str,
    most: usize,
    will_do: impl Fn(usize, &str) -> bool,
) -> usize {
    let mut luck = Dice::new(7);
    let mut made = 0;
    for step in 0..most {
        let Some((who, mut message)) = common(twins, &mut luck, &will_do) else { break };
        message["id"] = format!("{name}{step}").into();
        let [here, there] = twins;
        // Scripts are not always right about what they may do, but they are so in both worlds alike.
        let answers = [here.ask(who, &message).await, there.ask(who, &message).await];
        assert_eq!(answers[0], answers[1], "{message}");
        made += usize::from(answers[0] == "ack");
    }
    made
}

/// The first thing in which two worlds differ for somebody.
async fn difference(twins: &[World; 2], who: usize, story: &Story, free: &[&str]) -> Option<[String; 2]> {
    let [a, b] = [twins[0].seen(who, story, free).await, twins[1].seen(who, story, free).await];
    let first = a.iter().zip(&b).find(|(a, b)| a != b).map(|(a, b)| [a.clone(), b.clone()]);
    first.or_else(|| (a.len() != b.len()).then(|| [a, b].map(|seen| format!("{} frames", seen.len()))))
}

/// What luck has drawn and somebody may not know, as entry and move: cards bought by others, and thefts among others.
fn hidden_from(seat: Option<u64>, story: &Story, watcher: &Page) -> Vec<(usize, usize)> {
    // Entries are numbered from 1; the event has the number of its entry, or of the last one that was written with it.
    let told = |seq: u64| {
        let stolen = |told: &&Value| told["type"] == "stolen" && told["seq"].as_u64() >= Some(seq);
        watcher.told.iter().find(stolen).expect("all thefts are told")
    };
    let mut hidden = Vec::new();
    for (at, (_, entry)) in story.log.iter().enumerate() {
        for (i, made) in entry["moves"].as_array().into_iter().flatten().enumerate() {
            let own = seat.is_some() && made["seat"].as_u64() == seat;
            let stolen = made["outcome"].get("stolen").is_some();
            let robbed = stolen && seat.is_some() && told(at as u64 + 1)["victim"].as_u64() == seat;
            if !own && !robbed && (stolen || made["outcome"].get("card").is_some()) {
                hidden.push((at, i));
            }
        }
    }
    hidden
}

/// The story with other cards where somebody may not know them; the seats whose cards they are.
fn other_cards(story: &Story, hidden: &[(usize, usize)], luck: &mut Dice) -> (Story, Vec<u64>) {
    const DEV_CARDS: [&str; 5] = ["knight", "victory_point", "road_building", "year_of_plenty", "monopoly"];
    const RESOURCES: [&str; 5] = ["wood", "brick", "sheep", "wheat", "ore"];
    let (mut other, mut seats) = (story.clone(), Vec::new());
    for &(at, i) in hidden {
        let made = other.log[at].1["moves"][i].clone();
        let (field, kinds) =
            if made["outcome"].get("card").is_some() { ("card", DEV_CARDS) } else { ("stolen", RESOURCES) };
        let first = luck.below(5) as usize;
        for kind in (0..5).map(|k| kinds[(first + k) % 5]).filter(|kind| made["outcome"][field] != *kind) {
            let mut tried = other.clone();
            tried.log[at].1["moves"][i]["outcome"][field] = kind.into();
            // A card that was played or spent later cannot have been another one.
            if tried.could_be::<Catan>() {
                other = tried;
                seats.push(made["seat"].as_u64().unwrap());
                break;
            }
        }
    }
    (other, seats)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_learns_which_cards_others_drew() {
    let mut sum = Hidden::default();
    // In some evenings nearly every card is spent soon, and so cannot have been another one.
    for _ in 0..EVENINGS {
        sum.add(&cards_dealt_otherwise().await);
        if sum.changed > 3 && sum.moves > 30 && sum.seen > 2 {
            return;
        }
    }
    panic!("{sum:?}");
}

/// What was compared in evenings with other hidden cards.
#[derive(Debug, Default)]
struct Hidden {
    /// Cards that were other ones.
    changed: usize,
    /// Moves that were made in both worlds.
    moves: usize,
    /// Pages that may know such a card, and saw the difference.
    seen: usize,
}

impl Hidden {
    fn add(&mut self, other: &Self) {
        self.changed += other.changed;
        self.moves += other.moves;
        self.seen += other.seen;
    }
}

/// Deals the others other cards at some moments of an evening; nobody sees a difference who may not know them.
async fn cards_dealt_otherwise() -> Hidden {
    // Nobody gets so far as to win, which would lay all cards open; and a monopoly shows what others hold.
    let options = json!({ "pace": "instant", "start": { "rules": { "pointsToWin": 20 } } });
    let party = played("catan", options, 500, |kind| !matches!(kind, "bank_trade" | "play_monopoly")).await;
    let story = Story::of(&party);
    let places = breaks(&story, |_| true);
    let (mut luck, mut sum) = (Dice::new(3), Hidden::default());
    for (round, &n) in places.iter().rev().step_by(places.len() / 9).take(8).enumerate() {
        let viewer = round % 4;
        let seat = party.pages[viewer].seat();
        let story = story.up_to(n);
        let hidden = hidden_from(seat, &story, &party.pages[3]);
        // The last ones: those before were mostly spent in the meantime.
        let (other, seats) = other_cards(&story, &hidden[hidden.len().saturating_sub(8)..], &mut luck);
        sum.changed += seats.len();
        let mut twins = [story.world().await, other.world().await];
        // What would show a hidden card to the viewer by the rules: to draw one, to rob somebody, a monopoly.
        let tells = ["buy_dev_card", "move_robber", "steal", "play_knight"];
        let will_do =
            |who: usize, kind: &str| kind != "play_monopoly" && (who != viewer || !tells.contains(&kind));
        sum.moves += go_on(&mut twins, "move", 25, will_do).await;
        let found = difference(&twins, viewer, &story, &TIMES).await;
        assert_eq!(found, None, "seat {seat:?} learns something after entry {n}");
        // Whose cards they are sees the difference.
        for who in (0..3).filter(|&who| party.pages[who].seat().is_some_and(|seat| seats.contains(&seat))) {
            assert!(
                difference(&twins, who, &story, &TIMES).await.is_some(),
                "{who} holds other cards after {n}"
            );
            sum.seen += 1;
        }
    }
    sum
}

/// A card that is drawn in front of everybody is another one on a server with another secret; only those see it who may.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_card_is_shown_to_those_who_may_know_it_while_it_is_drawn() {
    let (mut compared, mut seen) = (0, 0);
    // Every evening is another one, and some have few draws.
    for _ in 0..EVENINGS {
        let (others, drawers) = drawn_in_front_of_everybody().await;
        compared += others;
        seen += drawers;
        if compared > 5 && seen > 2 {
            return;
        }
    }
    panic!("only {compared} pages, {seen} of those who drew");
}

/// How many pages were shown nothing of cards that were drawn in an evening, and how many were, because they may know.
async fn drawn_in_front_of_everybody() -> (usize, usize) {
    let options = json!({ "pace": "instant", "start": { "rules": { "pointsToWin": 20 } } });
    let party = played("catan", options, 400, |kind| !matches!(kind, "bank_trade" | "play_monopoly")).await;
    let story = Story::of(&party);
    let (mut compared, mut seen) = (0, 0);
    for kind in ["buy_dev_card", "steal"] {
        let draws = (0..story.log.len()).filter(|&at| story.log[at].1["moves"][0]["action"]["type"] == kind);
        for (round, n) in (0..3).zip(draws) {
            let made = &story.log[n].1["moves"][0];
            let who = |seat: &Value| party.pages.iter().position(|page| page.seat() == seat.as_u64());
            let thief = who(&made["seat"]).unwrap();
            // A spectator has no seat, and nobody is robbed who buys.
            let victim = made["action"].get("victim").and_then(who);
            let (mut message, story) = (made["action"].clone(), story.up_to(n));
            message["id"] = "draw".into();
            let mut twins = [story.world().await, story.with_seed::<Catan>([round + 50; 32]).world().await];
            for world in &mut twins {
                assert_eq!(world.ask(thief, &message).await, "ack", "{message}");
            }
            for page in 0..4 {
                let found = difference(&twins, page, &story, &[&TIMES[..], &HASHES].concat()).await;
                if page == thief || Some(page) == victim {
                    seen += usize::from(found.is_some());
                } else {
                    assert_eq!(found, None, "page {page} learns which card was drawn after entry {n}");
                    compared += 1;
                }
            }
        }
    }
    (compared, seen)
}

/// A server with another secret has another future, and nobody sees anything of it: not in the past that was the same, and not
/// until the next draw. What that draw brings is different then.
///
/// Returns whether the evening had what it takes to see that: moves in both worlds, and a draw that came out otherwise.
async fn no_frame_tells_the_future<G: Played>(
    party: &Party,
    wanted: impl Fn(&Value) -> bool,
    will_do: impl Fn(&str) -> bool,
    draws: &str,
) -> bool {
    let story = Story::of(party);
    let places = breaks(&story, wanted);
    let (mut others, mut moves) = (0, 0);
    for (round, &n) in (0..).zip(places.iter().rev().step_by((places.len() / 4).max(1)).take(4)) {
        let story = story.up_to(n);
        let other = story.with_seed::<G>([round + 100; 32]);
        assert!(other.could_be::<G>(), "the log with another seed after entry {n}");
        let mut twins = [story.world().await, other.world().await];
        moves += go_on(&mut twins, "move", 6, |_, kind| will_do(kind)).await;
        for who in 0..4 {
            let found = difference(&twins, who, &story, &[&TIMES[..], &HASHES].concat()).await;
            assert_eq!(found, None, "page {who} learns something after entry {n}");
        }
        if go_on(&mut twins, "draw", 1, |_, kind| kind == draws).await == 1 {
            let found = difference(&twins, 3, &story, &[&TIMES[..], &HASHES].concat()).await;
            others += usize::from(found.is_some());
        }
    }
    moves > 0 && others > 0
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_frame_of_catan_tells_the_future() {
    let calm = ["end_turn", "build_road", "build_settlement", "build_city", "bank_trade"];
    for _ in 0..EVENINGS {
        let options = json!({ "pace": "instant", "start": { "rules": { "pointsToWin": 20 } } });
        let party = played("catan", options, 300, |_| true).await;
        if no_frame_tells_the_future::<Catan>(&party, |_| true, |kind| calm.contains(&kind), "roll_dice")
            .await
        {
            return;
        }
    }
    panic!("no evening in which worlds part");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_frame_of_kniffel_tells_the_future() {
    let score = |kind: &str| kind == "choose_category";
    for _ in 0..EVENINGS {
        let party = played("kniffel", json!({ "pace": "instant" }), 60, |_| true).await;
        if no_frame_tells_the_future::<Kniffel>(&party, |_| true, score, "roll_dice").await {
            return;
        }
    }
    panic!("no evening in which worlds part");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_frame_of_roulette_tells_the_future() {
    // While the ball rolls the clock moves the game on by itself, so the stories break off while people bet.
    let betting = |entry: &Value| entry["moves"][0]["action"]["type"] == "place_bet";
    for _ in 0..EVENINGS {
        let mut party = Party::at(Host::with(hasty()).await, 4, "roulette", json!({ "pace": "fast" })).await;
        let watcher = party.pages.pop().unwrap();
        party.begin(&[]).await;
        play_rounds(&mut party, 6).await;
        party.pages.push(watcher);
        if no_frame_tells_the_future::<Roulette>(&party, betting, |kind| kind == "place_bet", "spin").await {
            return;
        }
    }
    panic!("no evening in which worlds part");
}
