//! The messages, from outside: whole games there and back, the schemas against them, and whatever a stranger may send.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod examples;
mod files;
mod games;
mod generated;
mod hostile;
mod lines;
mod logs;
mod round_trip;
mod schemas;
mod sentences;
mod socket;
#[cfg(feature = "typescript")]
mod typescript;
mod validator;
