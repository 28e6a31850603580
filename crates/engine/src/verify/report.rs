//! What verifying a log ends with: a report, or the first thing that does not fit.
//!
//! Both are values for programs and sentences for people. A *place* is where in the log something is wrong; moves
//! count from 0, as positions in the log do.

use std::fmt;

/// What a log that holds is about.
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
            None => f.write_str("not over")?,
            Some([]) => f.write_str("over without a winner")?,
            Some([winner]) => write!(f, "won by seat {winner}")?,
            Some(winners) => {
                let seats: Vec<String> = winners.iter().map(u8::to_string).collect();
                write!(f, "shared by seats {}", seats.join(", "))?;
            }
        }
        let outcomes = counted(self.drawn, "outcome");
        write!(f, "; {outcomes} drawn from the seed and recomputed, {} given", self.given)?;
        match self.start {
            Start::Given => Ok(()),
            Start::DrawnBoard => f.write_str("; the board drawn from the seed and recomputed"),
            Start::State { position } => {
                write!(f, "; begins from a state, after {}", counted(position, "move"))
            }
        }
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

/// The first thing in a log that does not fit.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place}: {problem}")]
pub struct Fault {
    /// Where.
    pub place: Place,
    /// What.
    pub problem: Problem,
}

/// Where in a log something is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// The text itself.
    File,
    /// What kind of log it is.
    Version,
    /// The seed.
    Seed,
    /// The setup or the state that the game begins with.
    Start,
    /// The board that was drawn.
    Board,
    /// The move with this number, from 0.
    Move(usize),
    /// The digest over all the rest.
    Digest,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File => f.write_str("the file"),
            Self::Version => f.write_str("the version"),
            Self::Seed => f.write_str("the seed"),
            Self::Start => f.write_str("the start"),
            Self::Board => f.write_str("the board"),
            Self::Move(number) => write!(f, "move {number}"),
            Self::Digest => f.write_str("the digest"),
        }
    }
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
