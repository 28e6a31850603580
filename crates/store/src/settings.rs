//! What can be set about a store.

use std::time::Duration;

/// What can be set about a store. Every default is safe.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// How many writes may wait; one more is refused at once.
    pub queue: usize,
    /// How long the first write of a group waits for others, at most; more than [`Settings::LONGEST_WINDOW`] is cut. Where few
    /// write, nobody waits.
    pub window: Duration,
    /// How many writes are made durable together, at most.
    pub group: usize,
    /// How long to wait for another process that holds the file.
    pub busy: Duration,
    /// How many reads may run at the same time.
    pub readers: usize,
    /// How many rows one read gives, at most.
    pub page: u32,
    /// How many pages of 4 KiB the write-ahead log may have before they are moved to the database.
    pub checkpoint: u32,
    /// How much of the database the writing thread keeps in memory, in KiB.
    pub cache_kib: u32,
}

impl Settings {
    /// Nobody waits longer than this for company.
    pub const LONGEST_WINDOW: Duration = Duration::from_millis(2);
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            queue: 16_384,
            window: Self::LONGEST_WINDOW,
            group: 512,
            busy: Duration::from_secs(5),
            readers: 4,
            page: 10_000,
            checkpoint: 4_000,
            cache_kib: 32 * 1024,
        }
    }
}
