//! The table's socket: what a page sends and what it is told.

mod spoken;

pub use spoken::{NoMove, People, Spoken};
