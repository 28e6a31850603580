//! What is wanted of a load test.

use std::net::{Ipv4Addr, SocketAddr, ToSocketAddrs};
use std::path::PathBuf;
use std::time::Duration;

use protocol::engine::GameName;

/// How fast a table plays.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Rate {
    /// So many moves a second, evenly spaced. A table that falls behind does not catch up.
    PerSecond(f64),
    /// The next move follows at once upon the acknowledgement of the last one.
    Closed,
}

impl std::str::FromStr for Rate {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.parse::<f64>() {
            _ if text == "max" => Ok(Self::Closed),
            Ok(rate) if rate.is_finite() && rate > 0.0 => Ok(Self::PerSecond(rate)),
            Ok(_) | Err(_) => Err("a number of moves a second above 0, or max".to_owned()),
        }
    }
}

/// Where the server is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    pub(crate) address: SocketAddr,
    /// As the server knows itself.
    pub(crate) host: String,
}

impl std::str::FromStr for Target {
    type Err = String;

    fn from_str(url: &str) -> Result<Self, String> {
        if url.starts_with("https://") || url.starts_with("wss://") {
            return Err(
                "the load test speaks plain HTTP: name the server itself and not its proxy".to_owned()
            );
        }
        let host = url.trim_start_matches("http://").trim_start_matches("ws://");
        let host = host.split('/').next().unwrap_or_default().to_owned();
        let named = if host.contains(':') { host.clone() } else { format!("{host}:80") };
        let found = named.to_socket_addrs().map_err(|fault| format!("{host:?}: {fault}"))?;
        let address = found.into_iter().next().ok_or_else(|| format!("{host:?} has no address"))?;
        Ok(Self { address, host })
    }
}

/// What is wanted.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Where the server is.
    pub target: Target,
    /// Further servers with the same tables: seats are spread over all of them, and come back to another one.
    pub others: Vec<Target>,
    /// Whether servers are ended while the test runs: then a table may be out of reach for a while, and what happened meanwhile need
    /// not be told event by event. Everything else is insisted on.
    pub faults: bool,
    /// How many tables play.
    pub tables: usize,
    /// How many people sit at each.
    pub seats: usize,
    /// What they play, in turn from table to table.
    pub games: Vec<GameName>,
    /// How fast.
    pub rate: Rate,
    /// How long is measured.
    pub time: Duration,
    /// How long they play before that.
    pub warm_up: Duration,
    /// Sockets that only listen, in addition.
    pub idle: usize,
    /// From how many addresses of this machine (127.0.0.1 and up) they come, if the server is on this machine.
    pub addresses: u8,
    /// After how many moves of a table a seat compares its view with a whole one; 0 for only at the end.
    pub check_every: u64,
    /// After how many moves of a table a seat loses its line and comes back; 0 for only at the end.
    pub reconnect_every: u64,
    /// How long an answer may take.
    pub patience: Duration,
    /// The server's process, to measure it.
    pub server: Option<u32>,
    /// Where choices come from.
    pub seed: u64,
    /// The file in which every seat notes what it asked for, heard and saw, if that is wanted.
    pub history: Option<PathBuf>,
    /// A file for a line about each move: its table, when it was asked for, when it was acknowledged.
    pub diary: Option<PathBuf>,
}

impl Plan {
    /// The usual plan for a server.
    #[must_use]
    pub fn new(target: Target) -> Self {
        Self {
            target,
            others: Vec::new(),
            faults: false,
            tables: 10,
            seats: 4,
            games: vec![GameName::Kniffel],
            rate: Rate::Closed,
            time: Duration::from_secs(10),
            warm_up: Duration::from_secs(1),
            idle: 0,
            addresses: 1,
            check_every: 100,
            reconnect_every: 1_000,
            patience: Duration::from_secs(20),
            server: None,
            seed: 1,
            history: None,
            diary: None,
        }
    }

    /// The server for the nth of something.
    pub(crate) fn server(&self, n: usize) -> &Target {
        let n = n % (self.others.len() + 1);
        n.checked_sub(1).and_then(|n| self.others.get(n)).unwrap_or(&self.target)
    }

    /// The address from which the nth socket comes: any, unless several are wanted and the server is on this machine.
    pub(crate) fn from(&self, n: usize) -> Option<Ipv4Addr> {
        let here = self.target.address.ip() == Ipv4Addr::LOCALHOST;
        let last = u8::try_from(n % usize::from(self.addresses.max(1))).ok()?.checked_add(1)?;
        (here && self.addresses > 1).then(|| Ipv4Addr::new(127, 0, 0, last))
    }

    /// How many sockets that makes.
    pub(crate) fn sockets(&self) -> usize {
        self.tables * self.seats + self.idle
    }
}
