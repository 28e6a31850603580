//! What all parts of the server share.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use protocol::table::PlayerId;
use store::Store;
use tokio::sync::Semaphore;

use crate::buckets::Buckets;
use crate::clock::Clock;
use crate::config::Config;
use crate::identity::DeviceCodes;
use crate::metrics::Metrics;
use crate::registry::Registry;
use crate::solutions::Solutions;
use crate::studies::Studies;

/// What all parts of the server share.
#[derive(Debug)]
pub(crate) struct App {
    pub(crate) config: Config,
    pub(crate) clock: Clock,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) tables: Registry,
    pub(crate) metrics: Metrics,
    pub(crate) devices: DeviceCodes,
    pub(crate) players: Buckets<PlayerId>,
    pub(crate) addresses: Buckets<IpAddr>,
    pub(crate) guests: Buckets<IpAddr>,
    pub(crate) codes: Buckets<IpAddr>,
    pub(crate) thinkers: Arc<Semaphore>,
    pub(crate) studies: Studies,
    pub(crate) solutions: Solutions,
    pub(crate) sockets_by_address: Counts<IpAddr>,
    pub(crate) sockets_by_player: Counts<PlayerId>,
    pub(crate) stopping: AtomicBool,
    connections: AtomicU64,
}

impl App {
    pub(crate) fn new(config: Config, clock: Clock, store: Arc<dyn Store>) -> Self {
        let rates = &config.rates;
        Self {
            players: Buckets::new(rates.player, rates.remembered),
            addresses: Buckets::new(rates.address, rates.remembered),
            guests: Buckets::new(rates.guests, rates.remembered),
            codes: Buckets::new(rates.codes, rates.remembered),
            thinkers: Arc::new(Semaphore::new(config.thinkers.max(1))),
            studies: Studies::default(),
            solutions: Solutions::default(),
            devices: DeviceCodes::default(),
            tables: Registry::default(),
            metrics: Metrics::default(),
            sockets_by_address: Counts::default(),
            sockets_by_player: Counts::default(),
            stopping: AtomicBool::new(false),
            connections: AtomicU64::new(0),
            config,
            clock,
            store,
        }
    }

    /// A number for a new socket.
    pub(crate) fn next_connection(&self) -> u64 {
        self.connections.fetch_add(1, Ordering::Relaxed)
    }

    pub(crate) fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Acquire)
    }
}

/// How many of something each key has, with a most.
#[derive(Debug)]
pub(crate) struct Counts<K>(Arc<Mutex<HashMap<K, usize>>>);

impl<K> Default for Counts<K> {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(HashMap::new())))
    }
}

/// One of a key's; given back when dropped.
#[derive(Debug)]
pub(crate) struct Counted<K: Eq + std::hash::Hash> {
    counts: Arc<Mutex<HashMap<K, usize>>>,
    key: K,
}

impl<K: Eq + std::hash::Hash + Clone> Counts<K> {
    /// One more, unless the key has as many as it may.
    pub(crate) fn enter(&self, key: &K, most: usize) -> Option<Counted<K>> {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(key.clone()).or_insert(0);
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(Counted { counts: Arc::clone(&self.0), key: key.clone() })
    }
}

impl<K: Eq + std::hash::Hash> Drop for Counted<K> {
    fn drop(&mut self) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.key);
            }
        }
    }
}
