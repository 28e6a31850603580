//! What a seat may do at the roulette table now. Bets are not listed: all that the layout has may be placed, within limits.
//!
//! Rules: docs/rules/roulette.md §2.3, §5, §11.

use game::{Game, Legal, Seat};
use roulette::{Action, Bet, Roulette};
use schemars::JsonSchema;
use serde::Serialize;

use super::Memory;
use crate::ws::Yes;

/// What the seat may do, by type of command.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "RouletteOffered")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "RouletteOffered", optional_fields))]
pub struct Offered {
    /// Any bet of the layout, within these limits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place_bet: Option<BetLimits>,
    /// How many bets there are; each may be taken back, by its index below this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remove_bet: Option<u8>,
    /// There is a chip to take back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undo_bet: Option<Yes>,
    /// There are bets to take back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clear_bets: Option<Yes>,
    /// The bets of the last round can be laid again, all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeat_bets: Option<Yes>,
    /// Every bet can be laid once more, all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub double_bets: Option<Yes>,
    /// The wheel can be spun.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spin: Option<Yes>,
    /// The next round can begin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_round: Option<Yes>,
}

/// Which bets may be placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "RouletteBetLimits")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "RouletteBetLimits"))]
pub struct BetLimits {
    /// The smallest amount.
    pub min: u32,
    /// The largest amount.
    pub max: u32,
    /// Whether zero may be joined to other numbers.
    pub zero_bets: bool,
}

impl Offered {
    pub(super) fn new(table: &Roulette, seat: Seat, memory: &Memory) -> Option<Self> {
        let legal = table.legal(seat);
        let open = legal.open_bets();
        let n_bets = table.bets(seat).count();
        let may_remove = n_bets > 0 && legal.contains(&Action::RemoveBet { index: 0 });
        // All or none: the limits hold for the sum.
        let fits = |sum: u64| sum > 0 && open.is_some_and(|open| sum <= u64::from(open.max));
        let sum =
            |bets: &mut dyn Iterator<Item = (Bet, u32)>| bets.map(|(_, amount)| u64::from(amount)).sum();
        let offered = Self {
            place_bet: open.map(|open| BetLimits {
                min: open.min,
                max: open.max,
                zero_bets: table.rules().zero_bets,
            }),
            remove_bet: may_remove.then_some(n_bets as u8),
            undo_bet: Yes::when(may_remove && memory.last_chip(seat).is_some()),
            clear_bets: Yes::when(may_remove),
            repeat_bets: Yes::when(fits(sum(&mut memory.last_round(seat)))),
            double_bets: Yes::when(fits(sum(&mut table.bets(seat)))),
            spin: Yes::when(legal.contains(&Action::Spin)),
            next_round: Yes::when(legal.contains(&Action::NextRound)),
        };
        (offered != Self::default()).then_some(offered)
    }
}
