//! Players of Catan: `random`, `weighted`, `greedy`, `planner`, `master`.
//!
//! - [`Random`] takes any listed action, [`Weighted`] leans towards what people do, [`Greedy`] looks one action ahead.
//! - what a seat sees: `sight`, `network`; what it remembers: `memory`, from the `flow` of cards
//! - who plays with open cards, for the arena only: [`sparring`]
//! - what that is worth: `goals`, `prospect`; what to do about it: `setup`, `robber`, `turn`, `trading`, `offered`, `patience`

mod company;
mod flow;
mod goals;
mod greedy;
mod memory;
pub mod mind;
mod network;
mod offered;
mod patience;
mod prospect;
mod random;
mod robber;
mod searcher;
mod setup;
mod sight;
mod sparring;
mod trading;
mod turn;
mod weighted;

pub use greedy::Greedy;
pub use random::Random;
pub use sparring::{SPARRING, sparring};
pub use weighted::Weighted;
