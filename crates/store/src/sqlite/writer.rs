//! The one thread that writes, a group at a time.
//!
//! A write which is refused takes nothing of its group with it: then each has a savepoint of its own. None is answered before
//! the group's COMMIT has returned (`docs/storage.md` §3).

use std::time::Instant;

use super::life;
use super::pen::Pen;
use crate::engine::{Counters, Groups, Pending, Waiting};
use crate::failpoint;
use crate::fault::StoreFault;
use crate::interface::Done;

/// A write that waits: what to do in the transaction, and whom to tell.
pub(super) trait Job: Send {
    /// Does it, if need be once more after what it did was taken back.
    fn run(&mut self, pen: &Pen) -> Result<(), StoreFault>;
    /// Tells too early how it went: the fault of which tests must show that it is found.
    fn answer_early(&mut self);
    /// Tells how it ended, after the group has.
    fn answer(self: Box<Self>, group: Result<(), StoreFault>);
}

/// A [`Job`] made of a function and its answer.
pub(super) struct Work<T, F> {
    step: F,
    answer: Pending<T>,
}

impl<T, F> Work<T, F> {
    pub(super) fn new(step: F, done: Done<T>) -> Self {
        Self { step, answer: Pending::new(done) }
    }
}

impl<T, F> Job for Work<T, F>
where
    T: Send,
    F: Fn(&Pen) -> Result<T, StoreFault> + Send,
{
    fn run(&mut self, pen: &Pen) -> Result<(), StoreFault> {
        self.answer.settle((self.step)(pen))
    }

    fn answer_early(&mut self) {
        self.answer.answer_early();
    }

    fn answer(self: Box<Self>, group: Result<(), StoreFault>) {
        self.answer.answer(group);
    }
}

impl Waiting for Box<dyn Job> {
    fn refuse(self, fault: StoreFault) {
        self.answer(Err(fault));
    }
}

/// Writes until nobody can send any more, then moves everything from the write-ahead log to the database.
pub(super) fn run(
    pen: &Pen,
    mut groups: Groups<Box<dyn Job>>,
    counters: &Counters,
) -> Result<(), StoreFault> {
    let mut group: Vec<Box<dyn Job>> = Vec::new();
    while groups.gather(&mut group) {
        let ended = write(pen, &mut group, counters);
        // One that needs much room may have taken the others with it: each gets a chance of its own.
        let again = group.len() > 1 && ended == Err(StoreFault::DiskFull);
        for mut job in group.drain(..) {
            let ended =
                if again { write(pen, std::slice::from_mut(&mut job), counters) } else { ended.clone() };
            job.answer(ended);
        }
    }
    // Without this the last sign of life counts, which is not much older.
    let _ = life::sign(pen);
    pen.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
    Ok(())
}

/// One transaction, and what it was like.
fn write(pen: &Pen, group: &mut [Box<dyn Job>], counters: &Counters) -> Result<(), StoreFault> {
    let begun = Instant::now();
    let mut refused = 0;
    let ended = transact(pen, group, &mut refused);
    counters.group(group.len(), refused, begun.elapsed(), ended.is_ok());
    ended
}

/// One transaction for the whole group.
///
/// Hardly any write is ever refused, and savepoints cost as much as the writes themselves. So the group is first written without any;
/// only if one of it is refused, everything is taken back and written again with a savepoint for each.
fn transact(pen: &Pen, group: &mut [Box<dyn Job>], refused: &mut usize) -> Result<(), StoreFault> {
    if taking_back(pen, |pen| at_once(pen, group))? {
        return Ok(());
    }
    taking_back(pen, |pen| one_by_one(pen, group, refused))
}

/// Takes back what the transaction has written, unless it comes to its end.
pub(super) fn taking_back<T>(
    pen: &Pen,
    steps: impl FnOnce(&Pen) -> Result<T, StoreFault>,
) -> Result<T, StoreFault> {
    let ended = steps(pen);
    if ended.is_err() {
        pen.forget_transaction();
    }
    // Some failures have ended the transaction already; a second end would be a failure of its own.
    if !pen.is_autocommit() {
        statement(pen, "ROLLBACK")?;
    }
    ended
}

/// Writes all of the group; `false`, with nothing committed, if one of it is refused.
fn at_once(pen: &Pen, group: &mut [Box<dyn Job>]) -> Result<bool, StoreFault> {
    pen.begin()?;
    for job in group.iter_mut() {
        if job.run(pen).is_err() {
            pen.forget_transaction();
            return Ok(false);
        }
    }
    commit(pen, group)?;
    Ok(true)
}

/// Writes what can be written of the group, each with a savepoint of its own.
fn one_by_one(pen: &Pen, group: &mut [Box<dyn Job>], refused: &mut usize) -> Result<(), StoreFault> {
    pen.begin()?;
    for job in group.iter_mut() {
        statement(pen, "SAVEPOINT job")?;
        if let Err(fault) = job.run(pen) {
            pen.forget_transaction();
            // A full or failing disk may take the whole transaction with it, and then nothing of the group is there.
            if pen.is_autocommit() {
                return Err(fault);
            }
            statement(pen, "ROLLBACK TO job")?;
            *refused += 1;
        }
        statement(pen, "RELEASE job")?;
    }
    commit(pen, group)
}

/// Makes what the group has written durable.
fn commit(pen: &Pen, group: &mut [Box<dyn Job>]) -> Result<(), StoreFault> {
    if failpoint::answers_early() {
        for job in group {
            job.answer_early();
        }
        std::thread::sleep(failpoint::HEAD_START);
    }
    failpoint::pass(failpoint::TRANSACTION);
    statement(pen, "COMMIT")?;
    failpoint::pass(failpoint::COMMITTED);
    Ok(())
}

fn statement(pen: &Pen, sql: &str) -> Result<(), StoreFault> {
    pen.prepare_cached(sql)?.execute([])?;
    Ok(())
}
