//! The conversation: one JSON object a line in, one a line out.
//!
//! A *host* is the program at the other end. It may run several games one after the other or side by side; each colour
//! of each game is a player of its own. Whatever a line may hold, the next one is read.
//!
//! Messages: docs/catanatron.md §1.

use std::io::{self, BufRead, Write};
use std::time::Instant;

use serde_json::{Value, json};

use crate::message::field;
use crate::player::{Player, Seating};

/// The version of the protocol that we speak.
const VERSION: u32 = 1;
/// A host that never says that a game is over must not fill our memory.
const MOST_GAMES: usize = 64;

/// A colour of a game, before and after its first question.
#[derive(Debug)]
struct Chair {
    game: Value,
    color: Value,
    before: Value,
    player: Option<Player>,
}

/// All that is going on.
#[derive(Debug)]
pub(crate) struct Hall<'a> {
    seating: &'a Seating,
    chairs: Vec<Chair>,
}

/// Plays for every colour that the host asks for, until the input ends. What is odd goes to the log.
///
/// # Errors
/// When reading or writing fails.
pub fn serve(
    mut input: impl BufRead,
    mut output: impl Write,
    mut log: impl Write,
    seating: &Seating,
) -> io::Result<()> {
    let mut hall = Hall::new(seating);
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let asked = Instant::now();
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let (answer, odd) = match serde_json::from_slice::<Value>(&line) {
            Ok(message) => hall.hear(&message, asked),
            Err(fault) => (None, Some(format!("not a JSON object: {fault}"))),
        };
        if let Some(answer) = answer {
            writeln!(output, "{answer}")?;
            output.flush()?;
        }
        if let Some(odd) = odd {
            // A log that nobody reads is no reason to leave the table.
            let _ = writeln!(log, "{odd}");
        }
    }
}

impl<'a> Hall<'a> {
    /// Nobody is here yet.
    pub(crate) fn new(seating: &'a Seating) -> Self {
        Self { seating, chairs: Vec::new() }
    }

    /// The answer to a message, and what is odd about it.
    pub(crate) fn hear(&mut self, message: &Value, asked: Instant) -> (Option<Value>, Option<String>) {
        let listed = message.get("playable_actions").is_some();
        match message.get("type").and_then(Value::as_str) {
            Some("hello") => {
                let name = format!("Stammtisch {}", self.seating.level);
                (Some(json!({ "protocol_version": VERSION, "name": name, "observe": false })), None)
            }
            Some("before") => {
                self.chair(message, true);
                (None, None)
            }
            Some("decide") => self.decide(message, asked),
            None if listed => self.decide(message, asked),
            Some("after") => {
                let game = field(message, "game_id").cloned().unwrap_or_default();
                self.chairs.retain(|chair| chair.game != game);
                (None, None)
            }
            Some("step") => (None, None),
            other => (None, Some(format!("a message of an unknown type: {other:?}"))),
        }
    }

    /// The chair of a message; a new one if there is none yet, or if a game begins.
    fn chair(&mut self, message: &Value, begins: bool) -> Option<&mut Chair> {
        let game = field(message, "game_id").cloned().unwrap_or_default();
        let color = color(message);
        if begins {
            self.chairs.retain(|chair| (&chair.game, &chair.color) != (&game, &color));
        }
        let known = self.chairs.iter().position(|chair| (&chair.game, &chair.color) == (&game, &color));
        let place = known.unwrap_or_else(|| {
            if self.chairs.len() >= MOST_GAMES {
                self.chairs.remove(0);
            }
            let before = if begins { message.clone() } else { Value::Null };
            self.chairs.push(Chair { game, color, before, player: None });
            self.chairs.len() - 1
        });
        self.chairs.get_mut(place)
    }

    fn decide(&mut self, message: &Value, asked: Instant) -> (Option<Value>, Option<String>) {
        let list = field(message, "playable_actions").and_then(Value::as_array);
        let Some(list) = list.filter(|list| !list.is_empty()) else {
            return (Some(json!({ "action": null })), Some("a question without a choice".to_owned()));
        };
        let seating = self.seating;
        let Some(chair) = self.chair(message, false) else {
            return (Some(json!({ "action": list[0] })), None);
        };
        let mut odd = None;
        let player = chair.player.get_or_insert_with(|| {
            let seed = seed(&chair.game, &chair.color);
            let (player, why) = Player::new(&chair.before, message, &chair.color, seed);
            odd = why.map(|why| format!("playing plainly: {why}"));
            player
        });
        let (place, why) = player.decide(message, list, seating, asked);
        let action = place.and_then(|place| list.get(place)).unwrap_or(&list[0]);
        let game = &chair.game;
        let why = why.map(|why| format!("game {game}: {why}; playing {action}"));
        (Some(json!({ "action": action })), odd.or(why))
    }
}

/// Whom the message is for; the actions name it too.
fn color(message: &Value) -> Value {
    let listed = || field(message, "playable_actions")?.get(0)?.get(0);
    field(message, "color").or_else(listed).cloned().unwrap_or_default()
}

/// Where a bot's own luck comes from: the same game is played the same way.
fn seed(game: &Value, color: &Value) -> u64 {
    // FNV-1a, which is the same everywhere.
    format!("{game} {color}")
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
