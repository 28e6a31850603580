//! What a viewer sees.
//!
//! Everything at this table is public: the *view* is the same for every seat and for spectators. It is built up
//! field by field all the same, so that something secret in a later version does not slip into it. The number
//! is in it from the spin on; history and returns only from the settlement on.
//!
//! Rules: docs/rules/roulette.md §8.

use game::Seat;

use crate::state::Presence;
use crate::{Bet, Number, Roulette, Rules, Stage};

/// A table as everybody sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// The table's rules.
    pub rules: Rules,
    /// What those who join begin with.
    pub start_chips: u32,
    /// Where the round stands.
    pub phase: Stage,
    /// The round, from 1.
    pub current_round: u32,
    /// The number, from the spin on.
    pub winning_number: Option<Number>,
    /// The last results, newest first.
    pub result_history: Vec<Number>,
    /// What the house has won.
    pub house: i64,
    /// The chips that exist at this table.
    pub issued: i64,
    /// The players in the order of seats; empty seats are left out.
    pub players: Vec<PlayerView>,
}

/// A player as everybody sees them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerView {
    /// The seat.
    pub seat: Seat,
    /// The name.
    pub display_name: String,
    /// The chips in the hand.
    pub chips: u64,
    /// The bets in the order placed; after the settlement they are still shown.
    pub bets: Vec<BetView>,
    /// All that is or was staked in this round.
    pub total_bet_amount: u32,
    /// All that came back, once the round is settled.
    pub total_returned: Option<u64>,
    /// Whether the player is there, away or has left.
    pub presence: Presence,
}

/// A bet as everybody sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BetView {
    /// Where.
    pub bet: Bet,
    /// How many chips.
    pub amount: u32,
    /// What came back, once the round is settled.
    pub returned: Option<u64>,
}

impl Roulette {
    pub(crate) fn public_view(&self) -> View {
        let settled = self.phase.settled_number();
        let players = self.seated().map(|(seat, player)| {
            let bets: Vec<_> = player
                .stakes
                .iter()
                .map(|(bet, amount)| {
                    let returned = settled.map(|number| bet.payout(amount, number));
                    BetView { bet, amount, returned }
                })
                .collect();
            PlayerView {
                seat,
                display_name: player.name.as_str().to_owned(),
                chips: player.chips,
                total_bet_amount: player.stakes.total(),
                total_returned: settled.map(|_| bets.iter().filter_map(|bet| bet.returned).sum()),
                bets,
                presence: player.presence,
            }
        });
        View {
            rules: self.rules,
            start_chips: self.start_chips,
            phase: self.phase.stage(),
            current_round: self.round,
            winning_number: self.phase.winning_number(),
            result_history: self.history.as_slice().to_vec(),
            house: self.house,
            issued: self.issued,
            players: players.collect(),
        }
    }
}
