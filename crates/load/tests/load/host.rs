//! A server in this process, on a port of its own, with a database of its own, and room for many players from one address.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use load::{Plan, Rate};
use server::{Clock, Config, Server};
use store::SqliteStore;

/// A running server.
pub(crate) struct Host {
    pub(crate) address: SocketAddr,
    folder: PathBuf,
    serving: tokio::task::JoinHandle<()>,
}

impl Host {
    pub(crate) async fn start() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("stammtisch-load-{}-{count}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let store = SqliteStore::open(folder.join("load.sqlite"), store::Settings::default()).unwrap();
        let mut config = Config { listen: "127.0.0.1:0".parse().unwrap(), ..Config::default() };
        config.tables.countdown = Duration::from_millis(20);
        config.sockets.per_address = 1_000;
        for rate in [
            &mut config.rates.address,
            &mut config.rates.guests,
            &mut config.rates.socket,
            &mut config.rates.player,
            &mut config.rates.bytes,
        ] {
            *rate = (100_000, 100_000.0);
        }
        let server = Server::bind(config, Clock::default(), Arc::new(store)).await.unwrap();
        let address = server.address();
        let serving = tokio::spawn(async move { server.serve(std::future::pending()).await.unwrap() });
        Self { address, folder, serving }
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        self.serving.abort();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// A short test with many checks.
pub(crate) fn plan(address: SocketAddr) -> Plan {
    Plan {
        tables: 3,
        seats: 3,
        rate: Rate::Closed,
        time: Duration::from_secs(2),
        warm_up: Duration::from_millis(100),
        check_every: 10,
        reconnect_every: 40,
        patience: Duration::from_secs(5),
        ..Plan::new(format!("http://{address}").parse().unwrap())
    }
}
