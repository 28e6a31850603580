//! The server as a whole: it starts, serves, and stops in good order.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use cluster::Patience;
use protocol::table::TableId;
use store::{Store, StoreFault, TableRecord};
use tokio::net::{TcpListener, UnixListener};
use tokio::sync::{mpsc, oneshot};

use crate::app::App;
use crate::clock::Clock;
use crate::config::Config;
use crate::lines::Whom;
use crate::mail::{ConnId, Mail};
use crate::nodes::{Bus, Nodes};
use crate::outbox::Close;
use crate::sanctions::Sanctions;
use crate::{admin, api, connections, storing};

/// How often the server looks for tables that nobody is at and whose time has come.
const SWEEP: Duration = Duration::from_secs(5);
/// The same where there are other nodes, whose tables may have lost their owner.
const SWEEP_TOGETHER: Duration = Duration::from_secs(1);
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
    /// There can be no socket for the host.
    #[error("cannot listen to the host at {}: {fault}", socket.display())]
    Host {
        /// Where.
        socket: PathBuf,
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

/// Something that is waited for.
type Waiting<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// A server that listens.
#[derive(Debug)]
pub struct Server {
    app: Arc<App>,
    listener: TcpListener,
    address: SocketAddr,
    host: Option<UnixListener>,
    inbox: Option<(mpsc::Receiver<Vec<u8>>, Patience)>,
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
        let sanctions = storing::read(&store, Sanctions::read).await?;
        let app = Arc::new(App::new(config, clock, store, sanctions));
        Ok(Self { app, listener, address, host: None, inbox: None })
    }

    /// Listens to the host as well, through a socket in a folder that must be this server's alone.
    ///
    /// # Errors
    /// If there can be no socket, as in a folder whose name is too long.
    pub fn listen_to_host(&mut self, folder: &Path) -> Result<(), Fault> {
        let listening = admin::listen(folder);
        let failed = |fault| Fault::Host { socket: folder.join(admin::SOCKET), fault };
        self.host = Some(listening.map_err(failed)?);
        Ok(())
    }

    /// Makes this server one of several that share its store: others are written to over this bus, and what they write arrives in the
    /// inbox. `me` is what the store calls this node.
    pub fn join_others(
        &mut self,
        me: String,
        bus: Arc<dyn Bus>,
        inbox: mpsc::Receiver<Vec<u8>>,
        patience: Patience,
    ) {
        // There is nobody else yet who could have done it before.
        let cut_off = self.app.config.cluster.cut_off();
        let _ = self.app.nodes.set(Nodes::new(me, bus, patience, cut_off));
        self.inbox = Some((inbox, patience));
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
        self.serve_until(Box::pin(stop)).await
    }

    /// The same with nothing left open, so that the whole server is compiled here, once, and not in every program that has one.
    fn serve_until(self, stop: Waiting<()>) -> Waiting<Result<(), Fault>> {
        let Self { app, listener, host, inbox, .. } = self;
        Box::pin(async move {
            let (sweeper, signer) =
                (tokio::spawn(sweep(Arc::clone(&app))), tokio::spawn(sign(Arc::clone(&app))));
            let letters =
                inbox.map(|(inbox, patience)| tokio::spawn(letters(Arc::clone(&app), inbox, patience)));
            let host = host.map(|listener| tokio::spawn(admin::serve(Arc::clone(&app), listener)));
            let (stopped, rest) = oneshot::channel();
            let stopping = Arc::clone(&app);
            let routes = api::routes(Arc::clone(&app));
            let serving = connections::serve(Arc::clone(&app), listener, routes, async move {
                stop.await;
                stopping.stopping.store(true, Ordering::Release);
                stopping.tables.stop_all().await;
                if let Some(nodes) = stopping.nodes.get() {
                    nodes.say_farewell(&stopping).await;
                }
                let _ = stopped.send(());
            });
            let serving = tokio::spawn(serving);
            // Sockets that do not close by themselves are left behind after a while.
            let _ = rest.await;
            let served = tokio::time::timeout(app.config.stop_within, serving).await;
            for task in [sweeper, signer].into_iter().chain(host).chain(letters) {
                task.abort();
            }
            let store = Arc::clone(&app.store);
            let closed = tokio::task::spawn_blocking(move || store.close()).await;
            closed.map_err(|fault| Fault::Serve(std::io::Error::other(fault)))??;
            match served {
                Ok(Err(fault)) => Err(Fault::Serve(std::io::Error::other(fault))),
                Ok(Ok(())) | Err(_) => Ok(()),
            }
        })
    }
}

