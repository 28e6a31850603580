//! Snapshots: written every so many entries, beside the work of the desk, and used when a table is loaded.
//!
//! A snapshot is made from what is in the store and not from the table at the desk, whose clocks were moved by restarts: so it is the
//! same as the entries that it stands for. One that cannot be used costs time and nothing else (docs/storage.md §10).

use std::sync::Arc;

use protocol::table::TableId;
use store::{Commit, Epoch, Snapshot, Store, StoreFault, TableWrite, failpoint};
use table::{Limits, Played, Resting};

use super::{Desk, entries_from};
use crate::app::App;
use crate::storing;

/// A table as the store has it, and the number of the snapshot that could be used; 0 if none.
pub(super) fn rest<G: Played>(
    store: &dyn Store,
    id: &TableId,
    limits: Limits,
) -> Result<(Resting<G>, u64), StoreFault> {
    match from_snapshot(store, id, limits.clone()) {
        Ok(Some((resting, seq))) => return Ok((resting, seq)),
        Ok(None) => {}
        Err(fault) => tracing::warn!(table = %id, %fault, "a snapshot cannot be used; the whole log is read"),
    }
    let key = store::TableId::from(id.as_str());
    let entries = entries_from::<G>(store, &key, 1)?;
    let resting = Resting::from_log(id.clone(), limits, entries)
        .map_err(|fault| StoreFault::Corrupt(format!("table {id}: {fault}")))?;
    Ok((resting, 0))
}

fn from_snapshot<G: Played>(
    store: &dyn Store,
    id: &TableId,
    limits: Limits,
) -> Result<Option<(Resting<G>, u64)>, StoreFault> {
    let key = store::TableId::from(id.as_str());
    let Some(Snapshot { seq, body }) = store.last_snapshot(&key)? else { return Ok(None) };
    let entries = entries_from::<G>(store, &key, seq)?;
    let resting = Resting::from_snapshot(id.clone(), limits, seq, &body, entries)
        .map_err(|fault| StoreFault::Corrupt(format!("the snapshot of entry {seq}: {fault}")))?;
    Ok(Some((resting, seq)))
}

impl<G: Played> Desk<G> {
    /// Has a snapshot written when enough has happened since the last one. Nobody waits for it.
    pub(super) fn keep(&mut self) {
        let every = self.app.config.snapshot_every;
        if every == 0 || self.table.seq() < self.kept + every {
            return;
        }
        // While others are being made this one waits for the next move: a thread for each of many would cost memory for nothing.
        let Ok(place) = Arc::clone(&self.app.snapshots).try_acquire_owned() else { return };
        // If it fails, the next one is due as if it had not.
        self.kept = self.table.seq();
        let (app, id, epoch) = (Arc::clone(&self.app), self.table.id().clone(), self.epoch);
        tokio::spawn(async move {
            let _place = place;
            match keep::<G>(&app, id.clone(), epoch).await {
                // The server stops, or somebody else owns the table and will write their own.
                Ok(()) | Err(StoreFault::Closed | StoreFault::StaleEpoch { .. }) => {}
                Err(fault) => tracing::warn!(table = %id, %fault, "a snapshot was not written"),
            }
        });
    }
}

/// Writes a snapshot of a table as the store has it.
pub(super) async fn keep<G: Played>(app: &App, id: TableId, epoch: Epoch) -> Result<(), StoreFault> {
    let mut write = TableWrite::new(id.as_str().into(), epoch);
    let limits = app.config.tables.limits();
    let snapshot = storing::read(&app.store, move |store| {
        let (resting, _) = rest::<G>(store, &id, limits)?;
        let body = resting.to_snapshot().map_err(|fault| StoreFault::Invalid(fault.to_string()))?;
        Ok(Snapshot { seq: resting.seq(), body })
    });
    write.snapshot = Some(snapshot.await?);
    let commit = Commit { at_ms: app.clock.now(), table: Some(write), ..Commit::default() };
    failpoint::pass(failpoint::SNAPSHOT);
    storing::write(|done| app.store.submit(commit, done)).await?;
    Ok(())
}
