//! What happened at the roulette table, as a message. The results of a round are told bet by bet, then player by player.
//!
//! Rules: docs/rules/roulette.md §5–§8.

use schemars::JsonSchema;
use serde::Serialize;

use super::BetType;
use super::bet::numbers;
use crate::{Seat, Whole};

/// What happened. A seat of 10 is the table itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase", deny_unknown_fields)]
#[schemars(rename = "RouletteEvent")]
pub enum Event {
    /// Chips were put on a bet.
    BetPlaced {
        /// Whose.
        seat: Seat,
        /// The kind of bet.
        bet_type: BetType,
        /// Its numbers; empty where the kind alone names the bet.
        numbers: Vec<Whole>,
        /// How many were added.
        amount: u32,
        /// How many lie there now.
        stake: u32,
    },
    /// A bet was taken back.
    BetRemoved {
        /// Whose.
        seat: Seat,
        /// The kind of bet.
        bet_type: BetType,
        /// Its numbers; empty where the kind alone names the bet.
        numbers: Vec<Whole>,
        /// How many chips went back into the hand.
        amount: u32,
    },
    /// No more bets.
    BettingClosed {
        /// Who had the wheel spun: the host or the table.
        by: Seat,
    },
    /// The wheel spins.
    WheelSpun {
        /// Where the ball will come to rest.
        winning_number: u8,
    },
    /// The ball has come to rest and the bets are paid; the results follow.
    RoundSettled {
        /// The round.
        round: u32,
        /// The number that came up.
        winning_number: u8,
    },
    /// The result of one bet.
    BetSettled {
        /// Whose.
        seat: Seat,
        /// The kind of bet.
        bet_type: BetType,
        /// Its numbers; empty where the kind alone names the bet.
        numbers: Vec<Whole>,
        /// What was staked.
        amount: u32,
        /// What came back.
        returned: Whole,
    },
    /// The result of one player who had bets.
    PlayerSettled {
        /// Who.
        seat: Seat,
        /// All that was staked.
        staked: u32,
        /// All that came back.
        returned: Whole,
        /// What was won, or lost if negative.
        net: Whole,
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
    PlayerJoined {
        /// Which.
        seat: Seat,
        /// How the player is called.
        display_name: String,
        /// What was issued.
        chips: u32,
    },
    /// Somebody got up.
    PlayerLeft {
        /// Who.
        seat: Seat,
    },
    /// Somebody who got up takes the chips along.
    CashedOut {
        /// Who.
        seat: Seat,
        /// How many.
        chips: Whole,
    },
    /// The connection to a player was lost.
    PlayerDisconnected {
        /// Who.
        seat: Seat,
    },
    /// A player is back.
    PlayerReconnected {
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
    TableClosed {
        /// The host or the table.
        by: Seat,
    },
}

impl From<&roulette::Event> for Event {
    fn from(event: &roulette::Event) -> Self {
        use roulette::Event as From;
        match *event {
            From::BetPlaced { seat, bet, amount, stake } => Self::BetPlaced {
                seat: seat.into(),
                bet_type: bet.kind().into(),
                numbers: numbers(bet),
                amount,
                stake,
            },
            From::BetRemoved { seat, bet, amount } => Self::BetRemoved {
                seat: seat.into(),
                bet_type: bet.kind().into(),
                numbers: numbers(bet),
                amount,
            },
            From::BettingClosed { by } => Self::BettingClosed { by: by.into() },
            From::WheelSpun { number } => Self::WheelSpun { winning_number: number.get() },
            From::RoundSettled { round, number } => {
                Self::RoundSettled { round, winning_number: number.get() }
            }
            From::BetSettled { seat, bet, amount, returned } => Self::BetSettled {
                seat: seat.into(),
                bet_type: bet.kind().into(),
                numbers: numbers(bet),
                amount,
                returned: Whole::of_chips(returned),
            },
            From::PlayerSettled { seat, staked, returned } => Self::PlayerSettled {
                seat: seat.into(),
                staked,
                returned: Whole::of_chips(returned),
                net: Whole::new(Whole::of_chips(returned).get() - i64::from(staked)),
            },
            From::RoundEnded { round } => Self::RoundEnded { round },
            From::BettingOpened { round } => Self::BettingOpened { round },
            From::Joined { seat, ref name, chips } => {
                Self::PlayerJoined { seat: seat.into(), display_name: name.as_str().to_owned(), chips }
            }
            From::Left { seat } => Self::PlayerLeft { seat: seat.into() },
            From::CashedOut { seat, chips } => {
                Self::CashedOut { seat: seat.into(), chips: Whole::of_chips(chips) }
            }
            From::Disconnected { seat } => Self::PlayerDisconnected { seat: seat.into() },
            From::Reconnected { seat } => Self::PlayerReconnected { seat: seat.into() },
            From::StakeReturned { seat, amount } => Self::StakeReturned { seat: seat.into(), amount },
            From::Closed { by } => Self::TableClosed { by: by.into() },
        }
    }
}