/// Reads what other nodes write, and looks after the lines to them.
async fn letters(app: Arc<App>, mut inbox: mpsc::Receiver<Vec<u8>>, patience: Patience) {
    let mut ticks = tokio::time::interval(Duration::from_millis((patience.pulse / 2).max(1)));
    let Some(nodes) = app.nodes.get() else { return };
    loop {
        tokio::select! {
            letter = inbox.recv() => match letter {
                Some(letter) => nodes.receive(&app, &letter),
                None => return,
            },
            _ = ticks.tick() => nodes.tick(),
        }
    }
}

/// Notes every now and then that the tables in memory are served, so that whoever has them next knows since when they were not.
async fn sign(app: Arc<App>) {
    let pause = app.config.store.sign_of_life;
    while !pause.is_zero() {
        tokio::time::sleep(pause).await;
        if app.tables.is_empty() {
            continue;
        }
        if let Err(fault) = storing::write(|done| app.store.sign_of_life(done)).await {
            tracing::warn!(%fault, "no sign of life could be stored");
        }
    }
}

/// Takes over what the host has decided about people at other nodes.
async fn follow(app: &App) {
    match storing::read(&app.store, Sanctions::read).await {
        Ok(newer) => {
            let (players, addresses) = app.sanctions.follow(newer);
            for player in &players {
                app.lines.put_out(Whom::Player(player), Close::PutOut);
            }
            for address in addresses {
                app.lines.put_out(Whom::Address(address), Close::PutOut);
            }
        }
        Err(fault) => tracing::warn!(%fault, "what was decided elsewhere could not be read"),
    }
}

/// Closes sockets that came by a token which was taken back at another node. So many in one go; gives where to go on.
async fn follow_tokens(app: &App, after: Option<ConnId>) -> Option<ConnId> {
    let (tokens, next) = app.lines.tokens(after, app.config.cluster.tokens.max(1));
    if tokens.is_empty() {
        return next;
    }
    match storing::read(&app.store, move |store| store.unheld(&tokens)).await {
        Ok(unheld) => {
            for token in unheld {
                app.lines.put_out(Whom::Holder(&token), Close::LoggedOut);
            }
        }
        Err(fault) => tracing::warn!(%fault, "nobody knows which tokens were taken back elsewhere"),
    }
    next
}

/// Where there are others, but no way to them, tables that they may want are offered to them. How long there has been none.
async fn offer(app: &App) -> Option<Duration> {
    let cut = app.nodes.get()?.cut_for()?;
    match storing::read(&app.store, |store| store.nodes()).await {
        Ok(nodes) if nodes.len() > 1 => app.tables.tell_desks(|| Mail::CutOff { time: cut }),
        // Whoever is alone misses nothing.
        Ok(_) => return None,
        Err(fault) => tracing::warn!(%fault, "nobody knows whether there are other nodes"),
    }
    Some(cut)
}

/// Takes tables that somebody here waits for, if their owner is gone or has given them up.
async fn take_wanted(app: &Arc<App>) {
    for id in app.nodes.get().map(Nodes::wanted).unwrap_or_default() {
        if let Err(fault) = app.tables.own(app, &id).await {
            tracing::warn!(table = %id, %fault, "a table that somebody waits for could not be had");
        }
    }
}

