//! The crate against a second Catan, slow and obvious, written from the rule text alone.
//!
//! `slow` shares nothing with the crate; `fast` translates the crate into its words. `games` plays both side by side,
//! `perft` counts positions by both, `roads` compares the longest road with brute force, and `alone` and `scenes` test the
//! slow one itself.

mod alone;
mod fast;
mod games;
mod perft;
mod roads;
mod scenes;
mod slow;
