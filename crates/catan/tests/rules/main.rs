//! The rules, paragraph by paragraph, on positions set up for the purpose.

mod boards;
mod cards;
mod loading;
mod nothing;
mod order;
mod pitfalls;
#[path = "../transcripts/player.rs"]
mod player;
mod refusals;
mod scene;
mod trading;
mod views;
