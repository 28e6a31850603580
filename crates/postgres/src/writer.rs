//! The one thread that writes, a group at a time.
//!
//! A group is one transaction: what it is about is locked, the planned writes in it are decided in memory and written with a few
//! statements, the others are done one by one under a savepoint each, and nobody is answered before COMMIT has returned
//! (`docs/storage.md` §12).

use std::cell::Cell;
use std::sync::Arc;
use std::time::{Duration, Instant};

use store::engine::{Counters, Groups};
use store::{StoreFault, failpoint};
use tokio::runtime::Handle;

use crate::failure::Failure;
use crate::job::{Apart, Job};
use crate::known::{Known, Questions};
use crate::locks::locks;
use crate::plan::Plan;
use crate::session::{Purpose, Session, call};
use crate::settings::PostgresSettings;
use crate::waiting::block_on;

/// How often a group is tried as a whole.
const TRIES: usize = 3;
/// How long to wait after a first attempt to connect that failed; twice as long after each further one, up to the longest.
const PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// The thread that writes.
pub(crate) struct Writer {
    pub(crate) settings: Arc<PostgresSettings>,
    pub(crate) runtime: Handle,
    pub(crate) counters: Arc<Counters>,
    /// The key of this node.
    pub(crate) node: i64,
    pub(crate) session: Option<Session>,
    pub(crate) gap: Option<Gap>,
}

/// A time without a connection.
pub(crate) struct Gap {
    until: Instant,
    pause: Duration,
    fault: StoreFault,
}

/// How a group did not come to its end.
enum Ended {
    /// For a reason that concerns all of it.
    Whole(StoreFault),
    /// Perhaps because of one of it.
    Perhaps(StoreFault),
}

impl Writer {
    /// Writes until nobody can send any more.
    pub(crate) fn run(mut self, mut groups: Groups<Job>) {
        let runtime = self.runtime.clone();
        let mut group: Vec<Job> = Vec::new();
        while groups.gather(&mut group) {
            let ended = block_on(&runtime, self.write(&mut group));
            let apart = group.len() > 1 && matches!(ended, Err(Ended::Perhaps(_)));
            for mut job in group.drain(..) {
                // One of them is to blame; each by itself, the others are none the worse for it.
                let again = apart.then(|| block_on(&runtime, self.write(std::slice::from_mut(&mut job))));
                let answer = match again.as_ref().unwrap_or(&ended) {
                    Ok(()) => Ok(()),
                    Err(Ended::Whole(fault) | Ended::Perhaps(fault)) => Err(fault.clone()),
                };
                job.answer(answer);
            }
        }
    }

    /// One group, and what it was like.
    async fn write(&mut self, group: &mut [Job]) -> Result<(), Ended> {
        let begun = Instant::now();
        let ended = self.attempt(group).await;
        let refused = match ended {
            Err(Ended::Perhaps(_)) => group.len(),
            _ => group.iter().filter(|job| job.is_refused()).count(),
        };
        let is_fine = !matches!(ended, Err(Ended::Whole(_)));
        if is_fine && (ended.is_ok() || group.len() == 1) {
            self.counters.group(group.len(), refused, begun.elapsed(), true);
        } else if !is_fine {
            self.counters.group(group.len(), 0, begun.elapsed(), false);
        }
        ended
    }

    async fn attempt(&mut self, group: &mut [Job]) -> Result<(), Ended> {
        let mut last = Ended::Whole(StoreFault::Closed);
        for _ in 0..TRIES {
            let session = self.connected().await.map_err(Ended::Whole)?;
            let committing = Cell::new(false);
            let writing = transact(&session, self.node, group, &committing);
            // A little longer than PostgreSQL itself has patience with one statement, which then has the better reason.
            let patience = self.settings.patience + self.settings.patience / 4;
            let failure = match tokio::time::timeout(patience, writing).await {
                Ok(Ok(())) => {
                    self.session = Some(session);
                    return Ok(());
                }
                Ok(Err(failure)) => failure,
                Err(_) => Failure::Late,
            };
            let fault = failure.fault();
            if failure.broke_connection() {
                tracing::warn!(%fault, "the connection that writes has broken");
                if committing.get() {
                    let why = format!("the connection broke during COMMIT: {fault}");
                    return Err(Ended::Whole(StoreFault::Unknown(why)));
                }
                // Nothing of it is there: PostgreSQL takes back what was not committed. Whoever has waited once does not wait again.
                last = Ended::Whole(fault);
                if matches!(failure, Failure::Late) {
                    return Err(last);
                }
                continue;
            }
            if session.say("ROLLBACK").await.is_ok() {
                self.session = Some(session);
            }
            if failure.blames_one() {
                last = Ended::Perhaps(fault);
                // Seen again from the beginning, what has changed meanwhile is refused by us and takes nothing with it.
                continue;
            }
            if !failure.was_in_the_way() {
                return Err(Ended::Whole(fault));
            }
            last = Ended::Perhaps(fault);
        }
        Err(last)
    }

