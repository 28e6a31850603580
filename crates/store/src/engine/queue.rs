//! How writes wait for the one thread that makes them, and which of them travel together.
//!
//! A *group* is a transaction that many writes share, because a flush to the disk costs the same for one as for a hundred
//! (`docs/storage.md` §3).

use std::fmt;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use crate::fault::StoreFault;
use crate::metrics::Counters;
use crate::settings::Settings;

/// So many writes are worth waiting for. Fewer save less work by travelling together than their waiting costs; those that come while others
/// are being written travel together anyway. A crowd is not waited for one by one: whoever listens is woken for each, and a switch of threads
/// costs as much as a write. It is let gather unheard, and looked for after a nap.
const CROWD: usize = 8;
/// How long such a nap is.
const NAP: Duration = Duration::from_micros(500);

/// A write that waits, and can be told that it waits in vain.
pub trait Waiting {
    /// Tells that nothing will come of it.
    fn refuse(self, fault: StoreFault);
}

/// A bounded queue in front of the thread that writes. Whoever puts something in never waits.
pub struct Queue<J> {
    sender: RwLock<Option<SyncSender<J>>>,
    counters: Arc<Counters>,
}

impl<J: Waiting> Queue<J> {
    /// A queue, and the groups in which what is put into it comes out.
    #[must_use]
    pub fn new(settings: &Settings, counters: &Arc<Counters>) -> (Self, Groups<J>) {
        let (sender, jobs) = sync_channel(settings.queue.max(1));
        let groups = Groups {
            jobs,
            window: settings.window.min(Settings::LONGEST_WINDOW),
            most: settings.group.max(1),
            expected: 1,
            counters: Arc::clone(counters),
        };
        (Self { sender: RwLock::new(Some(sender)), counters: Arc::clone(counters) }, groups)
    }

    /// A queue that takes nothing.
    #[must_use]
    pub fn closed() -> Self {
        Self { sender: RwLock::new(None), counters: Arc::default() }
    }

    /// Puts a write in; refuses it at once if there is no room.
    pub fn put(&self, job: J) {
        let sender = self.sender.read().unwrap_or_else(PoisonError::into_inner);
        // Counted first: the writer may have taken it before this thread comes to its next line.
        self.counters.queue.fetch_add(1, Relaxed);
        let (job, fault) = match sender.as_ref() {
            None => (job, StoreFault::Closed),
            Some(sender) => match sender.try_send(job) {
                Ok(()) => return,
                Err(TrySendError::Full(job)) => (job, StoreFault::QueueFull),
                Err(TrySendError::Disconnected(job)) => (job, StoreFault::Closed),
            },
        };
        drop(sender);
        self.counters.queue.fetch_sub(1, Relaxed);
        self.counters.turned_away.fetch_add(1, Relaxed);
        job.refuse(fault);
    }

    /// Takes no more. What waits still comes out.
    pub fn close(&self) {
        drop(self.sender.write().unwrap_or_else(PoisonError::into_inner).take());
    }
}

impl<J> fmt::Debug for Queue<J> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Queue").finish_non_exhaustive()
    }
}

/// What waits in a [`Queue`], in groups.
pub struct Groups<J> {
    jobs: Receiver<J>,
    window: Duration,
    most: usize,
    expected: usize,
    counters: Arc<Counters>,
}

impl<J> Groups<J> {
    /// Waits for a first write, takes what waits with it, and waits for as many as came the last time if that was a crowd, but not long: as many
    /// as came once are likely to come again. `false` when the queue is closed and empty.
    pub fn gather(&mut self, group: &mut Vec<J>) -> bool {
        let Ok(first) = self.jobs.recv() else { return false };
        group.push(first);
        self.company(group);
        self.counters.queue.fetch_sub(group.len(), Relaxed);
        self.expected = group.len();
        true
    }

    fn company(&self, group: &mut Vec<J>) {
        let begun = Instant::now();
        while group.len() < self.most {
            if let Ok(job) = self.jobs.try_recv() {
                group.push(job);
                continue;
            }
            let left = self.window.saturating_sub(begun.elapsed());
            if self.expected < CROWD || group.len() >= self.expected || left.is_zero() {
                return;
            }
            std::thread::sleep(left.min(NAP));
        }
    }
}

impl<J> fmt::Debug for Groups<J> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Groups").field("expected", &self.expected).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Duration = Duration::from_hours(1);

    struct Letter;

    impl Waiting for Letter {
        fn refuse(self, fault: StoreFault) {
            panic!("{fault}");
        }
    }

    /// A queue whose writer would wait for an hour, and in whose last group so many came.
    fn after(expected: usize) -> (Queue<Letter>, Groups<Letter>) {
        let (queue, mut groups) = Queue::new(&Settings::default(), &Arc::default());
        (groups.window, groups.expected) = (HOUR, expected);
        (queue, groups)
    }

    fn gathered(groups: &mut Groups<Letter>) -> usize {
        let mut group = Vec::new();
        assert!(groups.gather(&mut group));
        group.len()
    }

    #[test]
    fn what_waits_travels_together() {
        let (queue, mut groups) = after(1);
        groups.most = 20;
        for _ in 0..50 {
            queue.put(Letter);
        }
        assert_eq!([gathered(&mut groups), gathered(&mut groups)], [20, 20]);
    }

    #[test]
    fn a_few_are_not_waited_for() {
        let (queue, mut groups) = after(CROWD - 1);
        queue.put(Letter);
        assert_eq!(gathered(&mut groups), 1);
    }

    #[test]
    fn a_crowd_is_waited_for_until_as_many_have_come() {
        let (queue, mut groups) = after(CROWD);
        queue.put(Letter);
        let others = std::thread::spawn(move || {
            for _ in 1..CROWD {
                std::thread::sleep(Duration::from_millis(2));
                queue.put(Letter);
            }
            queue
        });
        assert_eq!(gathered(&mut groups), CROWD);
        drop(others.join().unwrap());
    }

    #[test]
    fn a_crowd_that_does_not_come_is_waited_for_no_longer_than_the_window() {
        let (queue, mut groups) = after(CROWD);
        groups.window = Duration::from_millis(5);
        queue.put(Letter);
        let begun = Instant::now();
        assert_eq!(gathered(&mut groups), 1);
        assert!(begun.elapsed() >= Duration::from_millis(5));
        // Nor is anybody any more.
        groups.window = HOUR;
        queue.put(Letter);
        assert_eq!(gathered(&mut groups), 1);
    }
}
