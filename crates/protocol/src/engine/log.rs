//! The log file: a whole game, from which its state can be made again.
//!
//! A *log* holds how the game began, every accepted move with what luck decided, and a digest of the state it leads to.
//! Where the seed is in it too, all luck that was drawn can be computed again (docs/fairness.md).

use game::Move;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{AnyAction, AnyOutcome, AnyStart, AnyState, GameName};
use crate::{Failure, Json, Seat, Wire, read, read_at};

/// A log, with the words of one game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LogFile<S, T, A, O> {
    /// What this file is.
    pub format: LogFormat,
    /// Of the format: 1.
    pub version: u32,
    /// Which game.
    pub game: GameName,
    /// Of the rules it was played by.
    pub rules_version: u32,
    /// How many played.
    pub players: u8,
    /// How the game began, with nothing left open. Missing if the log begins later, with a state.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub setup: Option<S>,
    /// Whether luck had a part in the setup, drawn from the seed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub setup_drawn: bool,
    /// The state that the log begins with, in place of a setup.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<T>,
    /// How many moves came before that state.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub position: u32,
    /// The seed in hex.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// By which scheme the seed decides luck.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scheme: Option<u32>,
    /// Every accepted move, in order.
    pub moves: Vec<LogMove<A, O>>,
    /// SHA-256, in hex, of the rest of the log and of the state it leads to (docs/engine.md).
    pub digest: String,
}

/// What a log file calls itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub enum LogFormat {
    /// The only format there is.
    #[default]
    #[serde(rename = "stammtisch-log")]
    Stammtisch,
}

/// One accepted move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LogMove<A, O> {
    /// Who acted.
    pub seat: Seat,
    /// What was asked for.
    pub action: A,
    /// What luck decided, if anything was left to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<O>,
    /// Whether the outcome was given by hand and not drawn from the seed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub given: bool,
}

/// A log of one game.
pub type LogOf<G> = LogFile<
    <G as Wire>::WireStart,
    <G as Wire>::WireState,
    <G as Wire>::WireAction,
    <G as Wire>::WireOutcome,
>;

/// A log of any game, for its schema.
pub type AnyLog = LogFile<AnyStart, AnyState, AnyAction, AnyOutcome>;

/// The format that this program writes, and the only one that it reads.
pub const LOG_VERSION: u32 = 1;

/// Which game a log is of, so that it can be read as one.
///
/// # Errors
/// `bad_request` if it is no log, or one of a later format.
pub fn log_game(json: &Json) -> Result<GameName, Failure> {
    let field = |name: &str| Json(json.0.get(name).cloned().unwrap_or_default());
    read_at::<LogFormat>("format", &field("format"))?;
    let version: u32 = read_at("version", &field("version"))?;
    if version != LOG_VERSION {
        return Err(Failure::bad_request(format!(
            "version: this log has format {version}, not {LOG_VERSION}"
        )));
    }
    read_at("game", &field("game"))
}

impl<S, T, A, O> LogFile<S, T, A, O>
where
    Self: DeserializeOwned,
{
    /// Reads a log.
    ///
    /// # Errors
    /// `bad_request` with the first thing that is wrong.
    pub fn read(json: &Json) -> Result<Self, Failure> {
        log_game(json)?;
        let log: Self = read(json)?;
        if log.setup.is_some() == log.state.is_some() {
            return Err(Failure::bad_request("a log begins with a setup or with a state, and not with both"));
        }
        Ok(log)
    }
}

impl<A, O> LogMove<A, O> {
    /// A move as a log holds it.
    pub fn new<G: Wire<WireAction = A, WireOutcome = O>>(
        m: &Move<G::Action, G::Outcome>,
        given: bool,
    ) -> Self {
        Self {
            seat: m.seat.into(),
            action: G::action_out(&m.action),
            outcome: m.outcome.map(G::outcome_out),
            given,
        }
    }

    /// The move that is meant.
    ///
    /// # Errors
    /// As [`Wire::action_in`].
    pub fn read<G: Wire<WireAction = A, WireOutcome = O>>(
        &self,
    ) -> Result<Move<G::Action, G::Outcome>, Failure> {
        Ok(Move {
            seat: self.seat.into(),
            action: G::action_in(&self.action)?,
            outcome: self.outcome.as_ref().map(G::outcome_in),
        })
    }
}

/// Whether a log begins at its beginning.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_zero(n: &u32) -> bool {
    *n == 0
}
