//! Verifying a recorded game: does it say what really follows?
//!
//! To *verify* is to make the game again: the setup (drawn again from the seed, if it was drawn), every move through the
//! rules, every drawn outcome from the seed and its position, and at the end the digest over all of it. The first thing that
//! does not fit is named. Two things can be verified: the engine's *log*, and the *file* of a game that was played at a table,
//! whose seed came from a ceremony. What kind it is comes before everything else: of a later format, or of
//! rules that have changed since, nothing can be said.
//!
//! Published: docs/engine.md (log), docs/fairness.md §17 and §18 (file).

mod game_file;
mod place;
mod replay;
mod report;

pub use place::{Part, Place};
pub use report::{CeremonyReport, Fault, Problem, Report, Start};

use fair::SCHEME_VERSION;
use protocol::engine::{AnyLog, GameName, LOG_VERSION};
use protocol::file::{FILE_VERSION, Text};
use protocol::{Json, read_at, with_game};
use serde_json::Value;

/// What can be verified.
struct Known {
    /// What it calls itself.
    format: &'static str,
    /// The version of the format that this program reads.
    version: u32,
    /// What it is called in a sentence.
    noun: &'static str,
    /// Where such a sentence belongs.
    place: Place,
}

const LOG: Known =
    Known { format: "stammtisch-log", version: LOG_VERSION, noun: "log", place: Place::Version };
const FILE: Known = Known {
    format: "stammtisch-game",
    version: FILE_VERSION,
    noun: "file",
    place: Place::Line { number: 1, part: Part::Version },
};

/// Replays a game and recomputes what luck decided.
///
/// Takes the file of a game, and the engine's log: what the command `log` answers with; the whole line of the answer will do too.
///
/// # Errors
/// The first thing that does not fit.
pub fn verify(game: &[u8]) -> Result<Report, Fault> {
    if has_several_lines(game) { verify_file(game) } else { verify_log(game) }
}

/// Whether the first line is an object of its own and something comes after it. A log is one object, in however many lines.
fn has_several_lines(game: &[u8]) -> bool {
    let end = game.iter().position(|&byte| byte == b'\n').unwrap_or(game.len());
    let (first, rest) = game.split_at(end);
    let is_object = || str::from_utf8(first).ok().is_some_and(|line| Json::parse(line).is_ok());
    !rest.trim_ascii().is_empty() && is_object()
}

fn verify_log(log: &[u8]) -> Result<Report, Fault> {
    let text = std::str::from_utf8(log).map_err(|fault| Fault::refused(Place::File, fault))?;
    let json = Json::parse(text).map_err(|fault| Fault::refused(Place::File, fault))?;
    let json = inside_answer(json);
    let has_seed = json.0.get("seed").is_some_and(|seed| !seed.is_null());
    let game = check_versions(&json, &LOG, has_seed)?;
    let log = AnyLog::read(&json).map_err(|fault| Fault::refused(Place::File, fault))?;
    with_game!(game, G => replay::replay::<G>(&json, &log))
}

fn verify_file(file: &[u8]) -> Result<Report, Fault> {
    let text = Text::split(file)?;
    let game = check_versions(&text.opening()?, &FILE, true)?;
    with_game!(game, G => game_file::verify::<G>(&text))
}

/// The log itself, if this is a whole answer of the engine.
fn inside_answer(json: Json) -> Json {
    match json {
        Json(Value::Object(mut fields)) if !fields.contains_key("format") && fields.contains_key("ok") => {
            Json(fields.remove("ok").unwrap_or_default())
        }
        other => other,
    }
}

/// Refuses what this program does not know, before it can be misread.
fn check_versions(json: &Json, known: &Known, has_scheme: bool) -> Result<GameName, Fault> {
    let refused = |why: String| Fault::refused(known.place, why);
    let field = |name: &str| json.0.get(name).filter(|value| !value.is_null());
    let number = |name: &str| {
        let value = Json(field(name).cloned().unwrap_or_default());
        read_at::<u32>(name, &value).map_err(|failure| refused(failure.message))
    };
    let Known { format, version: reads, noun, .. } = known;
    if field("format").and_then(Value::as_str) != Some(format) {
        return Err(refused(format!("this is not the {noun} of a game: its format is not {format:?}")));
    }
    let version = number("version")?;
    if version != *reads {
        return Err(refused(format!(
            "this {noun} has version {version} of the format; this program reads version {reads}"
        )));
    }
    let name = field("game").and_then(Value::as_str).unwrap_or_default();
    let game = GameName::from_name(name).ok_or_else(|| refused(format!("there is no game {name:?}")))?;
    let (rules, known) = (number("rulesVersion")?, game.rules_version());
    if rules != known {
        return Err(refused(format!(
            "this game was played by version {rules} of the rules of {name}; this program knows version {known}"
        )));
    }
    if has_scheme && number("scheme")? != SCHEME_VERSION {
        return Err(refused(format!(
            "the luck of this game was drawn by scheme {}; this program knows scheme {SCHEME_VERSION}",
            number("scheme")?
        )));
    }
    Ok(game)
}
