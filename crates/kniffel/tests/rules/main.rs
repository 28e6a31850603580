//! The rules of Kniffel, tested through the public door of the crate.

mod categories;
mod conformance;
mod counts;
mod jokers;
mod loading;
mod play;
mod refusals;
mod scene;
mod transcript;
