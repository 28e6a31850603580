//! When to stop thinking: after so many nodes, or at a moment.

use std::time::{Duration, Instant};

use super::judge::Judge;
use crate::Budget;

/// The end of a piece of thinking.
#[derive(Clone, Copy, Debug)]
pub(in super::super) enum End {
    /// When the judge has judged so many positions.
    Nodes(u64),
    /// At this moment.
    At(Instant),
}

impl End {
    /// Whether it has come.
    pub(in super::super) fn is_reached(self, judge: &Judge<'_>) -> bool {
        match self {
            Self::Nodes(nodes) => judge.nodes() >= nodes,
            Self::At(_) => self.is_too_late(),
        }
    }

    /// Whether its moment has passed. Nodes are counted between the pieces of a thought, and each piece has its own number
    /// of them; the clock does not wait for a piece to be finished.
    pub(in super::super) fn is_too_late(self) -> bool {
        matches!(self, Self::At(moment) if Instant::now() >= moment)
    }
}

/// The budget of one decision, begun now.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Allowance {
    budget: Budget,
    usual: u32,
    began: Instant,
}

impl Allowance {
    /// For a level that usually takes so many nodes.
    pub(in super::super) fn begin(budget: Budget, usual: u32) -> Self {
        Self { budget, usual, began: Instant::now() }
    }

    /// The nodes of a whole decision; time allows any number.
    pub(in super::super) fn nodes(&self) -> u64 {
        match self.budget {
            Budget::Usual => u64::from(self.usual),
            Budget::Nodes(nodes) => u64::from(nodes),
            Budget::Time(_) => u64::MAX,
        }
    }

    /// The end of a piece that takes so many hundredths: of the nodes from here on, of the time since the beginning.
    pub(in super::super) fn end(&self, hundredths: u32, judge: &Judge<'_>) -> End {
        match self.budget {
            Budget::Usual | Budget::Nodes(_) => {
                End::Nodes(judge.nodes() + (self.nodes() * u64::from(hundredths) / 100).max(1))
            }
            Budget::Time(time) => {
                // What lies between looking at the clock and answering.
                let spare = Duration::from_micros(200);
                End::At(self.began + (time * hundredths / 100).saturating_sub(spare))
            }
        }
    }
}
