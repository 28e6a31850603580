//! The log of a table, read whole.

use protocol::table::{EntryOf, TableId};
use store::{Entry, Store, StoreFault};
use table::{LogFault, Millis, Played, Resting};

/// How many entries are read at a time.
const PAGE: u32 = 5_000;

/// The log of a table, as far as it can be read.
pub(super) struct Log<G: Played> {
    pub(super) id: TableId,
    /// What is stored.
    pub(super) stored: Vec<Entry>,
    /// What it says, up to the first entry that cannot be read.
    pub(super) entries: Vec<(Millis, EntryOf<G>)>,
    /// What is wrong with that one, or with the numbers.
    pub(super) faults: Vec<String>,
}

impl<G: Played> Log<G> {
    pub(super) fn read(store: &dyn Store, id: TableId) -> Result<Self, StoreFault> {
        let mut log = Self { id, stored: Vec::new(), entries: Vec::new(), faults: Vec::new() };
        let key = store::TableId::from(log.id.as_str());
        loop {
            let next = log.stored.last().map_or(1, |entry| entry.seq + 1);
            let page = store.entries(&key, next, PAGE)?;
            if page.is_empty() {
                break;
            }
            log.stored.extend(page);
        }
        if let Some((_, entry)) = (1..).zip(&log.stored).find(|(n, entry)| entry.seq != *n) {
            log.faults.push(format!("there is a gap before entry {}", entry.seq));
        }
        for entry in &log.stored {
            match serde_json::from_slice(&entry.body) {
                Ok(read) => log.entries.push((entry.at_ms, read)),
                Err(fault) => {
                    log.faults.push(format!("entry {}: {fault}", entry.seq));
                    break;
                }
            }
        }
        Ok(log)
    }

    /// The number of the last entry.
    pub(super) fn head(&self) -> u64 {
        self.stored.last().map_or(0, |entry| entry.seq)
    }

    /// The table that it comes to.
    pub(super) fn fold(&self) -> Result<Resting<G>, LogFault> {
        Resting::from_log(self.id.clone(), table::Limits::default(), self.entries.iter().cloned())
    }
}
