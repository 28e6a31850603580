//! A server in this process, on a port of its own, with a database of its own.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use server::{Clock, Config, Server};
use store::{SqliteStore, Store};
use tokio::sync::oneshot;

/// A running server.
pub(crate) struct Host {
    pub(crate) address: SocketAddr,
    pub(crate) clock: Clock,
    pub(crate) store: Arc<SqliteStore>,
    config: Config,
    file: PathBuf,
    stop: Option<oneshot::Sender<()>>,
    serving: Option<tokio::task::JoinHandle<()>>,
}

/// As usual, but with little patience, so that tests are fast, and room for many pages from one address.
pub(crate) fn hasty() -> Config {
    let mut config = Config { listen: "127.0.0.1:0".parse().unwrap(), ..Config::default() };
    config.tables.countdown = Duration::from_millis(20);
    config.tables.commit = Duration::from_millis(300);
    config.tables.reveal = Duration::from_millis(300);
    config.sockets.per_address = 1_000;
    config.rates.address = (10_000, 10_000.0);
    config.rates.guests = (10_000, 10_000.0);
    config.rates.socket = (10_000, 10_000.0);
    config.rates.player = (10_000, 10_000.0);
    config.rates.bytes = (10_000_000, 10_000_000.0);
    config
}

impl Host {
    pub(crate) async fn start() -> Self {
        Self::with(hasty()).await
    }

    pub(crate) async fn with(config: Config) -> Self {
        Self::filled(config, |_| ()).await
    }

    /// Begins with what somebody has put into its store.
    pub(crate) async fn filled(config: Config, prepare: impl FnOnce(&SqliteStore)) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let file =
            std::env::temp_dir().join(format!("stammtisch-sockets-{}-{count}.sqlite", std::process::id()));
        remove(&file);
        Self::on(config, Clock::default(), file, prepare).await
    }

    async fn on(config: Config, clock: Clock, file: PathBuf, prepare: impl FnOnce(&SqliteStore)) -> Self {
        let store = Arc::new(SqliteStore::open(&file, store::Settings::default()).unwrap());
        prepare(&store);
        let shared: Arc<dyn Store> = store.clone();
        let server = Server::bind(config.clone(), clock.clone(), shared).await.unwrap();
        let address = server.address();
        let (stop, stopped) = oneshot::channel::<()>();
        let serving = tokio::spawn(async move {
            server
                .serve(async {
                    let _ = stopped.await;
                })
                .await
                .unwrap();
        });
        Self { address, clock, store, config, file, stop: Some(stop), serving: Some(serving) }
    }

    /// Stops in good order.
    pub(crate) async fn stop(&mut self) {
        if let (Some(stop), Some(serving)) = (self.stop.take(), self.serving.take()) {
            let _ = stop.send(());
            tokio::time::timeout(Duration::from_secs(20), serving).await.expect("it stops").unwrap();
        }
    }

    /// Stops, and starts again on the same database (and another port).
    pub(crate) async fn restart(&mut self) {
        self.stop().await;
        let file = std::mem::take(&mut self.file);
        *self = Self::on(self.config.clone(), self.clock.clone(), file, |_| ()).await;
    }

    /// Lets the disk do nothing until what this gives is dropped.
    pub(crate) fn stall(&self) -> mpsc::Sender<()> {
        let (gate, closed) = mpsc::channel::<()>();
        let (began, stalled) = mpsc::channel();
        let hold = move |_: Result<bool, store::StoreFault>| {
            began.send(()).unwrap();
            let _ = closed.recv();
        };
        self.store.withdraw_invite("nothing".into(), Box::new(hold));
        stalled.recv().unwrap();
        gate
    }

    /// A new guest: id and token.
    pub(crate) async fn guest(&self, name: &str) -> (String, String) {
        let body = serde_json::json!({ "name": name });
        let (status, guest) = pages::request(self.address, "POST", "/api/guests", None, Some(&body)).await;
        assert_eq!(status, 201, "{guest}");
        (guest["playerId"].as_str().unwrap().to_owned(), guest["token"].as_str().unwrap().to_owned())
    }

    /// A new table of whoever holds the token; its id.
    pub(crate) async fn table(&self, token: &str, body: &serde_json::Value) -> String {
        let (status, table) =
            pages::request(self.address, "POST", "/api/tables", Some(token), Some(body)).await;
        assert_eq!(status, 201, "{table}");
        table["tableId"].as_str().unwrap().to_owned()
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        if let Some(serving) = &self.serving {
            serving.abort();
        }
        if !self.file.as_os_str().is_empty() {
            remove(&self.file);
        }
    }
}

fn remove(file: &Path) {
    for suffix in ["", "-wal", "-shm"] {
        let mut name = file.as_os_str().to_owned();
        name.push(suffix);
        let _ = std::fs::remove_file(name);
    }
}
