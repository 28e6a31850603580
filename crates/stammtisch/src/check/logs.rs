//! Whether the log of a table folds, its snapshot says what the log says, and the luck of its finished games can be recomputed.

use protocol::engine::GameName;
use protocol::table::snapshot::{SNAPSHOT_FORMAT, Snapshot, SnapshotFault, SnapshotOf, Stage as Kept};
use protocol::table::{EntryOf, PlayerId, TableId};
use protocol::with_game;
use store::{Status, Store, StoreFault, TableRecord};
use table::{Limits, Played, Resting, Retold, Stage};

use super::Report;

/// How many entries are read at a time.
const PAGE: u32 = 5_000;

/// Looks at one table. What is damaged there is told, and the next table is looked at all the same.
pub(super) fn examine(
    store: &dyn Store,
    record: &TableRecord,
    report: &mut Report,
) -> Result<(), StoreFault> {
    let Some(game) = GameName::from_name(&record.row.game) else {
        report.fault(&record.id, format_args!("there is no game {}", record.row.game));
        return Ok(());
    };
    with_game!(game, G => look::<G>(store, record, report))
}

fn look<G: Played>(store: &dyn Store, record: &TableRecord, report: &mut Report) -> Result<(), StoreFault> {
    let Ok(id) = record.id.as_str().parse::<TableId>() else {
        report.fault(&record.id, "this is no id of a table");
        return Ok(());
    };
    // Before the log, which may grow meanwhile: a snapshot is never of an entry that is not there.
    let snapshot = store.last_snapshot(&record.id)?;
    let entries = match entries::<G>(store, record) {
        Ok(entries) => entries,
        Err(StoreFault::Corrupt(what)) => {
            report.fault(&record.id, what);
            return Ok(());
        }
        Err(fault) => return Err(fault),
    };
    report.entries += entries.len() as u64;
    let resting = match Resting::<G>::from_log(id.clone(), Limits::default(), entries.iter().cloned()) {
        Ok(resting) => resting,
        Err(fault) => {
            report.fault(&record.id, fault);
            return Ok(());
        }
    };
    if let Some(snapshot) = snapshot {
        report.snapshots += 1;
        if let Err(what) = fits::<G>(&id, &snapshot, &entries) {
            report.fault(&record.id, format_args!("the snapshot of entry {}: {what}", snapshot.seq));
        }
    }
    let now = store.table(&record.id)?;
    let unchanged = now.is_some_and(|now| now.head == record.head && now.row.status == record.row.status);
    let table = resting.wake(0, 0);
    if unchanged && entries.len() as u64 == record.head && status(table.stage()) != record.row.status {
        report.fault(&record.id, format_args!("its row says {:?}, its log does not", record.row.status));
    }
    games::<G>(&id, &entries, report);
    Ok(())
}

fn status<G: Played>(stage: &Stage<G>) -> Status {
    match stage {
        Stage::Lobby { .. } | Stage::Seeding(_) => Status::Open,
        Stage::Playing(_) => Status::Running,
        Stage::Over(_) => Status::Finished,
        Stage::Closed => Status::Closed,
    }
}

fn entries<G: Played>(store: &dyn Store, record: &TableRecord) -> Result<Vec<(i64, EntryOf<G>)>, StoreFault> {
    let mut entries: Vec<(i64, EntryOf<G>)> = Vec::new();
    loop {
        let page = store.entries(&record.id, entries.len() as u64 + 1, PAGE)?;
        if page.is_empty() {
            return Ok(entries);
        }
        for entry in page {
            let read = serde_json::from_slice(&entry.body)
                .map_err(|fault| StoreFault::Corrupt(format!("entry {}: {fault}", entry.seq)))?;
            entries.push((entry.at_ms, read));
        }
    }
}

/// Whether a snapshot is what the log comes to up to its entry. One that an earlier version left is passed over, as the server does.
fn fits<G: Played>(
    id: &TableId,
    snapshot: &store::Snapshot,
    entries: &[(i64, EntryOf<G>)],
) -> Result<(), String> {
    let seq = usize::try_from(snapshot.seq).map_err(|fault| fault.to_string())?;
    let (before, after) = (entries.get(..seq), entries.get(seq.saturating_sub(1)..));
    let (Some(before), Some(after)) = (before, after) else { return Err("the log is shorter".to_owned()) };
    let limits = Limits::default;
    let read = Resting::<G>::from_snapshot(
        id.clone(),
        limits(),
        snapshot.seq,
        &snapshot.body,
        after.iter().cloned(),
    );
    match read {
        Err(SnapshotFault::Format { found }) if found < SNAPSHOT_FORMAT => return Ok(()),
        Err(SnapshotFault::Rules { found, known }) if found < known => return Ok(()),
        Err(fault) => return Err(fault.to_string()),
        Ok(_) => {}
    }
    let folded = Resting::<G>::from_log(id.clone(), limits(), before.iter().cloned());
    let folded =
        folded.map_err(|fault| fault.to_string())?.to_snapshot().map_err(|fault| fault.to_string())?;
    let (said, folded) = (undated::<G>(&snapshot.body)?, undated::<G>(&folded)?);
    if folded == said { Ok(()) } else { Err("it says something else than the log".to_owned()) }
}

/// A snapshot without the deadlines of a running turn: what is left of it after a pause is a setting of the server (`after_restart`),
/// which may have been another one when the snapshot was made.
fn undated<G: Played>(bytes: &[u8]) -> Result<SnapshotOf<G>, String> {
    let mut kept: SnapshotOf<G> = Snapshot::read(bytes).map_err(|fault| fault.to_string())?;
    if let Kept::Playing(game) | Kept::Over { game, .. } = &mut kept.stage {
        game.clock.until = None;
        game.clock.aside = game.clock.aside.map(|(since, _)| (since, None));
    }
    Ok(kept)
}

/// Recomputes the luck of every game that is over.
fn games<G: Played>(id: &TableId, entries: &[(i64, EntryOf<G>)], report: &mut Report) {
    let begun = entries.iter().filter(|(_, entry)| matches!(entry, EntryOf::<G>::Started { .. })).count();
    // Nobody's: only files are wanted, which are the same for everybody.
    let nobody = PlayerId::from_entropy([0; 16]);
    let key = store::TableId::from(id.as_str());
    for number in (1_u32..).take(begun) {
        let retold = table::retell::<G>(id.clone(), entries.iter().cloned(), Some(number), &nobody);
        match retold {
            Ok(Some(Retold::File(file))) => {
                report.games += 1;
                if let Err(fault) = engine::verify::verify(&file) {
                    report.fault(&key, format_args!("game {number}: {fault}"));
                }
            }
            Ok(Some(Retold::Events(_))) => {}
            Ok(None) => report.fault(&key, format_args!("game {number} cannot be found in the log")),
            Err(fault) => report.fault(&key, format_args!("game {number}: {fault}")),
        }
    }
}
