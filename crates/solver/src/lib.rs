//! Kniffel solved exactly.
//!
//! [`solve`] computes what every state of a player's sheet is worth under the best play, by backward induction over the
//! rules of the crate `kniffel`. A [`Solution`] then answers: [`Solution::value`] for a sheet, [`Solution::plan`] for a whole
//! turn, [`Solution::advise`] for dice on the table, [`Solution::outlook`] for how likely every final total is.
//! [`load_or_solve`] keeps it in a file.
//!
//! Method and figures: docs/kniffel-solver.md.

mod advice;
mod aim;
mod contest;
mod file;
mod flow;
mod futures;
mod lanes;
mod lattice;
mod outlook;
mod plan;
mod scores;
mod solution;
mod solve;
mod space;

pub use advice::Advice;
pub use aim::Aim;
pub use file::{FileFault, Origin, load_or_solve};
pub use futures::Futures;
pub use outlook::{BANDS, Outlook};
pub use plan::{Choice, Plan};
pub use solution::{Solution, solve};
