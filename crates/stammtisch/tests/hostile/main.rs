//! Hostile clients against the real program: whatever they send, the process lives, its memory stays bounded, and people who play at
//! another table meanwhile notice nothing (docs/security.md §6).
#![allow(clippy::unwrap_used, reason = "what stands beside the tests is part of them")]

mod attacks;
mod crowds;
mod frames;
mod latency;
mod messages;
mod raw;
mod readers;
mod replays;
mod requests;
#[allow(dead_code, reason = "hosts need more of it")]
#[path = "../host/served.rs"]
mod served;
mod siege;
mod spoiled;
