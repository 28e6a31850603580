//! The schemas of a game's file against real files: every line has the form that its schema describes, and no other.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::validator::Validator;

/// The lines of every file that was recorded, with the name of its game.
fn recorded() -> Vec<(String, Vec<Value>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/tests/files");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let lines = |file: &PathBuf| {
        let text = fs::read_to_string(file).unwrap();
        let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        (lines[0]["game"].as_str().unwrap().to_owned(), lines)
    };
    files.iter().filter(|file| file.extension().is_some_and(|end| end == "jsonl")).map(lines).collect()
}

/// Which schema each line has, in order.
fn kinds(game: &str, lines: usize) -> impl Iterator<Item = PathBuf> {
    let of_game = |part: &str| Path::new(game).join(part);
    let steps = std::iter::repeat_n(of_game("step.json"), lines - 3);
    std::iter::once(of_game("header.json")).chain(steps).chain(["end.json".into(), "digest.json".into()])
}

#[test]
fn every_line_of_every_recorded_game_fits_its_schema_and_no_other() {
    let validator = Validator::file();
    let files = recorded();
    let mut games: Vec<&str> = files.iter().map(|(game, _)| game.as_str()).collect();
    games.dedup();
    assert_eq!(games, ["catan", "kniffel", "roulette"]);
    for (game, lines) in &files {
        let all = ["header.json", "step.json"].map(|part| Path::new(game).join(part));
        let all: Vec<PathBuf> = all.into_iter().chain(["end.json".into(), "digest.json".into()]).collect();
        for (kind, line) in kinds(game, lines.len()).zip(lines) {
            validator.check(&kind, line);
            for other in all.iter().filter(|other| **other != kind) {
                assert!(validator.fault(other, line).is_err(), "{line} is a line of {}", other.display());
            }
        }
    }
}

/// A line with something missing or something more is refused by the schema where it is refused by the reader.
#[test]
fn a_schema_is_as_strict_as_the_reader() {
    let validator = Validator::file();
    for (game, lines) in recorded() {
        let (last, end) = (lines.len() - 1, lines.len() - 2);
        for at in [0, 1, last / 2, end, last] {
            let kind = kinds(&game, lines.len()).nth(at).unwrap();
            let line = &lines[at];
            let mut more = line.clone();
            more["surplus"] = Value::Null;
            assert!(validator.fault(&kind, &more).is_err(), "{more}");
            for field in line.as_object().unwrap().keys() {
                let mut less = line.clone();
                less.as_object_mut().unwrap().remove(field);
                // Luck has no part in every move.
                let luck = ["draw", "outcome"].contains(&field.as_str());
                assert_eq!(validator.fault(&kind, &less).is_ok(), luck, "{less}");
            }
        }
    }
}
