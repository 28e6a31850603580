//! What verifying a game ends with: a report, or the first thing that does not fit.
//!
//! Both are values for programs and sentences for people.

use std::fmt;

use protocol::file::LineFault;

use super::{Part, Place};

/// What a game that holds is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The game's name.
    pub game: &'static str,
    /// How many players there were at the beginning; in some games others may join.
    pub players: usize,
    /// How many moves were replayed.
    pub moves: usize,
    /// Who has won; `None` if the game is not over.
    pub winners: Option<Vec<u8>>,
    /// How many outcomes were drawn, and came out the same when drawn again.
    pub drawn: usize,
    /// How many outcomes were given rather than drawn: possible, but nobody can say more.
    pub given: usize,
    /// How the game began.
    pub start: Start,
    /// Where its seed came from, if this is the file of a game at a table.
    pub ceremony: Option<CeremonyReport>,
}

/// What can be said for the secrets of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CeremonyReport {
    /// The table.
    pub table: String,
    /// Which game there.
    pub number: u32,
    /// How many people added a seed that they had committed to.
    pub given: usize,
    /// The chairs of people who did not.
    pub missing: Vec<u8>,
    /// Whether the order of the seats was drawn, and came out the same when drawn again.
    pub seats_drawn: bool,
    /// Whether there is a deck, and its root came out the same.
    pub deck: bool,
    /// Whether every draw had a link of a chain, each following from the one before.
    pub chain: bool,
}

/// How a game began, and what can be said for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// With a setup in which luck had no part, or which was given.
    Given,
    /// With a board that was drawn, and came out the same when drawn again.
    DrawnBoard,
    /// In the middle, from a state that could be: what led to it is not in the log.
    State {
        /// How many moves the log's writer had seen before.
        position: u64,
    },
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let players = counted(self.players, "player");
        let moves = counted(self.moves, "move");
        write!(f, "{}, {players}, {moves}, ", self.game)?;
        match self.winners.as_deref() {
            None if self.ceremony.is_some() => f.write_str("aborted")?,
            None => f.write_str("not over")?,
            Some([]) => f.write_str("over without a winner")?,
            Some([winner]) => write!(f, "won by seat {winner}")?,
            Some(winners) => {
                let seats: Vec<String> = winners.iter().map(u8::to_string).collect();
                write!(f, "shared by seats {}", seats.join(", "))?;
            }
        }
        let outcomes = counted(self.drawn, "outcome");
        match &self.ceremony {
            None => write!(f, "; {outcomes} drawn from the seed and recomputed, {} given", self.given)?,
            Some(ceremony) => write!(f, "; {ceremony}; {outcomes} drawn from the seeds and recomputed")?,
        }
        match self.start {
            // Of the games, those with a deck have a board.
            Start::Given if self.ceremony.as_ref().is_some_and(|ceremony| ceremony.deck) => {
                f.write_str("; the board given")
            }
            Start::Given => Ok(()),
            Start::DrawnBoard => f.write_str("; the board drawn from the seed and recomputed"),
            Start::State { position } => {
                write!(f, "; begins from a state, after {}", counted(position, "move"))
            }
        }
    }
}

impl fmt::Display for CeremonyReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { table, number, given, .. } = self;
        write!(f, "game {number} of table {table}; the server kept its commitment")?;
        match given {
            0 => {}
            1 => f.write_str(" and so did 1 person")?,
            n => write!(f, " and so did {n} people")?,
        }
        if !self.missing.is_empty() {
            let chairs: Vec<String> = self.missing.iter().map(u8::to_string).collect();
            write!(f, "; no seed came from chair {}", chairs.join(", "))?;
        }
        if self.seats_drawn {
            f.write_str("; the order of the seats drawn from the seed and recomputed")?;
        } else {
            f.write_str("; the order of the seats given")?;
        }
        if self.deck {
            f.write_str("; the deck fits its root")?;
        }
        if self.chain {
            f.write_str("; every link of the chain follows from the one before")?;
        }
        Ok(())
    }
}

fn counted(n: impl Copy + Into<Count>, noun: &str) -> String {
    let Count(n) = n.into();
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

/// A number of things.
struct Count(u64);

impl From<usize> for Count {
    fn from(n: usize) -> Self {
        Self(n as u64)
    }
}

impl From<u64> for Count {
    fn from(n: u64) -> Self {
        Self(n)
    }
}

/// The first thing that does not fit.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place}: {problem}")]
pub struct Fault {
    /// Where.
    pub place: Place,
    /// What.
    pub problem: Problem,
}

/// What is wrong at a place.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Problem {
    /// It cannot be read, or the rules do not allow it.
    #[error("{0}")]
    Refused(String),
    /// It is there, but it is not what follows from what comes before.
    #[error("expected {expected}, found {found}")]
    Differs {
        /// What follows.
        expected: String,
        /// What is there.
        found: String,
    },
}

impl Fault {
    pub(crate) fn refused(place: Place, why: impl fmt::Display) -> Self {
        Self { place, problem: Problem::Refused(why.to_string()) }
    }

    pub(crate) fn differs(place: Place, expected: impl fmt::Display, found: impl fmt::Display) -> Self {
        let [expected, found] = [expected.to_string(), found.to_string()];
        Self { place, problem: Problem::Differs { expected, found } }
    }
}

/// What cannot even be read.
impl From<LineFault> for Fault {
    fn from(fault: LineFault) -> Self {
        Self::refused(Place::Line { number: fault.line, part: Part::Itself }, fault.message)
    }
}
