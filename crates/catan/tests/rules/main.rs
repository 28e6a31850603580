//! The rules, paragraph by paragraph, on positions set up for the purpose.

mod boards;
mod cards;
mod loading;
mod order;
mod pitfalls;
mod refusals;
mod scene;
mod trading;
