//! A table at rest: what its log alone comes to.
//!
//! Nobody is there, and no clock has been moved on. It follows from the log and nothing else, so a snapshot of it is as good as
//! the entries that it stands for (docs/storage.md §10). A table that people sit at is *woken* from this.

use protocol::table::snapshot::{SNAPSHOT_FORMAT, Snapshot, SnapshotFault, SnapshotOf, entry_digest};
use protocol::table::{EntryOf, TableId};

use crate::snapshot::{chair_out, stage_out, thaw};
use crate::{Limits, LogFault, Millis, Played, Table};

/// A table as its log alone gives it.
#[derive(Clone, Debug)]
pub struct Resting<G: Played> {
    table: Table<G>,
    /// The last entry that had its effect.
    last: (Millis, EntryOf<G>),
}

impl<G: Played> Resting<G> {
    /// From the whole log.
    ///
    /// # Errors
    /// The first entry that does not fit.
    pub fn from_log(
        id: TableId,
        limits: Limits,
        entries: impl IntoIterator<Item = (Millis, EntryOf<G>)>,
    ) -> Result<Self, LogFault> {
        let mut entries = entries.into_iter();
        let opened = entries.next().and_then(|first| {
            let table = Table::from_first(id, limits, &first.1, first.0)?;
            Some((table, first))
        });
        let (mut table, first) =
            opened.ok_or_else(|| LogFault { seq: 1, what: "no table is opened".into() })?;
        let last = table.follow_on(entries, |_, _, _, _| Ok::<_, LogFault>(()))?;
        Ok(Self { table, last: last.unwrap_or(first) })
    }

    /// From a snapshot of entry `seq` and the log from that entry on.
    ///
    /// # Errors
    /// [`SnapshotFault`] if the snapshot is not to be trusted, or an entry does not fit to it. The whole log says more then.
    pub fn from_snapshot(
        id: TableId,
        limits: Limits,
        seq: u64,
        bytes: &[u8],
        entries: impl IntoIterator<Item = (Millis, EntryOf<G>)>,
    ) -> Result<Self, SnapshotFault> {
        let unfit = |what: &str| SnapshotFault::Unfit(what.to_owned());
        let kept: SnapshotOf<G> = Snapshot::read(bytes)?;
        if kept.rules != G::RULES_VERSION {
            return Err(SnapshotFault::Rules { found: kept.rules, known: G::RULES_VERSION });
        }
        if kept.game != G::GAME || kept.table != id || kept.seq != seq {
            return Err(unfit("it is of another table or entry"));
        }
        let mut entries = entries.into_iter();
        let last = entries.next().ok_or_else(|| unfit("the log is shorter"))?;
        if entry_digest(last.0, &last.1) != kept.last {
            return Err(unfit("its last entry is another one"));
        }
        let mut table = thaw(id, limits, kept).map_err(SnapshotFault::Unfit)?;
        let further = table
            .follow_on(entries, |_, _, _, _| Ok::<_, LogFault>(()))
            .map_err(|fault| SnapshotFault::Unfit(fault.to_string()))?;
        Ok(Self { table, last: further.unwrap_or(last) })
    }

    /// Lets further entries of the log have their effect.
    ///
    /// # Errors
    /// The first entry that does not fit; what is left then is no table.
    pub fn follow(
        &mut self,
        entries: impl IntoIterator<Item = (Millis, EntryOf<G>)>,
    ) -> Result<(), LogFault> {
        if let Some(last) = self.table.follow_on(entries, |_, _, _, _| Ok::<_, LogFault>(()))? {
            self.last = last;
        }
        Ok(())
    }

    /// The number of the last entry.
    #[must_use]
    pub const fn seq(&self) -> u64 {
        self.table.seq
    }

    /// All of it as bytes, for [`from_snapshot`](Self::from_snapshot).
    ///
    /// # Errors
    /// If something has no JSON form; nothing in a table is like that.
    pub fn to_snapshot(&self) -> Result<Vec<u8>, SnapshotFault> {
        let table = &self.table;
        let kept: SnapshotOf<G> = Snapshot {
            format: SNAPSHOT_FORMAT,
            rules: G::RULES_VERSION,
            game: G::GAME,
            table: table.id.clone(),
            seq: table.seq,
            last: entry_digest(self.last.0, &self.last.1),
            code: table.code.clone(),
            host: table.host.clone(),
            settings: table.settings.clone(),
            chairs: table.chairs.iter().map(|chair| chair.as_ref().map(chair_out)).collect(),
            games: table.games,
            stage: stage_out(&table.stage),
        };
        kept.write()
    }

    /// When the last entry was written.
    #[must_use]
    pub const fn last_at(&self) -> Millis {
        self.last.0
    }

    /// The table for people to come back to, whom nobody has served since some time: with its next input it makes up for that.
    #[must_use]
    pub fn wake(self, now: Millis, since: Millis) -> Table<G> {
        let mut table = self.table;
        table.woke_up(now, since);
        table
    }
}
