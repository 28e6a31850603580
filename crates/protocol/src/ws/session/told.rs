//! What a page is told by a table, whatever is played on it.
//!
//! Events of the game itself are in the game's own words, with the common `seq` beside their fields.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::engine::GameName;
use crate::table::{Bytes32, Color, HowEnded, JoinCode, PauseReason, PlayerId, TableId, Topic};
use crate::{Json, Seat};

/// The answer to one command: exactly one of these.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "SessionAnswer", optional_fields))]
pub enum Answer {
    /// It is done, and stored for good.
    Ack {
        /// The command's id.
        id: String,
        /// The table's event number after it.
        seq: u64,
    },
    /// It was refused; nothing has changed.
    Rejected {
        /// The command's id.
        id: String,
        /// A stable name for the reason; the page translates it.
        code: String,
        /// What belongs into the sentence.
        params: BTreeMap<String, String>,
        /// The sentence in English.
        reason: String,
    },
    /// A piece of the beginning cannot be placed there.
    InvalidPlacement {
        /// The command's id.
        id: String,
        /// A stable name for the reason.
        code: String,
        /// What belongs into the sentence.
        params: BTreeMap<String, String>,
        /// The sentence in English.
        reason: String,
    },
    /// A frame without an id that could be answered to.
    Error {
        /// A stable name for the reason.
        code: String,
        /// The sentence in English.
        reason: String,
    },
}

/// What a page is told beside answers and the events of the game.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
#[schemars(rename = "SessionTold")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "SessionTold", optional_fields))]
pub enum Told {
    /// The first message after joining.
    Welcome(Box<Welcome>),
    /// Who is there and what the table is doing.
    TableState(Box<TableState>),
    /// The game begins soon, or does not after all.
    Countdown {
        /// The event number.
        seq: u64,
        /// From 5 down; missing if it was stopped.
        #[serde(skip_serializing_if = "Option::is_none")]
        seconds_remaining: Option<u32>,
    },
    /// The server has committed to a seed; people who sit may add theirs.
    SeedRequest {
        /// The event number.
        seq: u64,
        /// The server's commitment.
        commitment: Bytes32,
        /// The table and the number of the game, which are part of a seat's commitment.
        table_id: TableId,
        /// Which game at this table, from 1.
        game: u32,
        /// The seat this page would commit for; missing for spectators.
        #[serde(skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
        /// Until when, in milliseconds since 1970.
        deadline: i64,
    },
    /// All commitments are in; now the seeds.
    SeedsCommitted {
        /// The event number.
        seq: u64,
        /// What each seat committed to; bots and those who did not are missing.
        commitments: BTreeMap<Seat, Bytes32>,
        /// Until when.
        deadline: i64,
    },
    /// What the seats gave.
    SeedsRevealed {
        /// The event number.
        seq: u64,
        /// The seed of each seat that gave one.
        seeds: BTreeMap<Seat, Bytes32>,
        /// The seats of people that gave none in time; zero bytes stand for them.
        missing: Vec<Seat>,
    },
    /// The game began; also told to whoever joins while it runs.
    GameStarted(Box<GameStart>),
    /// The whole view.
    View {
        /// The event number.
        seq: u64,
        /// What this viewer may know, with `legal`, what the viewer may do.
        view: Json,
    },
    /// How the view has changed.
    ViewPatch {
        /// The event number that the view then has.
        seq: u64,
        /// The event number that it must have before.
        from: u64,
        /// A JSON merge patch (RFC 7396).
        patch: Json,
    },
    /// The seat of this page's player is now played on another device as well; told once for each device.
    SeatElsewhere {
        /// Which.
        seat: Seat,
    },
    /// The link of the chain that decided a spin, which anybody can check at once (docs/fairness.md §16).
    SpinProof {
        /// The event number.
        seq: u64,
        /// Which spin of the game, from 1.
        spin: u64,
        /// The link.
        link: Bytes32,
    },
    /// The proof that a bought card lay where the deck's root says; for the buyer only (docs/fairness.md §15).
    CardProof {
        /// The event number.
        seq: u64,
        /// The proof.
        proof: CardProof,
    },
    /// The game stands still.
    Paused {
        /// The event number.
        seq: u64,
        /// Why.
        reason: PauseReason,
        /// Who is missing.
        missing: Vec<Seat>,
    },
    /// The game goes on.
    Resumed {
        /// The event number.
        seq: u64,
    },
    /// Somebody said something.
    Chat(ChatLine),
    /// Somebody holds these dice (Kniffel); nothing has happened yet.
    DiceHeld {
        /// Who.
        seat: Seat,
        /// Which of the five.
        kept_dice: [bool; 5],
    },
    /// The game is over.
    GameEnded(Box<GameOver>),
    /// The table is gone.
    TableClosed {
        /// The event number.
        seq: u64,
    },
    /// The server is about to stop; the page should come back in a while.
    ServerStopping {},
    /// Somebody is there.
    Pong {
        /// Milliseconds since 1970.
        server_time: i64,
    },
}

