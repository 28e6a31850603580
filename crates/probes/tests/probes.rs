//! The probes with luck from fixed seeds: seconds of what fuzzers do for hours (`make fuzz`).

use bots::Dice;
use probes::{Input, evening, letter, message, record};

/// Tries so many of each kind; some of each must be accepted, and some not.
#[track_caller]
fn check(
    kinds: usize,
    each: u64,
    always: &[usize],
    never: &[usize],
    probe: impl Fn(usize, &mut Input<'_, Dice>) -> bool,
) {
    for kind in 0..kinds {
        let accepted =
            (0..each).filter(|seed| probe(kind, &mut Input::drawn(Dice::new(*seed)))).count() as u64;
        assert!(accepted > 0 || never.contains(&kind), "kind {kind}: nothing was accepted");
        assert!(accepted < each || always.contains(&kind), "kind {kind}: everything was accepted");
    }
}

#[test]
fn messages_are_read_and_written_or_refused() {
    check(13, 3_000, &[], &[12], message);
}

#[test]
fn letters_are_read_in_order_or_refused() {
    check(2, 20_000, &[], &[], letter);
}

#[test]
fn stored_records_are_tables_or_nothing() {
    // A snapshot with a byte changed is never one.
    check(15, 2_000, &[], &[12, 13, 14], record);
}

#[test]
fn an_evening_adds_up_whatever_happens() {
    let mut met = probes::Tally::new();
    for seed in 0..60 {
        for game in 0..3 {
            for (what, often) in evening(game, &mut Dice::new(seed), 250) {
                *met.entry(what).or_default() += often;
            }
        }
    }
    println!("{met:#?}");
    for stage in ["lobby", "seeding", "playing", "over", "closed"] {
        assert!(met.get(&format!("stage {stage}")).is_some_and(|often| *often > 20), "{stage}: {met:?}");
    }
    assert!(met.len() > 25, "few refusals: {met:?}");
}
