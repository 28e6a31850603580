//! The games' half of the table's socket: commands, what pages are told and shown, patches, and who learns what.

mod commands;
mod kept;
mod offers;
mod patches;
mod play;
mod roulette;
mod secrets;
mod sizes;
mod words;
