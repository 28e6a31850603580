//! A recorded conversation, and lines that are none: what goes in, what must come out.

use std::io::BufReader;
use std::time::Duration;

use catanatron::{Seating, serve};
use serde_json::{Value, json};

/// What is answered to these lines, and what is logged.
fn answers(level: &str, lines: &[String]) -> (Vec<Value>, String) {
    let seating = Seating { level: level.to_owned(), budget: Duration::from_millis(50) };
    let (mut out, mut log) = (Vec::new(), Vec::new());
    serve(BufReader::new(lines.join("\n").as_bytes()), &mut out, &mut log, &seating).expect("no pipe broke");
    let text = String::from_utf8(out).expect("text");
    assert!(text.is_empty() || text.ends_with('\n'));
    let answers = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    (answers, String::from_utf8(log).expect("text"))
}

fn tiles() -> Value {
    // A spiral from the middle, as the peer numbers its tiles.
    let land = [
        ([0, 0, 0], Some("WOOD"), Some(11)),
        ([1, -1, 0], Some("WHEAT"), Some(6)),
        ([0, -1, 1], Some("SHEEP"), Some(4)),
        ([-1, 0, 1], Some("ORE"), Some(3)),
        ([-1, 1, 0], Some("WOOD"), Some(8)),
        ([0, 1, -1], Some("BRICK"), Some(10)),
        ([1, 0, -1], Some("SHEEP"), Some(9)),
        ([2, -2, 0], Some("BRICK"), Some(12)),
        ([1, -2, 1], Some("WHEAT"), Some(11)),
        ([0, -2, 2], Some("ORE"), Some(5)),
        ([-1, -1, 2], None, None),
        ([-2, 0, 2], Some("SHEEP"), Some(6)),
        ([-2, 1, 1], Some("WOOD"), Some(2)),
        ([-2, 2, 0], Some("WHEAT"), Some(9)),
        ([-1, 2, -1], Some("ORE"), Some(5)),
        ([0, 2, -2], Some("WHEAT"), Some(10)),
        ([1, 1, -2], Some("BRICK"), Some(8)),
        ([2, 0, -2], Some("SHEEP"), Some(4)),
        ([2, -1, -1], Some("WOOD"), Some(3)),
    ];
    let ports = [
        ([3, -3, 0], None),
        ([1, -3, 2], Some("SHEEP")),
        ([-1, -2, 3], None),
        ([-3, 0, 3], Some("ORE")),
        ([-3, 2, 1], Some("WHEAT")),
        ([-2, 3, -1], None),
        ([0, 3, -3], Some("WOOD")),
        ([2, 1, -3], Some("BRICK")),
        ([3, -1, -2], None),
    ];
    let land = land.iter().enumerate().map(|(id, (coordinate, resource, number))| {
        json!({ "coordinate": coordinate, "type": "LAND", "id": id, "resource": resource, "number": number })
    });
    let ports = ports.iter().map(|(coordinate, resource)| {
        json!({ "coordinate": coordinate, "type": "PORT", "id": 0, "resource": resource, "direction": "WEST" })
    });
    land.chain(ports).chain([json!({ "coordinate": [3, -2, -1], "type": "WATER" })]).collect()
}

fn before(game: &str, color: &str) -> String {
    json!({ "type": "before", "game_id": game, "color": color, "map": { "template": "BASE", "tiles": tiles() },
        "vps_to_win": 10, "discard_limit": 7, "colors": ["BLUE", "RED"] })
    .to_string()
}

/// Red's first turn after the roll: RED has two settlements and cards for a third one and a trade.
fn state() -> Value {
    let mut table = json!({ "P0_NUM_RESOURCES_IN_HAND": 3, "P0_NUM_DEVELOPMENT_CARDS_IN_HAND": 0 });
    for (key, n) in [("WOOD", 1), ("BRICK", 1), ("SHEEP", 1), ("WHEAT", 1), ("ORE", 4)] {
        table[format!("P1_{key}_IN_HAND")] = json!(n);
    }
    table["P1_HAS_ROLLED"] = json!(true);
    json!({
        "colors": ["BLUE", "RED"], "player_state": table, "unknown": { "key": [1, 2] },
        "board": {
            "buildings": [[0, "BLUE", "SETTLEMENT"], [14, "BLUE", "SETTLEMENT"], [10, "RED", "SETTLEMENT"],
                [22, "RED", "SETTLEMENT"]],
            "roads": [[[0, 1], "BLUE"], [[14, 15], "BLUE"], [[10, 29], "RED"], [[27, 8], "RED"], [[22, 23], "RED"]],
            "robber_coordinate": [-1, -1, 2],
        },
        "resource_freqdeck": [17, 17, 18, 17, 15],
        "num_turns": 1, "current_player_index": 1, "current_turn_index": 1, "current_prompt": "PLAY_TURN",
    })
}

fn decide(game: &str, state: &Value, list: &Value) -> String {
    json!({ "type": "decide", "game_id": game, "color": "RED", "state": state, "playable_actions": list })
        .to_string()
}

