//! A table written down whole: what its log comes to after some entry.
//!
//! A *snapshot* saves reading the entries before it and says nothing that they do not say; whenever it is not to be trusted, the log
//! is read instead. It holds secrets (seeds, hidden cards) and never leaves the server (docs/storage.md §10).

use std::collections::{BTreeMap, BTreeSet};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{Bytes32, Color, HowEnded, JoinCode, PauseReason, PlayerId, Settings, TableId, Topic};
use crate::engine::GameName;
use crate::ws::Spoken;
use crate::{Seat, Wire, canonical};

/// The format that is written and read.
pub const SNAPSHOT_FORMAT: u32 = 2;

/// A table, with the words of one game: how it begins, its state, its memory.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Snapshot<S, W, M> {
    /// [`SNAPSHOT_FORMAT`].
    pub format: u32,
    /// The version of the game's rules under which the state means what it says.
    pub rules: u32,
    /// What is played.
    pub game: GameName,
    /// Which table.
    pub table: TableId,
    /// The last entry that is in it.
    pub seq: u64,
    /// The digest of that entry, so that no other log is taken for this one.
    pub last: Bytes32,
    /// The code that people read to each other.
    pub code: JoinCode,
    /// Who may change settings and begin.
    pub host: PlayerId,
    /// How it is set up.
    pub settings: Settings<S>,
    /// The chairs, empty ones included.
    pub chairs: Vec<Option<Chair>>,
    /// How many games were begun.
    pub games: u32,
    /// What it is doing.
    pub stage: Stage<S, W, M>,
}

/// A snapshot of one game's table.
pub type SnapshotOf<G> = Snapshot<<G as Wire>::WireStart, <G as Wire>::WireState, <G as Spoken>::Memory>;

/// An occupied chair.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Chair {
    /// Whose it is.
    pub player: PlayerId,
    /// Who makes the moves.
    pub sitter: Sitter,
    /// How they are called at this table.
    pub name: String,
    /// Their color.
    pub color: Color,
    /// Whether they want to begin.
    pub ready: bool,
}

/// Who makes the moves of a chair.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Sitter {
    /// The person whose chair it is.
    Person,
    /// A bot, until the person comes back.
    Substitute,
    /// A bot; the person gave the chair up.
    GivenUp,
    /// A bot of this level, whose chair it is.
    Bot(String),
}

/// What the table is doing.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Stage<S, W, M> {
    /// People sit down.
    Lobby {
        /// When the game begins, once everybody is ready.
        countdown: Option<i64>,
    },
    /// Server and seats exchange seeds.
    Seeding {
        /// What they have exchanged.
        seeds: Seeds,
        /// Until when the seats may do what they are asked for.
        until: i64,
    },
    /// A game is on.
    Playing(Box<Game<S, W, M>>),
    /// A game is over.
    Over {
        /// The game as it ended.
        game: Box<Game<S, W, M>>,
        /// When.
        at: i64,
        /// How.
        how: HowEnded,
        /// Who won.
        winners: Vec<Seat>,
        /// What everybody had.
        scores: Vec<i64>,
        /// Who wants to play again.
        rematch: BTreeSet<PlayerId>,
    },
    /// Nothing will ever happen here again.
    Closed,
}

/// The exchange of seeds before a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Seeds {
    /// Which game at this table, from 1.
    pub number: u32,
    /// The server's secret.
    pub server: Bytes32,
    /// What each seat has added.
    pub seats: Vec<SeatSeed>,
    /// Whether the commitments are closed.
    pub revealing: bool,
}

/// What a seat has added to the seed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SeatSeed {
    /// Whether anything is expected of it.
    pub person: bool,
    /// What it has committed to.
    pub commitment: Option<Bytes32>,
    /// What it has revealed.
    pub seed: Option<Bytes32>,
}

