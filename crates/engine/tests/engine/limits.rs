//! What a conversation may cost.

use bots::Dice;
use engine::{Limits, serve};
use serde_json::{Value, json};

use crate::table::Table;

fn answers(input: &[u8], limits: &Limits) -> Vec<Value> {
    let mut output = Vec::new();
    serve(input, &mut output, limits).unwrap();
    let text = String::from_utf8(output).unwrap();
    assert!(text.is_empty() || text.ends_with('\n'));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn every_line_has_one_answer_in_order() {
    let input = b"{\"id\":1,\"cmd\":\"hello\"}\n\nnonsense\n\xff\xfe\n{\"id\":[2],\"cmd\":\"hello\"}\r\n{\"id\":3,\"cmd\":\"drop\",\"handle\":1}";
    let answers = answers(input, &Limits::default());
    let codes: Vec<&str> = answers.iter().map(|a| a["error"]["code"].as_str().unwrap_or("ok")).collect();
    assert_eq!(codes, ["ok", "parse", "parse", "parse", "ok", "no_such_game"]);
    let ids: Vec<&Value> = answers.iter().map(|answer| &answer["id"]).collect();
    assert_eq!(ids, [&json!(1), &json!(null), &json!(null), &json!(null), &json!([2]), &json!(3)]);
}

#[test]
fn a_line_of_a_mebibyte_is_read_and_a_longer_one_is_not() {
    let line = |bytes: usize| {
        let shell = r#"{"cmd":"hello","id":""}"#.len();
        format!(r#"{{"cmd":"hello","id":"{}"}}"#, "x".repeat(bytes - shell)).into_bytes()
    };
    let mut input = line(1 << 20);
    input.push(b'\n');
    input.extend(line((1 << 20) + 1));
    input.extend(b"\n{\"cmd\":\"hello\"}\n");
    let answers = answers(&input, &Limits::default());
    assert_eq!(answers.len(), 3);
    assert_eq!(answers[0]["id"].as_str().unwrap().len(), (1 << 20) - 23);
    assert_eq!(
        answers[1],
        json!({ "id": null, "error": { "code": "limit", "message": "a line has at most 1048576 bytes" } })
    );
    assert!(answers[2]["ok"].is_object());
}

#[test]
fn thirty_two_levels_are_read_and_one_more_is_not() {
    let line = |levels: usize| {
        format!(r#"{{"cmd":"hello","id":{}{}}}"#, "[".repeat(levels - 1), "]".repeat(levels - 1))
    };
    let mut table = Table::new();
    assert!(table.engine.line(line(32).as_bytes()).contains(r#""ok""#));
    assert!(table.engine.line(line(33).as_bytes()).contains(r#""code":"limit""#));
    let deep = "[".repeat((1 << 20) - 1);
    assert!(table.engine.line(deep.as_bytes()).contains(r#""code":"limit""#));
}

#[test]
fn handles_run_out_and_come_back_by_dropping() {
    let mut table = Table::within(Limits { handles: 3, ..Limits::default() });
    let new = json!({ "cmd": "new", "game": "kniffel", "players": 2 });
    let first = table.open(&new);
    let state = table.state(&first);
    let copy = table.ok(&json!({ "cmd": "clone", "handle": first }))["handle"].take();
    let load = json!({ "cmd": "load", "game": "kniffel", "state": state });
    table.ok(&load);
    for request in [&new, &load, &json!({ "cmd": "clone", "handle": first })] {
        assert_eq!(
            table.refused(request),
            ("limit".into(), "there are already 3 games: drop one first".into())
        );
    }
    table.ok(&json!({ "cmd": "drop", "handle": copy }));
    let last = table.open(&new);
    assert_ne!(last, copy, "a number is not given twice");
    assert_eq!(Limits::default().handles, 10_000);
}

/// A log that no longer reaches back to the setup begins with a state, and still verifies: position and deck tell what to
/// draw.
#[test]
fn the_oldest_moves_are_forgotten() {
    for game in ["catan", "kniffel", "roulette"] {
        let mut new = json!({ "cmd": "new", "game": game, "players": 3, "seed": "0f" });
        if game == "roulette" {
            // Who has little to bet spins often.
            new["chips"] = json!(3);
        }
        let limits = Limits { moves_per_handle: 40, ..Limits::default() };
        let [mut small, mut large] = [limits, Limits::default()].map(Table::within);
        let handles = [&mut small, &mut large].map(|table| {
            let handle = table.open(&new);
            table.play(&handle, &mut Dice::new(3), 150);
            handle
        });
        assert_eq!(small.state(&handles[0]), large.state(&handles[1]), "{game}: nothing else changes");
        let log: Value = serde_json::from_str(&small.log(&handles[0])).unwrap();
        let n = log["moves"].as_array().unwrap().len();
        assert!((38..=40).contains(&n), "{game}: {n}");
        assert_eq!(small.engine.n_kept(), n);
        let whole: Value = serde_json::from_str(&large.log(&handles[1])).unwrap();
        let moves = whole["moves"].as_array().unwrap();
        assert_eq!(log["position"], moves.len() - n, "{game}");
        assert_eq!(log["moves"].as_array().unwrap()[..], moves[moves.len() - n..], "{game}");
        let report = engine::verify::verify(log.to_string().as_bytes()).unwrap();
        assert_eq!(report.start, engine::verify::Start::State { position: (moves.len() - n) as u64 });
        assert!(report.drawn > 0);

        // What is kept can be undone, and nothing before it.
        let undo = |plies: u32| json!({ "cmd": "undo", "handle": handles[0], "plies": plies });
        let (code, message) = small.refused(&undo(1_000));
        let most = message.trim_start_matches("plies: only ").trim_end_matches(" can be taken back");
        assert_eq!(code, "bad_request", "{message}");
        small.ok(&undo(most.parse().unwrap()));
        assert_eq!(small.state(&handles[0]), log["state"], "{game}");
        assert_eq!(small.refused(&undo(1)).0, "bad_request");
    }
}

#[test]
fn moves_of_all_games_together_are_limited() {
    let mut table = Table::within(Limits { moves_in_all: 10, ..Limits::default() });
    let new = json!({ "cmd": "new", "game": "kniffel", "players": 8 });
    let ready = |handle: &Value, seat: u8| json!({ "cmd": "apply", "handle": handle, "seat": seat, "action": { "type": "player_ready" } });
    let handle = table.open(&new);
    (0..6).for_each(|seat| drop(table.ok(&ready(&handle, seat))));
    let (code, message) = table.refused(&json!({ "cmd": "clone", "handle": handle }));
    assert_eq!(code, "limit");
    assert_eq!(message, "10 moves are kept for all games together: drop a game first");
    let other = table.open(&new);
    (0..4).for_each(|seat| drop(table.ok(&ready(&other, seat))));
    assert_eq!(table.refused(&ready(&other, 4)).0, "limit");
    table.ok(&json!({ "cmd": "undo", "handle": handle, "plies": 1 }));
    table.ok(&ready(&other, 4));
    assert_eq!(table.engine.n_kept(), 10);
    table.ok(&json!({ "cmd": "drop", "handle": handle }));
    assert_eq!(table.engine.n_kept(), 5);
}
