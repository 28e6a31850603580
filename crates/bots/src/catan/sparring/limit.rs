//! How much a search may look at before it has to answer.

use std::time::{Duration, Instant};

use crate::Budget;

/// What the original allows itself for one decision.
const USUAL: Duration = Duration::from_secs(20);
/// The clock is read once in so many nodes.
const STEP: u32 = 64;

/// The rest of one decision's budget.
#[derive(Debug)]
pub(super) struct Limit {
    nodes: u32,
    most: u32,
    until: Option<Instant>,
    over: bool,
}

impl Limit {
    /// A fresh budget, from now on.
    pub(super) fn new(budget: Budget) -> Self {
        let (most, time) = match budget {
            Budget::Usual => (u32::MAX, Some(USUAL)),
            Budget::Nodes(nodes) => (nodes, None),
            Budget::Time(time) => (u32::MAX, Some(time)),
        };
        // A time too far away to be named is no limit.
        let until = time.and_then(|time| Instant::now().checked_add(time));
        Self { nodes: 0, most, until, over: false }
    }

    /// One more position was valued.
    pub(super) fn count(&mut self) {
        self.nodes = self.nodes.saturating_add(1);
        let late =
            || self.nodes.is_multiple_of(STEP) && self.until.is_some_and(|until| Instant::now() >= until);
        self.over = self.over || self.nodes >= self.most || late();
    }

    /// Whether nothing is left.
    pub(super) fn reached(&self) -> bool {
        self.over
    }
}
