//! Whole evenings at a table, in milliseconds: a clock that is moved by hand, bots that answer at once, a ledger in memory.
#![allow(clippy::unwrap_used, reason = "what stands beside the tests is part of them")]

mod absence;
mod anonymity;
mod chips;
mod evening;
mod lobby;
mod outage;
mod recall;
mod recorded;
mod replay;
mod seeds;
mod snapshots;
mod statistics;
mod whole_games;
