//! Whole evenings at a table, in milliseconds: a clock that is moved by hand, bots that answer at once, a ledger in memory.

mod absence;
mod chips;
mod evening;
mod lobby;
mod seeds;
mod whole_games;
