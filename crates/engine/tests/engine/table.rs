//! An engine to talk to, and random games played through it.
//!
//! Whole games are played with nothing but lines, the way a program in another language would: ask the bot, apply what it
//! says. Now and then a trade is offered and an outcome given by hand, so that logs hold everything a log can hold.

use bots::Dice;
use engine::{Engine, Limits};
use game::Luck;
use serde_json::{Value, json};

/// The most actions in a random game.
const PATIENCE: u32 = 20_000;

pub(crate) struct Table {
    pub(crate) engine: Engine,
}

impl Table {
    pub(crate) fn new() -> Self {
        Self::within(Limits::default())
    }

    pub(crate) fn within(limits: Limits) -> Self {
        Self { engine: Engine::new(limits) }
    }

    /// The whole answer.
    pub(crate) fn ask(&mut self, request: &Value) -> Value {
        serde_json::from_str(&self.engine.line(request.to_string().as_bytes())).unwrap()
    }

    /// What came of a request that must be served.
    #[track_caller]
    pub(crate) fn ok(&mut self, request: &Value) -> Value {
        let mut answer = self.ask(request);
        assert!(answer.get("ok").is_some(), "{request}\n{answer}");
        answer["ok"].take()
    }

    /// Code and sentence of a request that must be refused.
    #[track_caller]
    pub(crate) fn refused(&mut self, request: &Value) -> (String, String) {
        let answer = self.ask(request);
        let text =
            |name: &str| answer["error"][name].as_str().unwrap_or_else(|| panic!("{request}\n{answer}"));
        (text("code").to_owned(), text("message").to_owned())
    }

    /// The handle of a new game.
    #[track_caller]
    pub(crate) fn open(&mut self, new: &Value) -> Value {
        self.ok(new)["handle"].take()
    }

    pub(crate) fn state(&mut self, handle: &Value) -> Value {
        self.ok(&json!({ "cmd": "state", "handle": handle }))
    }

    /// The log, as text.
    pub(crate) fn log(&mut self, handle: &Value) -> String {
        self.ok(&json!({ "cmd": "log", "handle": handle })).to_string()
    }

    /// Plays on until the game is over or `most` actions were asked for; says how many were.
    pub(crate) fn play(&mut self, handle: &Value, luck: &mut Dice, most: u32) -> u32 {
        let mut to_move = self.ok(&json!({ "cmd": "legal", "handle": handle }))["toMove"].take();
        for number in 0..most {
            let Some(seat) = to_move.get(0).cloned() else { return number };
            if luck.below(12) == 0 {
                self.haggle(handle, &seat, luck);
                self.come_and_go(handle, luck);
                to_move = self.ok(&json!({ "cmd": "legal", "handle": handle }))["toMove"].take();
                continue;
            }
            let best =
                json!({ "cmd": "best", "handle": handle, "seat": seat, "bot": "random", "seed": "0b07" });
            let action = self.ok(&best)["action"].take();
            let mut apply = json!({ "cmd": "apply", "handle": handle, "seat": seat, "action": action });
            if luck.below(8) == 0 {
                apply["outcome"] = by_hand(&action, luck);
            }
            to_move = self.ok(&apply)["toMove"].take();
        }
        most
    }

    /// Somebody other than the host comes, goes, or is lost and found, where the game has that.
    fn come_and_go(&mut self, handle: &Value, luck: &mut Dice) {
        const MARKS: [&str; 4] = ["player_join", "player_leave", "player_disconnect", "player_reconnect"];
        let actions = self.ok(&json!({ "cmd": "legal", "handle": handle }))["actions"].take();
        let is_mark = |a: &&Value| a["seat"] != 0 && MARKS.iter().any(|mark| a["action"]["type"] == *mark);
        let marks: Vec<&Value> = actions.as_array().unwrap().iter().filter(is_mark).collect();
        if let Some(mark) = marks.get(luck.below(marks.len() as u32) as usize) {
            self.ok(
                &json!({ "cmd": "apply", "handle": handle, "seat": mark["seat"], "action": mark["action"] }),
            );
        }
    }

