//! What a seat can ask for.
//!
//! An *action* has no luck in it. Players act from seats 0 to 9; the *table* itself (timer, ball, croupier) acts
//! from [`TABLE`], a seat that no player can take, so that a log holds everything that happened in one form.
//!
//! Rules: docs/rules/roulette.md §4.2, §4.3.

use std::fmt;

use game::Seat;

use crate::{Bet, MAX_PLAYERS, Name};

/// The player who may spin by hand and open the next round.
pub const HOST: Seat = Seat(0);

/// The seat from which the table itself acts. Whoever passes on messages of players must never let one speak
/// for this seat.
pub const TABLE: Seat = Seat(MAX_PLAYERS);

/// What a seat asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Puts chips on a bet, or more chips on the same bet.
    PlaceBet {
        /// Where.
        bet: Bet,
        /// How many.
        amount: u32,
    },
    /// Takes a bet back.
    RemoveBet {
        /// Its place in the order of the player's bets, from 0.
        index: u32,
    },
    /// Closes the bets and spins the wheel: the host, or the table when the timer has run out.
    Spin,
    /// Pays the bets: the table, when the ball has come to rest.
    Settle,
    /// Ends the round: the table, when everybody is paid.
    EndRound,
    /// Clears the bets and opens the betting: the host, or the table after a while.
    NextRound,
    /// Ends the game: the host, or the table when everybody has been away for long.
    Close,
    /// Sits down in an empty seat.
    Join {
        /// How the player is called; after the seat if nothing is said.
        name: Option<Name>,
    },
    /// The connection to the player is lost.
    Disconnect,
    /// The player is back.
    Reconnect,
    /// Gets up and takes the chips along.
    Leave,
}

impl Action {
    /// The action's name on the wire.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::PlaceBet { .. } => "place_bet",
            Self::RemoveBet { .. } => "remove_bet",
            Self::Spin => "spin",
            Self::Settle => "settle",
            Self::EndRound => "end_round",
            Self::NextRound => "next_round",
            Self::Close => "close",
            Self::Join { .. } => "player_join",
            Self::Disconnect => "player_disconnect",
            Self::Reconnect => "player_reconnect",
            Self::Leave => "player_leave",
        }
    }

    /// Whether this is about who is at the table, and that there is one, rather than about the round.
    #[must_use]
    pub const fn is_presence(&self) -> bool {
        match self {
            Self::PlaceBet { .. }
            | Self::RemoveBet { .. }
            | Self::Spin
            | Self::Settle
            | Self::EndRound
            | Self::NextRound => false,
            Self::Close | Self::Join { .. } | Self::Disconnect | Self::Reconnect | Self::Leave => true,
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        match self {
            Self::PlaceBet { bet, amount } => write!(f, " {amount} on {bet}"),
            Self::RemoveBet { index } => write!(f, " {index}"),
            Self::Join { name: Some(name) } => write!(f, " as {name}"),
            Self::Join { name: None }
            | Self::Spin
            | Self::Settle
            | Self::EndRound
            | Self::NextRound
            | Self::Close
            | Self::Disconnect
            | Self::Reconnect
            | Self::Leave => Ok(()),
        }
    }
}
