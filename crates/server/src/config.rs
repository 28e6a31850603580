//! Every limit and time of the server. Defaults are safe; all of them can be set (docs/configuration.md).
//!
//! Times are written in seconds, fractions allowed.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Deserializer};

use crate::entrance::Password;
use crate::network::Network;
use crate::together::Cluster;

/// The longest time that can be set, in seconds: three decades. Clocks can still count with it.
const LONGEST: f64 = 1e9;

/// A time, written in seconds.
pub(crate) fn seconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
    let seconds = Number::deserialize(deserializer)?.get();
    if seconds > LONGEST {
        return Err(serde::de::Error::custom(format_args!("a time has at most {LONGEST} seconds")));
    }
    Duration::try_from_secs_f64(seconds).map_err(serde::de::Error::custom)
}

/// A whole number or one with a fraction: TOML tells them apart, people do not.
#[derive(Clone, Copy, Deserialize)]
#[serde(untagged)]
enum Number {
    Whole(u32),
    Fraction(f64),
}

impl Number {
    fn get(self) -> f64 {
        match self {
            Self::Whole(n) => n.into(),
            Self::Fraction(n) => n,
        }
    }
}

/// How often something may be asked for: so many at once, so many a second.
fn rate<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(u32, f64), D::Error> {
    let (most, per_second): (u32, Number) = Deserialize::deserialize(deserializer)?;
    if per_second.get() >= 0.0 && per_second.get().is_finite() {
        Ok((most, per_second.get()))
    } else {
        Err(serde::de::Error::custom("a rate is two numbers: so many at once, so many a second"))
    }
}

/// How the server runs.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Where to listen.
    pub listen: SocketAddr,
    /// The folder with the database.
    pub data: PathBuf,
    /// The address that people use, for links and the check of `Origin`; what they asked for if missing.
    pub public_url: Option<String>,
    /// Proxies whose word about the real address is taken: addresses, or networks.
    pub trusted_proxies: Vec<Network>,
    /// Who beside this machine itself may read `/metrics`: addresses, or networks.
    pub metrics_from: Vec<Network>,
    /// What whoever makes a name here has to know.
    pub password: Option<Password>,
    /// Whether a name is made only with an invitation.
    pub invite_only: bool,
    /// What a socket may do.
    pub sockets: SocketLimits,
    /// How often things may be asked for.
    pub rates: Rates,
    /// Chips that the house gives.
    pub chips: Chips,
    /// Times of tables.
    pub tables: Tables,
    /// How what must not be lost is written and read.
    pub store: Storage,
    /// How several servers share their tables.
    pub cluster: Cluster,
    /// How many tables a player may have open as host.
    pub tables_per_player: usize,
    /// How many tables may be in memory.
    pub most_tables: usize,
    /// How many threads serve sockets and tables; 0 for one less than there are cores.
    pub threads: usize,
    /// How many bots may think at the same time.
    pub thinkers: usize,
    /// How long a table that nobody looks at stays in memory.
    #[serde(deserialize_with = "seconds")]
    pub unload_after: Duration,
    /// After how many entries of a table's log a snapshot is written; 0 for never.
    pub snapshot_every: u64,
    /// How many lines of chat a page gets when it joins.
    pub chat_lines: u32,
    /// The longest line of chat, in characters.
    pub chat_length: usize,
    /// How long a code for another device is good.
    #[serde(deserialize_with = "seconds")]
    pub device_code: Duration,
    /// How long a graceful stop may take.
    #[serde(deserialize_with = "seconds")]
    pub stop_within: Duration,
}

/// What a socket may do.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SocketLimits {
    /// The longest frame, in bytes.
    pub frame: usize,
    /// How many messages may wait for a slow reader.
    pub outbox: usize,
    /// How long those who only look on may be kept waiting after they were shown something, to be shown several moves in one
    /// piece.
    #[serde(deserialize_with = "seconds")]
    pub together: Duration,
    /// How many commands may wait at a table.
    pub mailbox: usize,
    /// How many sockets one address may have.
    pub per_address: usize,
    /// How many sockets one player may have.
    pub per_player: usize,
    /// How many connections that are not sockets one address may have; never fewer than sockets.
    pub connections_per_address: usize,
    /// How many of them there may be in all; never more than half of the files that the program may have open.
    pub connections: usize,
    /// How long a request may take to arrive, and a connection to make one.
    #[serde(deserialize_with = "seconds")]
    pub request_within: Duration,
    /// How long whoever is written to may take nothing.
    #[serde(deserialize_with = "seconds")]
    pub write_within: Duration,
    /// How long a socket may take to join a table.
    #[serde(deserialize_with = "seconds")]
    pub join_within: Duration,
    /// How long a socket may be silent before it is asked whether it is there.
    #[serde(deserialize_with = "seconds")]
    pub ping_after: Duration,
    /// How long a socket may be silent before it is cut.
    #[serde(deserialize_with = "seconds")]
    pub silent: Duration,
}

