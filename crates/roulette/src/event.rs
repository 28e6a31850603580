//! What happened.
//!
//! An *event* is a fact, told while an action is carried out. Nothing at this table is secret, so everybody sees every
//! event as it is. Events are small and copied: the results of a round are told bet by bet, not collected.
//!
//! Rules: docs/rules/roulette.md §5, §6, §7, §8.

use std::fmt;

use game::Seat;

use crate::{Bet, Name, Number, TABLE};

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// Chips were put on a bet.
    BetPlaced {
        /// Whose.
        seat: Seat,
        /// Where.
        bet: Bet,
        /// How many were added.
        amount: u32,
        /// How many lie there now.
        stake: u32,
    },
    /// A bet was taken back.
    BetRemoved {
        /// Whose.
        seat: Seat,
        /// Where.
        bet: Bet,
        /// How many chips went back into the hand.
        amount: u32,
    },
    /// No more bets.
    BettingClosed {
        /// Who had the wheel spun: the host or the table.
        by: Seat,
    },
    /// The wheel spins. The page needs the number for the picture; histories and logs wait for the settlement.
    WheelSpun {
        /// Where the ball will come to rest.
        number: Number,
    },
    /// The ball has come to rest and the bets are paid; the results follow, bet by bet and player by player.
    RoundSettled {
        /// The round.
        round: u32,
        /// The number that came up.
        number: Number,
    },
    /// The result of one bet.
    BetSettled {
        /// Whose.
        seat: Seat,
        /// Where.
        bet: Bet,
        /// What was staked.
        amount: u32,
        /// What came back.
        returned: u64,
    },
    /// The result of one player who had bets, after those of all the bets.
    PlayerSettled {
        /// Who.
        seat: Seat,
        /// All that was staked.
        staked: u32,
        /// All that came back.
        returned: u64,
    },
    /// The round is over.
    RoundEnded {
        /// The round.
        round: u32,
    },
    /// The bets are cleared; new ones may be placed.
    BettingOpened {
        /// The new round.
        round: u32,
    },
    /// Somebody took a seat.
    Joined {
        /// Which.
        seat: Seat,
        /// How the player is called.
        name: Name,
        /// What was issued.
        chips: u32,
    },
    /// Somebody got up.
    Left {
        /// Who.
        seat: Seat,
    },
    /// Somebody who got up takes the chips along.
    CashedOut {
        /// Who.
        seat: Seat,
        /// How many.
        chips: u64,
    },
    /// The connection to a player was lost.
    Disconnected {
        /// Who.
        seat: Seat,
    },
    /// A player is back.
    Reconnected {
        /// Who.
        seat: Seat,
    },
    /// A stake went back because the table closes.
    StakeReturned {
        /// Whose.
        seat: Seat,
        /// How much.
        amount: u32,
    },
    /// The game is over.
    Closed {
        /// The host or the table.
        by: Seat,
    },
}

impl Event {
    /// What a player won or lost, if this is a player's result.
    #[must_use]
    pub fn net(&self) -> Option<i64> {
        match *self {
            // A return is below 2^38 (§9.2), so it fits.
            Self::PlayerSettled { staked, returned, .. } => Some(returned.cast_signed() - i64::from(staked)),
            Self::BetPlaced { .. }
            | Self::BetRemoved { .. }
            | Self::BettingClosed { .. }
            | Self::WheelSpun { .. }
            | Self::RoundSettled { .. }
            | Self::BetSettled { .. }
            | Self::RoundEnded { .. }
            | Self::BettingOpened { .. }
            | Self::Joined { .. }
            | Self::Left { .. }
            | Self::CashedOut { .. }
            | Self::Disconnected { .. }
            | Self::Reconnected { .. }
            | Self::StakeReturned { .. }
            | Self::Closed { .. } => None,
        }
    }
}

/// A seat in a sentence.
struct Who(Seat);

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == TABLE { f.write_str("the table") } else { write!(f, "{}", self.0) }
    }
}

impl fmt::Display for Event {
    /// One sentence, for logs and transcripts.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BetPlaced { seat, bet, amount, stake } if amount == stake => {
                write!(f, "{seat} bets {amount} on {bet}")
            }
            Self::BetPlaced { seat, bet, amount, stake } => {
                write!(f, "{seat} bets {amount} more on {bet}, {stake} in all")
            }
            Self::BetRemoved { seat, bet, amount } => write!(f, "{seat} takes {amount} back from {bet}"),
            Self::BettingClosed { by } => write!(f, "{} closes the bets", Who(*by)),
            Self::WheelSpun { number } => write!(f, "the wheel spins, for {number}"),
            Self::RoundSettled { round, number } => {
                write!(f, "round {round} settles on {number} {}", number.color())
            }
            Self::BetSettled { seat, bet, amount, returned } => {
                write!(f, "{seat} gets {returned} for {amount} on {bet}")
            }
            Self::PlayerSettled { seat, staked, returned } => {
                let net = self.net().unwrap_or_default();
                write!(f, "{seat} staked {staked}, gets {returned}, net {net:+}")
            }
            Self::RoundEnded { round } => write!(f, "round {round} is over"),
            Self::BettingOpened { round } => write!(f, "round {round} begins, place your bets"),
            Self::Joined { seat, name, chips } => write!(f, "{name} takes {seat} with {chips} chips"),
            Self::Left { seat } => write!(f, "{seat} gets up"),
            Self::CashedOut { seat, chips } => write!(f, "{seat} takes {chips} chips along"),
            Self::Disconnected { seat } => write!(f, "{seat} is away"),
            Self::Reconnected { seat } => write!(f, "{seat} is back"),
            Self::StakeReturned { seat, amount } => write!(f, "{seat} gets the stake of {amount} back"),
            Self::Closed { by: TABLE } => f.write_str("the deserted table closes"),
            Self::Closed { by } => write!(f, "{by} closes the table"),
        }
    }
}
