//! Which tables are in memory, and the way to each.
//!
//! A table is loaded when somebody wants something of it and put away when nobody does; its log is always in the store.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use cluster::{Seen, Way, way};
use protocol::engine::GameName;
use protocol::table::{PlayerId, TableId};
use protocol::with_game;
use store::{Status, StoreFault, TableRecord};
use tokio::sync::{Mutex, mpsc, oneshot};

use crate::app::App;
use crate::desk::{self, OpenFault};
use crate::mail::Mail;
use crate::nodes::{self, Nodes};
use crate::storing;

/// The tables in memory.
#[derive(Debug, Default)]
pub(crate) struct Registry {
    tables: Mutex<HashMap<TableId, Place>>,
}

/// Where a table is dealt with.
#[derive(Debug)]
struct Place {
    mail: mpsc::Sender<Mail>,
    /// Whether another node serves it, and this is only the way there.
    elsewhere: bool,
}

impl Registry {
    /// The way to a table, loading it if necessary; `None` if there is none, or it is closed. Where another node serves it, the way leads
    /// there.
    pub(crate) async fn find(
        &self,
        app: &Arc<App>,
        id: &TableId,
    ) -> Result<Option<mpsc::Sender<Mail>>, StoreFault> {
        let mut tables = self.tables.lock().await;
        if let Some(place) = present(&tables, id) {
            return Ok(Some(place.mail.clone()));
        }
        let Some(nodes) = app.nodes.get() else { return self.load(app, id, &mut tables).await };
        let node = match self.way(app, nodes, id).await? {
            Way::Claim => match self.load(app, id, &mut tables).await {
                // Somebody was faster.
                Err(StoreFault::OwnedElsewhere { node }) => node,
                loaded => return loaded,
            },
            Way::PassOn(node) => node,
            Way::Wait => {
                nodes.want(id);
                return Err(StoreFault::LeaseLost);
            }
        };
        let mail = nodes::relay(Arc::clone(app), nodes, id.clone(), node);
        put(app, id, Place { mail: mail.clone(), elsewhere: true }, &mut tables);
        Ok(Some(mail))
    }

    /// The way to a table that this node serves, or can serve from now on; `None` if another one does, or nobody can.
    pub(crate) async fn own(
        &self,
        app: &Arc<App>,
        id: &TableId,
    ) -> Result<Option<mpsc::Sender<Mail>>, StoreFault> {
        let mut tables = self.tables.lock().await;
        if let Some(place) = present(&tables, id) {
            return Ok((!place.elsewhere).then(|| place.mail.clone()));
        }
        match self.load(app, id, &mut tables).await {
            Err(StoreFault::OwnedElsewhere { .. }) => Ok(None),
            loaded => loaded,
        }
    }

    /// What is to be done with a table that is not in memory.
    async fn way(&self, app: &Arc<App>, nodes: &Nodes, id: &TableId) -> Result<Way, StoreFault> {
        let key = store::TableId::from(id.as_str());
        let owner = storing::read(&app.store, move |store| store.owner(&key)).await?;
        let seen = owner.map(|owner| Seen { node: owner.node, mine: owner.mine, alive: owner.alive });
        Ok(way(seen.as_ref(), nodes.yields(id), |node| nodes.reach(node)))
    }

    async fn load(
        &self,
        app: &Arc<App>,
        id: &TableId,
        tables: &mut HashMap<TableId, Place>,
    ) -> Result<Option<mpsc::Sender<Mail>>, StoreFault> {
        if app.is_stopping() {
            return Err(StoreFault::Closed);
        }
        let Some((game, record)) = lookup(app, id).await? else { return Ok(None) };
        if tables.len() >= app.config.most_tables {
            return Err(StoreFault::QueueFull);
        }
        let mail = with_game!(game, G => desk::load::<G>(Arc::clone(app), id.clone(), record).await)?;
        put(app, id, Place { mail: mail.clone(), elsewhere: false }, tables);
        Ok(Some(mail))
    }

    /// The way to a table that is in memory.
    pub(crate) async fn loaded(&self, id: &TableId) -> Option<mpsc::Sender<Mail>> {
        let tables = self.tables.lock().await;
        present(&tables, id).map(|place| place.mail.clone())
    }

