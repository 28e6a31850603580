//! Which node serves a table, and what nodes write to each other.
//!
//! A *node* is one run of one server. Every table has one owner, as the store says; a page may be connected to any node, and that
//! one passes on what it says to the owner and what the owner answers to the page. Here are the decisions only: what to do with a
//! table ([`way`], [`offers`]), what is written ([`Letter`]), and how to notice that something got lost ([`Line`]). There is no network and
//! no clock, so a simulation can try what would take years (`tests/simulation`).
//!
//! Nothing here is a promise about moves: those rest on the store alone, which takes nothing from whoever is not the owner. A letter that is
//! lost costs a page the way to its table for a moment (`docs/cluster.md`).

mod cut;
mod letter;
mod line;
mod way;

pub use cut::{Company, offers};
pub use letter::{Content, LETTERS, Letter, Question, Reply, Unreadable};
pub use line::{Line, Patience, Read, State};
pub use way::{Reach, Seen, Way, way};
