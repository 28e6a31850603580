//! How a store is doing.
//!
//! A *group* is what one flush to the disk makes durable. Counters only grow; whoever wants rates takes differences.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

/// The number of classes in which group sizes and times are counted.
const CLASSES: usize = 24;

/// How a store is doing, at one moment.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Metrics {
    /// Writes that wait.
    pub queue: usize,
    /// Writes that were made durable.
    pub written: u64,
    /// Writes that were refused because of what they asked for.
    pub refused: u64,
    /// Writes that were turned away because too many were waiting.
    pub turned_away: u64,
    /// Groups that were made durable.
    pub groups: u64,
    /// Groups that failed as a whole: the disk was full, or worse.
    pub failed_groups: u64,
    /// How long all groups took together, from the first statement to the end of the flush.
    pub commit_time: Duration,
    /// Groups by size: class `i` counts those of fewer than 2^(i+1) writes that are not in a lower class.
    pub group_sizes: [u64; CLASSES],
    /// Groups by time: class `i` counts those that took fewer than 2^(i+1) µs and are not in a lower class.
    pub commit_micros: [u64; CLASSES],
}

/// The counters behind [`Metrics`], shared by all threads of a store.
#[derive(Debug, Default)]
pub struct Counters {
    pub(crate) queue: AtomicUsize,
    written: AtomicU64,
    refused: AtomicU64,
    pub(crate) turned_away: AtomicU64,
    groups: AtomicU64,
    failed_groups: AtomicU64,
    commit_nanos: AtomicU64,
    group_sizes: [AtomicU64; CLASSES],
    commit_micros: [AtomicU64; CLASSES],
}

fn class(number: u64) -> usize {
    (number.max(1).ilog2() as usize).min(CLASSES - 1)
}

impl Counters {
    /// Counts a group of so many writes, of which so many were refused; or one that failed as a whole.
    pub fn group(&self, size: usize, refused: usize, took: Duration, fine: bool) {
        if !fine {
            self.failed_groups.fetch_add(1, Relaxed);
            return;
        }
        self.written.fetch_add(size.saturating_sub(refused) as u64, Relaxed);
        self.refused.fetch_add(refused as u64, Relaxed);
        self.groups.fetch_add(1, Relaxed);
        self.commit_nanos.fetch_add(u64::try_from(took.as_nanos()).unwrap_or(u64::MAX), Relaxed);
        self.group_sizes[class(size as u64)].fetch_add(1, Relaxed);
        self.commit_micros[class(u64::try_from(took.as_micros()).unwrap_or(u64::MAX))].fetch_add(1, Relaxed);
    }

    /// What the counters say now.
    #[must_use]
    pub fn read(&self) -> Metrics {
        Metrics {
            queue: self.queue.load(Relaxed),
            written: self.written.load(Relaxed),
            refused: self.refused.load(Relaxed),
            turned_away: self.turned_away.load(Relaxed),
            groups: self.groups.load(Relaxed),
            failed_groups: self.failed_groups.load(Relaxed),
            commit_time: Duration::from_nanos(self.commit_nanos.load(Relaxed)),
            group_sizes: std::array::from_fn(|i| self.group_sizes[i].load(Relaxed)),
            commit_micros: std::array::from_fn(|i| self.commit_micros[i].load(Relaxed)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_doubles_the_one_before() {
        for (number, expected) in
            [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (1_000, 9), (u64::MAX, CLASSES - 1)]
        {
            assert_eq!(class(number), expected, "{number}");
        }
    }
}
