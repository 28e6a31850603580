//! Where luck comes from: the seed, the position, or whoever gives the outcome.

use bots::Dice;
use serde_json::json;

use crate::table::{Table, starts};

/// docs/fairness.md §10 computes the first throw of a game whose seed has the bytes 0 to 31: 6 and 2.
#[test]
fn the_first_throw_is_the_one_of_the_published_example() {
    let mut table = Table::new();
    let seed = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
    let handle = table
        .open(&json!({ "cmd": "new", "game": "catan", "players": 3, "rules": "practice", "seed": seed }));
    let roll = json!({ "cmd": "apply", "handle": handle, "seat": 0, "action": { "type": "roll_dice" } });
    assert_eq!(table.ok(&roll)["outcome"], json!({ "dice": [6, 2] }));
}

/// docs/fairness.md §6.
#[test]
fn the_same_seed_is_the_same_game_and_no_seed_is_another() {
    for (name, new) in starts() {
        let mut table = Table::new();
        let games = [(); 2].map(|()| {
            let handle = table.open(&new);
            table.play(&handle, &mut Dice::new(1), 400);
            table.state(&handle)
        });
        assert_eq!(games[0], games[1], "{name}");
    }
    let mut table = Table::new();
    let boards = [(); 2].map(|()| {
        let handle = table.open(&json!({ "cmd": "new", "game": "catan", "players": 3 }));
        table.state(&handle)["board"].take()
    });
    assert_ne!(boards[0], boards[1], "a fresh seed each time");
}

/// docs/fairness.md §6: undoing a move and making it again is not a second throw; another position is another throw.
#[test]
fn a_throw_depends_on_its_position_and_not_on_how_often_it_is_asked() {
    let mut table = Table::new();
    let handle = table.open(&json!({ "cmd": "new", "game": "kniffel", "players": 1, "seed": "01" }));
    let ready = json!({ "cmd": "apply", "handle": handle, "seat": 0, "action": { "type": "player_ready" } });
    let roll = json!({ "cmd": "apply", "handle": handle, "seat": 0, "action": { "type": "roll_dice", "keptDice": [false, false, false, false, false] } });
    let undo = json!({ "cmd": "undo", "handle": handle, "plies": 1 });
    let away =
        json!({ "cmd": "apply", "handle": handle, "seat": 0, "action": { "type": "player_disconnect" } });
    table.ok(&ready);
    let first = table.ok(&roll)["outcome"].take();
    table.ok(&undo);
    assert_eq!(table.ok(&roll)["outcome"], first);
    table.ok(&undo);
    table.ok(&away);
    assert_ne!(table.ok(&roll)["outcome"], first);
}

/// A given outcome takes the place of the drawn one, and the next draw does not notice.
#[test]
fn a_given_outcome_leaves_later_draws_as_they_were() {
    let mut table = Table::new();
    let new = json!({ "cmd": "new", "game": "roulette", "players": 1, "seed": "02" });
    let spins = [None, Some(json!({ "winningNumber": 17 }))].map(|given| {
        let handle = table.open(&new);
        let mut spin = json!({ "cmd": "apply", "handle": handle, "seat": 0, "action": { "type": "spin" } });
        let next = json!({ "cmd": "apply", "handle": handle, "seat": 0, "action": { "type": "next_round" } });
        if let Some(given) = given {
            spin["outcome"] = given;
        }
        let first = table.ok(&spin)["outcome"].take();
        table.ok(&next);
        spin.as_object_mut().unwrap().remove("outcome");
        (first, table.ok(&spin)["outcome"].take())
    });
    assert_eq!(spins[1].0, json!({ "winningNumber": 17 }));
    assert_ne!(spins[0].0, spins[1].0);
    assert_eq!(spins[0].1, spins[1].1);
}
