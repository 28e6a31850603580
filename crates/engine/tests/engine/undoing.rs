//! Copies and moves taken back.

use bots::Dice;
use serde_json::{Value, json};

use crate::table::{Table, starts};

/// Every state on the way back is the one that was there on the way forth, in every game.
#[test]
fn undo_leads_back_through_every_state() {
    for (name, new) in starts() {
        let mut table = Table::new();
        let handle = table.open(&new);
        let mut luck = Dice::new(9);
        let mut states = vec![table.state(&handle)];
        let apply = |table: &mut Table, action: &Value| {
            let mut request = action.clone();
            request["cmd"] = json!("apply");
            request["handle"] = handle.clone();
            table.ok(&request);
        };
        for _ in 0..60 {
            let legal = table.ok(&json!({ "cmd": "legal", "handle": handle }));
            let Some(seat) = legal["toMove"].get(0) else { break };
            let best =
                json!({ "cmd": "best", "handle": handle, "seat": seat, "bot": "random", "seed": "09" });
            let action = table.ok(&best)["action"].take();
            apply(&mut table, &json!({ "seat": seat, "action": action }));
            states.push(table.state(&handle));
        }
        let copy = table.ok(&json!({ "cmd": "clone", "handle": handle }))["handle"].take();
        let log = table.log(&copy);
        while states.len() > 1 {
            let plies = 1 + game::Luck::below(&mut luck, 3).min(states.len() as u32 - 2);
            table.ok(&json!({ "cmd": "undo", "handle": handle, "plies": plies }));
            states.truncate(states.len() - plies as usize);
            assert_eq!(table.state(&handle), *states.last().unwrap(), "{name}");
        }
        let refused = table.refused(&json!({ "cmd": "undo", "handle": handle, "plies": 1 }));
        assert_eq!(refused, ("bad_request".into(), "plies: only 0 can be taken back".into()));
        assert_eq!(table.log(&copy), log, "{name}: the copy has a life of its own");
    }
}

/// A spin is one ply, whatever the table does after it.
#[test]
fn a_spin_is_taken_back_with_all_that_followed() {
    let mut table = Table::new();
    let handle = table.open(&json!({ "cmd": "new", "game": "roulette", "players": 1 }));
    let before = table.state(&handle);
    let spin = json!({ "cmd": "apply", "handle": handle, "seat": 0, "action": { "type": "spin" } });
    table.ok(&spin);
    assert_eq!(table.state(&handle)["phase"], "round_end");
    assert_eq!(table.engine.n_kept(), 3, "spin, settle, end of the round");
    table.ok(&json!({ "cmd": "undo", "handle": handle, "plies": 1 }));
    assert_eq!(table.state(&handle), before);
    assert_eq!(table.engine.n_kept(), 0);
}

#[test]
fn a_copy_has_the_same_luck_to_come() {
    let mut table = Table::new();
    let handle = table.open(&json!({ "cmd": "new", "game": "roulette", "players": 1 }));
    let copy = table.ok(&json!({ "cmd": "clone", "handle": handle }))["handle"].take();
    let outcomes = [handle, copy].map(|handle| {
        let spin = json!({ "cmd": "apply", "handle": handle, "seat": 0, "action": { "type": "spin" } });
        table.ok(&spin)["outcome"].take()
    });
    assert_eq!(outcomes[0], outcomes[1]);
}
