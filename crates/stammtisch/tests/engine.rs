//! The binary as other programs drive it: `engine` answers line by line, `verify` checks what `engine` recorded.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

fn stammtisch(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stammtisch"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the binary with this input.
fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = stammtisch(arguments).spawn().expect("the binary runs");
    child.stdin.take().expect("a pipe").write_all(input).expect("it reads");
    child.wait_with_output().expect("it ends")
}

/// The answers to these requests.
fn answers(requests: &[Value]) -> Vec<Value> {
    let lines: Vec<String> = requests.iter().map(Value::to_string).collect();
    let output = run(&["engine"], lines.join("\n").as_bytes());
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("text");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn a_line_in_is_a_line_out_at_once() {
    let mut child = stammtisch(&["engine"]).spawn().expect("the binary runs");
    let mut requests = child.stdin.take().expect("a pipe");
    let mut answers = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut ask = |line: &str| {
        writeln!(requests, "{line}").expect("it reads");
        let mut answer = String::new();
        answers.read_line(&mut answer).expect("it answers before the input ends");
        serde_json::from_str::<Value>(&answer).expect("JSON")
    };
    assert!(ask(r#"{"id": 1, "cmd": "hello"}"#)["ok"]["games"].is_array());
    assert_eq!(ask("rubbish")["error"]["code"], "parse");
    assert_eq!(ask(r#"{"id": [2], "cmd": "dance"}"#)["error"]["code"], "unknown_command");
    assert_eq!(ask(r#"{"id": "three", "cmd": "hello"}"#)["id"], "three", "rubbish does not end it");
    drop(requests);
    assert!(child.wait().expect("it ends with its input").success());
}

/// The log of a few moves of Kniffel.
fn log() -> Value {
    let act = |action: Value| json!({ "cmd": "apply", "handle": 1, "seat": 0, "action": action });
    let all = answers(&[
        json!({ "cmd": "new", "game": "kniffel", "players": 1, "seed": "00ff" }),
        act(json!({ "type": "player_ready" })),
        act(json!({ "type": "roll_dice", "keptDice": [false, false, false, false, false] })),
        act(json!({ "type": "choose_category", "category": "chance" })),
        json!({ "cmd": "log", "handle": 1 }),
    ]);
    assert!(all.iter().all(|answer| answer["error"].is_null()), "{all:?}");
    all.last().map(|answer| answer["ok"].clone()).expect("an answer for each request")
}

#[test]
fn a_recorded_game_is_verified_from_a_file_and_from_standard_input() {
    let text = log().to_string();
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("kniffel.json");
    fs::write(&path, &text).expect("a file");
    let path = path.to_str().expect("a plain name");
    for (argument, input) in [(path, &[][..]), ("-", text.as_bytes())] {
        let output = run(&["verify", argument], input);
        let report = String::from_utf8(output.stdout).expect("text");
        assert!(output.status.success() && output.stderr.is_empty(), "{argument}");
        assert!(report.starts_with("kniffel, 1 player, 3 moves"), "{report}");
    }
}

/// A file of a game at a table, as it is and with a byte changed.
#[test]
fn the_file_of_a_game_is_verified_too() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../engine/tests/files/kniffel.jsonl");
    let mut file = fs::read(path).expect("a recorded file");
    let output = run(&["verify", "-"], &file);
    let report = String::from_utf8(output.stdout).expect("text");
    assert!(output.status.success() && report.starts_with("kniffel, 3 players, 150 moves"), "{report}");
    let last = file.len() - 4;
    file[last] ^= 1;
    let output = run(&["verify", "-"], &file);
    let fault = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(1), "{fault}");
    assert!(fault.starts_with("-: line 153, the digest: expected "), "{fault}");
}

#[test]
fn what_does_not_fit_is_named_and_the_exit_code_is_1() {
    let mut dice = None;
    let mut tampered = log();
    change_dice(&mut tampered, &mut dice);
    assert!(dice.is_some(), "there was a roll in {tampered}");
    for bad in [tampered.to_string(), "{}".to_owned(), "rubbish".to_owned(), String::new()] {
        let output = run(&["verify", "-"], bad.as_bytes());
        let fault = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(1), "{bad}\n{fault}");
        assert!(
            output.stdout.is_empty() && fault.starts_with("-: ") && fault.lines().count() == 1,
            "{fault}"
        );
    }
}

/// Turns the first die of the first roll that is found, wherever the log keeps it.
fn change_dice(value: &mut Value, found: &mut Option<u64>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                match value.pointer_mut("/0") {
                    Some(die) if name == "dice" && found.is_none() => {
                        *found = die.as_u64();
                        *die = json!(found.map_or(1, |face| face % 6 + 1));
                    }
                    _ => change_dice(value, found),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| change_dice(item, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[test]
fn a_file_that_cannot_be_read_is_no_verdict() {
    let output = run(&["verify", "no/such/file.json"], &[]);
    let fault = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(2));
    assert!(fault.starts_with("error: no/such/file.json: "), "{fault}");
    assert_eq!(run(&["verify"], &[]).status.code(), Some(2));
}
