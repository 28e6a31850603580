//! A few connections that read, shared by many threads.

use std::sync::Arc;
use std::time::Duration;

use store::StoreFault;
use store::engine::Shelf;
use tokio::runtime::Handle;

use crate::failure::Failure;
use crate::session::{Purpose, Session};
use crate::settings::PostgresSettings;
use crate::waiting::block_on;

/// How long a read may take that goes through everything.
const SLOW: Duration = Duration::from_mins(10);

pub(crate) struct Readers {
    settings: Arc<PostgresSettings>,
    runtime: Handle,
    shelf: Shelf<Session>,
}

#[expect(clippy::needless_pass_by_value, reason = "whoever asks writes the function where it is asked")]
impl Readers {
    pub(crate) fn new(settings: Arc<PostgresSettings>, runtime: Handle) -> Self {
        let shelf = Shelf::new(settings.store.readers, settings.patience);
        Self { settings, runtime, shelf }
    }

    /// Reads with one statement.
    pub(crate) fn read<T>(
        &self,
        read: impl AsyncFn(&Session) -> Result<T, Failure>,
    ) -> Result<T, StoreFault> {
        self.within(self.settings.patience, read)
    }

    /// Reads with several statements, or one that takes its time, in one transaction: everything read belongs together.
    pub(crate) fn read_slowly<T>(
        &self,
        read: impl AsyncFn(&Session) -> Result<T, Failure>,
    ) -> Result<T, StoreFault> {
        self.within(SLOW, async |session| {
            let limit = format!("BEGIN; SET LOCAL statement_timeout TO {}", SLOW.as_millis());
            session.say(&limit).await?;
            let answer = read(session).await?;
            session.say("COMMIT").await?;
            Ok(answer)
        })
    }

    fn within<T>(
        &self,
        patience: Duration,
        read: impl AsyncFn(&Session) -> Result<T, Failure>,
    ) -> Result<T, StoreFault> {
        let mut again = true;
        loop {
            let open = || {
                block_on(&self.runtime, Session::open(&self.settings, Purpose::Read)).map_err(|f| f.fault())
            };
            let ended = self.shelf.lend(open, |session| {
                let reading = async { tokio::time::timeout(patience, read(&session)).await };
                match block_on(&self.runtime, reading) {
                    Ok(Ok(answer)) => (Ok(answer), Some(session)),
                    // Whatever went wrong, nobody has to ask what state the connection is in.
                    Ok(Err(failure)) => (Err(failure), None),
                    Err(_) => (Err(Failure::Late), None),
                }
            })?;
            match ended {
                Ok(answer) => return Ok(answer),
                // A connection that broke while it was idle says nothing about the next; but it was not the only one.
                Err(failure) if again && failure.broke_connection() && !matches!(failure, Failure::Late) => {
                    again = false;
                    self.shelf.clear();
                }
                Err(failure) => return Err(failure.fault()),
            }
        }
    }

    /// Lends nothing from now on, and waits for what is lent.
    pub(crate) fn close(&self) {
        self.shelf.close();
    }
}
