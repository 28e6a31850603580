//! The published test vectors, computed with this crate.
//!
//! A *vector* is a line `kind inputs = result`. `tests/vectors.txt` is checked twice by different means: here, and by
//! `tools/check_vectors.py`, which was written from docs/fairness.md alone. A vector never changes: a game that was
//! played with a seed must come out the same in ten years.

use std::collections::BTreeMap;

use game::{Luck, shuffle};
use hkdf::Hkdf;
use sha2::Sha256;

use crate::scheme::SALT;
use crate::seed::to_hex;
use crate::{Fair, Seed};

const VECTORS: &str = include_str!("../tests/vectors.txt");

fn listed<T: ToString>(items: &[T]) -> String {
    if items.is_empty() {
        return "-".into();
    }
    items.iter().map(T::to_string).collect::<Vec<_>>().join(",")
}

/// The result that belongs to a question.
fn answer(question: &str) -> String {
    let number = |text: &str| text.parse::<u64>().unwrap();
    let parts: Vec<&str> = question.split(' ').collect();
    let seed = Seed::from_hex(parts[1]).unwrap();
    let fair = Fair::new(&seed);
    match (parts[0], &parts[2..]) {
        ("extract", []) => to_hex(&Hkdf::<Sha256>::extract(Some(SALT), seed.as_bytes()).0),
        ("fingerprint", []) => to_hex(&fair.fingerprint()),
        ("key", [purpose]) => to_hex(&fair.key(purpose)),
        ("block", [purpose, index, counter]) => {
            to_hex(&fair.stream(purpose, number(index)).block(number(counter)))
        }
        ("below", [purpose, index, bounds]) => {
            let mut stream = fair.stream(purpose, number(index));
            let numbers: Vec<u32> =
                bounds.split(',').map(|bound| stream.below(bound.parse().unwrap())).collect();
            listed(&numbers)
        }
        ("shuffle", [purpose, index, len]) => {
            let mut items: Vec<u64> = (0..number(len)).collect();
            shuffle(&mut items, &mut fair.stream(purpose, number(index)));
            listed(&items)
        }
        _ => panic!("no such vector: {question}"),
    }
}

/// fairness.md §2 to §7.
#[test]
fn every_vector_is_as_published() {
    let mut met = BTreeMap::new();
    for line in VECTORS.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (question, _) = line.split_once(" = ").unwrap();
        assert_eq!(line, format!("{question} = {}", answer(question)));
        *met.entry(question.split(' ').next().unwrap()).or_insert(0) += 1;
    }
    // A line that got lost would be a promise that nobody checks any more.
    let counts =
        [("below", 22), ("block", 20), ("extract", 6), ("fingerprint", 6), ("key", 16), ("shuffle", 20)];
    assert_eq!(met, BTreeMap::from(counts));
}
