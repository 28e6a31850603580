//! What players' statistics are told: results once a game ends, and every die exactly once.

use std::collections::BTreeMap;

use catan::Catan;
use kniffel::Kniffel;
use protocol::table::{Changes, Pace, PlayerId, Topic};
use roulette::Roulette;
use table::{Command, Played, Stage};

use crate::evening::{Evening, name, person};

fn evening<G: Played>(people: u8, bots: u8) -> Evening<G> {
    let changes = Changes { turn_seconds: Some(10), pace: Some(Pace::Fast), ..Changes::default() };
    let mut evening = Evening::<G>::with_people(people, changes);
    evening.begin(people, bots);
    evening
}

/// What was counted, by person and value.
fn counted<G: Played>(evening: &Evening<G>) -> BTreeMap<(PlayerId, u8), u64> {
    let mut counts = BTreeMap::new();
    for rolled in &evening.rolls {
        *counts.entry((rolled.player.clone(), rolled.value)).or_default() += rolled.times;
    }
    counts
}

/// The same by way of what everybody was told: `value` looks at a message.
fn heard<G: Played>(
    evening: &Evening<G>,
    values: impl Fn(&serde_json::Value) -> Vec<u8>,
) -> BTreeMap<(PlayerId, u8), u64> {
    let replay =
        table::replay::<G>(evening.table.id().clone(), evening.stored(), None, None).unwrap().unwrap();
    let mut counts = BTreeMap::new();
    for told in replay.steps.iter().flat_map(|step| &step.told) {
        let Some(seat) = told.0["seat"].as_u64() else { continue };
        let player = replay.players.iter().find(|player| u64::from(player.seat.0) == seat).unwrap();
        for value in values(&told.0).into_iter().filter(|_| player.bot.is_none()) {
            *counts.entry((player.player_id.clone(), value)).or_default() += 1;
        }
    }
    counts
}

#[test]
fn every_sum_that_somebody_rolled_in_catan_is_counted() {
    let mut evening = evening::<Catan>(2, 2);
    assert!(evening.rolls.is_empty(), "nothing is counted before the end");
    evening.pass_until(20_000, Evening::is_over);
    let sums = heard(&evening, |told| {
        if told["type"] == "dice_rolled" { vec![told["total"].as_u64().unwrap() as u8] } else { vec![] }
    });
    assert_eq!(counted(&evening), sums);
    assert!(sums.values().sum::<u64>() > 20, "{sums:?}");
    let Stage::Over(over) = evening.table.stage() else { panic!() };
    for result in &evening.results {
        assert_eq!((result.number, result.players.len()), (1, 4));
        assert_eq!(result.score, over.scores[result.seat.index()]);
        assert_eq!(result.players[result.seat.index()].won, result.won);
        assert_eq!(result.players.iter().filter(|player| player.bot).count(), 2);
    }
}

#[test]
fn every_die_that_somebody_threw_in_kniffel_is_counted_once() {
    let mut evening = evening::<Kniffel>(2, 1);
    evening.pass_until(20_000, Evening::is_over);
    let faces = heard(&evening, |told| {
        let (Some("dice_rolled"), Some(dice)) = (told["type"].as_str(), told["dice"].as_array()) else {
            return vec![];
        };
        let kept = |place: usize| told["keptDice"][place] == true;
        let thrown = dice.iter().enumerate().filter(|(place, _)| !kept(*place));
        thrown.map(|(_, die)| die.as_u64().unwrap() as u8).collect()
    });
    assert_eq!(counted(&evening), faces);
    assert!(faces.values().sum::<u64>() >= 2 * 13 * 5, "{faces:?}");
}

/// The wheel may turn for days: its numbers are counted round by round, for those who had bets.
#[test]
fn every_number_of_a_round_with_bets_is_counted_at_once() {
    let mut evening = evening::<Roulette>(2, 0);
    let bet = |color: &str, amount: u32| {
        let json =
            serde_json::json!({ "type": "place_bet", "betType": color, "numbers": [], "amount": amount });
        Command::Move(serde_json::from_value(json).unwrap())
    };
    for round in 1..=5 {
        evening.does(0, bet("red", 5));
        if round % 2 == 0 {
            evening.does(1, bet("black", 5));
        }
        evening.pass_until(50, |evening| evening.table.game().unwrap().game.round() > round);
    }
    let of = |n: u8| evening.rolls.iter().filter(|rolled| rolled.player == person(n)).count();
    assert_eq!((of(0), of(1)), (5, 2));
    for n in 0..2 {
        evening.does(n, Command::Vote { topic: Topic::Abort, yes: true });
    }
    assert_eq!(evening.rolls.len(), 7, "the end adds none");
    let net: BTreeMap<String, i64> =
        evening.results[0].players.iter().map(|player| (player.name.clone(), player.score)).collect();
    for n in 0..2 {
        assert_eq!(net[&name(n)], evening.purse_of(n), "what the purse says");
    }
    assert!(evening.results.iter().all(|result| result.won == (result.score > 0)));
}

/// Whoever gave the seat up has no part in what a bot does there.
#[test]
fn a_seat_that_was_given_up_counts_for_nobody() {
    let mut evening = evening::<Kniffel>(2, 0);
    evening.does(0, Command::GiveUp);
    evening.pass_until(20_000, Evening::is_over);
    assert!(evening.rolls.iter().all(|rolled| rolled.player == person(1)));
    assert_eq!(evening.results.len(), 1);
}
