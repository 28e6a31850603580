//! Tables over the wire: sockets, sessions, HTTP, limits. The only crate with tokio.
//!
//! The server decides nothing about games or seats: it passes what comes in to a [`table::Table`], has what follows stored, and
//! tells people only then. Every table has one task, its *desk*, with a mailbox; whatever concerns the table goes through it
//! in order.
//!
//! - [`Server`]: starts, serves, stops.
//! - [`Config`]: every limit and time, with safe defaults.
//! - [`Folder`]: the data folder, for one server at a time.
//! - [`Clock`]: the time, which tests can move.

mod address;
mod admin;
mod api;
mod app;
mod buckets;
mod clock;
mod config;
mod connections;
mod desk;
mod entrance;
mod entropy;
mod folder;
mod frames;
mod headers;
mod identity;
mod lines;
mod mail;
mod metrics;
mod network;
mod nodes;
mod outbox;
mod pace;
mod patience;
mod registry;
mod sanctions;
mod server;
mod socket;
mod solutions;
mod storing;
mod studies;
mod together;
mod turns;
mod websocket;

pub use admin::SOCKET as ADMIN_SOCKET;
pub use clock::Clock;
pub use config::{Chips, Config, Rates, SocketLimits, Storage, Tables};
pub use entrance::Password;
pub use folder::Folder;
pub use network::Network;
pub use nodes::Bus;
pub use server::{Fault, Server};
pub use together::{Cluster, Secret};
