//! Players of Kniffel: `random`, `novice`, `expert` and `rival`.
//!
//! Everything in this game is public, so that a view is a whole state. All play for their own total, whatever the others
//! have, but for the rival, who plays to win.
//!
//! Rules: docs/rules/kniffel.md.

mod company;
mod expert;
mod novice;
mod rival;
mod sight;
mod solutions;
#[cfg(test)]
mod tests;

pub use expert::Expert;
pub use novice::Novice;
pub use rival::Rival;
pub use solutions::{futures, provide, solution};
