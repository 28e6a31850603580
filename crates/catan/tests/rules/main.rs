//! The rules, paragraph by paragraph, on positions set up for the purpose.

mod cards;
mod pitfalls;
mod refusals;
mod scene;
mod trading;
