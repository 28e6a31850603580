//! Input that nobody would write: a few seconds of it, the same on every run.
//!
//! The fuzz targets in `fuzz/` call the same functions with bytes of a fuzzer's choice.

use bots::Dice;
use engine::probe::{self, Tally};
use game::Luck;

/// No panic, one answer a line, no limit exceeded; and every command is served, every code is met.
#[test]
fn conversations_of_right_and_nearly_right_requests() {
    let mut tally = Tally::new();
    for seed in 0..40 {
        for (kind, n) in probe::talk(&mut Dice::new(seed), 300) {
            *tally.entry(kind).or_default() += n;
        }
    }
    println!("{tally:?}");
    let commands =
        ["hello", "new", "state", "view", "legal", "apply", "best", "clone", "undo", "load", "log", "drop"];
    let codes =
        ["parse", "unknown_command", "no_such_game", "bad_request", "illegal", "impossible_outcome", "limit"];
    for kind in commands.into_iter().chain(codes) {
        assert!(tally.contains_key(kind), "{kind} was never met: {tally:?}");
    }
}

#[test]
fn states_that_are_nearly_right() {
    let mut luck = Dice::new(11);
    let tries = 4_000;
    let let_in = (0..tries).filter(|_| probe::load_changed(&mut luck)).count();
    println!("{let_in} of {tries} changed states were let in");
    // Most changes break something; a few (another die before the roll, a mark of presence) do not.
    assert!(let_in > 0 && let_in < tries / 2, "{let_in}");
}

/// What a fuzzer would bring: any bytes, lines cut anywhere.
#[test]
fn any_bytes() {
    let mut luck = Dice::new(12);
    let words: [&[u8]; 10] = [
        b"{\"id\":1,\"cmd\":",
        b"\"new\",\"game\":\"kniffel\",\"players\":2}",
        b"\n",
        b"\"apply\",\"handle\":1",
        b",\"seat\":0,\"action\":{\"type\":\"player_ready\"}}",
        b"\"drop\",\"handle\":1}",
        b"\xff\x00",
        b"[[[[",
        b"}\n",
        b"\"",
    ];
    for _ in 0..300 {
        let mut input = Vec::new();
        for _ in 0..luck.below(30) {
            match luck.below(4) {
                0 => input.push(luck.below(256) as u8),
                1 => input.extend(vec![b'x'; luck.below(300) as usize]),
                _ => input.extend(words[luck.below(10) as usize]),
            }
        }
        probe::raw_lines(&input);
        probe::engine_input(&input);
        probe::state_loading(&input);
    }
}
