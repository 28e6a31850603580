//! The server over real sockets: whole games, hostile pages, reloads, restarts.
#![allow(clippy::unwrap_used, reason = "what stands beside the tests is part of them")]

mod connections;
mod host;
mod http;
mod leaks;
mod limits;
mod lists;
mod logs;
mod monitors;
mod pitfalls;
mod refusals;
mod rematch;
mod search;
mod seeds;
mod showing;
mod twins;
mod whole_games;
mod worlds;
