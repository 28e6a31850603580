//! What comes in: people's commands, connections, the clock, bots' choices.

use game::Seat;
use protocol::table::{Bytes32, Changes, Color, PlayerId, Topic};

use crate::{Millis, Played};

/// When something comes in, and thirty-two bytes that nobody can predict, in case the table needs some.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    /// Milliseconds since 1970.
    pub now: Millis,
    /// Fresh for every input.
    pub entropy: [u8; 32],
}

/// Something that comes in.
#[derive(Clone, Debug)]
pub enum Input<G: Played> {
    /// The first connection of a player opened.
    Came {
        /// Who.
        player: PlayerId,
    },
    /// The last connection of a player closed.
    Went {
        /// Who.
        player: PlayerId,
    },
    /// Somebody asks for something.
    Command {
        /// Who.
        player: PlayerId,
        /// How they are called.
        name: String,
        /// What.
        command: Command<G>,
    },
    /// The time that [`Table::next_wake`](crate::Table::next_wake) named has come.
    Wake,
    /// A bot has made up its mind.
    Chosen {
        /// Where it sits.
        seat: Seat,
        /// The position it was asked about.
        position: u64,
        /// What it wants to do; `None` if it would rather wait.
        action: Option<G::Action>,
    },
    /// The chips for what was about to happen are not there.
    CannotPay {
        /// Whose.
        player: PlayerId,
    },
    /// Whoever runs the server closes the table: a running game is broken off, and stakes go back.
    Close,
}

/// What people can ask a table for.
#[derive(Clone, PartialEq, Debug)]
pub enum Command<G: Played> {
    /// Sits down, here or anywhere.
    Sit {
        /// Where.
        seat: Option<Seat>,
    },
    /// Gets up.
    Stand,
    /// Leaves the table: gets up where that is possible; in a running game the chair is kept.
    Leave,
    /// Gives the chair to a bot for good.
    GiveUp,
    /// Ready, or no longer.
    ToggleReady,
    /// Other settings.
    SetOptions(Changes<G::WireStart>),
    /// Begins.
    Start,
    /// Takes somebody's seat away.
    Kick(PlayerId),
    /// Makes somebody host.
    TransferHost(PlayerId),
    /// Puts a bot into a free chair.
    AddBot(String),
    /// Frees a chair.
    RemoveSeat(Seat),
    /// Another name.
    Rename(String),
    /// Another color.
    Recolor(Color),
    /// The hash of a seed.
    CommitSeed(Bytes32),
    /// The seed itself.
    RevealSeed(Bytes32),
    /// A vote.
    Vote {
        /// On what.
        topic: Topic,
        /// How.
        yes: bool,
    },
    /// The game shall stand still.
    Pause,
    /// The game shall go on.
    Resume,
    /// Plays again, or no longer wants to.
    Rematch,
    /// Something in the game.
    Move(G::Command),
}
