//! The store and the bus of a server: a file and nobody else, or a database and a bus that several share. Those may be away when a server
//! starts, and are waited for.

use std::path::Path;
use std::sync::Arc;

use postgres_store::{PostgresSettings, PostgresStore};
use server::{Clock, Cluster, Config, Fault, Secret, Server};
use store::{SqliteStore, Store, StoreFault};
use tokio::sync::oneshot;

use super::FILE;
use super::waiting::{Hitch, Waiting};
use crate::failure::Failure;

/// How what is waited for is called.
const DATABASE: &str = "the database of PostgreSQL";
const BUS: &str = "the bus";

/// A server that listens, with what holds everything, and with others if there are any. May be given up at any time.
pub(super) async fn start(config: Config) -> Result<Server, Failure> {
    let Cluster { database, bus, .. } = &config.cluster;
    match (database, bus) {
        (None, None) => bind(&config, open_file(&config).await?).await.map_err(|fault| failed(&fault)),
        (None, Some(_)) => {
            let why = "--bus without --database: servers that write to each other have to share a database";
            Err(Failure::Arguments(why.to_owned()))
        }
        (Some(database), bus) => share(&config, database, bus.as_ref()).await,
    }
}

fn failed(fault: &dyn ToString) -> Failure {
    Failure::Server(fault.to_string())
}

async fn bind(config: &Config, store: Arc<dyn Store>) -> Result<Server, Fault> {
    Server::bind(config.clone(), Clock::default(), store).await
}

/// Opens the file in the data folder.
async fn open_file(config: &Config) -> Result<Arc<dyn Store>, Failure> {
    let (file, settings) = (config.data.join(FILE), config.store.settings());
    let name = file.display().to_string();
    let opened = aside(move || SqliteStore::open(&file, settings)).await?;
    let store = opened.map_err(|fault| Failure::Server(format!("{name}: {fault}")))?;
    Ok(Arc::new(store))
}

/// Enters a database that several share, and meets the others.
async fn share(config: &Config, database: &Secret, bus: Option<&Secret>) -> Result<Server, Failure> {
    let Cluster { node, name, lease, renewal, patience, start_within, database_authorities, .. } =
        config.cluster.clone();
    let waiting = Waiting::new(start_within);
    let settings = PostgresSettings {
        schema: name.clone(),
        authorities: database_authorities,
        lease,
        renewal,
        patience,
        store: config.store.settings(),
        ..PostgresSettings::new(&database.0, node.unwrap_or_else(machine))
    };
    let entering = waiting.until_there(DATABASE, async || {
        let settings = settings.clone();
        let entered = aside(move || PostgresStore::open(settings)).await.map_err(Hitch::Lasting)?;
        entered.map_err(hitch)
    });
    let store = entering.await?;
    let me = store.node();
    let store: Arc<dyn Store> = Arc::new(store);
    // Before anybody can come in: whoever asks at a door that nobody opens waits longer than who finds none.
    let connected = match bus {
        None => None,
        Some(url) => Some(waiting.until_there(BUS, async || connect(url, &name, &me).await).await?),
    };
    let binding = waiting.until_there(DATABASE, async || {
        bind(config, Arc::clone(&store)).await.map_err(|fault| {
            if let Fault::Store(fault) = fault { hitch(fault) } else { Hitch::Lasting(failed(&fault)) }
        })
    });
    let mut server = binding.await?;
    if let Some((bus, inbox)) = connected {
        server.join_others(me, Arc::new(bus), inbox, config.cluster.line());
    }
    Ok(server)
}

type Connected = (nats_bus::NatsBus, tokio::sync::mpsc::Receiver<Vec<u8>>);

async fn connect(url: &Secret, name: &str, me: &str) -> Result<Connected, Hitch> {
    nats_bus::connect(&url.0, name, me).await.map_err(|fault| {
        if fault.may_pass() { Hitch::Passing(fault.to_string()) } else { Hitch::Lasting(failed(&fault)) }
    })
}

fn hitch(fault: StoreFault) -> Hitch {
    if let StoreFault::Away(why) = fault {
        Hitch::Passing(why)
    } else {
        Hitch::Lasting(Failure::Server(format!("{DATABASE}: {fault}")))
    }
}

/// Does what blocks on a thread of its own: unlike those of the runtime, it keeps nobody waiting who is told to stop meanwhile.
async fn aside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Failure> {
    let (done, answer) = oneshot::channel();
    std::thread::Builder::new().name("opening".to_owned()).spawn(move || {
        // Whoever asked may be gone.
        let _ = done.send(work());
    })?;
    answer.await.map_err(|fault| failed(&fault))
}

/// What the machine is called.
fn machine() -> String {
    let name = std::fs::read_to_string(Path::new("/proc/sys/kernel/hostname")).unwrap_or_default();
    let name = name.trim();
    if name.is_empty() { "node".to_owned() } else { name.to_owned() }
}
