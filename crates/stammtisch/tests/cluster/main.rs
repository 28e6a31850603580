//! Several servers with the same tables: PostgreSQL holds everything, NATS carries letters, pages are connected anywhere
//! (docs/cluster.md). Real processes, which are killed, frozen and stopped.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "what stands beside the tests is part of them")]

mod apart;
mod between;
mod company;
mod counters;
mod failing;
mod health;
mod letters;
mod recorded;
#[allow(dead_code, reason = "hosts need more of it")]
#[path = "../host/served.rs"]
mod served;
mod sharing;
mod starting;
