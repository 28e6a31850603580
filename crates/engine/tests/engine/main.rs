//! The engine from the outside: lines in, lines out.
//!
//! - [`advice`]: what bots say; [`commands`]: what each command does and refuses; [`limits`]: what a conversation may cost.
//! - [`dialogue`]: docs/engine.md is true; [`recorded`]: yesterday's games still replay; [`tampering`]: changed logs do not.
//! - [`fuzz`]: input that nobody would write.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod advice;
mod commands;
mod dialogue;
mod fuzz;
mod limits;
mod luck;
mod recorded;
mod table;
mod tampering;
mod undoing;