/// Looks after tables that are not in memory: those whose time has come are loaded, do what is due and are put away again; those
/// long closed are forgotten.
async fn sweep(app: Arc<App>) {
    let (mut damaged, mut rounds, mut lapses) = (BTreeSet::new(), 0_u64, app.store.lapses());
    let mut looked_at = None;
    let together = app.nodes.get().is_some();
    // Where a node may be gone, its tables are waited for.
    let pause = if together { SWEEP_TOGETHER } else { SWEEP };
    loop {
        tokio::time::sleep(pause).await;
        if app.is_stopping() {
            // What it has just given up is for others.
            return;
        }
        let now = app.clock.now();
        let cut = offer(&app).await;
        // Tables that nobody has are for those who can be reached; only what they leave is for us.
        let late = cut.map_or(0, |_| app.config.cluster.cut_off().as_millis() as i64);
        let yields = |id: &TableId| app.nodes.get().is_some_and(|nodes| nodes.yields(id));
        let tables = storing::read(&app.store, move |store| {
            if together { store.tables_without_owner(PER_SWEEP as u32) } else { store.tables_to_wake() }
        });
        match tables.await {
            Ok(tables) => {
                let present = app.tables.present();
                let passed_over = |id: &TableId| present.contains(id) || damaged.contains(id) || yields(id);
                for id in due(tables, now - late, passed_over) {
                    let Err(fault) = app.tables.own(&app, &id).await else { continue };
                    tracing::warn!(table = %id, %fault, "a table could not be looked after");
                    // Said once: it does not mend by itself.
                    if matches!(fault, StoreFault::Corrupt(_)) {
                        damaged.insert(id);
                    }
                }
            }
            Err(fault) => tracing::warn!(%fault, "the tables could not be listed"),
        }
        if together {
            take_wanted(&app).await;
            follow(&app).await;
            looked_at = follow_tokens(&app, looked_at).await;
            // Desks look with every mail, but nobody may be writing to them.
            if std::mem::replace(&mut lapses, app.store.lapses()) != app.store.lapses() {
                app.tables.tell_desks(|| Mail::Look);
            }
        }
        rounds += 1;
        if together && rounds % 60 != 1 {
            continue;
        }
        let forgotten = storing::write(|done| app.store.forget_tables(now - FORGET_AFTER, 100, done)).await;
        if let Err(fault) = forgotten {
            tracing::warn!(%fault, "old tables could not be forgotten");
        }
    }
}

/// The tables whose time has come, as many as are loaded in one go, without those that need not or cannot be: they would keep the
/// others from their turn.
fn due(tables: Vec<TableRecord>, now: i64, passed_over: impl Fn(&TableId) -> bool) -> Vec<TableId> {
    let due = tables.into_iter().filter(|table| table.row.wake_at_ms.is_none_or(|wake| wake <= now));
    let ids = due.filter_map(|table| table.id.as_str().parse().ok());
    ids.filter(|id| !passed_over(id)).take(PER_SWEEP).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use store::{Epoch, Status, TableRow};

    /// Ids hold five bits of each byte.
    fn id(n: u8) -> TableId {
        let mut entropy = [0; 16];
        (entropy[0], entropy[1]) = (n % 32, n / 32);
        TableId::from_entropy(entropy)
    }

    fn table(n: u8, wake_at_ms: Option<i64>) -> TableRecord {
        let row = TableRow {
            status: Status::Running,
            game: "kniffel".into(),
            public: false,
            code: None,
            name: String::new(),
            seats: 2,
            people: 2,
            bots: 0,
            wake_at_ms,
            keep: true,
            details: String::new(),
        };
        let id = id(n).as_str().into();
        TableRecord { id, epoch: Epoch::FIRST, head: 1, created_at_ms: 0, changed_at_ms: 0, row }
    }

    #[test]
    fn tables_that_are_in_memory_or_damaged_do_not_keep_others_from_their_turn() {
        let tables = || (0..120).map(|n| table(n, if n == 110 { Some(101) } else { Some(100) })).collect();
        let first: Vec<TableId> = (0..50).map(id).collect();
        assert_eq!(due(tables(), 100, |_| false), first);
        let rest: Vec<TableId> = (80..110).chain(111..120).map(id).collect();
        let loaded: BTreeSet<TableId> = (0..80).map(id).collect();
        assert_eq!(due(tables(), 100, |id| loaded.contains(id)), rest);
        assert_eq!(due(vec![table(1, None)], 100, |_| false), [id(1)], "nobody knows when");
    }
}