    /// Opens a new table.
    pub(crate) async fn open(
        &self,
        app: &Arc<App>,
        game: GameName,
        host: PlayerId,
        options: Option<protocol::Json>,
    ) -> Result<(TableId, mpsc::Sender<Mail>), OpenFault> {
        let mut tables = self.tables.lock().await;
        if tables.len() >= app.config.most_tables || app.is_stopping() {
            return Err(OpenFault::Store(StoreFault::QueueFull));
        }
        let (id, mail) =
            with_game!(game, G => desk::open::<G>(Arc::clone(app), host, options.as_ref()).await)?;
        put(app, &id, Place { mail: mail.clone(), elsewhere: false }, &mut tables);
        Ok((id, mail))
    }

    /// The tables that are in memory.
    pub(crate) async fn present(&self) -> BTreeSet<TableId> {
        let tables = self.tables.lock().await;
        tables.iter().filter(|(_, place)| !place.mail.is_closed()).map(|(id, _)| id.clone()).collect()
    }

    /// Puts a table away, unless something has arrived for it: then it stays.
    pub(crate) async fn retire(&self, app: &App, id: &TableId, mailbox: &mut mpsc::Receiver<Mail>) -> bool {
        let mut tables = self.tables.lock().await;
        if !mailbox.is_empty() {
            return false;
        }
        mailbox.close();
        tables.remove(id);
        app.metrics.tables.store(tables.len() as u64, Ordering::Relaxed);
        true
    }

    /// Puts tables away, and keeps them from being loaded again until some work is done.
    pub(crate) async fn without<T>(&self, ids: &BTreeSet<TableId>, work: impl Future<Output = T>) -> T {
        loop {
            let tables = self.tables.lock().await;
            let present = ids.iter().filter_map(|id| tables.get(id)).filter(|place| !place.mail.is_closed());
            let present: Vec<_> = present.map(|place| place.mail.clone()).collect();
            if present.is_empty() {
                return work.await;
            }
            // A desk that puts itself away needs the tables: it must not be waited for while they are held.
            drop(tables);
            for mail in present {
                let (done, away) = oneshot::channel();
                if mail.send(Mail::PutAway { done }).await.is_ok() {
                    // A table that is gone is away.
                    let _ = away.await;
                }
            }
        }
    }

    /// Tells every desk of this node something that it need not be told if it is busy.
    pub(crate) async fn tell_desks(&self, mail: impl Fn() -> Mail) {
        for place in self.tables.lock().await.values().filter(|place| !place.elsewhere) {
            // A mailbox that is full is about to be looked at.
            let _ = place.mail.try_send(mail());
        }
    }

    /// A table whose mailbox is closed is no longer in memory. One that was loaded again meanwhile is.
    pub(crate) async fn forget(&self, app: &App, id: &TableId) {
        let mut tables = self.tables.lock().await;
        if tables.get(id).is_some_and(|place| place.mail.is_closed()) {
            tables.remove(id);
        }
        app.metrics.tables.store(tables.len() as u64, Ordering::Relaxed);
    }

    /// Lets every table come to rest.
    pub(crate) async fn stop_all(&self) {
        let tables: Vec<_> = self.tables.lock().await.drain().map(|(_, place)| place.mail).collect();
        let mut rests = Vec::new();
        for mail in tables {
            let (done, rest) = oneshot::channel();
            if mail.send(Mail::Stop { done }).await.is_ok() {
                rests.push(rest);
            }
        }
        for rest in rests {
            // A table that is gone is at rest.
            let _ = rest.await;
        }
    }
}

/// Where a table is dealt with that is in memory.
fn present<'a>(tables: &'a HashMap<TableId, Place>, id: &TableId) -> Option<&'a Place> {
    tables.get(id).filter(|place| !place.mail.is_closed())
}

fn put(app: &App, id: &TableId, place: Place, tables: &mut HashMap<TableId, Place>) {
    tables.insert(id.clone(), place);
    app.metrics.tables.store(tables.len() as u64, Ordering::Relaxed);
}

async fn lookup(app: &App, id: &TableId) -> Result<Option<(GameName, TableRecord)>, StoreFault> {
    let key = store::TableId::from(id.as_str());
    let record = storing::read(&app.store, move |store| store.table(&key)).await?;
    Ok(record
        .filter(|record| record.row.status != Status::Closed)
        .and_then(|record| Some((GameName::from_name(&record.row.game)?, record))))
}
