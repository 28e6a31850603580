//! What the host of a server can do, tried on the real program: a server in a process of its own, people as scripts, and the commands
//! as they are typed.
#![allow(clippy::unwrap_used, reason = "what stands beside the tests is part of them")]

mod admin;
mod backup;
mod checker;
mod damage;
mod disk;
mod entrance;
mod forgetting;
mod killed;
mod outage;
mod recorded;
mod served;
mod witness;
