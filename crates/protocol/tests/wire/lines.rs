//! Lines of input, read and refused; lines of output, written.

use protocol::engine::{Answer, Command, Empty, GameName, Opened, Request, Viewer};
use protocol::{ErrorCode, Failure, Json, Seat};
use serde_json::{Value, json};

use crate::validator::Validator;

/// Reads each line, and says `ok` or the code and the sentence.
#[track_caller]
fn check(rows: &[(&str, &str)]) {
    for (line, expected) in rows {
        let said = match Request::parse(line).command {
            Ok(_) => "ok".to_owned(),
            Err(Failure { code, message }) => format!("{}: {message}", json!(code).as_str().unwrap()),
        };
        assert_eq!(said, *expected, "{line}");
    }
}

#[test]
fn every_command_is_read() {
    let lines = [
        r#"{"id":1,"cmd":"hello"}"#,
        r#"{"cmd":"new","game":"catan","players":4,"rules":"practice","seed":"00ff"}"#,
        r#"{"cmd":"new","game":"catan","players":2,"rules":{"pointsToWin":5,"monopolyCap":null},"seatOrder":[1,0]}"#,
        r#"{"cmd":"new","game":"roulette","players":1,"rules":{"profile":"default","zeroBets":false},"chips":50}"#,
        r#"{"cmd":"state","handle":1}"#,
        r#"{"cmd":"view","handle":1,"seat":2}"#,
        r#"{"cmd":"view","handle":1,"seat":null}"#,
        r#"{"cmd":"legal","handle":1}"#,
        r#"{"cmd":"apply","handle":1,"seat":0,"action":{"type":"roll_dice"},"outcome":{"dice":[1,2]}}"#,
        r#"{"cmd":"apply","handle":1,"seat":0,"action":{"type":"roll_dice"},"outcome":null}"#,
        r#"{"cmd":"best","handle":1,"seat":0,"bot":"random","budgetMs":5,"budgetNodes":9,"seed":"00"}"#,
        r#"{"cmd":"clone","handle":1}"#,
        r#"{"cmd":"undo","handle":1,"plies":2}"#,
        r#"{"cmd":"load","game":"kniffel","state":{}}"#,
        r#"{"cmd":"log","handle":1}"#,
        r#"{"cmd":"drop","handle":1}"#,
    ];
    let validator = Validator::engine();
    let mut seen = Vec::new();
    for line in lines {
        let command = Request::parse(line).command.unwrap_or_else(|fault| panic!("{fault}: {line}"));
        // The state is left empty here, and the schema knows better.
        if !line.contains("load") {
            validator.check("request.json", &serde_json::from_str(line).unwrap());
        }
        let again = serde_json::to_string(&command).unwrap();
        assert_eq!(Request::parse(&again).command, Ok(command), "{again}");
        let cmd: Value = serde_json::from_str(&again).unwrap();
        seen.push(cmd["cmd"].as_str().unwrap().to_owned());
    }
    seen.dedup();
    assert_eq!(seen, Command::NAMES, "every command once, in the order of its names");
}

