//! Budgets: how long a bot may think about one decision.
//!
//! A *node* is one position that a search looks at. A budget of nodes gives the same choice on every machine; a budget of
//! time uses what the machine can do and is not exactly repeatable. Levels that do not search need neither.

use std::time::Duration;

/// How long a bot may think about one decision.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Budget {
    /// As long as the level usually thinks.
    #[default]
    Usual,
    /// So many nodes; at least one.
    Nodes(u32),
    /// So long.
    Time(Duration),
}
