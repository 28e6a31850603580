//! The table's socket: what a page sends and what it is told.
//!
//! A game joins by implementing [`Spoken`]; its words are in the folder with its name. [`patch`] is how a page gets from
//! one view to the next.

pub mod catan;
mod kept;
pub mod kniffel;
pub mod patch;
pub mod roulette;
pub mod session;
mod spoken;
#[cfg(feature = "typescript")]
mod typescript;
mod who;

pub use kept::Kept;
pub use spoken::{NoMove, People, Spoken};
pub use who::{Who, Yes};