    /// Offers one card for another, if the seat can, and lets the others answer.
    fn haggle(&mut self, handle: &Value, seat: &Value, luck: &mut Dice) {
        let legal = json!({ "cmd": "legal", "handle": handle });
        let open = self.ok(&legal)["open"].take();
        let offers = |o: &Value| o["type"] == "offer_trade" && o["seat"] == *seat && o["left"] != 0;
        if !open.as_array().unwrap().iter().any(offers) {
            return;
        }
        let view = self.ok(&json!({ "cmd": "view", "handle": handle, "seat": seat }));
        let hand = view["players"][seat.as_u64().unwrap() as usize]["resources"].clone();
        let Some((held, _)) = hand.as_object().unwrap().iter().find(|(_, n)| **n != 0) else { return };
        let wanted = if held == "ore" { "wood" } else { "ore" };
        let action = json!({ "type": "offer_trade", "give": { held: 1 }, "receive": { wanted: 1 } });
        self.ok(&json!({ "cmd": "apply", "handle": handle, "seat": seat, "action": action }));
        for _ in 0..4 {
            let actions = self.ok(&legal)["actions"].take();
            let is_answer = |a: &&Value| {
                a["action"]["type"].as_str().unwrap().ends_with("_trade")
                    && a["action"].get("offer").is_some()
            };
            let answers: Vec<&Value> = actions.as_array().unwrap().iter().filter(is_answer).collect();
            let Some(answer) = answers.get(luck.below(answers.len() as u32) as usize) else { return };
            self.ok(&json!({ "cmd": "apply", "handle": handle, "seat": answer["seat"], "action": answer["action"] }));
        }
    }
}

/// An outcome that is possible whatever the position, or null where there is none.
fn by_hand(action: &Value, luck: &mut Dice) -> Value {
    match (action["type"].as_str().unwrap(), action.get("keptDice")) {
        ("roll_dice", None) => json!({ "dice": [1 + luck.below(6), 1 + luck.below(6)] }),
        ("roll_dice", Some(kept)) if *kept == json!([false, false, false, false, false]) => {
            json!({ "dice": [1 + luck.below(6), 2, 3, 4, 6] })
        }
        ("spin", _) => json!({ "winningNumber": luck.below(37) }),
        _ => Value::Null,
    }
}

/// A `new` for every game and profile, by name. Their seeds are given, so that every run plays the same games.
pub(crate) fn starts() -> Vec<(&'static str, Value)> {
    let catan = |players: u8, rules: Value| json!({ "cmd": "new", "game": "catan", "players": players, "rules": rules, "seed": "ca7a" });
    let kniffel = |players: u8, rules: Value| json!({ "cmd": "new", "game": "kniffel", "players": players, "rules": rules, "seed": "d1ce" });
    // Few chips, since who has chips left seldom spins.
    let roulette = |players: u8, rules: Value, chips: u32| json!({ "cmd": "new", "game": "roulette", "players": players, "rules": rules, "seed": "0037", "chips": chips });
    vec![
        ("catan-official", catan(4, json!("official"))),
        ("catan-online", catan(3, json!("online"))),
        ("catan-practice", catan(2, json!("practice"))),
        ("kniffel-default", kniffel(2, json!("default"))),
        ("kniffel-extra", kniffel(3, json!({ "extraKniffel": true, "fiveOfAKindIsFullHouse": true }))),
        ("roulette-default", roulette(2, json!("default"), 12)),
        ("roulette-no-zero-bets", roulette(1, json!({ "zeroBets": false, "minBet": 5 }), 40)),
    ]
}

/// The log of a whole random game.
pub(crate) fn whole_game(new: &Value) -> String {
    let mut table = Table::new();
    let handle = table.open(new);
    let actions = table.play(&handle, &mut Dice::new(5), PATIENCE);
    assert!(actions < PATIENCE, "the game does not end: {new}");
    table.log(&handle)
}
