//! Kniffel over the table's socket. Everything is public, so all viewers are told and shown the same; only what one may do
//! differs.

mod command;
mod fixed;
mod kept;
mod offered;
mod shown;
mod told;

pub use command::Command;
pub use fixed::Fixed;
pub use kept::Page;
pub use offered::{Offered, Roll};
pub use shown::{Player, Shown};
pub use told::Told;

use game::Seat;
use kniffel::Kniffel;

use super::{NoMove, People, Spoken};
use crate::Whole;

impl Spoken for Kniffel {
    type Command = Command;
    type Told = Told;
    type Fixed = Fixed;
    type Shown = Shown;
    type Offered = Offered;
    type Kept = Page;
    type Memory = ();

    const OPEN: bool = true;
    const COMMANDS: &'static [&'static str] = &["roll_dice", "choose_category"];

    fn heard(contents: &str) -> Option<Command> {
        Command::heard(contents)
    }

    fn moves(
        &self,
        _: Seat,
        command: &Command,
        (): &(),
    ) -> Result<Vec<kniffel::Action>, NoMove<kniffel::Refusal>> {
        Ok(vec![command.into()])
    }

    fn remember((): &mut (), _: &kniffel::Event) {}

    fn told(_: &kniffel::Raw, seen: &[kniffel::Event], people: People, _: Option<Whole>) -> Vec<Told> {
        seen.iter().filter_map(|event| Told::new(event, people)).collect()
    }

    fn fixed(&self) -> Fixed {
        Fixed { rules: self.rules().into(), players: self.players() }
    }

    fn shown(view: &kniffel::Raw, legal: Option<Offered>) -> Shown {
        Shown::new(view, legal)
    }

    fn offered(&self, seat: Seat, (): &()) -> Option<Offered> {
        Offered::new(self, seat)
    }
}
