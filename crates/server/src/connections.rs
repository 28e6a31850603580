//! Connections, before they ask for anything and while they do: how many there may be, and how long they may keep us waiting.
//!
//! A *connection* speaks HTTP until it is closed or becomes a socket, which has limits of its own. Whoever opens connections and says
//! nothing, says it slowly, or does not take the answer, costs a file and a little memory for a while, and nobody else their turn.

use std::collections::BTreeMap;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, watch};

use crate::address::Neighbourhood;
use crate::app::{App, Counted, Counts};
use crate::config::Config;
use crate::metrics::add;
use crate::pace::{Pace, Paced};
use crate::patience::Patient;

/// How much of a request's head is kept at most.
const HEAD: usize = 16 * 1024;

/// The connections that speak HTTP.
#[derive(Debug)]
pub(crate) struct Connections {
    by_address: Counts<Neighbourhood>,
    per_address: usize,
    most: usize,
    open: Mutex<Open>,
}

/// Those that are open.
#[derive(Debug, Default)]
struct Open {
    count: usize,
    /// How many there have ever been.
    numbers: u64,
    /// Those that have asked for nothing yet, or for nothing more, by when they began to wait.
    waiting: BTreeMap<u64, Arc<Notify>>,
}

/// A connection's place here; given back when dropped.
struct Place {
    connections: Arc<Connections>,
    _address: Option<Counted<Neighbourhood>>,
    /// Its number among those that wait.
    number: AtomicU64,
    /// Comes true when the place is needed for somebody else.
    wanted: Arc<Notify>,
}

impl Connections {
    pub(crate) fn new(config: &Config) -> Arc<Self> {
        let limits = &config.sockets;
        // Sockets and the store need files too.
        let most = most_files().map_or(limits.connections, |files| limits.connections.min(files / 2));
        let per_address = limits.connections_per_address.max(limits.per_address);
        Arc::new(Self { by_address: Counts::default(), per_address, most, open: Mutex::default() })
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.open().count
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for one more. If there is none, whoever has kept us waiting longest makes room.
    fn enter(self: &Arc<Self>, config: &Config, peer: SocketAddr) -> Option<Place> {
        let address = peer.ip().to_canonical();
        // A proxy stands for many.
        let counted = if config.trusts(address) {
            None
        } else {
            Some(self.by_address.enter(&address.into(), self.per_address)?)
        };
        let mut open = self.open();
        if open.count >= self.most {
            let (_, longest) = open.waiting.pop_first()?;
            longest.notify_one();
        }
        open.count += 1;
        drop(open);
        let (number, wanted) = (AtomicU64::new(0), Arc::default());
        let place = Place { connections: Arc::clone(self), _address: counted, number, wanted };
        place.waits();
        Some(place)
    }
}

impl Place {
    /// Nothing is being done for this connection.
    fn waits(&self) {
        let mut open = self.connections.open();
        open.numbers += 1;
        let number = open.numbers;
        self.number.store(number, Relaxed);
        open.waiting.insert(number, Arc::clone(&self.wanted));
    }

    /// A request is being answered.
    fn is_served(&self) {
        self.connections.open().waiting.remove(&self.number.load(Relaxed));
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.connections.open();
        open.waiting.remove(&self.number.load(Relaxed));
        open.count -= 1;
    }
}

/// How many files this program may have open, where the system says so.
fn most_files() -> Option<usize> {
    let limits = std::fs::read_to_string("/proc/self/limits").ok()?;
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Takes connections until `stop` comes true, then lets those that are being served come to their end.
pub(crate) async fn serve(
    app: Arc<App>,
    listener: TcpListener,
    routes: Router,
    stop: impl Future<Output = ()>,
) {
    let (stopping, stopped) = watch::channel(());
    let mut stop = std::pin::pin!(stop);
    loop {
        let accepted = tokio::select! {
            biased;
            () = &mut stop => break,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, peer)) => {
                let Some(place) = app.connections.enter(&app.config, peer) else {
                    add(&app.metrics.turned_away, 1);
                    continue;
                };
                let (app, routes, stopped) = (Arc::clone(&app), routes.clone(), stopped.clone());
                tokio::spawn(async move {
                    converse(&app.config, stream, peer, Arc::new(place), routes, stopped).await;
                });
            }
            Err(fault) => take_breath(&fault).await,
        }
    }
    drop((listener, stopped, stopping.send(())));
    stopping.closed().await;
}

/// A connection that was given up before it was taken is nothing; where files are missing, some may be free in a moment.
async fn take_breath(fault: &io::Error) {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    if !matches!(fault.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset) {
        tracing::error!(%fault, "a connection could not be taken");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// One connection, until it ends or has become a socket.
async fn converse(
    config: &Config,
    stream: TcpStream,
    peer: SocketAddr,
    place: Arc<Place>,
    routes: Router,
    mut stopped: watch::Receiver<()>,
) {
    let limits = &config.sockets;
    // What is sent is sent at once: it is written in as few pieces as there are.
    let _ = stream.set_nodelay(true);
    // A proxy stands for many.
    let paced = Pace::new(!config.trusts(peer.ip().to_canonical()));
    let stream = Paced::new(stream, config.rates.bytes, paced.clone());
    let routes = TowerToHyperService::new(routes);
    let holder = Arc::clone(&place);
    let served = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(paced.clone());
        holder.is_served();
        let (answer, holder) = (routes.call(request.map(Body::new)), Arc::clone(&holder));
        async move {
            let answer = answer.await;
            holder.waits();
            answer
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.request_within)
        .max_buf_size(HEAD)
        .serve_connection(TokioIo::new(Patient::new(stream, limits.write_within)), served)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    // Whoever breaks off, is too slow or speaks no HTTP is no news.
    tokio::select! {
        _ = connection.as_mut() => return,
        () = place.wanted.notified() => return,
        _ = stopped.changed() => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}
