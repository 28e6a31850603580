//! Roulette over the table's socket. Everything is public, so all viewers are told and shown the same; only what one may do
//! differs.
//!
//! Four commands stand for several moves (take the last chip back, clear, repeat, double): what they refer to is in the
//! [`Memory`].

mod command;
mod fixed;
mod memory;
mod offered;
mod shown;
mod told;

pub use command::Command;
pub use fixed::Fixed;
pub use memory::Memory;
pub use offered::{BetLimits, Offered};
pub use shown::{Player, Shown, ShownBet};
pub use told::{SettledBet, SettledPlayer, Told};

use game::Seat;
use roulette::Roulette;

use super::patch::Tokens;
use super::{NoMove, People, Spoken};
use crate::Whole;

impl Spoken for Roulette {
    type Command = Command;
    type Told = Told;
    type Fixed = Fixed;
    type Shown = Shown;
    type Offered = Offered;
    type Kept = Tokens;
    type Memory = Memory;

    const OPEN: bool = true;
    const COMMANDS: &'static [&'static str] = &[
        "place_bet",
        "remove_bet",
        "undo_bet",
        "clear_bets",
        "repeat_bets",
        "double_bets",
        "spin",
        "next_round",
    ];

    fn moves(
        &self,
        seat: Seat,
        command: &Command,
        memory: &Memory,
    ) -> Result<Vec<roulette::Action>, NoMove<roulette::Refusal>> {
        command.moves(self, seat, memory)
    }

    fn remember(memory: &mut Memory, event: &roulette::Event) {
        memory.hear(event);
    }

    fn told(
        _: &roulette::View,
        seen: &[roulette::Event],
        people: People,
        closes_at: Option<Whole>,
    ) -> Vec<Told> {
        told::all(seen, people, closes_at)
    }

    fn begun(view: &roulette::View, _: People, closes_at: Option<Whole>) -> Vec<Told> {
        vec![Told::BettingOpened { round: view.current_round, closes_at }]
    }

    fn fixed(&self) -> Fixed {
        Fixed::new(self)
    }

    fn shown(view: &roulette::View, legal: Option<Offered>) -> Shown {
        Shown::new(view, legal)
    }

    fn offered(&self, seat: Seat, memory: &Memory) -> Option<Offered> {
        Offered::new(self, seat, memory)
    }
}