#[test]
fn a_bad_line_is_refused_with_a_sentence_that_names_the_field() {
    check(&[
        ("", "parse: EOF while parsing a value at line 1 column 0"),
        ("hello", "parse: expected value at line 1 column 1"),
        ("[]", "parse: a request is a JSON object"),
        ("\"hello\"", "parse: a request is a JSON object"),
        ("{}", "bad_request: the field \"cmd\" is missing"),
        (r#"{"cmd":"hello"} {}"#, "parse: trailing characters at line 1 column 17"),
        (r#"{"cmd":"hello","cmd":"hello"}"#, "parse: duplicate field `cmd` at line 1 column 20"),
        (r#"{"cmd":5}"#, "bad_request: cmd: expected a name, not 5"),
        (
            r#"{"cmd":"dance"}"#,
            "unknown_command: there is no command \"dance\", only hello, new, state, view, legal, apply, best, clone, undo, load, log, drop",
        ),
        (r#"{"cmd":"hello","handle":1}"#, "bad_request: there is no field \"handle\", nor any other"),
        (r#"{"cmd":"state"}"#, "bad_request: the field \"handle\" is missing"),
        (
            r#"{"cmd":"state","handle":-1}"#,
            "bad_request: handle: expected a whole number from 0 to 4294967295, not -1",
        ),
        (
            r#"{"cmd":"state","handle":1.0}"#,
            "bad_request: handle: expected a whole number from 0 to 4294967295, not 1.0",
        ),
        (
            r#"{"cmd":"state","handle":1e30}"#,
            "bad_request: handle: expected a whole number from 0 to 4294967295, not 1e30",
        ),
        (
            r#"{"cmd":"state","handle":4294967296}"#,
            "bad_request: handle: expected a whole number from 0 to 4294967295, not 4294967296",
        ),
        (
            r#"{"cmd":"state","handle":"1"}"#,
            "bad_request: handle: expected a whole number from 0 to 4294967295, not \"1\"",
        ),
        (r#"{"cmd":"view","handle":1}"#, "bad_request: the field \"seat\" is missing"),
        (
            r#"{"cmd":"view","handle":1,"seat":256}"#,
            "bad_request: seat: expected a seat, or null for a spectator, not 256",
        ),
        (
            r#"{"cmd":"new","game":"chess","players":2}"#,
            "bad_request: game: there is no \"chess\", only catan, kniffel, roulette",
        ),
        (
            r#"{"cmd":"new","game":"catan","players":2,"board":{"hexes":[{"hex":"0,0","terrain":"lava"}],"ports":[]}}"#,
            "bad_request: board.hexes.0.terrain: there is no \"lava\", only forest, hills, pasture, fields, mountains, desert",
        ),
        (
            r#"{"cmd":"new","game":"catan","players":2,"board":[[],[]]}"#,
            "bad_request: board: expected an object, not a list",
        ),
    ]);
    let deep = format!(r#"{{"id":{}{},"cmd":"hello"}}"#, "[".repeat(32), "]".repeat(32));
    check(&[(deep.as_str(), "limit: arrays and objects may lie at most 32 deep in each other")]);
}

#[test]
fn the_id_comes_back_whatever_it_is() {
    for id in ["null", "0", "-1.5", "\"a\\\"ä\"", "[1,{\"b\":[]}]", "{\"cmd\":1}"] {
        let request = Request::parse(&format!(r#"{{"cmd":"nothing","id":{id}}}"#));
        let line = Answer::new(request.id, request.command.map(|_| Empty {})).to_line();
        assert!(line.starts_with(&format!(r#"{{"id":{id},"error":{{"code":"unknown_command","#)), "{line}");
        assert!(!line.contains('\n'));
    }
    assert_eq!(Request::parse(r#"{"cmd":"hello"}"#).id, Json(Value::Null));
    assert_eq!(Request::parse("]").id, Json(Value::Null));
}

#[test]
fn an_answer_is_ok_or_an_error() {
    let validator = Validator::engine();
    let ok = Answer::new(Json(json!(7)), Ok(Opened { handle: 3, state: 5 })).to_line();
    assert_eq!(ok, r#"{"id":7,"ok":{"handle":3,"state":5}}"#);
    let failure = Failure::new(ErrorCode::NoSuchGame, "there is no game 9");
    let error = Answer::<Empty>::new(Json(Value::Null), Err(failure)).to_line();
    assert_eq!(error, r#"{"id":null,"error":{"code":"no_such_game","message":"there is no game 9"}}"#);
    let done = Answer::new(Json(Value::Null), Ok(Empty {})).to_line();
    assert_eq!(done, r#"{"id":null,"ok":{}}"#);
    for line in [ok, error, done] {
        validator.check("answer.json", &serde_json::from_str(&line).unwrap());
    }
}

#[test]
fn a_start_takes_only_what_its_game_has() {
    let command = |text: &str| Request::parse(text).command.unwrap();
    let kniffel = command(r#"{"cmd":"new","game":"kniffel","players":2,"rules":{"extraKniffel":true}}"#);
    let start = kniffel.start::<kniffel::Kniffel>().unwrap();
    assert_eq!(serde_json::to_value(start).unwrap(), json!({ "rules": { "extraKniffel": true } }));
    let chips = command(r#"{"cmd":"new","game":"catan","players":2,"chips":5}"#);
    assert_eq!(
        chips.start::<catan::Catan>().unwrap_err(),
        Failure::bad_request("there is no field \"chips\", only rules, board, seatOrder")
    );
    let profile = command(r#"{"cmd":"new","game":"catan","players":2,"rules":"default"}"#);
    assert_eq!(
        profile.start::<catan::Catan>().unwrap_err().message,
        "rules: there is no \"default\", only official, online, practice"
    );
    let order = command(r#"{"cmd":"new","game":"catan","players":2,"seatOrder":[1,0]}"#);
    assert_eq!(order.start::<catan::Catan>().unwrap().seat_order, Some(vec![Seat(1), Seat(0)]));
}

#[test]
fn a_viewer_is_a_seat_or_a_spectator() {
    assert_eq!(game::Viewer::from(Viewer(None)), game::Viewer::Spectator);
    assert_eq!(game::Viewer::from(Viewer(Some(Seat(3)))), game::Viewer::Seat(game::Seat(3)));
    assert_eq!(GameName::ALL.map(GameName::rules_version), [1, 1, 1]);
}
