//! The one thread that writes, and how it groups what it writes.
//!
//! A *group* is a transaction that many writes share, because a flush to the disk costs the same for one as for a hundred. Each
//! write has a savepoint of its own, so that one which is refused takes nothing with it; none is answered before the
//! group's COMMIT has returned (`docs/storage.md` §3).

use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use rusqlite::Connection;

use crate::fault::StoreFault;
use crate::interface::Done;
use crate::metrics::Counters;
use crate::settings::Settings;

/// A write that waits: what to do in the transaction, and whom to tell.
pub(super) trait Job: Send {
    /// Does it, if need be once more after what it did was taken back.
    fn run(&mut self, connection: &Connection) -> Result<(), StoreFault>;
    /// Tells how it ended, after the group has.
    fn answer(self: Box<Self>, group: Result<(), StoreFault>);
}

/// A [`Job`] made of a function and the answer's receiver.
pub(super) struct Work<T, F> {
    step: F,
    outcome: Option<Result<T, StoreFault>>,
    done: Option<Done<T>>,
}

impl<T, F> Work<T, F> {
    pub(super) fn new(step: F, done: Done<T>) -> Self {
        Self { step, outcome: None, done: Some(done) }
    }

    fn tell(&mut self, answer: Result<T, StoreFault>) {
        if let Some(done) = self.done.take() {
            done(answer);
        }
    }
}

impl<T, F> Job for Work<T, F>
where
    T: Send,
    F: Fn(&Connection) -> Result<T, StoreFault> + Send,
{
    fn run(&mut self, connection: &Connection) -> Result<(), StoreFault> {
        let outcome = (self.step)(connection);
        let kept = outcome.as_ref().map(|_| ()).map_err(Clone::clone);
        self.outcome = Some(outcome);
        kept
    }

    fn answer(mut self: Box<Self>, group: Result<(), StoreFault>) {
        let outcome = self.outcome.take().unwrap_or(Err(StoreFault::Closed));
        self.tell(group.and(outcome));
    }
}

/// Whoever waits gets an answer whatever becomes of the thread that writes.
impl<T, F> Drop for Work<T, F> {
    fn drop(&mut self) {
        self.tell(Err(StoreFault::Closed));
    }
}

/// Writes until nobody can send any more, then moves everything from the write-ahead log to the database.
pub(super) fn run(
    connection: &Connection,
    jobs: &Receiver<Box<dyn Job>>,
    settings: &Settings,
    counters: &Counters,
) -> Result<(), StoreFault> {
    let window = settings.window.min(Settings::LONGEST_WINDOW);
    let mut group: Vec<Box<dyn Job>> = Vec::new();
    let mut expected = 1;
    while let Ok(first) = jobs.recv() {
        group.push(first);
        gather(jobs, &mut group, settings.group.max(1), expected, window);
        counters.queue.fetch_sub(group.len(), Relaxed);

        // As many as came this time are likely to come again; whoever writes alone does not wait for company.
        expected = group.len();
        let ended = write(connection, &mut group, counters);
        // One that needs much room may have taken the others with it: each gets a chance of its own.
        let again = group.len() > 1 && ended == Err(StoreFault::DiskFull);
        for mut job in group.drain(..) {
            let ended = if again {
                write(connection, std::slice::from_mut(&mut job), counters)
            } else {
                ended.clone()
            };
            job.answer(ended);
        }
    }
    connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
    Ok(())
}

/// One transaction, and what it was like.
fn write(connection: &Connection, group: &mut [Box<dyn Job>], counters: &Counters) -> Result<(), StoreFault> {
    let begun = Instant::now();
    let mut refused = 0;
    let ended = transact(connection, group, &mut refused);
    counters.group(group.len(), begun.elapsed(), ended.is_ok());
    if ended.is_ok() {
        counters.written.fetch_add(group.len() as u64 - refused, Relaxed);
        counters.refused.fetch_add(refused, Relaxed);
    }
    ended
}

/// Takes what is waiting, and waits for as many as are expected.
fn gather(
    jobs: &Receiver<Box<dyn Job>>,
    group: &mut Vec<Box<dyn Job>>,
    most: usize,
    expected: usize,
    window: Duration,
) {
    let begun = Instant::now();
    while group.len() < most {
        if let Ok(job) = jobs.try_recv() {
            group.push(job);
            continue;
        }
        let left = window.saturating_sub(begun.elapsed());
        if group.len() >= expected || left.is_zero() {
            return;
        }
        match jobs.recv_timeout(left) {
            Ok(job) => group.push(job),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return,
        }
    }
}

/// One transaction for the whole group.
fn transact(
    connection: &Connection,
    group: &mut [Box<dyn Job>],
    refused: &mut u64,
) -> Result<(), StoreFault> {
    let ended = steps(connection, group, refused);
    // Some failures have ended the transaction already; a second end would be a failure of its own.
    if ended.is_err() && !connection.is_autocommit() {
        statement(connection, "ROLLBACK")?;
    }
    ended
}

fn steps(connection: &Connection, group: &mut [Box<dyn Job>], refused: &mut u64) -> Result<(), StoreFault> {
    statement(connection, "BEGIN IMMEDIATE")?;
    for job in group {
        statement(connection, "SAVEPOINT job")?;
        if let Err(fault) = job.run(connection) {
            // A full or failing disk may take the whole transaction with it, and then nothing of the group is there.
            if connection.is_autocommit() {
                return Err(fault);
            }
            statement(connection, "ROLLBACK TO job")?;
            *refused += 1;
        }
        statement(connection, "RELEASE job")?;
    }
    statement(connection, "COMMIT")
}

fn statement(connection: &Connection, sql: &str) -> Result<(), StoreFault> {
    connection.prepare_cached(sql)?.execute([])?;
    Ok(())
}
