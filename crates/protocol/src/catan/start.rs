//! How a game of Catan begins: rules, board, order of play.

use game::Luck;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Board, Rules, RulesChoice, rules};
use crate::{Choice, Failure, Seat};

/// What is settled before the first move, as far as somebody says so.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "CatanStart")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "CatanStart", optional_fields))]
pub struct Start {
    /// The rules; `official` if missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<RulesChoice>,
    /// The board; made as the rules say if missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<Board>,
    /// The order of play and of the draft; ascending, or a roll for the first player, if missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat_order: Option<Vec<Seat>>,
}

impl Start {
    /// The rules that are meant, all of them.
    #[must_use]
    pub fn whole_rules(&self) -> catan::Rules {
        rules::resolve(self.rules.as_ref())
    }

    pub(super) fn to_rules(&self, players: u8, luck: &mut impl Luck) -> Result<catan::Setup, Failure> {
        let rules = self.whole_rules();
        let order: Option<Vec<game::Seat>> =
            self.seat_order.as_ref().map(|seats| seats.iter().map(|&seat| seat.into()).collect());
        let mut faults = Vec::new();
        let board = match &self.board {
            Some(board) => {
                faults.extend(board.unknown_places());
                catan::Board::try_from(&board.spec()).map_err(|fault| faults.extend(fault.0)).ok()
            }
            None => Some(catan::Board::generate(rules.board, luck)),
        };
        // The other faults do not depend on the board: a wrong one is replaced to find them all.
        let setup =
            catan::Setup { players, rules, board: board.unwrap_or_else(catan::Board::beginner), order };
        faults.extend(setup.faults());
        if faults.is_empty() { Ok(setup) } else { Err(Failure::faults(&faults)) }
    }
}

impl From<&catan::Setup> for Start {
    fn from(setup: &catan::Setup) -> Self {
        Self {
            rules: Some(Choice::Described(Rules::from(setup.rules).into())),
            board: Some(Board::from(&setup.board.spec())),
            seat_order: setup.order.as_ref().map(|seats| seats.iter().map(|&seat| seat.into()).collect()),
        }
    }
}
