//! Where in a recorded game something is wrong.
//!
//! Moves of a log count from 0, as positions do; lines of a file count from 1, as editors do.

use std::fmt;

/// Where something is wrong.
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
    /// A line of a game's file.
    Line {
        /// Which, from 1.
        number: usize,
        /// What of it.
        part: Part,
    },
}

/// A part of a line of a game's file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// All of it.
    Itself,
    /// What kind of file it is.
    Version,
    /// Table and number of the game.
    Context,
    /// Who played.
    Players,
    /// What this chair added.
    Chair(u8),
    /// The server's seed.
    ServerSeed,
    /// Who added nothing.
    Missing,
    /// What is said to be drawn before the first move.
    Drawn,
    /// The order of the seats.
    SeatOrder,
    /// How the game began.
    Start,
    /// The board.
    Board,
    /// The root of the deck.
    Deck,
    /// The number of a move.
    Position,
    /// What a seat asked for.
    Action,
    /// What luck decided.
    Outcome,
    /// How luck decided it.
    Draw,
    /// The link of a chain.
    Link,
    /// How the game ended.
    End,
    /// The digest over all lines before.
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
            Self::Line { number, part: Part::Itself } => write!(f, "line {number}"),
            Self::Line { number, part } => write!(f, "line {number}, {part}"),
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Itself => "the line",
            Self::Version => "the version",
            Self::Context => "the table",
            Self::Players => "the players",
            Self::Chair(chair) => return write!(f, "chair {chair}"),
            Self::ServerSeed => "the server's seed",
            Self::Missing => "who is missing",
            Self::Drawn => "what was drawn",
            Self::SeatOrder => "the order of the seats",
            Self::Start => "the start",
            Self::Board => "the board",
            Self::Deck => "the deck",
            Self::Position => "the position",
            Self::Action => "the action",
            Self::Outcome => "the outcome",
            Self::Draw => "the draw",
            Self::Link => "the link",
            Self::End => "the end",
            Self::Digest => "the digest",
        })
    }
}