#[test]
fn a_conversation_as_the_peer_leads_it() {
    let list = json!([
        ["RED", "END_TURN", null],
        ["RED", "BUILD_SETTLEMENT", 27],
        ["RED", "BUILD_ROAD", [8, 9]],
        ["RED", "MARITIME_TRADE", ["ORE", "ORE", "ORE", "ORE", "WOOD"]]
    ]);
    let opening = json!([["RED", "BUILD_SETTLEMENT", 53], ["RED", "BUILD_SETTLEMENT", 2]]);
    let lines = [
        json!({ "type": "hello", "protocol_version": 1 }).to_string(),
        before("first", "RED"),
        decide(
            "first",
            &json!({ "colors": ["BLUE", "RED"], "board": { "buildings": [[16, "BLUE", "SETTLEMENT"]],
            "roads": [[[16, 5], "BLUE"]], "robber_coordinate": [-1, -1, 2] } }),
            &opening,
        ),
        before("second", "RED"),
        decide("second", &state(), &list),
        json!({ "type": "after", "game_id": "second", "winning_color": "RED" }).to_string(),
        // An offer to us: whatever it is, no.
        decide("first", &state(), &json!([["RED", "ACCEPT_TRADE", null], ["RED", "REJECT_TRADE", null]])),
        json!({ "type": "step", "game_id": "first" }).to_string(),
        json!({ "type": "after", "game_id": "first", "winning_color": null }).to_string(),
    ];
    let (answers, logged) = answers("greedy", &lines);
    assert_eq!(answers.len(), 4, "{answers:?}");
    assert_eq!(answers[0]["protocol_version"], 1);
    assert_eq!(answers[0]["observe"], false);
    assert!(answers[0]["name"].is_string());
    assert_eq!(answers[1], json!({ "action": opening[1] }), "three tiles rather than one");
    assert_eq!(answers[2], json!({ "action": list[1] }), "a point");
    assert_eq!(answers[3]["action"][1], "REJECT_TRADE");
    assert_eq!(logged, "", "nothing is odd about it");
}

#[test]
fn whatever_a_line_holds_the_next_one_is_read() {
    let list = json!([["RED", "END_TURN", null], ["RED", "BUILD_CITY", 10]]);
    let small_map = json!({ "type": "before", "game_id": 7, "color": "RED",
        "map": { "template": "MINI", "tiles": [] }, "colors": ["BLUE", "RED"] });
    let lines = [
        "{".to_owned(),
        "\u{fffd}\u{0}garbage".to_owned(),
        "[]".to_owned(),
        "null".to_owned(),
        String::new(),
        json!({ "type": "dance" }).to_string(),
        json!({ "type": "before" }).to_string(),
        json!({ "type": "after" }).to_string(),
        small_map.to_string(),
        // No list: there is nothing to choose, but the host waits for a line.
        json!({ "type": "decide", "game_id": 7, "color": "RED", "state": {} }).to_string(),
        // A map that we do not know, a game that never began, a colour that does not play, a state that says nothing.
        decide("7", &json!({}), &list),
        json!({ "type": "decide", "game_id": 7, "color": "RED", "state": state(), "playable_actions": list })
            .to_string(),
        json!({ "type": "decide", "game_id": 8, "color": "PINK", "state": null, "playable_actions": list })
            .to_string(),
        json!({ "type": "decide", "playable_actions": [["RED", "FLY", 1], ["RED", "SWIM", 2]] }).to_string(),
        json!({ "playable_actions": list }).to_string(),
        json!({ "type": "hello" }).to_string(),
    ];
    let (answers, logged) = answers("greedy", &lines);
    assert_eq!(answers.len(), 7, "{answers:?}");
    assert_eq!(answers[0]["action"], Value::Null);
    for answer in [&answers[1], &answers[2], &answers[3], &answers[5]] {
        assert_eq!(answer["action"], list[1], "the plain choice takes the city");
    }
    assert_eq!(answers[4]["action"], json!(["RED", "FLY", 1]));
    assert!(answers[6]["name"].is_string());
    assert!(logged.lines().count() >= 9, "{logged}");
}

/// Every single value of a question replaced by nonsense: the answer is still a member of the list.
#[test]
fn a_question_with_any_part_broken_is_answered() {
    let list = json!([
        ["RED", "END_TURN", null],
        ["RED", "BUILD_SETTLEMENT", 27],
        ["RED", "MARITIME_TRADE", ["ORE", "ORE", "ORE", "ORE", "WOOD"]]
    ]);
    let mut whole = state();
    whole["action_records"] = json!([
        [["BLUE", "BUILD_SETTLEMENT", 0], null],
        [["RED", "ROLL", null], [3, 4]],
        [["BLUE", "MOVE_ROBBER", [[0, 0, 0], "RED"]], null],
        [["RED", "PLAY_MONOPOLY", "ORE"], 3]
    ]);
    let nonsense = [
        json!(null),
        json!(-1),
        json!(255),
        json!(1e300),
        json!("x"),
        json!([]),
        json!([[1]]),
        json!({}),
        json!(true),
    ];
    let mut lines = vec![before("g", "RED")];
    let mut broken = Vec::new();
    break_each(&mut whole, &nonsense, &mut broken);
    assert!(broken.len() > 500, "{}", broken.len());
    lines.extend(broken.iter().map(|state| decide("g", state, &list)));
    let (answers, _) = answers("greedy", &lines);
    assert_eq!(answers.len(), broken.len());
    let members = list.as_array().expect("a list");
    assert!(answers.iter().all(|answer| members.contains(&answer["action"])));
}

/// Copies of `whole` in which one value each is replaced.
fn break_each(whole: &mut Value, nonsense: &[Value], broken: &mut Vec<Value>) {
    let mut paths = Vec::new();
    collect(whole, String::new(), &mut paths);
    for path in paths {
        for nonsense in nonsense {
            let mut copy = whole.clone();
            if let Some(place) = copy.pointer_mut(&path) {
                *place = nonsense.clone();
                broken.push(copy);
            }
        }
    }
}

fn collect(value: &Value, path: String, paths: &mut Vec<String>) {
    if let Some(list) = value.as_array() {
        list.iter().enumerate().for_each(|(i, inner)| collect(inner, format!("{path}/{i}"), paths));
    }
    if let Some(map) = value.as_object() {
        map.iter().for_each(|(key, inner)| collect(inner, format!("{path}/{key}"), paths));
    }
    paths.push(path);
}
