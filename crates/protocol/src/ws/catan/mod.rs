//! Catan over the table's socket. A page's commands are the actions of the game, word for word.

mod cards;
mod fixed;
mod offered;
mod shown;
mod tell;
mod told;

pub use crate::catan::Action as Command;
pub use cards::{Cards, Granted};
pub use fixed::{Board, Fixed, Tile};
pub use offered::{BankTrades, Confirmations, Discard, Offered, Offering, PlentyOf};
pub use shown::{Offer, Player, Shown};
pub use told::{Candidate, Debtor, Giver, Receiver, Told};

use catan::Catan;
use game::Seat;

use super::patch::Tokens;
use super::{NoMove, People, Spoken};
use crate::Whole;

impl Spoken for Catan {
    type Command = Command;
    type Told = Told;
    type Fixed = Fixed;
    type Shown = Shown;
    type Offered = Offered;
    type Kept = Tokens;
    type Memory = ();

    const COMMANDS: &'static [&'static str] = &[
        "place_settlement",
        "place_road",
        "roll_dice",
        "discard",
        "move_robber",
        "steal",
        "build_road",
        "build_settlement",
        "build_city",
        "buy_dev_card",
        "play_knight",
        "play_road_building",
        "end_road_building",
        "play_year_of_plenty",
        "play_monopoly",
        "play_victory_point",
        "bank_trade",
        "offer_trade",
        "accept_trade",
        "decline_trade",
        "confirm_trade",
        "cancel_trade",
        "end_turn",
    ];

    fn moves(
        &self,
        _: Seat,
        command: &Command,
        (): &(),
    ) -> Result<Vec<catan::Action>, NoMove<catan::Refusal>> {
        Ok(vec![command.to_rules()])
    }

    fn remember((): &mut (), _: &catan::Event) {}

    fn told(view: &catan::View, seen: &[catan::Seen], people: People, _: Option<Whole>) -> Vec<Told> {
        tell::all(view, seen, people)
    }

    fn begun(view: &catan::View, people: People, _: Option<Whole>) -> Vec<Told> {
        tell::placement_turn(view, people).into_iter().collect()
    }

    fn fixed(&self) -> Fixed {
        Fixed::new(self)
    }

    fn shown(view: &catan::View, legal: Option<Offered>) -> Shown {
        Shown::new(view, legal)
    }

    fn offered(&self, seat: Seat, (): &()) -> Option<Offered> {
        Offered::new(self, seat)
    }
}
