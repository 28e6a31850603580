//! Whether the numbers look like luck.
//!
//! The proof that no number is preferred lies in `number.rs` (slices of equal size) and in HMAC; this catches what a
//! proof on paper misses: a stuck counter, a word read twice, an index left out. *Chi-square* is the usual measure of
//! how far counts lie from what is expected; its limit is for one honest stream in ten thousand. All seeds are
//! fixed, so a test either passes for ever or fails for ever.

use fair::{Fair, Seed};
use game::{Luck, shuffle};

const DRAWS: usize = 100_000;

fn fair() -> Fair {
    Fair::new(&Seed::from([0x57; 32]))
}

/// How far the counts lie from equal chances: 0 for the usual distance of honest luck, negative for counts that are too
/// even, positive for counts that are too uneven; in standard deviations (Wilson and Hilferty's approximation).
fn strangeness(counts: &[u32]) -> f64 {
    let cells = f64::from(counts.len() as u32);
    let expected = counts.iter().map(|&n| f64::from(n)).sum::<f64>() / cells;
    let chi_square: f64 = counts.iter().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum();
    let variance = 2.0 / (9.0 * (cells - 1.0));
    ((chi_square / (cells - 1.0)).cbrt() - (1.0 - variance)) / variance.sqrt()
}

fn counts(cells: usize, mut draw: impl FnMut(usize) -> u32) -> Vec<u32> {
    let mut counts = vec![0; cells];
    for i in 0..DRAWS {
        counts[draw(i) as usize] += 1;
    }
    counts
}

/// Honest luck goes beyond this once in ten thousand times.
const LIMIT: f64 = 3.9;

#[track_caller]
fn check(counts: &[u32]) {
    let strangeness = strangeness(counts);
    assert!(strangeness.abs() < LIMIT, "{strangeness:.1} standard deviations off, {} cells", counts.len());
}

#[test]
fn numbers_of_one_stream_are_uniform() {
    for bound in [2, 3, 6, 19, 25, 36, 37, 216, 7_776] {
        let mut stream = fair().stream("dice", 0);
        check(&counts(bound as usize, |_| stream.below(bound)));
    }
}

/// The way a table draws: the first number of one stream after another.
#[test]
fn first_numbers_over_all_positions_are_uniform() {
    let fair = fair();
    for (purpose, bound) in [("dice", 36), ("wheel", 37), ("steal", 7), ("dice", 7_776)] {
        check(&counts(bound as usize, |i| fair.stream(purpose, i as u64).below(bound)));
    }
}

#[test]
fn a_draw_tells_nothing_about_the_next() {
    let fair = fair();
    let throw = |position: usize| fair.stream("dice", position as u64).below(36);
    check(&counts(36 * 36, |i| 36 * throw(i) + throw(i + 1)));
    let mut stream = fair.stream("dice", 0);
    check(&counts(36 * 36, |_| 36 * stream.below(36) + stream.below(36)));
}

#[test]
fn a_purpose_tells_nothing_about_another() {
    let fair = fair();
    let number = |purpose, i: usize| fair.stream(purpose, i as u64).below(37);
    check(&counts(37 * 37, |i| 37 * number("wheel", i) + number("dice", i)));
}

#[test]
fn a_seed_tells_nothing_about_its_neighbor() {
    let number = |i: usize| {
        let mut bytes = [0; 32];
        bytes[24..].copy_from_slice(&(i as u64).to_be_bytes());
        Fair::new(&Seed::from(bytes)).stream("wheel", 0).below(37)
    };
    check(&counts(37 * 37, |i| 37 * number(i) + number(i + 1)));
}

#[test]
fn every_order_is_as_likely_as_any_other() {
    let mut stream = fair().stream("seat_order", 0);
    let mut orders = counts(256, |_| {
        let mut seats = [0_u32, 1, 2, 3];
        shuffle(&mut seats, &mut stream);
        seats.iter().fold(0, |code, seat| 4 * code + seat)
    });
    orders.retain(|&n| n > 0);
    assert_eq!(orders.len(), 24);
    check(&orders);
}

/// A check that lets everything pass proves nothing.
#[test]
fn a_slight_bias_is_noticed() {
    let mut stream = fair().stream("dice", 0);
    // The remainder of a byte by 37: the numbers from 0 to 33 come up seven times in 256, the others six times.
    let biased = counts(37, |_| stream.below(256) % 37);
    assert!(strangeness(&biased) > LIMIT);
    // The same 36 numbers over and over are more even than luck.
    let too_even = counts(36, |i| i as u32 % 36);
    assert!(strangeness(&too_even) < -LIMIT);
}
