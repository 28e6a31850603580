//! The log of a table, entry by entry.
//!
//! An *entry* is something that was accepted and written down: from the entries alone a table is made again, with
//! everything that people rely on. What is fleeting (who is connected, a bot's thoughts) is not in the log. Entries hold
//! secrets (seeds, hidden cards) and never leave the server as they are.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Bytes32, Color, JoinCode, PlayerId, Settings};
use crate::engine::GameName;
use crate::{Seat, Wire};

/// One entry, with the words of one game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Entry<S, A, O> {
    /// The table was opened; always the first entry.
    Opened {
        /// What is played.
        game: GameName,
        /// The code that people read to each other.
        code: JoinCode,
        /// Who opened it.
        host: PlayerId,
        /// How it was set up.
        settings: Settings<S>,
    },
    /// The host changed the settings.
    OptionsSet {
        /// All of them.
        settings: Settings<S>,
    },
    /// Somebody sat down.
    Sat {
        /// Where.
        seat: Seat,
        /// Who.
        player: PlayerId,
        /// How they are called here.
        name: String,
        /// Their color.
        color: Color,
    },
    /// A bot was put into a seat.
    BotSat {
        /// Where.
        seat: Seat,
        /// Its id.
        player: PlayerId,
        /// How well it plays.
        level: String,
        /// How it is called.
        name: String,
        /// Its color.
        color: Color,
    },
    /// A seat became free.
    GotUp {
        /// Which.
        seat: Seat,
    },
    /// Somebody said to be ready, or no longer to be.
    Ready {
        /// Who.
        seat: Seat,
        /// Which of the two.
        ready: bool,
    },
    /// Somebody is called differently.
    Renamed {
        /// Who.
        seat: Seat,
        /// How.
        name: String,
    },
    /// Somebody has another color.
    Recolored {
        /// Who.
        seat: Seat,
        /// Which.
        color: Color,
    },
    /// There is a new host.
    HostIs {
        /// Who.
        player: PlayerId,
    },
    /// Everybody is ready; the game begins soon.
    CountingDown {
        /// When, in milliseconds since 1970.
        until: i64,
    },
    /// It does not, after all.
    CountdownStopped {},
    /// The server committed to its seed; the seats may commit to theirs.
    SeedChosen {
        /// Which game at this table, from 1.
        number: u32,
        /// The secret.
        seed: Bytes32,
        /// Until when seats may commit.
        until: i64,
    },
    /// A seat committed to a seed.
    SeatCommitted {
        /// Which.
        seat: Seat,
        /// To what.
        commitment: Bytes32,
    },
    /// All commitments are in; the seats may reveal.
    RevealsOpened {
        /// Until when.
        until: i64,
    },
    /// A seat revealed its seed.
    SeatRevealed {
        /// Which.
        seat: Seat,
        /// What.
        seed: Bytes32,
    },
    /// The game began.
    Started {
        /// The former seat of each seat in the game, in the order drawn.
        order: Vec<Seat>,
        /// How it began, with nothing left open.
        start: S,
        /// Which former seats gave no seed, or not in time.
        missing: Vec<Seat>,
    },
    /// Moves that belong together: all were made, or none.
    Played {
        /// Whose doing it was.
        by: Author,
        /// The moves in order.
        moves: Vec<PlayedMove<A, O>>,
    },
    /// The game stands still.
    Paused {
        /// Why.
        reason: PauseReason,
    },
    /// The game goes on.
    Resumed {},
    /// Nobody has served the table until now: its clocks go on with what was left of them.
    StoodStill {
        /// Since when, in milliseconds since 1970.
        since: i64,
    },
    /// A bot plays for somebody.
    BotTookOver {
        /// For whom.
        seat: Seat,
        /// Whether the seat was given up for good.
        for_good: bool,
    },
    /// The player plays again.
    HandedBack {
        /// Who.
        seat: Seat,
    },
    /// Somebody voted, or took the vote back.
    Voted {
        /// On what.
        topic: Topic,
        /// Who.
        player: PlayerId,
        /// How.
        yes: bool,
    },
    /// The game ended.
    Ended {
        /// How.
        how: HowEnded,
        /// Who won.
        winners: Vec<Seat>,
        /// What everybody had in the end, by seat.
        scores: Vec<i64>,
    },
    /// Somebody wants to play again, or no longer does.
    RematchAsked {
        /// Who.
        player: PlayerId,
        /// Which of the two.
        yes: bool,
    },
    /// The seats are open again after a game.
    Reopened {},
    /// The table is gone.
    Closed {},
}

/// An entry of one game's table.
pub type EntryOf<G> = Entry<<G as Wire>::WireStart, <G as Wire>::WireAction, <G as Wire>::WireOutcome>;

/// One move with what luck decided.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayedMove<A, O> {
    /// Who acted.
    pub seat: Seat,
    /// What was asked for.
    pub action: A,
    /// What luck decided, if anything was left to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<O>,
}

/// Whose doing a move was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Author {
    /// The player in the seat.
    Player,
    /// A bot, in its own seat or for somebody.
    Bot,
    /// The table, since the time was up.
    Timer,
    /// The table, as the rules say.
    Table,
}

/// Why a game stands still.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum PauseReason {
    /// Somebody asked for it.
    Asked,
    /// Somebody whose move it is has been away for too long.
    Absent,
    /// Nobody is there.
    Nobody,
}

/// What can be voted on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Topic {
    /// That bots play for those who are away.
    Bot,
    /// That the game is given up.
    Abort,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum HowEnded {
    /// By its rules.
    Finished,
    /// It was given up.
    Aborted,
}
