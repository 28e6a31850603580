//! Which tables are in memory, and the way to each.
//!
//! A table is loaded when somebody wants something of it and put away when nobody does; its log is always in the store.

#[cfg(test)]
pub(crate) mod tests;

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cluster::{Seen, Way, way};
use protocol::engine::GameName;
use protocol::table::{PlayerId, TableId};
use protocol::with_game;
use store::{Status, StoreFault, TableRecord};
use tokio::sync::{RwLock, RwLockReadGuard, mpsc, oneshot};

use crate::app::App;
use crate::desk::{self, OpenFault};
use crate::mail::Mail;
use crate::nodes::{self, Nodes};
use crate::storing;
use crate::turns::Turns;

/// The tables in memory.
#[derive(Debug, Default)]
pub(crate) struct Registry {
    /// Never held while anything is waited for.
    tables: Mutex<Tables>,
    /// Whoever loads a table, or keeps it from being loaded, has its turn: so no table ever has two desks, and none waits for another.
    turns: Turns<TableId>,
    /// Read by whoever brings a table in, so that stopping can wait for them.
    gate: RwLock<()>,
}

#[derive(Debug, Default)]
struct Tables {
    places: HashMap<TableId, Place>,
    /// How many more are being loaded or opened.
    coming: usize,
}

/// Where a table is dealt with.
#[derive(Debug)]
struct Place {
    mail: mpsc::Sender<Mail>,
    /// Whether another node serves it, and this is only the way there.
    elsewhere: bool,
}

/// Room for a table that is being loaded or opened.
struct Room<'a>(&'a Registry);

impl Drop for Room<'_> {
    fn drop(&mut self) {
        self.0.tables().coming -= 1;
    }
}

