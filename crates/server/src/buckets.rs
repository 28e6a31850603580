//! Token buckets: how often something may be asked for.
//!
//! A *bucket* holds a number of tokens that grows back over time; asking takes one, or as much as it turns out to cost. The buckets of addresses and players are
//! forgotten when there are too many of them, the fullest first: they would be full again soon.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// One bucket.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    tokens: f64,
    at: Instant,
}

impl Bucket {
    pub(crate) fn new(rate: (u32, f64), now: Instant) -> Self {
        Self { tokens: rate.0.into(), at: now }
    }

    /// How many tokens there are; fewer than none, if more was spent than there was.
    pub(crate) fn left(&mut self, rate: (u32, f64), now: Instant) -> f64 {
        let (most, per_second) = rate;
        let grown = now.saturating_duration_since(self.at).as_secs_f64() * per_second;
        self.tokens = (self.tokens + grown).min(most.into());
        self.at = now;
        self.tokens
    }

    /// Whether there was a token when it was last looked; then there still is.
    pub(crate) fn had_some(&self) -> bool {
        self.tokens > 0.0
    }

    /// Takes so many, whether they are there or not.
    pub(crate) fn spend(&mut self, tokens: f64) {
        self.tokens -= tokens;
    }

    /// Takes a token, if there is one.
    pub(crate) fn take(&mut self, rate: (u32, f64), now: Instant) -> bool {
        let enough = self.left(rate, now) >= 1.0;
        if enough {
            self.tokens -= 1.0;
        }
        enough
    }
}

/// Buckets by key.
#[derive(Debug)]
pub(crate) struct Buckets<K> {
    rate: (u32, f64),
    most: usize,
    by_key: Mutex<HashMap<K, Bucket>>,
}

impl<K: Eq + Hash + Clone> Buckets<K> {
    pub(crate) fn new(rate: (u32, f64), most: usize) -> Self {
        Self { rate, most: most.max(1), by_key: Mutex::new(HashMap::new()) }
    }

    /// Gives a token back: what it was taken for was no attempt to guess.
    pub(crate) fn give_back(&self, key: &K) {
        let mut buckets = self.by_key.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bucket) = buckets.get_mut(key) {
            bucket.tokens = (bucket.tokens + 1.0).min(self.rate.0.into());
        }
    }

    /// Takes a token from the bucket of this key.
    pub(crate) fn take(&self, key: &K) -> bool {
        let now = Instant::now();
        self.with(key, now, |bucket| bucket.take(self.rate, now)).unwrap_or(false)
    }

    /// Whether there is something left in the bucket of this key.
    pub(crate) fn has(&self, key: &K) -> bool {
        let now = Instant::now();
        self.with(key, now, |bucket| bucket.left(self.rate, now) > 0.0).unwrap_or(false)
    }

    /// Takes so much from the bucket of this key, whether it is there or not.
    pub(crate) fn spend(&self, key: &K, tokens: f64) {
        let now = Instant::now();
        let spent = self.with(key, now, |bucket| {
            bucket.left(self.rate, now);
            bucket.spend(tokens);
        });
        // A key for which there is no room had nothing before either.
        spent.unwrap_or_default();
    }

    /// Does something with the bucket of this key; `None` if there is no room for one more.
    fn with<T>(&self, key: &K, now: Instant, what: impl FnOnce(&mut Bucket) -> T) -> Option<T> {
        let mut buckets = self.by_key.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= self.most && !buckets.contains_key(key) {
            let full = |bucket: &Bucket| {
                let grown = now.saturating_duration_since(bucket.at).as_secs_f64() * self.rate.1;
                bucket.tokens + grown >= self.rate.0.into()
            };
            buckets.retain(|_, bucket| !full(bucket));
            if buckets.len() >= self.most {
                // Everybody remembered is busy: strangers wait.
                return None;
            }
        }
        Some(what(buckets.entry(key.clone()).or_insert_with(|| Bucket::new(self.rate, now))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_bucket_empties_and_grows_back() {
        let (rate, start) = ((3, 2.0), Instant::now());
        let mut bucket = Bucket::new(rate, start);
        let taken = |bucket: &mut Bucket, at| (0..10).filter(|_| bucket.take(rate, at)).count();
        assert_eq!(taken(&mut bucket, start), 3);
        assert_eq!(taken(&mut bucket, start + Duration::from_secs(1)), 2);
        assert_eq!(taken(&mut bucket, start + Duration::from_mins(1)), 3);
    }

    #[test]
    fn what_is_given_back_can_be_taken_again_and_no_more() {
        let buckets = Buckets::new((2, 0.001), 100);
        buckets.give_back(&0);
        for _ in 0..10 {
            assert!(buckets.take(&0));
            buckets.give_back(&0);
        }
        buckets.give_back(&0);
        assert!(buckets.take(&0) && buckets.take(&0) && !buckets.take(&0));
    }

    #[test]
    fn more_than_there_is_can_be_spent_and_is_missing_afterwards() {
        let (rate, start) = ((3, 2.0), Instant::now());
        let mut bucket = Bucket::new(rate, start);
        bucket.spend(7.5);
        let left = bucket.left(rate, start + Duration::from_secs(2));
        assert!((left + 0.5).abs() < 1e-9, "{left}");
        assert!(!bucket.had_some());
        let left = bucket.left(rate, start + Duration::from_secs(3));
        assert!((left - 1.5).abs() < 1e-9, "{left}");
        let buckets = Buckets::new((1, 0.001), 100);
        assert!(buckets.has(&0));
        buckets.spend(&0, 1.5);
        assert!(!buckets.has(&0) && buckets.has(&1));
    }

    #[test]
    fn memory_is_bounded_and_the_busy_are_not_forgotten() {
        let buckets = Buckets::new((2, 0.001), 100);
        assert!(buckets.take(&0) && buckets.take(&0) && !buckets.take(&0));
        for key in 1..1_000 {
            buckets.take(&key);
        }
        assert!(buckets.by_key.lock().unwrap().len() <= 100);
        assert!(!buckets.take(&0));
    }
}
