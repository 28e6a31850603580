//! Snapshots: written every so many entries together with the next move, and used when a table is loaded.
//!
//! A snapshot is made from what the log alone comes to and not from the table at the desk, whose clocks were moved by restarts: so it
//! is the same as the entries that it stands for. One that cannot be used costs time and nothing else (docs/storage.md §10).

use protocol::table::{EntryOf, TableId};
use store::{Snapshot, Store, StoreFault};
use table::{Limits, Played, Resting};

use super::entries_from;

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

/// What the log of a table comes to, beside the table that people sit at. To follow every entry here costs less than to read all of them
/// again when a snapshot is due.
#[derive(Debug)]
pub(super) struct Keeping<G: Played> {
    /// `None` if an entry did not fit, which the table itself would have noticed first: then the log alone has to do.
    resting: Option<Resting<G>>,
    /// Entries that are stored and have yet to have their effect there. Many at a time cost less than each by itself: the table that
    /// people sit at is where it is needed, and this one is not.
    behind: Vec<(i64, EntryOf<G>)>,
    /// The last entry for which a snapshot was written, or tried.
    written: u64,
}

/// How many entries may wait.
const MOST_BEHIND: usize = 16;

impl<G: Played> Keeping<G> {
    /// Of a table whose last snapshot is of this entry; 0 if it has none.
    pub(super) const fn new(resting: Resting<G>, written: u64) -> Self {
        Self { resting: Some(resting), behind: vec![], written }
    }

    /// Takes note of entries that are stored.
    pub(super) fn follow(&mut self, at: i64, entries: Vec<EntryOf<G>>) {
        if self.resting.is_some() {
            self.behind.extend(entries.into_iter().map(|entry| (at, entry)));
        }
        if self.behind.len() >= MOST_BEHIND {
            self.catch_up();
        }
    }

    fn catch_up(&mut self) {
        let Some(resting) = &mut self.resting else { return };
        if let Err(fault) = resting.follow(self.behind.drain(..)) {
            tracing::error!(%fault, "no more snapshots of this table are written");
            self.resting = None;
        }
    }

    /// The number of the last entry.
    fn seq(&self) -> Option<u64> {
        Some(self.resting.as_ref()?.seq() + self.behind.len() as u64)
    }

    /// A snapshot, if so many entries were stored since the last one. If it cannot be written, the next one is due as if it had been.
    pub(super) fn due(&mut self, every: u64) -> Option<Snapshot> {
        if every == 0 || self.seq()? < self.written.saturating_add(every) {
            return None;
        }
        self.catch_up();
        let resting = self.resting.as_ref()?;
        self.written = resting.seq();
        Some(Snapshot { seq: resting.seq(), body: resting.to_snapshot().ok()? })
    }
}
