//! Studies: work for one request that takes more than a moment, such as telling a whole game again.
//!
//! They run on blocking threads, few at a time, so that no crowd of readers takes the machine away from those who play. Long ones
//! have a place of their own, do not keep short ones waiting, and are paid for: what they take is taken from the time that a player and an
//! address have for it (`rates.studies`), whether anybody waits for the answer or not.

use std::sync::Arc;
use std::time::{Duration, Instant};

use protocol::table::PlayerId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::address::Neighbourhood;
use crate::buckets::Buckets;
use crate::config::Rates;

/// How many short studies run at the same time.
const SHORT: usize = 2;
/// How many long ones do.
const LONG: usize = 1;
/// How long one waits for its turn.
const PATIENCE: Duration = Duration::from_secs(10);

/// The places for studies.
#[derive(Debug)]
pub(crate) struct Studies {
    short: Arc<Semaphore>,
    long: Arc<Semaphore>,
    time: Arc<Time>,
}

/// How many seconds everybody has left for long studies.
#[derive(Debug)]
struct Time {
    players: Buckets<PlayerId>,
    addresses: Buckets<Neighbourhood>,
}

/// Whose time a long study takes.
#[derive(Clone, Debug)]
pub(crate) struct Student {
    pub(crate) player: PlayerId,
    pub(crate) address: Neighbourhood,
}

/// Why something was not studied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NotStudied {
    /// Its turn did not come in time.
    NoPlace,
    /// Whoever asked has used up their time.
    NoTime,
}

impl Studies {
    pub(crate) fn new(rates: &Rates) -> Self {
        let time = Time {
            players: Buckets::new(rates.studies, rates.remembered),
            addresses: Buckets::new(rates.studies, rates.remembered),
        };
        Self {
            short: Arc::new(Semaphore::new(SHORT)),
            long: Arc::new(Semaphore::new(LONG)),
            time: Arc::new(time),
        }
    }

    /// Does something that takes some milliseconds; `None` if its turn did not come in time.
    pub(crate) async fn short<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let place = place(&self.short).await?;
        run(place, work).await
    }

    /// Does something that may take seconds, for somebody who has time left.
    pub(crate) async fn long<T: Send + 'static>(
        &self,
        student: Student,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, NotStudied> {
        // Whoever has none need not stand in line; whoever spent it while they stood there is sent away too.
        if !self.time.has(&student) {
            return Err(NotStudied::NoTime);
        }
        let place = place(&self.long).await.ok_or(NotStudied::NoPlace)?;
        if !self.time.has(&student) {
            return Err(NotStudied::NoTime);
        }
        let time = Arc::clone(&self.time);
        let timed = move || {
            let begun = Instant::now();
            let done = work();
            time.spend(&student, begun.elapsed());
            done
        };
        run(place, timed).await.ok_or(NotStudied::NoPlace)
    }
}

impl Time {
    fn has(&self, student: &Student) -> bool {
        self.players.has(&student.player) && self.addresses.has(&student.address)
    }

    fn spend(&self, student: &Student, time: Duration) {
        self.players.spend(&student.player, time.as_secs_f64());
        self.addresses.spend(&student.address, time.as_secs_f64());
    }
}

async fn place(places: &Arc<Semaphore>) -> Option<OwnedSemaphorePermit> {
    tokio::time::timeout(PATIENCE, Arc::clone(places).acquire_owned()).await.ok()?.ok()
}

async fn run<T: Send + 'static>(
    place: OwnedSemaphorePermit,
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    let done = tokio::task::spawn_blocking(move || {
        let _place = place;
        work()
    });
    done.await.ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::IpAddr;

    fn studies(seconds: u32) -> Arc<Studies> {
        Arc::new(Studies::new(&Rates { studies: (seconds, 0.001), ..Rates::default() }))
    }

    fn student(player: u8, address: u8) -> Student {
        let player = PlayerId::from_entropy([player; 16]);
        Student { player, address: IpAddr::from([127, 0, 0, address]).into() }
    }

    #[tokio::test]
    async fn a_long_study_does_not_keep_a_short_one_waiting() {
        let studies = studies(1);
        let (finish, finished) = std::sync::mpsc::channel::<()>();
        let other = Arc::clone(&studies);
        let long =
            tokio::spawn(async move { other.long(student(1, 1), move || finished.recv().is_ok()).await });
        assert_eq!(studies.short(|| 1).await, Some(1));
        assert!(!long.is_finished());
        finish.send(()).unwrap();
        assert_eq!(long.await.unwrap(), Ok(true));
    }

    #[tokio::test]
    async fn whoever_has_used_up_their_time_is_sent_away_and_nobody_else() {
        let studies = studies(1);
        studies.time.spend(&student(1, 1), Duration::from_millis(1_500));
        assert_eq!(studies.long(student(1, 2), || ()).await, Err(NotStudied::NoTime), "the same player");
        assert_eq!(studies.long(student(2, 1), || ()).await, Err(NotStudied::NoTime), "the same address");
        assert_eq!(studies.long(student(2, 2), || ()).await, Ok(()));
    }

    #[tokio::test]
    async fn a_study_that_nobody_waits_for_is_paid_for_too() {
        let studies = studies(1);
        studies.time.spend(&student(1, 1), Duration::from_millis(999));
        let other = Arc::clone(&studies);
        let (begin, at_work) = tokio::sync::oneshot::channel();
        let (finish, finished) = std::sync::mpsc::channel::<()>();
        let asked = tokio::spawn(async move {
            let work = move || {
                begin.send(()).unwrap();
                finished.recv().unwrap();
                std::thread::sleep(Duration::from_millis(5));
            };
            other.long(student(1, 1), work).await
        });
        at_work.await.unwrap();
        asked.abort();
        finish.send(()).unwrap();
        // Its place is free when it has ended.
        drop(place(&studies.long).await.unwrap());
        assert!(!studies.time.has(&student(1, 1)));
    }
}
