//! Every limit and time of the server. Defaults are safe; all of them can be set (docs/configuration.md).

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

/// How the server runs.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen.
    pub listen: SocketAddr,
    /// The folder with the database.
    pub data: PathBuf,
    /// The address that people use, for links and the check of `Origin`; what they asked for if missing.
    pub public_url: Option<String>,
    /// Addresses of proxies whose word about the real address is taken.
    pub trusted_proxies: Vec<IpAddr>,
    /// What a socket may do.
    pub sockets: SocketLimits,
    /// How often things may be asked for.
    pub rates: Rates,
    /// Chips that the house gives.
    pub chips: Chips,
    /// Times of tables.
    pub tables: table::Limits,
    /// How many tables a player may have open as host.
    pub tables_per_player: usize,
    /// How many tables may be in memory.
    pub most_tables: usize,
    /// How many bots may think at the same time.
    pub thinkers: usize,
    /// How long a table that nobody looks at stays in memory.
    pub unload_after: Duration,
    /// How many lines of chat a page gets when it joins.
    pub chat_lines: u32,
    /// The longest line of chat, in characters.
    pub chat_length: usize,
    /// How long a code for another device is good.
    pub device_code: Duration,
    /// How long a graceful stop may take.
    pub stop_within: Duration,
}

/// What a socket may do.
#[derive(Clone, Debug)]
pub struct SocketLimits {
    /// The longest frame, in bytes.
    pub frame: usize,
    /// How many messages may wait for a slow reader.
    pub outbox: usize,
    /// How many commands may wait at a table.
    pub mailbox: usize,
    /// How many sockets one address may have.
    pub per_address: usize,
    /// How many sockets one player may have.
    pub per_player: usize,
    /// How long a socket may take to join a table.
    pub join_within: Duration,
    /// How long a socket may be silent before it is asked whether it is there.
    pub ping_after: Duration,
    /// How long a socket may be silent before it is cut.
    pub silent: Duration,
}

/// Token buckets: so many at once, so many a second.
#[derive(Clone, Debug)]
pub struct Rates {
    /// Messages of one socket.
    pub socket: (u32, f64),
    /// Messages of one player on all sockets.
    pub player: (u32, f64),
    /// HTTP requests of one address.
    pub address: (u32, f64),
    /// New guests from one address.
    pub guests: (u32, f64),
    /// Tries of codes from one address.
    pub codes: (u32, f64),
    /// Shows of held dice of one socket.
    pub holds: (u32, f64),
    /// How many addresses and players are remembered.
    pub remembered: usize,
}

/// Chips that the house gives.
#[derive(Clone, Debug)]
pub struct Chips {
    /// To a new player.
    pub opening: u64,
    /// Once a day, up to this many.
    pub minimum: u64,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            listen: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8080),
            data: PathBuf::from("data"),
            public_url: None,
            trusted_proxies: vec![],
            sockets: SocketLimits::default(),
            rates: Rates::default(),
            chips: Chips { opening: 1_000, minimum: 100 },
            tables: table::Limits::default(),
            tables_per_player: 20,
            most_tables: 10_000,
            thinkers: 2,
            unload_after: Duration::from_secs(60),
            chat_lines: 50,
            chat_length: 500,
            device_code: Duration::from_secs(60),
            stop_within: Duration::from_secs(10),
        }
    }
}

impl Default for SocketLimits {
    fn default() -> Self {
        Self {
            frame: 8 * 1024,
            outbox: 256,
            mailbox: 256,
            per_address: 64,
            per_player: 8,
            join_within: Duration::from_secs(15),
            ping_after: Duration::from_secs(20),
            silent: Duration::from_secs(60),
        }
    }
}

impl Default for Rates {
    fn default() -> Self {
        Self {
            socket: (40, 20.0),
            player: (80, 40.0),
            address: (120, 20.0),
            guests: (20, 0.2),
            codes: (10, 0.1),
            holds: (10, 10.0),
            remembered: 10_000,
        }
    }
}
