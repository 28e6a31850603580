//! Programs in a seat: what one seat sees and may do goes out as JSON lines, what it does comes back.
//!
//! A program runs for many games, one after the other; one that has ended is started again for the next.
//!
//! Published: docs/bots.md §7.

mod child;
mod message;

use std::time::Duration;

use game::{Legal, Seat, SeatSet, Viewer};
use protocol::engine::{LegalAction, LegalActions};
use protocol::{Wire, read};

pub(crate) use child::{Child, Fault};
pub use message::EXEC_PROTOCOL;
use message::{Said, SaidOf};

/// A program in one seat of one game.
#[derive(Debug)]
pub(crate) struct Program<G: Wire> {
    child: Option<Child>,
    time: Duration,
    seen: Vec<G::WireEvent>,
}

/// The hello of an arena for this game.
pub(crate) fn hello<G: Wire>() -> String {
    let said: SaidOf<G> =
        Said::Hello { protocol: EXEC_PROTOCOL, game: G::NAME, rules_version: G::RULES_VERSION };
    said.line()
}

impl<G: Wire> Program<G> {
    /// Seats a program; without one everything it is asked is answered with [`Fault::Dead`].
    pub(crate) fn new(child: Option<Child>, seat: Seat, players: usize, time: Duration, seed: u32) -> Self {
        let mut program = Self { child, time, seen: Vec::new() };
        let budget_ms = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        program.tell(&Said::NewGame { seat: seat.into(), players, budget_ms, seed });
        program
    }

    fn tell(&mut self, said: &SaidOf<G>) {
        if let Some(child) = &mut self.child {
            child.tell(said.line());
        }
    }

    pub(crate) fn hear(&mut self, seen: &G::Seen) {
        self.seen.push(G::seen_out(seen));
    }

    pub(crate) fn ask(&mut self, game: &G, seat: Seat, legal: &G::Legal) -> Result<Option<G::Action>, Fault> {
        let child = self.child.as_mut().ok_or(Fault::Dead)?;
        let seen = std::mem::take(&mut self.seen);
        let listed =
            legal.iter().map(|action| LegalAction { seat: seat.into(), action: G::action_out(&action) });
        let legal = LegalActions {
            to_move: protocol::Seat::list(game.to_move()),
            actions: listed.collect(),
            open: G::open_out(seat, legal),
        };
        let view = G::view_out(&game.view(Viewer::Seat(seat)));
        let question = |id| {
            let said: SaidOf<G> = Said::Choose { id, seen, view, legal };
            said.line()
        };
        let action = child.ask(question, self.time)?;
        if action.0.is_null() {
            return Ok(None);
        }
        let action: G::WireAction = read(&action).map_err(|_| Fault::Illegal)?;
        G::action_in(&action).map(Some).map_err(|_| Fault::Illegal)
    }

    /// The game is over: gives the program back if it can take part in another, and says how many lines were no answers.
    pub(crate) fn finish(mut self, winners: SeatSet) -> (Option<Child>, u64) {
        let seen = std::mem::take(&mut self.seen);
        self.tell(&Said::GameOver { seen, winners: protocol::Seat::list(winners) });
        let unreadable = self.child.as_mut().map_or(0, Child::take_unreadable);
        (self.child.filter(|child| !child.is_dead()), unreadable)
    }
}
