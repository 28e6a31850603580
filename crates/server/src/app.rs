//! What all parts of the server share.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use protocol::table::PlayerId;
use store::Store;
use tokio::sync::Semaphore;

use crate::address::Neighbourhood;
use crate::buckets::Buckets;
use crate::clock::Clock;
use crate::config::Config;
use crate::connections::Connections;
use crate::identity::DeviceCodes;
use crate::lines::Lines;
use crate::metrics::Metrics;
use crate::nodes::Nodes;
use crate::registry::Registry;
use crate::sanctions::Sanctions;
use crate::solutions::Solutions;
use crate::studies::Studies;

/// What all parts of the server share.
#[derive(Debug)]
pub(crate) struct App {
    pub(crate) config: Config,
    pub(crate) clock: Clock,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) tables: Registry,
    /// Other nodes, where there are any.
    pub(crate) nodes: OnceLock<Nodes>,
    pub(crate) metrics: Metrics,
    pub(crate) devices: DeviceCodes,
    pub(crate) players: Buckets<PlayerId>,
    pub(crate) addresses: Buckets<Neighbourhood>,
    /// What an address asks for that watches over the server, beside everything else.
    pub(crate) monitors: Buckets<Neighbourhood>,
    pub(crate) guests: Buckets<Neighbourhood>,
    pub(crate) codes: Buckets<Neighbourhood>,
    pub(crate) thinkers: Arc<Semaphore>,
    pub(crate) studies: Studies,
    pub(crate) solutions: Solutions,
    pub(crate) connections: Arc<Connections>,
    pub(crate) sockets_by_address: Counts<Neighbourhood>,
    pub(crate) sockets_by_player: Counts<PlayerId>,
    pub(crate) lines: Lines,
    pub(crate) sanctions: Sanctions,
    pub(crate) stopping: AtomicBool,
    sockets: AtomicU64,
}

impl App {
    pub(crate) fn new(config: Config, clock: Clock, store: Arc<dyn Store>, sanctions: Sanctions) -> Self {
        let rates = &config.rates;
        Self {
            players: Buckets::new(rates.player, rates.remembered),
            addresses: Buckets::new(rates.address, rates.remembered),
            monitors: Buckets::new(rates.address, rates.remembered),
            guests: Buckets::new(rates.guests, rates.remembered),
            codes: Buckets::new(rates.codes, rates.remembered),
            thinkers: Arc::new(Semaphore::new(config.thinkers.max(1))),
            studies: Studies::new(rates),
            solutions: Solutions::default(),
            devices: DeviceCodes::default(),
            tables: Registry::default(),
            nodes: OnceLock::new(),
            metrics: Metrics::default(),
            connections: Connections::new(&config),
            sockets_by_address: Counts::default(),
            sockets_by_player: Counts::default(),
            lines: Lines::default(),
            sanctions,
            stopping: AtomicBool::new(false),
            sockets: AtomicU64::new(0),
            config,
            clock,
            store,
        }
    }

    /// A number for a new socket.
    pub(crate) fn next_connection(&self) -> u64 {
        self.sockets.fetch_add(1, Ordering::Relaxed)
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
