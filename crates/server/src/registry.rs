//! Which tables are in memory, and the way to each.
//!
//! A table is loaded when somebody wants something of it and put away when nobody does; its log is always in the store.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use protocol::engine::GameName;
use protocol::table::{PlayerId, TableId};
use protocol::with_game;
use store::{Status, StoreFault, TableRecord};
use tokio::sync::{Mutex, mpsc, oneshot};

use crate::app::App;
use crate::desk::{self, OpenFault};
use crate::mail::Mail;
use crate::storing;

/// The tables in memory.
#[derive(Debug, Default)]
pub(crate) struct Registry {
    tables: Mutex<HashMap<TableId, mpsc::Sender<Mail>>>,
}

impl Registry {
    /// The way to a table, loading it if necessary; `None` if there is none, or it is closed.
    pub(crate) async fn find(
        &self,
        app: &Arc<App>,
        id: &TableId,
    ) -> Result<Option<mpsc::Sender<Mail>>, StoreFault> {
        let mut tables = self.tables.lock().await;
        if let Some(mail) = tables.get(id).filter(|mail| !mail.is_closed()) {
            return Ok(Some(mail.clone()));
        }
        if app.is_stopping() {
            return Err(StoreFault::Closed);
        }
        let Some((game, record)) = lookup(app, id).await? else { return Ok(None) };
        if tables.len() >= app.config.most_tables {
            return Err(StoreFault::QueueFull);
        }
        let mail = with_game!(game, G => desk::load::<G>(Arc::clone(app), id.clone(), record).await)?;
        tables.insert(id.clone(), mail.clone());
        app.metrics.tables.store(tables.len() as u64, Ordering::Relaxed);
        Ok(Some(mail))
    }

    /// The way to a table that is in memory.
    pub(crate) async fn loaded(&self, id: &TableId) -> Option<mpsc::Sender<Mail>> {
        self.tables.lock().await.get(id).filter(|mail| !mail.is_closed()).cloned()
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
        tables.insert(id.clone(), mail.clone());
        app.metrics.tables.store(tables.len() as u64, Ordering::Relaxed);
        Ok((id, mail))
    }

    /// The tables that are in memory.
    pub(crate) async fn present(&self) -> BTreeSet<TableId> {
        let tables = self.tables.lock().await;
        tables.iter().filter(|(_, mail)| !mail.is_closed()).map(|(id, _)| id.clone()).collect()
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
            let present = ids.iter().filter_map(|id| tables.get(id)).filter(|mail| !mail.is_closed());
            let present: Vec<_> = present.cloned().collect();
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

    /// A table is no longer in memory.
    pub(crate) async fn forget(&self, app: &App, id: &TableId) {
        let mut tables = self.tables.lock().await;
        tables.remove(id);
        app.metrics.tables.store(tables.len() as u64, Ordering::Relaxed);
    }

    /// Lets every table come to rest.
    pub(crate) async fn stop_all(&self) {
        let tables: Vec<_> = self.tables.lock().await.drain().map(|(_, mail)| mail).collect();
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

async fn lookup(app: &App, id: &TableId) -> Result<Option<(GameName, TableRecord)>, StoreFault> {
    let key = store::TableId::from(id.as_str());
    let record = storing::read(&app.store, move |store| store.table(&key)).await?;
    Ok(record
        .filter(|record| record.row.status != Status::Closed)
        .and_then(|record| Some((GameName::from_name(&record.row.game)?, record))))
}
