//! Games as the engine runs them: what it needs beside the rules and their words.
//!
//! [`Any`] is a game of whichever kind behind a handle, and [`with_session!`](crate::hosted::with_session) does the same with each;
//! from a name to a kind leads [`with_game!`](protocol::with_game).

use bots::{Company, Player};
use catan::Catan;
use game::Game;
use kniffel::Kniffel;
use protocol::Wire;
use protocol::engine::GameName;
use roulette::{MAX_PLAYERS, Roulette};

use crate::session::Session;

/// A game that the engine can run.
pub(crate) trait Hosted: Wire + Player + Company {
    /// Its name.
    const GAME: GameName;

    /// How many players sit at the table; not the same as its seats, where some may be empty.
    fn players(&self) -> u8;

    /// The session as one of whichever kind.
    fn any(session: Box<Session<Self>>) -> Any;
}

/// A session of one of the games.
#[derive(Clone, Debug)]
pub(crate) enum Any {
    Catan(Box<Session<Catan>>),
    Kniffel(Box<Session<Kniffel>>),
    Roulette(Box<Session<Roulette>>),
}

impl Hosted for Catan {
    const GAME: GameName = GameName::Catan;

    fn players(&self) -> u8 {
        self.seats() as u8
    }

    fn any(session: Box<Session<Self>>) -> Any {
        Any::Catan(session)
    }
}

impl Hosted for Kniffel {
    const GAME: GameName = GameName::Kniffel;

    fn players(&self) -> u8 {
        self.seats() as u8
    }

    fn any(session: Box<Session<Self>>) -> Any {
        Any::Kniffel(session)
    }
}

impl Hosted for Roulette {
    const GAME: GameName = GameName::Roulette;

    fn players(&self) -> u8 {
        (0..MAX_PLAYERS).filter(|&seat| self.presence(game::Seat(seat)).is_some()).count() as u8
    }

    fn any(session: Box<Session<Self>>) -> Any {
        Any::Roulette(session)
    }
}

/// Does the same with whichever session it is.
macro_rules! with_session {
    ($any:expr, $session:ident => $do:expr) => {
        match $any {
            $crate::hosted::Any::Catan($session) => $do,
            $crate::hosted::Any::Kniffel($session) => $do,
            $crate::hosted::Any::Roulette($session) => $do,
        }
    };
}

pub(crate) use with_session;