impl Registry {
    fn tables(&self) -> MutexGuard<'_, Tables> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tables may be brought in as long as this is kept.
    async fn enter(&self, app: &App) -> Result<RwLockReadGuard<'_, ()>, StoreFault> {
        let entered = self.gate.read().await;
        if app.is_stopping() { Err(StoreFault::Closed) } else { Ok(entered) }
    }

    fn make_room(&self, app: &App) -> Result<Room<'_>, StoreFault> {
        let mut tables = self.tables();
        if tables.places.len() + tables.coming >= app.config.most_tables {
            return Err(StoreFault::QueueFull);
        }
        tables.coming += 1;
        Ok(Room(self))
    }

    fn put(&self, app: &App, id: &TableId, place: Place) {
        let mut tables = self.tables();
        tables.places.insert(id.clone(), place);
        tables.count(app);
    }

    /// The way to a table, loading it if necessary; `None` if there is none, or it is closed. Where another node serves it, the way leads
    /// there.
    pub(crate) async fn find(
        &self,
        app: &Arc<App>,
        id: &TableId,
    ) -> Result<Option<mpsc::Sender<Mail>>, StoreFault> {
        if let Some(mail) = self.loaded(id) {
            return Ok(Some(mail));
        }
        let _turn = self.turns.take(id).await;
        let _entered = self.enter(app).await?;
        // Somebody else may have loaded it meanwhile.
        if let Some(mail) = self.loaded(id) {
            return Ok(Some(mail));
        }
        let Some(nodes) = app.nodes.get() else { return self.load(app, id).await };
        let node = match self.way(app, nodes, id).await? {
            Way::Claim => match self.load(app, id).await {
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
        self.put(app, id, Place { mail: mail.clone(), elsewhere: true });
        Ok(Some(mail))
    }

    /// The way to a table that this node serves, or can serve from now on; `None` if another one does, or nobody can.
    pub(crate) async fn own(
        &self,
        app: &Arc<App>,
        id: &TableId,
    ) -> Result<Option<mpsc::Sender<Mail>>, StoreFault> {
        let here = || {
            let tables = self.tables();
            tables.present(id).map(|place| (!place.elsewhere).then(|| place.mail.clone()))
        };
        if let Some(own) = here() {
            return Ok(own);
        }
        let _turn = self.turns.take(id).await;
        let _entered = self.enter(app).await?;
        if let Some(own) = here() {
            return Ok(own);
        }
        match self.load(app, id).await {
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

    /// Loads a table whose turn the caller has.
    async fn load(&self, app: &Arc<App>, id: &TableId) -> Result<Option<mpsc::Sender<Mail>>, StoreFault> {
        let Some((game, record)) = lookup(app, id).await? else { return Ok(None) };
        let _room = self.make_room(app)?;
        let mail = with_game!(game, G => desk::load::<G>(Arc::clone(app), id.clone(), record).await)?;
        self.put(app, id, Place { mail: mail.clone(), elsewhere: false });
        Ok(Some(mail))
    }

    /// The way to a table that is in memory.
    pub(crate) fn loaded(&self, id: &TableId) -> Option<mpsc::Sender<Mail>> {
        self.tables().present(id).map(|place| place.mail.clone())
    }

    /// Opens a new table.
    pub(crate) async fn open(
        &self,
        app: &Arc<App>,
        game: GameName,
        host: PlayerId,
        options: Option<protocol::Json>,
    ) -> Result<(TableId, mpsc::Sender<Mail>), OpenFault> {
        let _entered = self.enter(app).await.map_err(OpenFault::Store)?;
        let _room = self.make_room(app).map_err(OpenFault::Store)?;
        let (id, mail) =
            with_game!(game, G => desk::open::<G>(Arc::clone(app), host, options.as_ref()).await)?;
        self.put(app, &id, Place { mail: mail.clone(), elsewhere: false });
        Ok((id, mail))
    }

    /// The tables that are in memory.
    pub(crate) fn present(&self) -> BTreeSet<TableId> {
        let tables = self.tables();
        let present = tables.places.iter().filter(|(_, place)| !place.mail.is_closed());
        present.map(|(id, _)| id.clone()).collect()
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.tables().places.is_empty()
    }

    /// How much mail waits where most does.
    pub(crate) fn deepest_mailbox(&self) -> usize {
        let tables = self.tables();
        let depths = tables.places.values().map(|place| place.mail.max_capacity() - place.mail.capacity());
        depths.max().unwrap_or(0)
    }

    /// Puts a table away, unless something has arrived for it: then it stays.
    pub(crate) fn retire(&self, app: &App, id: &TableId, mailbox: &mut mpsc::Receiver<Mail>) -> bool {
        let mut tables = self.tables();
        if !mailbox.is_empty() {
            return false;
        }
        mailbox.close();
        tables.places.remove(id);
        tables.count(app);
        true
    }

    /// Puts tables away, and keeps them from being loaded again until some work is done. All others come and go meanwhile.
    pub(crate) async fn without<T>(&self, ids: &BTreeSet<TableId>, work: impl Future<Output = T>) -> T {
        let mut turns = Vec::new();
        // In their order: of two who need the same tables, nobody waits for what the other has.
        for id in ids {
            turns.push(self.turns.take(id).await);
        }
        for id in ids {
            while let Some(mail) = self.loaded(id) {
                let (done, away) = oneshot::channel();
                if mail.send(Mail::PutAway { done }).await.is_ok() {
                    // A table that is gone is away.
                    let _ = away.await;
                }
            }
        }
        work.await
    }

    /// Tells every desk of this node something that it need not be told if it is busy.
    pub(crate) fn tell_desks(&self, mail: impl Fn() -> Mail) {
        for place in self.tables().places.values().filter(|place| !place.elsewhere) {
            // A mailbox that is full is about to be looked at.
            let _ = place.mail.try_send(mail());
        }
    }

    /// A table whose mailbox is closed is no longer in memory. One that was loaded again meanwhile is.
    pub(crate) fn forget(&self, app: &App, id: &TableId) {
        let mut tables = self.tables();
        if tables.places.get(id).is_some_and(|place| place.mail.is_closed()) {
            tables.places.remove(id);
        }
        tables.count(app);
    }

    /// Lets every table come to rest. The server is stopping: none is brought in any more.
    pub(crate) async fn stop_all(&self) {
        // Those that are just being brought in are waited for.
        drop(self.gate.write().await);
        let tables: Vec<_> = self.tables().places.drain().map(|(_, place)| place.mail).collect();
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

impl Tables {
    /// Where a table is dealt with that is in memory.
    fn present(&self, id: &TableId) -> Option<&Place> {
        self.places.get(id).filter(|place| !place.mail.is_closed())
    }

    fn count(&self, app: &App) {
        app.metrics.tables.store(self.places.len() as u64, Ordering::Relaxed);
    }
}

async fn lookup(app: &App, id: &TableId) -> Result<Option<(GameName, TableRecord)>, StoreFault> {
    let key = store::TableId::from(id.as_str());
    let record = storing::read(&app.store, move |store| store.table(&key)).await?;
    Ok(record
        .filter(|record| record.row.status != Status::Closed)
        .and_then(|record| Some((GameName::from_name(&record.row.game)?, record))))
}
