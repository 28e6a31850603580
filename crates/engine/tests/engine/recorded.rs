//! Recorded logs: yesterday's games must replay for ever.
//!
//! The files in `tests/logs` are never written again. When a rules version is raised, the old file stays, with what now becomes
//! of it in the table below, and a new one is recorded beside it.

use std::fs;
use std::path::PathBuf;

use engine::verify::verify;

use crate::table::{starts, whole_game};

/// What becomes of each recorded log.
const REPORTS: [(&str, &str); 7] = [
    (
        "catan-official",
        "catan, 4 players, 860 moves, won by seat 3; 256 outcomes drawn from the seed and recomputed, 33 given; the board drawn from the seed and recomputed",
    ),
    (
        "catan-online",
        "catan, 3 players, 875 moves, won by seat 1; 292 outcomes drawn from the seed and recomputed, 36 given; the board drawn from the seed and recomputed",
    ),
    (
        "catan-practice",
        "catan, 2 players, 1203 moves, won by seat 0; 400 outcomes drawn from the seed and recomputed, 48 given; the board drawn from the seed and recomputed",
    ),
    (
        "kniffel-default",
        "kniffel, 2 players, 102 moves, won by seat 1; 63 outcomes drawn from the seed and recomputed, 4 given",
    ),
    (
        "kniffel-extra",
        "kniffel, 3 players, 157 moves, won by seat 0; 90 outcomes drawn from the seed and recomputed, 7 given",
    ),
    (
        "roulette-default",
        "roulette, 2 players, 140 moves, over without a winner; 19 outcomes drawn from the seed and recomputed, 1 given",
    ),
    (
        "roulette-no-zero-bets",
        "roulette, 1 player, 118 moves, over without a winner; 17 outcomes drawn from the seed and recomputed, 3 given",
    ),
];

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/logs").join(name).with_extension("json")
}

#[test]
fn recorded_games_replay_for_ever() {
    for (name, expected) in REPORTS {
        let log = fs::read(path(name)).unwrap();
        let found = verify(&log).map_or_else(|fault| fault.to_string(), |report| report.to_string());
        assert_eq!(found, expected, "{name}");
    }
    let files = fs::read_dir(path("x").parent().unwrap()).unwrap().count();
    assert_eq!(files, REPORTS.len(), "every file is in the table");
}

/// Records games that have no file yet: `cargo test -p engine --test engine -- --ignored record`.
#[test]
#[ignore = "writes files; only for a new game, profile or rules version"]
fn record_games_that_have_no_file() {
    for (name, new) in starts() {
        if !path(name).exists() {
            let log = whole_game(&new);
            println!("({name:?}, {:?}),", verify(log.as_bytes()).unwrap().to_string());
            fs::write(path(name), log + "\n").unwrap();
        }
    }
}
