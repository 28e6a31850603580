//! Players of roulette who bet as people do: `cautious`, `lucky`, `chaser`.
//!
//! A [`Bettor`] makes up its mind once a round, puts down its one to five bets one by one, and waits. What it bets is its
//! *style*; its whims come from its own [`crate::Dice`]. Nothing at this table is hidden.

mod bettor;
mod company;
mod purse;
mod style;

pub use bettor::Bettor;
pub use style::Style;