/// The first message after joining.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct Welcome {
    /// Of this protocol. A page that knows another one reloads itself.
    pub protocol_version: u32,
    /// Of the program.
    pub server_version: String,
    /// Who the page speaks for.
    pub player_id: PlayerId,
    /// Where that player sits; missing for spectators.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// Which table.
    pub table_id: TableId,
    /// What is played.
    pub game: GameName,
    /// The code that people read to each other.
    pub code: JoinCode,
    /// How the table is set up.
    pub settings: Json,
    /// The levels of bots that this game has.
    pub bots: Vec<String>,
    /// Milliseconds since 1970.
    pub server_time: i64,
}

/// Who is at a table and what it is doing.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct TableState {
    /// The event number.
    pub seq: u64,
    /// Who sits where.
    pub players: Vec<Player>,
    /// Who may change settings and begin.
    pub host: PlayerId,
    /// `lobby`, `seeding`, `playing`, `over`, `closed`.
    pub phase: String,
    /// How many may play.
    pub least_players: u8,
    /// How many may play.
    pub most_players: u8,
    /// How many watch.
    pub spectators: u32,
    /// How the table is set up.
    pub settings: Json,
    /// Why the game stands still, if it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paused: Option<PauseReason>,
    /// Who is for what.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub votes: BTreeMap<Topic, Vec<PlayerId>>,
    /// Who wants to play again.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub rematch: Vec<PlayerId>,
}

/// Somebody with a seat.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "TablePlayer", optional_fields))]
pub struct Player {
    /// Where.
    pub seat: Seat,
    /// Who.
    pub player_id: PlayerId,
    /// How they are called.
    pub name: String,
    /// Their color.
    pub color: Color,
    /// Whether they want to begin.
    pub ready: bool,
    /// Whether a page of theirs is open.
    pub connected: bool,
    /// The level, if it is a bot, or one plays for them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bot: Option<String>,
    /// Whether it is a person for whom a bot plays.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub substituted: bool,
}

/// How a game began.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct GameStart {
    /// The event number.
    pub seq: u64,
    /// Which game at this table, from 1.
    pub number: u32,
    /// What is played.
    pub game: GameName,
    /// Rules and board: what never changes during the game.
    pub fixed: Json,
    /// What was committed to.
    pub fairness: Fairness,
}

/// What was committed to before the first move (docs/fairness.md).
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct Fairness {
    /// Of the scheme.
    pub scheme: u32,
    /// The server's commitment.
    pub commitment: Bytes32,
    /// The seats that gave no seed in time.
    pub missing: Vec<Seat>,
    /// The root over the deck of development cards, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deck_root: Option<Bytes32>,
}

/// The proof that a card lies in a deck.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct CardProof {
    /// Its place in the deck, from 0.
    pub index: u32,
    /// Its kind, by number.
    pub kind: u8,
    /// The salt of its leaf.
    pub salt: Bytes32,
    /// The hashes on the way to the root.
    pub path: Vec<Bytes32>,
}

/// Something that somebody said.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct ChatLine {
    /// Who.
    pub player_id: PlayerId,
    /// How they are called.
    pub name: String,
    /// What.
    pub text: String,
    /// When, in milliseconds since 1970.
    pub at: i64,
}

/// How a game ended.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct GameOver {
    /// The event number.
    pub seq: u64,
    /// Which game at this table, from 1.
    pub number: u32,
    /// How.
    pub how: HowEnded,
    /// Who won.
    pub winners: Vec<Seat>,
    /// What everybody had, by seat.
    pub scores: Vec<i64>,
    /// How long it took, in milliseconds.
    pub duration: i64,
    /// How many moves were made.
    pub moves: u64,
    /// The server's seed, for verification.
    pub server_seed: Bytes32,
    /// The seats' seeds; zero bytes where there was none.
    pub seat_seeds: Vec<Bytes32>,
}
