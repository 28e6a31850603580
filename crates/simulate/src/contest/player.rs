//! Players at a table of the arena: bots that are shown what their seat may know, seers that are shown the state, and programs.

use bots::{Bot, Budget, Dice, Seer};
use game::{Legal, Seat, Viewer};

use super::contested::Contested;
use super::entry::{Entry, Who};
use super::program::{Fault, Program};

/// A player of one game.
pub(crate) enum Player<G: Contested> {
    /// One who is shown the view.
    Bot(Box<dyn Bot<G>>),
    /// One who is shown the state.
    Seer(Box<dyn Seer<G>>),
    /// One who takes any listed action, in games that have no such bot.
    Dice(Dice),
    /// A program.
    Program(Box<Program<G>>),
}

/// What a player says.
pub(crate) enum Reply<A> {
    /// Does something.
    Act(A),
    /// Would rather wait, or has nothing to do.
    Wait,
    /// Something went wrong.
    Fault(Fault),
}

impl<G: Contested> Player<G> {
    /// A player of ours for a seat; `None` for a program, or for a level that does not exist.
    pub(crate) fn of_level(entry: &Entry, seat: Seat, seed: u64) -> Option<Self> {
        let Who::Level(level) = &entry.who else { return None };
        let budget: Budget = entry.budget;
        G::bot_with(level, seat, seed, budget)
            .map(Self::Bot)
            .or_else(|| G::seer(level, budget).map(Self::Seer))
            .or_else(|| (level == "random").then(|| Self::Dice(Dice::new(seed))))
    }

    pub(crate) fn ask(&mut self, game: &G, seat: Seat, legal: &G::Legal) -> Reply<G::Action> {
        let choice = match self {
            Self::Bot(bot) => bot.choose(&game.view(Viewer::Seat(seat)), legal),
            Self::Seer(seer) => seer.choose(game, seat),
            Self::Dice(dice) => game.random_action(seat, dice),
            Self::Program(program) => {
                return match program.ask(game, seat, legal) {
                    Ok(None) => Reply::Wait,
                    Ok(Some(action)) if legal.contains(&action) => Reply::Act(action),
                    Ok(Some(_)) => Reply::Fault(Fault::Illegal),
                    Err(fault) => Reply::Fault(fault),
                };
            }
        };
        match choice {
            None => Reply::Wait,
            Some(action) if legal.contains(&action) => Reply::Act(action),
            Some(_) => Reply::Fault(Fault::Illegal),
        }
    }

    /// Something happened.
    pub(crate) fn hear(&mut self, game: &G, event: &G::Event, seat: Seat) {
        match self {
            Self::Seer(_) | Self::Dice(_) => {}
            Self::Bot(bot) => {
                if let Some(seen) = game.seen(event, Viewer::Seat(seat)) {
                    bot.hear(&seen);
                }
            }
            Self::Program(program) => {
                if let Some(seen) = game.seen(event, Viewer::Seat(seat)) {
                    program.hear(&seen);
                }
            }
        }
    }
}