/// Token buckets: so many at once, so many a second.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rates {
    /// Bytes of one connection or socket; more are left waiting.
    #[serde(deserialize_with = "rate")]
    pub bytes: (u32, f64),
    /// Messages of one socket.
    #[serde(deserialize_with = "rate")]
    pub socket: (u32, f64),
    /// Messages of one player on all sockets.
    #[serde(deserialize_with = "rate")]
    pub player: (u32, f64),
    /// HTTP requests of one address.
    #[serde(deserialize_with = "rate")]
    pub address: (u32, f64),
    /// New guests from one address.
    #[serde(deserialize_with = "rate")]
    pub guests: (u32, f64),
    /// Tries of codes from one address.
    #[serde(deserialize_with = "rate")]
    pub codes: (u32, f64),
    /// Shows of held dice of one socket.
    #[serde(deserialize_with = "rate")]
    pub holds: (u32, f64),
    /// Seconds of long studies, of one player and of one address: what a study takes is known only afterwards.
    #[serde(deserialize_with = "rate")]
    pub studies: (u32, f64),
    /// How many addresses and players are remembered.
    pub remembered: usize,
}

/// Times of tables.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Tables {
    /// From "everybody is ready" to the start.
    #[serde(deserialize_with = "seconds")]
    pub countdown: Duration,
    /// How long seats may take to commit to a seed.
    #[serde(deserialize_with = "seconds")]
    pub commit: Duration,
    /// How long seats may take to reveal it.
    #[serde(deserialize_with = "seconds")]
    pub reveal: Duration,
    /// How long somebody may be away before the table does something about it.
    #[serde(deserialize_with = "seconds")]
    pub grace: Duration,
    /// How long the host may be away before somebody else is host.
    #[serde(deserialize_with = "seconds")]
    pub host_grace: Duration,
    /// How long an empty table without a game is kept.
    #[serde(deserialize_with = "seconds")]
    pub empty: Duration,
    /// How long a finished game stays at the table when nobody is there.
    #[serde(deserialize_with = "seconds")]
    pub finished: Duration,
    /// How long a running game with nobody there is kept.
    #[serde(deserialize_with = "seconds")]
    pub deserted: Duration,
    /// How long a bot may think before the plainest move is made for it.
    #[serde(deserialize_with = "seconds")]
    pub thinking: Duration,
    /// After how long a bot that would rather wait is asked again.
    #[serde(deserialize_with = "seconds")]
    pub ask_again: Duration,
    /// How long people have to answer an offer before bots do.
    #[serde(deserialize_with = "seconds")]
    pub people_first: Duration,
    /// What is at least left on a clock after a restart or a pause.
    #[serde(deserialize_with = "seconds")]
    pub after_restart: Duration,
    /// The longest name of a player, in characters; 24 at most.
    pub name: usize,
    /// The highest stake.
    pub stake: u32,
}

impl Default for Tables {
    fn default() -> Self {
        let usual = table::Limits::default();
        let time = |millis: i64| Duration::from_millis(millis.unsigned_abs());
        Self {
            countdown: time(usual.countdown),
            commit: time(usual.commit),
            reveal: time(usual.reveal),
            grace: time(usual.grace),
            host_grace: time(usual.host_grace),
            empty: time(usual.empty),
            finished: time(usual.finished),
            deserted: time(usual.deserted),
            thinking: time(usual.thinking),
            ask_again: time(usual.ask_again),
            people_first: time(usual.people_first),
            after_restart: time(usual.after_restart),
            name: usual.name,
            stake: usual.stake,
        }
    }
}

impl Tables {
    /// As tables count: in milliseconds.
    pub(crate) fn limits(&self) -> table::Limits {
        let millis =
            |time: Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX / 4).min(i64::MAX / 4);
        table::Limits {
            countdown: millis(self.countdown),
            commit: millis(self.commit),
            reveal: millis(self.reveal),
            grace: millis(self.grace),
            host_grace: millis(self.host_grace),
            empty: millis(self.empty),
            finished: millis(self.finished),
            deserted: millis(self.deserted),
            thinking: millis(self.thinking),
            ask_again: millis(self.ask_again),
            people_first: millis(self.people_first),
            after_restart: millis(self.after_restart),
            name: self.name,
            stake: self.stake,
        }
    }
}

/// How what must not be lost is written and read.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Storage {
    /// How many writes may wait; one more is refused at once.
    pub queue: usize,
    /// How long the first write of a group waits for others; 2 ms at most.
    #[serde(deserialize_with = "seconds")]
    pub window: Duration,
    /// How many writes are made durable together.
    pub group: usize,
    /// How long to wait for another process that holds the database.
    #[serde(deserialize_with = "seconds")]
    pub busy: Duration,
    /// How many reads may run at the same time.
    pub readers: usize,
    /// How many rows one read gives.
    pub page: u32,
    /// How many pages of 4 KiB the write-ahead log may have before they are moved to the database.
    pub checkpoint: u32,
    /// How much of the database the writing thread keeps in memory, in KiB.
    pub cache_kib: u32,
    /// How often the server notes that it is alive while it has tables in memory, where no lease says so; 0 for never.
    #[serde(deserialize_with = "seconds")]
    pub sign_of_life: Duration,
}

