//! The time. Tests can move it; nothing else can.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::sync::watch;

/// Tells the time, in milliseconds since 1970.
#[derive(Clone, Debug)]
pub struct Clock {
    /// What a test has added.
    moved: Arc<watch::Sender<i64>>,
}

impl Default for Clock {
    fn default() -> Self {
        Self { moved: Arc::new(watch::channel(0).0) }
    }
}

impl Clock {
    /// Now.
    #[must_use]
    pub fn now(&self) -> i64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        i64::try_from(since.as_millis()).unwrap_or(i64::MAX) + *self.moved.borrow()
    }

    /// Makes it later, at once and for everybody.
    pub fn advance(&self, by: Duration) {
        let millis = i64::try_from(by.as_millis()).unwrap_or(0);
        self.moved.send_modify(|moved| *moved += millis);
    }

    /// Waits until then; for ever if there is nothing to wait for.
    pub(crate) async fn sleep_until(&self, when: Option<i64>) {
        let Some(when) = when else { return std::future::pending().await };
        let mut moved = self.moved.subscribe();
        loop {
            let left = when - self.now();
            if left <= 0 {
                return;
            }
            tokio::select! {
                () = tokio::time::sleep(Duration::from_millis(left.unsigned_abs())) => {}
                _ = moved.changed() => {}
            }
        }
    }
}
