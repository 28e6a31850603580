//! The server as a whole: it starts, serves, and stops in good order.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use protocol::table::TableId;
use store::{Store, StoreFault};
use tokio::net::TcpListener;
use tokio::sync::oneshot;

use crate::app::App;
use crate::clock::Clock;
use crate::config::Config;
use crate::{api, storing};

/// How often the server looks for tables that nobody is at and whose time has come.
const SWEEP: Duration = Duration::from_secs(5);
/// How many of them are loaded at a time.
const PER_SWEEP: usize = 50;
/// How long a closed table without a finished game is kept.
const FORGET_AFTER: i64 = 86_400_000;

/// Why the server cannot run.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// The address is taken or not ours.
    #[error("cannot listen on {address}: {fault}")]
    Listen {
        /// Where.
        address: SocketAddr,
        /// Why.
        fault: std::io::Error,
    },
    /// Another server uses the data folder.
    #[error("the folder {} is in use by another server{}; stop that one first, or choose another folder with --data",
        folder.display(), process.map(|id| format!(" (process {id})")).unwrap_or_default())]
    InUse {
        /// Which folder.
        folder: PathBuf,
        /// Which process, if that is known.
        process: Option<u32>,
    },
    /// The data folder cannot be used.
    #[error("cannot use the folder {}: {fault}", folder.display())]
    Folder {
        /// Which.
        folder: PathBuf,
        /// Why.
        fault: std::io::Error,
    },
    /// The store does not work.
    #[error("the store: {0}")]
    Store(#[from] StoreFault),
    /// Serving failed.
    #[error("serving failed: {0}")]
    Serve(std::io::Error),
}

/// A server that listens.
#[derive(Debug)]
pub struct Server {
    app: Arc<App>,
    listener: TcpListener,
    address: SocketAddr,
}

impl Server {
    /// Takes its address; nothing is served yet.
    ///
    /// # Errors
    /// If the address cannot be had.
    pub async fn bind(config: Config, clock: Clock, store: Arc<dyn Store>) -> Result<Self, Fault> {
        let address = config.listen;
        let listening = TcpListener::bind(address).await;
        let listener = listening.map_err(|fault| Fault::Listen { address, fault })?;
        let address = listener.local_addr().map_err(|fault| Fault::Listen { address, fault })?;
        Ok(Self { app: Arc::new(App::new(config, clock, store)), listener, address })
    }

    /// Where it listens.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `stop` comes true; then people are told, and everything that was accepted is stored.
    ///
    /// # Errors
    /// If serving fails, or the store cannot be closed.
    pub async fn serve(self, stop: impl Future<Output = ()> + Send + 'static) -> Result<(), Fault> {
        let Self { app, listener, .. } = self;
        let sweeper = tokio::spawn(sweep(Arc::clone(&app)));
        let (stopped, rest) = oneshot::channel();
        let stopping = Arc::clone(&app);
        let routes = api::routes(Arc::clone(&app)).into_make_service_with_connect_info::<SocketAddr>();
        let serving = axum::serve(listener, routes).with_graceful_shutdown(async move {
            stop.await;
            stopping.stopping.store(true, Ordering::Release);
            stopping.tables.stop_all().await;
            let _ = stopped.send(());
        });
        let serving = tokio::spawn(serving.into_future());
        // Sockets that do not close by themselves are left behind after a while.
        let _ = rest.await;
        let served = tokio::time::timeout(app.config.stop_within, serving).await;
        sweeper.abort();
        let store = Arc::clone(&app.store);
        let closed = tokio::task::spawn_blocking(move || store.close()).await;
        closed.map_err(|fault| Fault::Serve(std::io::Error::other(fault)))??;
        match served {
            Ok(Ok(Err(fault))) => Err(Fault::Serve(fault)),
            Ok(Err(fault)) => Err(Fault::Serve(std::io::Error::other(fault))),
            Ok(Ok(Ok(()))) | Err(_) => Ok(()),
        }
    }
}

/// Looks after tables that are not in memory: those whose time has come are loaded, do what is due and are put away again; those
/// long closed are forgotten.
async fn sweep(app: Arc<App>) {
    loop {
        tokio::time::sleep(SWEEP).await;
        let now = app.clock.now();
        let due = storing::read(&app.store, move |store| {
            let tables = store.tables_to_wake()?.into_iter();
            let due = tables.filter(|table| table.row.wake_at_ms.is_none_or(|wake| wake <= now));
            Ok(due.map(|table| table.id).take(PER_SWEEP).collect::<Vec<_>>())
        });
        match due.await {
            Ok(due) => {
                for id in due.iter().filter_map(|id| id.as_str().parse::<TableId>().ok()) {
                    if !app.tables.has(&id).await
                        && let Err(fault) = app.tables.find(&app, &id).await
                    {
                        tracing::warn!(table = %id, %fault, "a table could not be looked after");
                    }
                }
            }
            Err(fault) => tracing::warn!(%fault, "the tables could not be listed"),
        }
        let forgotten = storing::write(|done| app.store.forget_tables(now - FORGET_AFTER, 100, done)).await;
        if let Err(fault) = forgotten {
            tracing::warn!(%fault, "old tables could not be forgotten");
        }
    }
}
