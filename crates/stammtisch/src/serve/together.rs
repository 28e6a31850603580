//! The store and the bus of a server: a file and nobody else, or a database and a bus that several share.

use std::path::Path;
use std::sync::Arc;

use postgres_store::{PostgresSettings, PostgresStore};
use server::{Cluster, Config, Folder, Server};
use store::{SqliteStore, Store};

use super::FILE;
use crate::failure::Failure;

/// What holds everything, and what this node is called in it, if there are others.
pub(super) struct Held {
    pub(super) store: Arc<dyn Store>,
    node: Option<String>,
    /// The data folder, for this process alone as long as it runs.
    _folder: Folder,
}

/// Opens the store that the settings name.
pub(super) fn open(config: &Config) -> Result<Held, Failure> {
    let folder = Folder::take(&config.data).map_err(|fault| Failure::Server(fault.to_string()))?;
    let Some(database) = &config.cluster.database else {
        if config.cluster.bus.is_some() {
            let why = "--bus without --database: servers that write to each other have to share a database";
            return Err(Failure::Arguments(why.to_owned()));
        }
        let file = config.data.join(FILE);
        let store = SqliteStore::open(&file, config.store.settings())
            .map_err(|fault| Failure::Server(format!("{}: {fault}", file.display())))?;
        return Ok(Held { store: Arc::new(store), node: None, _folder: folder });
    };
    let Cluster { node, name, lease, renewal, patience, .. } = config.cluster.clone();
    let node = node.unwrap_or_else(machine);
    let settings = PostgresSettings {
        schema: name,
        lease,
        renewal,
        patience,
        store: config.store.settings(),
        ..PostgresSettings::new(&database.0, node)
    };
    let store = PostgresStore::open(settings)
        .map_err(|fault| Failure::Server(format!("the database of PostgreSQL: {fault}")))?;
    let node = Some(store.node());
    Ok(Held { store: Arc::new(store), node, _folder: folder })
}

/// Connects a server with the others, if there are any.
pub(super) async fn join(server: &mut Server, held: &Held, cluster: &Cluster) -> Result<(), Failure> {
    let (Some(bus), Some(node)) = (&cluster.bus, &held.node) else { return Ok(()) };
    let connected = nats_bus::connect(&bus.0, &cluster.name, node).await;
    let (bus, inbox) = connected.map_err(|fault| Failure::Server(fault.to_string()))?;
    server.join_others(node.clone(), Arc::new(bus), inbox, cluster.line());
    Ok(())
}

/// What the machine is called.
fn machine() -> String {
    let name = std::fs::read_to_string(Path::new("/proc/sys/kernel/hostname")).unwrap_or_default();
    let name = name.trim();
    if name.is_empty() { "node".to_owned() } else { name.to_owned() }
}
