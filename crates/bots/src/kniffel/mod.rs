//! Players of Kniffel: `random`, `novice` and `expert`.
//!
//! Everything in this game is public, so that a view is a whole state. A bot plays for its own total; what the others have
//! does not change what it does.
//!
//! Rules: docs/rules/kniffel.md.

mod company;
mod expert;
mod novice;
mod sight;
mod solutions;
#[cfg(test)]
mod tests;

pub use expert::Expert;
pub use novice::Novice;
pub use solutions::{provide, solution};
