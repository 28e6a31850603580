//! What goes out: what to store, whom to tell, which bots to ask.
//!
//! The server stores first and tells afterwards; if storing fails, the table is as it was before the input.

use game::{Seat, SeatSet};
use protocol::http::MyGamePlayer;
use protocol::table::{Bytes32, EntryOf, HowEnded, PauseReason, PlayerId};
use protocol::ws::session::CardProof;

use crate::{Millis, Played, Transfer};

/// What an input led to.
#[derive(Clone, Debug)]
pub struct Effects<G: Played> {
    /// To be stored, in order; the first has the number after the table's head.
    pub entries: Vec<EntryOf<G>>,
    /// Chips that move in the same transaction.
    pub transfers: Vec<Transfer>,
    /// What players' statistics need to know.
    pub results: Vec<Result>,
    /// What dice or ball gave people, to be added to their statistics.
    pub rolls: Vec<Rolled>,
    /// To be told once stored.
    pub notices: Vec<Notice<G>>,
    /// Bots to ask.
    pub think: Vec<Think>,
}

impl<G: Played> Default for Effects<G> {
    fn default() -> Self {
        Self {
            entries: vec![],
            transfers: vec![],
            results: vec![],
            rolls: vec![],
            notices: vec![],
            think: vec![],
        }
    }
}

/// A bot that is to be asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Think {
    /// Where it sits, or for whom it plays.
    pub seat: Seat,
    /// How well it plays.
    pub level: String,
    /// The position it is asked about.
    pub position: u64,
}

/// What a game that ended was for one person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Result {
    /// Who.
    pub player: PlayerId,
    /// Where they sat.
    pub seat: Seat,
    /// What they had in the end; where one bets, what they won or lost.
    pub score: i64,
    /// Whether they won.
    pub won: bool,
    /// Which game at this table, from 1.
    pub number: u32,
    /// Everybody who sat there in the end.
    pub players: Vec<MyGamePlayer>,
}

/// What dice or ball gave a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rolled {
    /// Whom.
    pub player: PlayerId,
    /// What: a sum, a face, a number.
    pub value: u8,
    /// How often.
    pub times: u64,
}

/// Something that people are told.
#[derive(Clone, Debug)]
pub enum Notice<G: Played> {
    /// Seats, names, host or phase are different.
    TableChanged,
    /// The countdown began or was stopped.
    Countdown {
        /// When it ends; `None` if it was stopped.
        until: Option<Millis>,
    },
    /// Seats may commit to seeds.
    SeedsAsked {
        /// Until when.
        until: Millis,
    },
    /// All commitments are in; seats may reveal.
    SeedsCommitted {
        /// Until when.
        until: Millis,
    },
    /// The seeds are in.
    SeedsRevealed,
    /// The game began.
    Started,
    /// Something happened in the game; each viewer is told what it may know.
    Happened {
        /// The entry it belongs to.
        seq: u64,
        /// What.
        event: G::Event,
    },
    /// The link of the chain that decided a draw, which anybody can now check.
    Drawn {
        /// Which draw, from 1.
        index: u64,
        /// The link.
        link: Bytes32,
    },
    /// The proof that a card lay where the deck's root says; for its owner only.
    CardProof {
        /// The owner.
        seat: Seat,
        /// The proof.
        proof: CardProof,
    },
    /// The game stands still.
    Paused {
        /// Why.
        reason: PauseReason,
        /// Who is missing.
        missing: SeatSet,
    },
    /// The game goes on.
    Resumed,
    /// The game is over.
    Ended {
        /// How.
        how: HowEnded,
    },
    /// The table is gone; connections to it close.
    Closed,
}
