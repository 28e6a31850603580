//! The load test against a real server in this process: it finds nothing where nothing is wrong, and every fault that a faulty line
//! between the two plants.
#![allow(clippy::unwrap_used, reason = "what stands beside the tests is part of them")]

mod faults;
mod host;
mod plain;
mod proxy;
mod script;
