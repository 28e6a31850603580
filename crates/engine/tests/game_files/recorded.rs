//! Recorded files: yesterday's games must verify for ever.
//!
//! The files in `tests/files` are never written again. When a rules version is raised, the old file stays, with what now becomes of it in
//! the table below, and a new one is recorded beside it.

use std::fs;
use std::path::PathBuf;

use engine::verify::verify;

use crate::play::all;

/// What becomes of each recorded file.
const REPORTS: [(&str, &str); 5] = [
    (
        "catan-official",
        "catan, 4 players, 774 moves, won by seat 2; game 3 of table h0lz; the server kept its commitment and so did 2 people; no seed came from chair 3; the order of the seats drawn from the seed and recomputed; the deck fits its root; 317 outcomes drawn from the seeds and recomputed; the board drawn from the seed and recomputed",
    ),
    (
        "catan-practice",
        "catan, 2 players, 1058 moves, won by seat 0; game 3 of table h0lz; the server kept its commitment; the order of the seats drawn from the seed and recomputed; the deck fits its root; 444 outcomes drawn from the seeds and recomputed; the board drawn from the seed and recomputed",
    ),
    (
        "kniffel",
        "kniffel, 3 players, 150 moves, won by seat 2; game 1 of table w-rfel_6; the server kept its commitment and so did 1 person; no seed came from chair 1; the order of the seats drawn from the seed and recomputed; 107 outcomes drawn from the seeds and recomputed",
    ),
    (
        "roulette",
        "roulette, 3 players, 106 moves, over without a winner; game 70000 of table kessel; the server kept its commitment and so did 2 people; no seed came from chair 2; the order of the seats given; every link of the chain follows from the one before; 20 outcomes drawn from the seeds and recomputed",
    ),
    (
        "roulette-aborted",
        "roulette, 1 player, 90 moves, aborted; game 70000 of table kessel; the server kept its commitment and so did 1 person; the order of the seats given; every link of the chain follows from the one before; 9 outcomes drawn from the seeds and recomputed",
    ),
];

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/files").join(name).with_extension("jsonl")
}

#[test]
fn recorded_files_verify_for_ever() {
    for (name, expected) in REPORTS {
        let file = fs::read(path(name)).unwrap();
        let found = verify(&file).map_or_else(|fault| fault.to_string(), |report| report.to_string());
        assert_eq!(found, expected, "{name}");
    }
    let files = fs::read_dir(path("x").parent().unwrap()).unwrap().count();
    assert_eq!(files, REPORTS.len(), "every file is in the table");
}

/// One game of each kind, and one that was given up.
const NAMES: [&str; 5] = ["catan-official", "catan-practice", "kniffel", "roulette", "roulette-aborted"];

/// Records games that have no file yet: `cargo test -p engine --test game_files -- --ignored record`.
#[test]
#[ignore = "writes files; only for a new game, profile or rules version"]
fn record_games_that_have_no_file() {
    for (name, file) in all().iter().filter(|(name, _)| NAMES.contains(name)) {
        if !path(name).exists() {
            println!("({name:?}, {:?}),", verify(file).unwrap().to_string());
            fs::write(path(name), file).unwrap();
        }
    }
}
