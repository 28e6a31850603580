//! Whether the log of a table folds, its snapshot says what the log says, and the luck of its finished games can be recomputed.

use std::collections::BTreeMap;

use protocol::engine::GameName;
use protocol::table::snapshot::{SNAPSHOT_FORMAT, Snapshot, SnapshotFault, SnapshotOf, Stage as Kept};
use protocol::table::{EntryOf, PlayerId, TableId};
use protocol::with_game;
use store::{Account, Entry, Status, Store, StoreFault, TableRecord};
use table::{Limits, Played, Resting, Retold, Stage, Table};

use super::histories::Seat;
use super::log::Log;
use super::{Report, testimony};

/// Looks at one table, and at what people saw there. What is damaged there is told, and the next table is looked at all the same.
pub(super) fn examine(
    store: &dyn Store,
    record: &TableRecord,
    seats: &[Seat],
    report: &mut Report,
) -> Result<(), StoreFault> {
    let Some(game) = GameName::from_name(&record.row.game) else {
        report.fault(&record.id, format_args!("there is no game {}", record.row.game));
        return Ok(());
    };
    with_game!(game, G => look::<G>(store, record, seats, report))
}

fn look<G: Played>(
    store: &dyn Store,
    record: &TableRecord,
    seats: &[Seat],
    report: &mut Report,
) -> Result<(), StoreFault> {
    let Ok(id) = record.id.as_str().parse::<TableId>() else {
        report.fault(&record.id, "this is no id of a table");
        return Ok(());
    };
    // Before the log, which may grow meanwhile: a snapshot is never of an entry that is not there.
    let snapshot = store.last_snapshot(&record.id)?;
    let log = match Log::<G>::read(store, id.clone()) {
        Ok(log) => log,
        Err(StoreFault::Corrupt(what)) => {
            report.fault(&record.id, what);
            return Ok(());
        }
        Err(fault) => return Err(fault),
    };
    report.entries += log.entries.len() as u64;
    for what in log.faults.iter().chain(&twice(&log.stored)) {
        report.fault(&record.id, what);
    }
    if !seats.is_empty() {
        testimony::examine(store, &log, seats, report)?;
    }
    let entries = &log.entries;
    let resting = match log.fold() {
        Ok(resting) => resting,
        Err(fault) => {
            report.fault(&record.id, fault);
            return Ok(());
        }
    };
    if let Some(snapshot) = snapshot {
        report.snapshots += 1;
        if let Err(what) = fits::<G>(&id, &snapshot, entries) {
            report.fault(&record.id, format_args!("the snapshot of entry {}: {what}", snapshot.seq));
        }
    }
    let table = resting.wake(0, 0);
    let (held, owed) = (store.balance(&Account::Table(record.id.clone()))?, chips(&table));
    let now = store.table(&record.id)?;
    let unchanged = now.is_some_and(|now| now.head == record.head && now.row.status == record.row.status);
    if unchanged && entries.len() as u64 == record.head {
        if status(table.stage()) != record.row.status {
            report.fault(&record.id, format_args!("its row says {:?}, its log does not", record.row.status));
        }
        if held != owed {
            report.fault(&record.id, format_args!("its account holds {held} chips, by its log it is {owed}"));
        }
    }
    games::<G>(&id, entries, report);
    Ok(())
}

/// Commands that stand in the log twice.
fn twice(stored: &[Entry]) -> Vec<String> {
    let (mut found, mut faults) = (BTreeMap::new(), Vec::new());
    for entry in stored {
        let Some(key) = &entry.command else { continue };
        if let Some(first) = found.insert((key.player.as_str(), key.id.as_str()), entry.seq) {
            faults.push(format!("{} of {} is entry {first} and entry {}", key.id, key.player, entry.seq));
        }
    }
    faults
}

/// The chips that lie at a table, by its log.
fn chips<G: Played>(table: &Table<G>) -> i64 {
    let Stage::Playing(playing) = table.stage() else { return 0 };
    let seats = table.seated().map(|(seat, _)| seat);
    let stake = u64::from(table.settings().stake);
    let lying = seats.map(|seat| if G::BANKED { playing.game.holdings(seat) } else { stake });
    lying.sum::<u64>().cast_signed()
}

fn status<G: Played>(stage: &Stage<G>) -> Status {
    match stage {
        Stage::Lobby { .. } | Stage::Seeding(_) => Status::Open,
        Stage::Playing(_) => Status::Running,
        Stage::Over(_) => Status::Finished,
        Stage::Closed => Status::Closed,
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
