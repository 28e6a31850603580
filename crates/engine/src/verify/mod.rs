//! Verifying a recorded game: does the log say what really follows?
//!
//! To *verify* is to make the game again: the setup (drawn again from the seed, if it was drawn), every move through the
//! rules, every drawn outcome from the seed and its position, and at the end the digest over all of it. The first thing that
//! does not fit is named. What kind of log it is comes before everything else: of a later format, or of
//! rules that have changed since, nothing can be said.
//!
//! Published: docs/engine.md, docs/fairness.md.

mod replay;
mod report;

pub use report::{Fault, Place, Problem, Report, Start};

use fair::SCHEME_VERSION;
use protocol::engine::{AnyLog, GameName, LOG_VERSION};
use protocol::{Json, read_at};
use serde_json::Value;

use crate::hosted::with_game;

/// What a log calls itself.
const FORMAT: &str = "stammtisch-log";

/// Replays a log and recomputes what luck decided.
///
/// The log is what the command `log` answers with; the whole line of the answer will do too.
///
/// # Errors
/// The first thing that does not fit.
pub fn verify(log: &[u8]) -> Result<Report, Fault> {
    let text = std::str::from_utf8(log).map_err(|fault| Fault::refused(Place::File, fault))?;
    let json = Json::parse(text).map_err(|fault| Fault::refused(Place::File, fault))?;
    let json = inside_answer(json);
    let game = check_versions(&json)?;
    let log = AnyLog::read(&json).map_err(|fault| Fault::refused(Place::File, fault))?;
    with_game!(game, G => replay::replay::<G>(&json, &log))
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
fn check_versions(json: &Json) -> Result<GameName, Fault> {
    let refused = |why: String| Fault::refused(Place::Version, why);
    let field = |name: &str| json.0.get(name).filter(|value| !value.is_null());
    let number = |name: &str| {
        let value = Json(field(name).cloned().unwrap_or_default());
        read_at::<u32>(name, &value).map_err(|failure| refused(failure.message))
    };
    if field("format").and_then(Value::as_str) != Some(FORMAT) {
        return Err(refused(format!("this is not the log of a game: its format is not {FORMAT:?}")));
    }
    let version = number("version")?;
    if version != LOG_VERSION {
        return Err(refused(format!(
            "this log has version {version} of the format; this program reads version {LOG_VERSION}"
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
    if field("seed").is_some() && number("scheme")? != SCHEME_VERSION {
        return Err(refused(format!(
            "the luck of this game was drawn by scheme {}; this program knows scheme {SCHEME_VERSION}",
            number("scheme")?
        )));
    }
    Ok(game)
}
