//! What a page is told at the roulette table. The results of a round are one message.
//!
//! Rules: docs/rules/roulette.md §5–§8.

use roulette::Event;
use schemars::JsonSchema;
use serde::Serialize;

use crate::roulette::bet::numbers;
use crate::roulette::{Bet, BetType};
use crate::table::PlayerId;
use crate::ws::People;
use crate::{Seat, Whole};

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase", deny_unknown_fields)]
#[schemars(rename = "RouletteTold")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "RouletteTold", optional_fields))]
pub enum Told {
    /// Chips were put on a bet.
    BetPlaced {
        /// Whose.
        seat: Seat,
        /// Who sits there.
        #[serde(skip_serializing_if = "Option::is_none")]
        player_id: Option<PlayerId>,
        /// The kind of bet.
        bet_type: BetType,
        /// Its numbers; empty where the kind alone names the bet.
        numbers: Vec<Whole>,
        /// How many were added.
        amount: u32,
        /// How many lie there now.
        stake: u32,
    },
    /// A bet, or the last chip on it, was taken back.
    BetRemoved {
        /// Whose.
        seat: Seat,
        /// Who sits there.
        #[serde(skip_serializing_if = "Option::is_none")]
        player_id: Option<PlayerId>,
        /// The kind of bet.
        bet_type: BetType,
        /// Its numbers; empty where the kind alone names the bet.
        numbers: Vec<Whole>,
        /// How many chips went back into the hand.
        amount: u32,
        /// How many still lie there.
        stake: u32,
    },
    /// No more bets.
    BettingClosed {
        /// Who had the wheel spun; missing if it was the table itself.
        #[serde(skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
        /// Who sits there.
        #[serde(skip_serializing_if = "Option::is_none")]
        player_id: Option<PlayerId>,
    },
    /// The wheel spins.
    WheelSpun {
        /// Where the ball will come to rest.
        winning_number: u8,
    },
    /// The ball has come to rest and the bets are paid.
    RoundSettled {
        /// The round.
        round: u32,
        /// The number that came up.
        winning_number: u8,
        /// The players who had bets.
        results: Vec<SettledPlayer>,
    },
    /// New bets may be placed.
    BettingOpened {
        /// The new round.
        round: u32,
        /// When the table spins by itself, in milliseconds since 1970; missing if it does not.
        #[serde(skip_serializing_if = "Option::is_none")]
        closes_at: Option<Whole>,
    },
}

/// The result of one player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "RouletteSettledPlayer")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "RouletteSettledPlayer", optional_fields))]
pub struct SettledPlayer {
    /// Who.
    pub seat: Seat,
    /// Who sits there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player_id: Option<PlayerId>,
    /// Bet by bet.
    pub bets: Vec<SettledBet>,
    /// What was won, or lost if negative.
    pub net: Whole,
}

/// The result of one bet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "RouletteSettledBet")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "RouletteSettledBet"))]
pub struct SettledBet {
    /// The bet with its stake.
    pub bet: Bet,
    /// What came back.
    pub r#return: Whole,
}

/// What is told about the events of one command.
pub(super) fn all(seen: &[Event], people: People, closes_at: Option<Whole>) -> Vec<Told> {
    let mut told = Vec::new();
    let mut bets = Vec::new();
    for event in seen {
        match *event {
            Event::BetPlaced { seat, bet, amount, stake } => {
                if !is_rest(&mut told, seat, bet, amount) {
                    told.push(Told::BetPlaced {
                        seat: seat.into(),
                        player_id: people.id(seat),
                        bet_type: bet.kind().into(),
                        numbers: numbers(bet),
                        amount,
                        stake,
                    });
                }
            }
            Event::BetRemoved { seat, bet, amount } => told.push(Told::BetRemoved {
                seat: seat.into(),
                player_id: people.id(seat),
                bet_type: bet.kind().into(),
                numbers: numbers(bet),
                amount,
                stake: 0,
            }),
            Event::BettingClosed { by } => told.push(Told::BettingClosed {
                seat: (by != roulette::TABLE).then_some(by.into()),
                player_id: people.id(by),
            }),
            Event::WheelSpun { number } => told.push(Told::WheelSpun { winning_number: number.get() }),
            Event::RoundSettled { round, number } => {
                told.push(Told::RoundSettled { round, winning_number: number.get(), results: Vec::new() });
            }
            Event::BetSettled { bet, amount, returned, .. } => bets
                .push(SettledBet { bet: Bet::from(&bet.named(amount)), r#return: Whole::of_chips(returned) }),
            Event::PlayerSettled { seat, .. } => {
                if let Some(Told::RoundSettled { results, .. }) = told.last_mut() {
                    results.push(SettledPlayer {
                        seat: seat.into(),
                        player_id: people.id(seat),
                        bets: std::mem::take(&mut bets),
                        net: Whole::new(event.net().unwrap_or(0)),
                    });
                }
            }
            Event::BettingOpened { round } => told.push(Told::BettingOpened { round, closes_at }),
            // That a round is over is in the view's phase. The table says itself who comes, goes and is away, what chips
            // they take along, and that the game is over.
            Event::RoundEnded { .. }
            | Event::Joined { .. }
            | Event::Left { .. }
            | Event::CashedOut { .. }
            | Event::Disconnected { .. }
            | Event::Reconnected { .. }
            | Event::StakeReturned { .. }
            | Event::Closed { .. } => {}
        }
    }
    told
}

/// Whether a placement is what `undo_bet` leaves of the bet that was just removed; then only the difference is told.
fn is_rest(told: &mut [Told], by: game::Seat, bet: roulette::Bet, rest: u32) -> bool {
    let Some(Told::BetRemoved { seat, bet_type, numbers: on, amount, stake, .. }) = told.last_mut() else {
        return false;
    };
    let same = *seat == by.into() && *bet_type == bet.kind().into() && *on == numbers(bet);
    if !same || *stake != 0 || rest >= *amount {
        return false;
    }
    *amount -= rest;
    *stake = rest;
    true
}
