//! Waiting for what a server needs before it can begin: a database or a bus that is not there yet, because it starts at the same time, is
//! frozen or cannot be reached for a moment.
//!
//! What waiting cannot mend, a wrong password or a schema from the future, is a *lasting* hitch and ends the server at once.

use std::time::Duration;

use tokio::time::Instant;

use crate::failure::Failure;

/// How long to wait between two attempts: short beside what starting takes, long beside what an attempt costs.
const PAUSE: Duration = Duration::from_millis(500);
/// How often it is said that somebody waits.
const REMINDER: Duration = Duration::from_secs(10);

/// Why an attempt did not succeed.
#[derive(Debug)]
pub(super) enum Hitch {
    /// The next one may.
    Passing(String),
    /// No other will.
    Lasting(Failure),
}

/// How long a server that starts waits, for all it needs together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waiting {
    begun: Instant,
    within: Duration,
}

impl Waiting {
    /// Begins now.
    pub(super) fn new(within: Duration) -> Self {
        Self { begun: Instant::now(), within }
    }

    /// Tries until it succeeds, has no hope, or the time is over. An attempt that has begun in time comes to its own end.
    pub(super) async fn until_there<T>(
        &self,
        what: &str,
        mut attempt: impl AsyncFnMut() -> Result<T, Hitch>,
    ) -> Result<T, Failure> {
        let mut said: Option<Instant> = None;
        loop {
            let why = match attempt().await {
                Ok(there) => {
                    if said.is_some() {
                        tracing::info!("{what} is there");
                    }
                    return Ok(there);
                }
                Err(Hitch::Lasting(failure)) => return Err(failure),
                Err(Hitch::Passing(why)) => why,
            };
            let left = self.within.saturating_sub(self.begun.elapsed());
            if left.is_zero() {
                let within = self.within.as_secs_f64();
                return Err(Failure::Server(format!("waited {within} s for {what}, in vain: {why}")));
            }
            if said.is_none_or(|said| said.elapsed() >= REMINDER) {
                tracing::warn!(%why, "waiting for {what}, for {} s more at most", left.as_secs_f64().ceil());
                said = Some(Instant::now());
            }
            tokio::time::sleep(PAUSE.min(left)).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn wait(within: u64, mut hitches: Vec<Hitch>) -> (Result<usize, String>, Duration) {
        let (waiting, mut attempts) = (Waiting::new(Duration::from_secs(within)), 0);
        let ended = waiting.until_there("it", async || {
            attempts += 1;
            hitches.pop().map_or(Ok(attempts), Err)
        });
        let ended = ended.await.map_err(|failure| failure.to_string());
        (ended, waiting.begun.elapsed())
    }

    fn passing() -> Hitch {
        Hitch::Passing("not yet".to_owned())
    }

    #[tokio::test(start_paused = true)]
    async fn what_comes_in_time_is_waited_for_and_what_cannot_come_is_not() {
        assert_eq!(wait(60, vec![]).await, (Ok(1), Duration::ZERO));
        let (ended, time) = wait(60, (0..20).map(|_| passing()).collect()).await;
        assert_eq!((ended, time.as_secs()), (Ok(21), 10));
        let (ended, time) = wait(60, (0..1_000).map(|_| passing()).collect()).await;
        assert_eq!(ended.unwrap_err(), "waited 60 s for it, in vain: not yet");
        assert_eq!(time.as_secs(), 60);
        let lasting = Hitch::Lasting(Failure::Server("wrong".to_owned()));
        let (ended, time) = wait(60, vec![lasting, passing()]).await;
        assert_eq!((ended, time), (Err("wrong".to_owned()), PAUSE));
        assert!(wait(0, vec![passing()]).await.0.is_err(), "nobody who wants to wait for nothing waits");
    }
}