impl Default for Storage {
    fn default() -> Self {
        let store::Settings { queue, window, group, busy, readers, page, checkpoint, cache_kib } =
            store::Settings::default();
        let sign_of_life = Duration::from_secs(2);
        Self { queue, window, group, busy, readers, page, checkpoint, cache_kib, sign_of_life }
    }
}

impl Storage {
    /// As the store takes them. Where nothing would work with none, there is one.
    #[must_use]
    pub fn settings(&self) -> store::Settings {
        let Self { queue, window, group, busy, readers, page, checkpoint, cache_kib, .. } = self.clone();
        let (queue, group, readers, page) = (queue.max(1), group.max(1), readers.max(1), page.max(1));
        store::Settings { queue, window, group, busy, readers, page, checkpoint, cache_kib }
    }
}

/// Chips that the house gives.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Chips {
    /// To a new player.
    pub opening: u64,
    /// Once a day, up to this many.
    pub minimum: u64,
}

impl Config {
    /// Whether somebody is a proxy whose word about the real address is taken.
    pub(crate) fn trusts(&self, peer: IpAddr) -> bool {
        self.trusted_proxies.iter().any(|network| network.contains(peer))
    }

    /// How many threads may wait for the disk, think or compute at a time. Those who read wait for one of a few connections
    /// anyway, and every thread keeps some memory for itself: a hundred of them would hold hundreds of megabytes for nothing.
    #[must_use]
    pub fn blocking_threads(&self) -> usize {
        const STUDIES: usize = 8;
        self.store.readers.saturating_add(self.thinkers).saturating_add(STUDIES)
    }

    /// How many threads serve sockets and tables. One core is left to the thread that writes: it is at work all the time when the others
    /// are, and a thread less to wake for each other saves more than it could have done.
    #[must_use]
    pub fn serving_threads(&self) -> usize {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        if self.threads > 0 { self.threads } else { cores.saturating_sub(1).max(1) }
    }
}

impl Default for Config {
    fn default() -> Self {
        Self {
            listen: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8080),
            data: PathBuf::from("data"),
            public_url: None,
            trusted_proxies: vec![],
            metrics_from: vec![],
            password: None,
            invite_only: false,
            sockets: SocketLimits::default(),
            rates: Rates::default(),
            chips: Chips::default(),
            tables: Tables::default(),
            cluster: Cluster::default(),
            store: Storage::default(),
            tables_per_player: 20,
            most_tables: 10_000,
            threads: 0,
            thinkers: 2,
            unload_after: Duration::from_mins(1),
            snapshot_every: 200,
            chat_lines: 50,
            chat_length: 500,
            device_code: Duration::from_mins(1),
            stop_within: Duration::from_secs(10),
        }
    }
}

impl Default for Chips {
    fn default() -> Self {
        Self { opening: 1_000, minimum: 100 }
    }
}

impl Default for SocketLimits {
    fn default() -> Self {
        Self {
            frame: 8 * 1024,
            outbox: 256,
            together: Duration::from_millis(100),
            mailbox: 256,
            per_address: 64,
            per_player: 8,
            connections_per_address: 256,
            connections: 8_192,
            request_within: Duration::from_secs(20),
            write_within: Duration::from_secs(20),
            join_within: Duration::from_secs(15),
            ping_after: Duration::from_secs(20),
            silent: Duration::from_mins(1),
        }
    }
}

impl Default for Rates {
    fn default() -> Self {
        Self {
            bytes: (131_072, 32_768.0),
            socket: (40, 20.0),
            player: (80, 40.0),
            address: (120, 20.0),
            guests: (20, 0.2),
            codes: (10, 0.1),
            holds: (10, 10.0),
            studies: (20, 0.1),
            remembered: 10_000,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_can_be_counted_with() {
        let read = |time: &str| serde_json::from_str::<SocketLimits>(&format!(r#"{{"silent":{time}}}"#));
        assert_eq!(read("0.25").unwrap().silent, Duration::from_millis(250));
        assert_eq!(read("1000000000").unwrap().silent, Duration::from_secs(1_000_000_000));
        for wrong in ["-1", "1000000001", "1e300", "\"1\"", "null"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    /// When everybody loses the line at once, every desk stores that they went, and then that they came.
    #[test]
    fn every_table_may_write_at_once() {
        let config = Config::default();
        assert!(config.store.queue > config.most_tables, "some would be turned away");
    }
}
