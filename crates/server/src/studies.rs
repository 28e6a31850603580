//! Studies: work for one request that takes more than a moment, such as telling a whole game again.
//!
//! They run on blocking threads, few at a time, so that no crowd of readers takes the machine away from those who play. Long ones
//! have a place of their own and do not keep short ones waiting.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;

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
}

impl Default for Studies {
    fn default() -> Self {
        Self { short: Arc::new(Semaphore::new(SHORT)), long: Arc::new(Semaphore::new(LONG)) }
    }
}

impl Studies {
    /// Does something that takes some milliseconds; `None` if its turn did not come in time.
    pub(crate) async fn short<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        run(&self.short, work).await
    }

    /// Does something that may take seconds; `None` if its turn did not come in time.
    pub(crate) async fn long<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        run(&self.long, work).await
    }
}

async fn run<T: Send + 'static>(
    places: &Arc<Semaphore>,
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    let place = tokio::time::timeout(PATIENCE, Arc::clone(places).acquire_owned()).await.ok()?.ok()?;
    let done = tokio::task::spawn_blocking(move || {
        let _place = place;
        work()
    });
    done.await.ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_long_study_does_not_keep_a_short_one_waiting() {
        let studies = Arc::new(Studies::default());
        let (finish, finished) = std::sync::mpsc::channel::<()>();
        let other = Arc::clone(&studies);
        let long = tokio::spawn(async move { other.long(move || finished.recv().is_ok()).await });
        assert_eq!(studies.short(|| 1).await, Some(1));
        assert!(!long.is_finished());
        finish.send(()).unwrap();
        assert_eq!(long.await.unwrap(), Some(true));
    }
}
