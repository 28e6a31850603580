//! What each command does, and what it refuses.

use bots::Dice;
use serde_json::{Value, json};

use crate::table::{Table, starts};

#[track_caller]
fn check_refusals(table: &mut Table, rows: &[(Value, &str, &str)]) {
    for (request, code, part) in rows {
        let (found, message) = table.refused(request);
        assert!(
            found == *code && message.contains(part),
            "{request}\n{found}: {message}\ninstead of {code}: {part}"
        );
    }
}

#[test]
fn hello_says_what_there_is() {
    let hello = Table::new().ok(&json!({ "cmd": "hello" }));
    assert_eq!(hello["protocolVersion"], 1);
    assert_eq!(hello["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(hello["games"], json!(["catan", "kniffel", "roulette"]));
    for game in ["catan", "kniffel", "roulette"] {
        assert_eq!(hello["rulesVersions"][game], 1);
    }
}

#[test]
fn requests_that_cannot_be_understood() {
    check_refusals(
        &mut Table::new(),
        &[
            (json!("hello"), "parse", "object"),
            (json!({}), "bad_request", "cmd"),
            (json!({ "cmd": 7 }), "bad_request", "cmd"),
            (json!({ "cmd": "castle" }), "unknown_command", "castle"),
            (json!({ "cmd": "hello", "extra": 1 }), "bad_request", "extra"),
            (json!({ "cmd": "state" }), "bad_request", "handle"),
            (json!({ "cmd": "state", "handle": -1 }), "bad_request", "handle"),
            (json!({ "cmd": "state", "handle": 1 }), "no_such_game", "1"),
            (json!({ "cmd": "new", "game": "chess", "players": 2 }), "bad_request", "game"),
            (json!({ "cmd": "new", "game": "catan" }), "bad_request", "players"),
            (json!({ "cmd": "new", "game": "catan", "players": 5 }), "bad_request", "2 to 4 players"),
            (
                json!({ "cmd": "new", "game": "catan", "players": 2, "rules": "online" }),
                "bad_request",
                "3 to 4",
            ),
            (
                json!({ "cmd": "new", "game": "catan", "players": 3, "rules": "harsh" }),
                "bad_request",
                "rules",
            ),
            (
                json!({ "cmd": "new", "game": "catan", "players": 3, "rules": { "robberMayStay": 1 } }),
                "bad_request",
                "robberMayStay",
            ),
            (json!({ "cmd": "new", "game": "catan", "players": 3, "chips": 10 }), "bad_request", "chips"),
            (json!({ "cmd": "new", "game": "catan", "players": 3, "seed": "xy" }), "bad_request", "seed"),
            (
                json!({ "cmd": "new", "game": "catan", "players": 3, "seatOrder": [0, 1, 1] }),
                "bad_request",
                "seatOrder",
            ),
            (json!({ "cmd": "new", "game": "kniffel", "players": 0 }), "bad_request", "1 to 8"),
            (
                json!({ "cmd": "new", "game": "kniffel", "players": 2, "board": { "hexes": [], "ports": [] } }),
                "bad_request",
                "board",
            ),
            (json!({ "cmd": "new", "game": "roulette", "players": 2, "chips": 0 }), "bad_request", "chips"),
            (json!({ "cmd": "load", "game": "kniffel", "state": {} }), "bad_request", "state"),
            (json!({ "cmd": "undo", "handle": 1 }), "bad_request", "plies"),
            (json!({ "cmd": "view", "handle": 1 }), "bad_request", "seat"),
        ],
    );
}

#[test]
fn refusals_of_a_running_game() {
    let mut table = Table::new();
    let handle = table.open(&json!({ "cmd": "new", "game": "kniffel", "players": 2 }));
    let apply =
        |seat: u8, action: Value| json!({ "cmd": "apply", "handle": handle, "seat": seat, "action": action });
    let with = |mut request: Value, outcome: Value| {
        request["outcome"] = outcome;
        request
    };
    let ready = json!({ "type": "player_ready" });
    let roll = json!({ "type": "roll_dice", "keptDice": [false, false, false, false, false] });
    let before = table.state(&handle);
    check_refusals(
        &mut table,
        &[
            (apply(0, roll.clone()), "illegal", "Not in rolling phase"),
            (apply(0, json!({ "type": "roll_dice" })), "bad_request", "keptDice"),
            (apply(0, json!({ "type": "surrender" })), "bad_request", "action"),
            (apply(0, json!("player_ready")), "bad_request", "action"),
            (
                with(apply(0, ready.clone()), json!({ "dice": [1, 2, 3, 4, 5] })),
                "impossible_outcome",
                "nothing to chance",
            ),
            (json!({ "cmd": "view", "handle": handle, "seat": 2 }), "bad_request", "seat 2"),
            (json!({ "cmd": "best", "handle": handle, "seat": 2, "bot": "random" }), "bad_request", "seat 2"),
            (json!({ "cmd": "best", "handle": handle, "seat": 0, "bot": "oracle" }), "bad_request", "oracle"),
            (
                json!({ "cmd": "best", "handle": handle, "seat": 0, "bot": "random", "seed": "" }),
                "bad_request",
                "seed",
            ),
        ],
    );
    assert_eq!(table.state(&handle), before, "a refused request changes nothing");
    table.ok(&apply(0, ready.clone()));
    table.ok(&apply(1, ready));
    check_refusals(
        &mut table,
        &[
            (apply(1, roll.clone()), "illegal", "Not your turn"),
            (
                with(apply(0, roll.clone()), json!({ "dice": [1, 2, 3, 4, 7] })),
                "impossible_outcome",
                "not possible",
            ),
            (with(apply(0, roll), json!({ "winningNumber": 3 })), "bad_request", "outcome"),
            (
                json!({ "cmd": "best", "handle": handle, "seat": 1, "bot": "random" }),
                "illegal",
                "nothing to do",
            ),
        ],
    );
}

/// Whatever the engine printed loads again to an equal state, and the game goes on from it.
#[test]
fn what_was_printed_loads_again() {
    for (name, new) in starts() {
        let mut table = Table::new();
        let handle = table.open(&new);
        let mut luck = Dice::new(21);
        for _ in 0..12 {
            let state = table.state(&handle);
            let load = json!({ "cmd": "load", "game": new["game"], "state": state });
            let copy = table.ok(&load)["handle"].take();
            assert_eq!(table.state(&copy), state, "{name}");
            let legal = [&handle, &copy].map(|handle| table.ok(&json!({ "cmd": "legal", "handle": handle })));
            assert_eq!(legal[0], legal[1], "{name}");
            let report = engine::verify::verify(table.log(&copy).as_bytes()).unwrap();
            assert_eq!(report.start, engine::verify::Start::State { position: 0 });
            table.play(&copy, &mut luck, 30);
            engine::verify::verify(table.log(&copy).as_bytes()).unwrap();
            table.play(&handle, &mut luck, 60);
        }
    }
}

#[test]
fn a_state_that_breaks_rules_is_refused_with_all_faults() {
    let mut table = Table::new();
    let handle = table.open(&json!({ "cmd": "new", "game": "kniffel", "players": 2 }));
    let mut state = table.state(&handle);
    state["dice"] = json!([1, 1, 1, 1, 9]);
    state["rollsRemaining"] = json!(7);
    state["players"][1]["total"] = json!(3);
    let (code, message) = table.refused(&json!({ "cmd": "load", "game": "kniffel", "state": state }));
    assert_eq!(code, "bad_request");
    for part in ["die 4 shows 9", "7 rolls remaining", "total of seat 1"] {
        assert!(message.contains(part), "{message}");
    }
}

/// `docs/engine.md`: what is listed is accepted, from every seat, and nobody is waited for who has nothing listed or open.
#[test]
fn everything_that_is_listed_is_accepted() {
    for (name, new) in starts() {
        let mut table = Table::new();
        let handle = table.open(&new);
        let mut luck = Dice::new(31);
        for _ in 0..8 {
            let legal = table.ok(&json!({ "cmd": "legal", "handle": handle }));
            let seats_of = |field: &str| -> Vec<Value> {
                legal[field].as_array().unwrap().iter().map(|listed| listed["seat"].clone()).collect()
            };
            let able = [seats_of("actions"), seats_of("open")].concat();
            for seat in legal["toMove"].as_array().unwrap() {
                assert!(able.contains(seat), "{name}: {legal}");
            }
            for listed in legal["actions"].as_array().unwrap() {
                let copy = table.ok(&json!({ "cmd": "clone", "handle": handle }))["handle"].take();
                let mut apply = listed.clone();
                apply["cmd"] = json!("apply");
                apply["handle"] = copy.clone();
                let applied = table.ok(&apply);
                assert!(
                    applied["events"].as_array().is_some_and(|events| !events.is_empty()),
                    "{name}: {apply}"
                );
                table.ok(&json!({ "cmd": "drop", "handle": copy }));
            }
            table.play(&handle, &mut luck, 23);
        }
    }
}

/// Two games that differ only in what a seat may not know get that seat the same advice.
#[test]
fn a_bot_is_asked_for_a_seat_and_answers_with_what_that_seat_may_do() {
    for (name, new) in starts() {
        let mut table = Table::new();
        let handle = table.open(&new);
        let mut luck = Dice::new(41);
        for _ in 0..20 {
            let legal = table.ok(&json!({ "cmd": "legal", "handle": handle }));
            for seat in legal["toMove"].as_array().unwrap() {
                let ask = json!({ "cmd": "best", "handle": handle, "seat": seat, "bot": "random", "seed": "aa", "budgetMs": 5, "budgetNodes": 5 });
                let best = table.ok(&ask);
                assert_eq!(best, table.ok(&ask), "{name}: the same seed, the same advice");
                assert_eq!(best["value"], Value::Null);
                let listed = json!({ "seat": seat, "action": best["action"] });
                let is_listed = legal["actions"].as_array().unwrap().contains(&listed);
                assert!(is_listed || best["action"]["type"] == "discard", "{name}: {best}");
            }
            table.play(&handle, &mut luck, 17);
        }
    }
}

/// docs/rules/catan.md §17: what a viewer may know and nothing else.
#[test]
fn views_hide_what_the_state_shows() {
    let mut table = Table::new();
    let handle = table.open(&json!({ "cmd": "new", "game": "catan", "players": 3, "seed": "05" }));
    table.play(&handle, &mut Dice::new(2), 200);
    let view =
        |table: &mut Table, seat: Value| table.ok(&json!({ "cmd": "view", "handle": handle, "seat": seat }));
    let state = table.state(&handle);
    assert!(state["deck"].is_object());
    for seat in [json!(0), json!(1), json!(2), json!(null)] {
        let view = view(&mut table, seat.clone());
        assert!(view.get("deck").is_none() && view["deckCount"].is_number(), "{view}");
        for (other, player) in view["players"].as_array().unwrap().iter().enumerate() {
            let own = seat == json!(other);
            assert_eq!(player.get("resources").is_some(), own, "seat {seat} looks at {other}: {player}");
        }
    }
}

/// docs/rules/roulette.md §4.3, §5.6: the timer, which is the table's, spins for a host who is away.
#[test]
fn the_table_acts_from_its_own_seat_when_the_host_is_away() {
    let mut table = Table::new();
    let handle = table.open(&json!({ "cmd": "new", "game": "roulette", "players": 2 }));
    let apply =
        |seat: u8, action: Value| json!({ "cmd": "apply", "handle": handle, "seat": seat, "action": action });
    table.ok(&apply(1, json!({ "type": "place_bet", "betType": "even", "amount": 5 })));
    check_refusals(&mut table, &[(apply(10, json!({ "type": "spin" })), "illegal", "host")]);
    let away = table.ok(&apply(0, json!({ "type": "player_disconnect" })));
    assert_eq!(away["toMove"], json!([10]));
    assert_eq!(table.ok(&apply(10, json!({ "type": "spin" })))["toMove"], json!([10]));
    assert_eq!(table.state(&handle)["phase"], "round_end");
    table.ok(&apply(10, json!({ "type": "next_round" })));
    assert_eq!(table.state(&handle)["currentRound"], 2);
}