    /// The connection, or a new one. After an attempt that failed, nobody waits for the next until some time has passed.
    async fn connected(&mut self) -> Result<Session, StoreFault> {
        if let Some(session) = self.session.take() {
            return Ok(session);
        }
        if let Some(gap) = self.gap.as_ref().filter(|gap| Instant::now() < gap.until) {
            return Err(gap.fault.clone());
        }
        match Session::open(&self.settings, Purpose::Write).await {
            Ok(session) => {
                self.gap = None;
                Ok(session)
            }
            Err(failure) => {
                let fault = failure.fault();
                let pause = self.gap.as_ref().map_or(PAUSE, |gap| (gap.pause * 2).min(LONGEST_PAUSE));
                self.gap = Some(Gap { until: Instant::now() + pause, pause, fault: fault.clone() });
                Err(fault)
            }
        }
    }
}

/// One transaction for the whole group.
async fn transact(
    session: &Session,
    node: i64,
    group: &mut [Job],
    committing: &Cell<bool>,
) -> Result<(), Failure> {
    let mut begun = false;
    let mut rest = group;
    while let Some(first) = rest.first() {
        let is_apart = first.is_apart();
        let length = if is_apart { 1 } else { rest.iter().take_while(|job| !job.is_apart()).count() };
        let mut opening = Vec::new();
        if !begun {
            opening.push(call!("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"));
            opening.extend(locks(rest));
            begun = true;
        }
        if is_apart {
            session.pipeline(&opening).await?;
        }
        let skip = opening.len();
        let known = if is_apart {
            None
        } else {
            let mut questions = Questions::about(&rest[..length], node);
            opening.append(&mut questions.calls);
            let answers = session.pipeline(&opening).await?;
            Some(questions.answered(&answers[skip..])?)
        };
        drop(opening);
        let (some, others) = rest.split_at_mut(length);
        match (known, some.first_mut()) {
            (Some(known), _) => planned(session, node, some, known).await?,
            (None, Some(Job::Apart(work))) => apart(session, work.as_mut()).await?,
            (None, _) => {}
        }
        rest = others;
    }
    failpoint::pass(failpoint::TRANSACTION);
    committing.set(true);
    session.run("COMMIT", &[]).await?;
    failpoint::pass(failpoint::COMMITTED);
    if failpoint::is_time(failpoint::LOST_ANSWER) {
        return Err(Failure::Late);
    }
    Ok(())
}

/// Decides a run of planned writes and writes what it comes to.
async fn planned(session: &Session, node: i64, group: &mut [Job], known: Known) -> Result<(), Failure> {
    let mut plan = Plan::new(known);
    for job in group {
        // Refused or not, the answer waits for the others.
        let _ = match job {
            Job::Commit(commit, answer) => answer.settle(plan.commit(commit)),
            Job::Claim(table, answer) => answer.settle(plan.claim(table)),
            Job::Release(tables, answer) => answer.settle({
                plan.release(tables);
                Ok(())
            }),
            Job::Apart(_) => Ok(()),
        };
    }
    session.pipeline(&plan.draft.calls(node)?).await?;
    Ok(())
}

/// Does one write under a savepoint. If it is refused, it alone is taken back.
async fn apart(session: &Session, work: &mut dyn Apart) -> Result<(), Failure> {
    session.say("SAVEPOINT apart").await?;
    let ended = work.run(session).await;
    match ended {
        Ok(()) => session.say("RELEASE apart").await?,
        Err(failure) if failure.broke_connection() || failure.was_in_the_way() => return Err(failure),
        Err(_) => session.say("ROLLBACK TO apart; RELEASE apart").await?,
    }
    Ok(())
}
