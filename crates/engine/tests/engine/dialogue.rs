//! `docs/engine.md` is true: its dialogues are held once more, and its numbers are those of the code.
//!
//! In a block of the kind `dialogue` a line with `>` is a request and the line with `<` below it the answer. `…` in an answer
//! stands for anything.

use engine::{Engine, Limits};

const DOCS: &str = include_str!("../../../../docs/engine.md");

/// The dialogues, line by line.
fn dialogues() -> Vec<Vec<&'static str>> {
    let mut blocks = Vec::new();
    let mut lines = DOCS.lines();
    while lines.any(|line| line == "```dialogue") {
        blocks.push(lines.by_ref().take_while(|line| *line != "```").collect());
    }
    blocks
}

/// Whether the text is the pattern, with `…` for anything.
fn fits(text: &str, pattern: &str) -> bool {
    let mut parts = pattern.split('…');
    let Some(mut rest) = parts.next().and_then(|first| text.strip_prefix(first)) else { return false };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
    for part in middle {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

#[test]
fn the_documented_dialogues_are_held_again() {
    let dialogues = dialogues();
    let spoken = dialogues.concat().concat();
    for game in ["catan", "kniffel", "roulette"] {
        assert!(spoken.contains(game), "no dialogue for {game}");
    }
    for dialogue in dialogues {
        let mut engine = Engine::new(Limits::default());
        assert!(dialogue.len() >= 2 && dialogue.len() % 2 == 0, "{dialogue:?}");
        for pair in dialogue.chunks(2) {
            let (request, expected) =
                (pair[0].strip_prefix("> ").unwrap(), pair[1].strip_prefix("< ").unwrap());
            let answer = engine.line(request.as_bytes());
            assert!(fits(&answer, expected), "{request}\nis answered with\n{answer}\ninstead of\n{expected}");
        }
    }
}

#[test]
fn the_pattern_fits_what_it_should() {
    for (text, pattern, expected) in [
        ("abc", "abc", true),
        ("abc", "ab", false),
        ("abc", "bc", false),
        ("abc", "a…", true),
        ("abc", "…c", true),
        ("abcbc", "a…c", true),
        ("abc", "a…b", false),
        ("a1b2c", "a…b…c", true),
        ("a1b2", "a…c…2", false),
    ] {
        assert_eq!(fits(text, pattern), expected, "{text} {pattern}");
    }
}

#[test]
fn the_documented_limits_are_the_default() {
    let Limits { line_bytes, handles, moves_per_handle, moves_in_all } = Limits::default();
    for (what, n) in [
        ("bytes in a line", line_bytes),
        ("levels of nesting", protocol::NESTING),
        ("games at a time", handles),
        ("moves kept for one game", moves_per_handle),
        ("moves kept for all games together", moves_in_all),
    ] {
        let digits = n.to_string();
        let groups: Vec<&str> =
            digits.as_bytes().rchunks(3).rev().map(|c| str::from_utf8(c).unwrap()).collect();
        let row = format!("| {what} | {} |", groups.join(" "));
        assert!(DOCS.contains(&row), "{row}");
    }
}