/// A game, running or over.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Game<S, W, M> {
    /// The seeds; its number is there.
    pub seeds: Seeds,
    /// When it began.
    pub began: i64,
    /// How it began, with nothing left open.
    pub start: S,
    /// The state.
    pub state: W,
    /// What some commands refer to beside the state.
    pub memory: M,
    /// What dice gave whom so far, and how often.
    pub rolls: Vec<(Seat, u8, u64)>,
    /// How many moves were made.
    pub position: u64,
    /// How many of them luck had a part in.
    pub draws: u64,
    /// How many cards of the committed deck are gone.
    pub cards: u32,
    /// Its deadlines.
    pub clock: Clock,
    /// Why and since when it stands still.
    pub pause: Option<(PauseReason, i64)>,
    /// Who is for what.
    pub votes: BTreeMap<Topic, BTreeSet<PlayerId>>,
}

/// Deadlines of a game, in milliseconds since 1970.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Clock {
    /// Which turn the deadline is for.
    pub turn: Option<u64>,
    /// The deadline.
    pub until: Option<i64>,
    /// Since when others are at work, and until when they may be.
    pub aside: Option<(i64, Option<i64>)>,
    /// What the table does by itself: its number, and when.
    pub due: Option<(u64, i64)>,
    /// When the last move was made.
    pub moved: i64,
}

/// Why a snapshot cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SnapshotFault {
    /// It is not what was written.
    #[error("it is damaged: {0}")]
    Damaged(String),
    /// Another version of this program wrote it.
    #[error("it has format {found}; format {SNAPSHOT_FORMAT} is known here")]
    Format {
        /// Its format.
        found: u32,
    },
    /// The rules were different.
    #[error("it was written under version {found} of the rules, which are at version {known}")]
    Rules {
        /// Its version.
        found: u32,
        /// The present version.
        known: u32,
    },
    /// The log tells something else.
    #[error("it does not fit the log: {0}")]
    Unfit(String),
}

/// What every format begins with.
#[derive(Deserialize)]
struct Head {
    format: u32,
}

fn damaged(fault: impl std::fmt::Display) -> SnapshotFault {
    SnapshotFault::Damaged(fault.to_string())
}

fn digest(text: &[u8]) -> Bytes32 {
    Bytes32(Sha256::digest(text).into())
}

/// The digest of an entry of a log, with its time.
#[must_use]
pub fn entry_digest(at: i64, entry: &impl Serialize) -> Bytes32 {
    digest(canonical(&(at, entry)).as_bytes())
}

impl<S: Serialize, W: Serialize, M: Serialize> Snapshot<S, W, M> {
    /// As bytes: a line with the digest of the rest, and the rest as JSON.
    ///
    /// # Errors
    /// If something in it has no JSON form; nothing in a table is like that.
    pub fn write(&self) -> Result<Vec<u8>, SnapshotFault> {
        let text = serde_json::to_vec(self).map_err(damaged)?;
        let mut bytes = digest(&text).to_hex().into_bytes();
        bytes.push(b'\n');
        bytes.extend(text);
        Ok(bytes)
    }
}

impl<S: DeserializeOwned, W: DeserializeOwned, M: DeserializeOwned> Snapshot<S, W, M> {
    /// What was written. Whether it fits the log is for the table to say.
    ///
    /// # Errors
    /// [`SnapshotFault`] if a byte differs, or another format was written.
    pub fn read(bytes: &[u8]) -> Result<Self, SnapshotFault> {
        let line = bytes.iter().position(|byte| *byte == b'\n').ok_or_else(|| damaged("it is cut off"))?;
        let (line, text) = (&bytes[..line], &bytes[line + 1..]);
        if line != digest(text).to_hex().as_bytes() {
            return Err(damaged("its digest is wrong"));
        }
        let Head { format } = serde_json::from_slice(text).map_err(damaged)?;
        if format != SNAPSHOT_FORMAT {
            return Err(SnapshotFault::Format { found: format });
        }
        serde_json::from_slice(text).map_err(damaged)
    }
}
