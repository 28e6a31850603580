//! What a player's page sends at the roulette table, and the moves that it stands for.
//!
//! Rules: docs/rules/roulette.md §5.

use game::{Game, Seat};
use roulette::{Action, NamedBet, Refusal, Roulette};

use super::Memory;
use crate::Whole;
use crate::roulette::BetType;
use crate::tagged::tagged;
use crate::ws::NoMove;

tagged! {
    /// What a player's page sends.
    #[schemars(rename = "RouletteCommand")]
    #[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "RouletteCommand"))]
    pub enum Command by "type" {
        /// Puts chips on a bet, or more chips on the same bet.
        PlaceBet {
            /// The kind of bet.
            bet_type: BetType,
            /// The numbers in any order; none where the kind alone names the bet.
            numbers: Vec<Whole>,
            /// How many chips.
            amount: Whole,
        },
        /// Takes a whole bet back.
        RemoveBet {
            /// Its place in the order of the player's bets, from 0.
            bet_index: u32,
        },
        /// Takes the last chip back that was laid in this round.
        UndoBet {},
        /// Takes all bets back.
        ClearBets {},
        /// Lays the bets of the last round again, all or none.
        RepeatBets {},
        /// Lays every bet once more, all or none.
        DoubleBets {},
        /// Closes the bets and spins the wheel.
        Spin {},
        /// Clears the bets and opens the betting.
        NextRound {},
    }
}

const NOTHING_TO_UNDO: NoMove<Refusal> =
    NoMove::Nothing { code: "nothing_to_undo", reason: "you have laid no chip in this round to take back" };
const NOTHING_TO_CLEAR: NoMove<Refusal> =
    NoMove::Nothing { code: "nothing_to_clear", reason: "you have no bets to take back" };
const NOTHING_TO_REPEAT: NoMove<Refusal> =
    NoMove::Nothing { code: "nothing_to_repeat", reason: "you have no bets of an earlier round to repeat" };
const NOTHING_TO_DOUBLE: NoMove<Refusal> =
    NoMove::Nothing { code: "nothing_to_double", reason: "you have no bets to double" };

impl Command {
    pub(super) fn moves(
        &self,
        table: &Roulette,
        seat: Seat,
        memory: &Memory,
    ) -> Result<Vec<Action>, NoMove<Refusal>> {
        match self {
            Self::PlaceBet { bet_type, numbers, amount } => {
                betting(table, seat)?;
                let named = NamedBet {
                    kind: (*bet_type).into(),
                    numbers: numbers.iter().map(|number| number.get()).collect(),
                    identifier: None,
                    amount: amount.get(),
                };
                named.place().map(|action| vec![action]).map_err(NoMove::Refused)
            }
            Self::RemoveBet { bet_index } => Ok(vec![Action::RemoveBet { index: *bet_index }]),
            Self::UndoBet {} => {
                betting(table, seat)?;
                undo(table, seat, memory).ok_or(NOTHING_TO_UNDO)
            }
            Self::ClearBets {} => {
                betting(table, seat)?;
                let bets = table.bets(seat).count() as u32;
                // From the last one on, so that no place changes before its turn.
                some((0..bets).rev().map(|index| Action::RemoveBet { index })).ok_or(NOTHING_TO_CLEAR)
            }
            Self::RepeatBets {} => {
                betting(table, seat)?;
                some(memory.last_round(seat).map(place)).ok_or(NOTHING_TO_REPEAT)
            }
            Self::DoubleBets {} => {
                betting(table, seat)?;
                some(table.bets(seat).map(place)).ok_or(NOTHING_TO_DOUBLE)
            }
            Self::Spin {} => Ok(vec![Action::Spin]),
            Self::NextRound {} => Ok(vec![Action::NextRound]),
        }
    }
}

fn place((bet, amount): (roulette::Bet, u32)) -> Action {
    Action::PlaceBet { bet, amount }
}

fn some(actions: impl Iterator<Item = Action>) -> Option<Vec<Action>> {
    let actions: Vec<_> = actions.collect();
    (!actions.is_empty()).then_some(actions)
}

/// Whether the seat may bet at all now: the phase comes before whatever is wrong with the bet (§5.2).
fn betting(table: &Roulette, seat: Seat) -> Result<(), NoMove<Refusal>> {
    // A bet that nobody can have is refused only where a bet could have been removed.
    match table.is_valid(seat, &Action::RemoveBet { index: u32::MAX }) {
        Ok(()) | Err(Refusal::NoSuchBet { .. }) => Ok(()),
        Err(refusal) => Err(NoMove::Refused(refusal)),
    }
}

/// The rules take back whole bets only: what lay there before the last chip is laid again.
fn undo(table: &Roulette, seat: Seat, memory: &Memory) -> Option<Vec<Action>> {
    let (bet, amount) = memory.last_chip(seat)?;
    let (index, (_, stake)) = table.bets(seat).enumerate().find(|(_, (placed, _))| *placed == bet)?;
    let rest = stake.checked_sub(amount).filter(|&rest| rest > 0);
    let again = rest.map(|amount| Action::PlaceBet { bet, amount });
    Some([Action::RemoveBet { index: index as u32 }].into_iter().chain(again).collect())
}
