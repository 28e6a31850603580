//! Arenas: where games are played by their number and counted.
//!
//! A *tally* is what was counted in some of the games. It holds sums of whole numbers, minima and maxima and nothing else,
//! so tallies of the same games add up to the same in whatever order.

mod catan;
mod kniffel;
mod roulette;

pub(crate) use catan::CatanArena;
pub(crate) use kniffel::KniffelArena;
pub(crate) use roulette::RouletteArena;

use crate::statistics::{Moments, Summary};

/// Somewhere to play games by number.
pub(crate) trait Arena: Sync {
    /// What is counted.
    type Tally: Tally;

    /// Plays one game and counts it.
    fn play(&self, number: u64, tally: &mut Self::Tally);
}

/// Counts of many games, empty by default.
pub(crate) trait Tally: Default + Send {
    /// Adds the counts of other games; associative and commutative.
    fn merge(&mut self, other: Self);
}

/// How many games there were, and how long.
#[derive(Clone, Copy, Default)]
pub(crate) struct Lengths {
    actions: Moments,
    total_actions: u64,
    n_unfinished: u64,
}

impl Lengths {
    pub(crate) fn finished(&mut self, actions: u32) {
        self.actions.add(actions);
        self.total_actions += u64::from(actions);
    }

    pub(crate) fn unfinished(&mut self, actions: u32) {
        self.n_unfinished += 1;
        self.total_actions += u64::from(actions);
    }

    pub(crate) fn merge(&mut self, other: Self) {
        self.actions.merge(other.actions);
        self.total_actions += other.total_actions;
        self.n_unfinished += other.n_unfinished;
    }

    pub(crate) fn n_finished(&self) -> u64 {
        self.actions.n()
    }

    pub(crate) fn n_unfinished(&self) -> u64 {
        self.n_unfinished
    }

    pub(crate) fn total_actions(&self) -> u64 {
        self.total_actions
    }

    /// Actions of the finished games.
    pub(crate) fn summary(&self) -> Summary {
        self.actions.summary()
    }
}

/// Adds counts place by place.
fn add_up(counts: &mut [u64], more: &[u64]) {
    counts.iter_mut().zip(more).for_each(|(count, more)| *count += more);
}
