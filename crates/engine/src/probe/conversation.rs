//! Whole conversations: requests that are right, mixed with requests that are nearly right.
//!
//! Games are begun, played, copied, taken back, printed, loaded and dropped, so that what is changed meets engines in every
//! situation and not only empty ones.

use std::collections::BTreeMap;

use game::Luck;
use serde_json::{Value, json};

use super::answer::{self, Said};
use super::mutation::{anything, change_bytes, change_json};
use crate::{Engine, Limits};

/// Few enough that every limit is met.
const LIMITS: Limits = Limits { line_bytes: 60_000, handles: 6, moves_per_handle: 150, moves_in_all: 500 };

/// One request in how many is changed.
const CHANGED: u32 = 3;

/// How often each kind of answer was met: `ok` by command, errors by code.
pub type Tally = BTreeMap<String, u64>;

/// Talks to an engine for this many requests.
///
/// # Panics
/// When the engine breaks a promise.
pub fn talk(luck: &mut impl Luck, requests: usize) -> Tally {
    let mut talk =
        Talk { engine: Engine::new(LIMITS), handles: Vec::new(), states: Vec::new(), tally: Tally::new() };
    for number in 0..requests {
        let mut request = talk.request(luck);
        if let Value::Object(fields) = &mut request {
            fields.insert("id".to_owned(), json!(number));
        }
        let line = changed(request, luck);
        talk.ask(&line);
        assert!(talk.engine.n_games() <= LIMITS.handles, "more games than allowed");
        // A ply of roulette may be three moves.
        assert!(talk.engine.n_kept() <= LIMITS.moves_in_all + 2, "more moves than allowed");
    }
    talk.tally
}

struct Talk {
    engine: Engine,
    /// Handles that were given out, dropped ones too.
    handles: Vec<Value>,
    /// States that were printed, with their games.
    states: Vec<(&'static str, Value)>,
    tally: Tally,
}

impl Talk {
    /// Sends a line, checks the answer, and keeps what later requests can use.
    fn ask(&mut self, line: &[u8]) -> Option<Value> {
        let (id, said) = answer::check(&self.engine.line(line));
        let asked: Value = serde_json::from_slice(line).unwrap_or_default();
        match said {
            Said::Ok(ok) => {
                assert_eq!(asked.get("id").unwrap_or(&Value::Null), &id, "another id came back");
                let command = asked["cmd"].as_str().unwrap_or_default().to_owned();
                *self.tally.entry(command).or_default() += 1;
                if let Some(handle) = ok.get("handle") {
                    self.handles.push(handle.clone());
                }
                Some(ok)
            }
            Said::Error(code) => {
                *self.tally.entry(code).or_default() += 1;
                None
            }
        }
    }

    /// A request that is probably right.
    fn request(&mut self, luck: &mut impl Luck) -> Value {
        let handle = pick(&self.handles, luck).unwrap_or_else(|| json!(1));
        match luck.below(24) {
            0 => json!({ "cmd": "hello" }),
            1 | 2 => new_game(luck),
            3 => json!({ "cmd": "state", "handle": handle }),
            4 => {
                json!({ "cmd": "view", "handle": handle, "seat": pick(&[json!(0), json!(1), json!(null)], luck) })
            }
            5 => json!({ "cmd": "legal", "handle": handle }),
            6 => {
                json!({ "cmd": "best", "handle": handle, "seat": luck.below(4), "bot": "random", "seed": "07" })
            }
            7 => json!({ "cmd": "clone", "handle": handle }),
            8 => json!({ "cmd": "undo", "handle": handle, "plies": luck.below(6) }),
            9 => json!({ "cmd": "log", "handle": handle }),
            10 => json!({ "cmd": "drop", "handle": handle }),
            11 => self.load(&handle, luck),
            _ => self.apply(&handle, luck),
        }
    }

    /// One of the listed actions, sometimes with an outcome.
    fn apply(&mut self, handle: &Value, luck: &mut impl Luck) -> Value {
        let ask = json!({ "cmd": "legal", "handle": handle });
        let Some(legal) = self.ask(ask.to_string().as_bytes()) else { return ask };
        let listed = legal["actions"].as_array().and_then(|actions| pick(actions, luck));
        let mut request = listed.unwrap_or_else(|| json!({ "seat": 0, "action": { "type": "end_turn" } }));
        request["cmd"] = json!("apply");
        request["handle"] = handle.clone();
        if luck.below(6) == 0 {
            let dice = [luck.below(7), luck.below(7)];
            let outcomes = [
                json!({ "dice": dice }),
                json!({ "dice": [1, 2, 3, 4, dice[0]] }),
                json!({ "winningNumber": luck.below(38) }),
                json!({ "stolen": "ore" }),
                json!({ "card": "knight" }),
                anything(luck),
            ];
            request["outcome"] = pick(&outcomes, luck).unwrap_or_default();
        }
        request
    }

    /// The state of a game, to be loaded again.
    fn load(&mut self, handle: &Value, luck: &mut impl Luck) -> Value {
        let ask = json!({ "cmd": "state", "handle": handle });
        if let Some(state) = self.ask(ask.to_string().as_bytes()) {
            self.states.push((game_of(&state), state));
        }
        let Some((game, state)) = pick(&self.states, luck) else { return ask };
        json!({ "cmd": "load", "game": game, "state": state })
    }
}

/// Which game a printed state is of.
fn game_of(state: &Value) -> &'static str {
    match state {
        state if state.get("board").is_some() => "catan",
        state if state.get("rollsRemaining").is_some() => "kniffel",
        _ => "roulette",
    }
}

fn new_game(luck: &mut impl Luck) -> Value {
    let seed = format!("{:04x}", luck.below(1 << 16));
    // Drawn whether they are needed or not, so that the same bytes steer the same conversation.
    let [catan, profile, kniffel, roulette] = [3, 3, 8, 10].map(|bound| luck.below(bound));
    match luck.below(7) {
        0 => json!({ "cmd": "new", "game": "catan", "players": 2 + catan, "seed": seed }),
        1 => {
            let rules = ["official", "online", "practice"][profile as usize];
            json!({ "cmd": "new", "game": "catan", "players": 3, "rules": rules })
        }
        2 => {
            json!({ "cmd": "new", "game": "catan", "players": 3, "rules": { "profile": "online", "pointsToWin": 5 } })
        }
        3 => json!({ "cmd": "new", "game": "kniffel", "players": 1 + kniffel, "seed": seed }),
        4 => json!({ "cmd": "new", "game": "kniffel", "players": 2, "rules": { "extraKniffel": true } }),
        5 => json!({ "cmd": "new", "game": "roulette", "players": 1 + roulette, "seed": seed, "chips": 50 }),
        _ => {
            json!({ "cmd": "new", "game": "roulette", "players": 2, "rules": { "zeroBets": false, "minBet": 5 } })
        }
    }
}

/// The request as a line, sometimes with changes to its values or its bytes.
fn changed(mut request: Value, luck: &mut impl Luck) -> Vec<u8> {
    let how = if luck.below(CHANGED) == 0 { luck.below(3) } else { 3 };
    if how == 0 || how == 1 {
        for _ in 0..=luck.below(3) {
            change_json(&mut request, luck);
        }
    }
    let mut line = request.to_string().into_bytes();
    if how == 0 || how == 2 {
        change_bytes(&mut line, luck);
    }
    line
}

fn pick<T: Clone>(items: &[T], luck: &mut impl Luck) -> Option<T> {
    items.get(luck.below(items.len() as u32) as usize).cloned()
}
