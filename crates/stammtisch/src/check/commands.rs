//! What people asked for at a table, held against its log: everything that was acknowledged is there, once, under the number that was named; what
//! was refused is not; and nothing was done in anybody's name that they did not ask for.

use std::collections::BTreeMap;

use load::history::Noted;
use protocol::table::{Author, EntryOf};
use protocol::ws::session::Frame;
use store::{Entry, Store, StoreFault};
use table::Played;

use super::histories::Seat;
use super::log::Log;

/// What is refused because nobody could store it may turn up after a crash, whole (docs/storage.md §2): as if there had been no answer.
const OPEN: [&str; 2] = ["not_stored", "unavailable"];

/// Sentences about what does not fit; counts the acknowledgements that were looked up.
pub(super) fn examine<G: Played>(
    store: &dyn Store,
    log: &Log<G>,
    seats: &[Seat],
    acknowledged: &mut u64,
) -> Result<Vec<String>, StoreFault> {
    let key = store::TableId::from(log.id.as_str());
    let mut faults = Vec::new();
    let mut found: BTreeMap<(&str, &str), &Entry> = BTreeMap::new();
    for entry in &log.stored {
        if let Some(key) = &entry.command {
            found.insert((key.player.as_str(), &key.id), entry);
        }
    }
    let mut asked: BTreeMap<(&str, &str), Option<[u8; 32]>> = BTreeMap::new();
    for Seat { player: who, notes } in seats {
        for noted in notes {
            match noted {
                Noted::Asked { id, says } => {
                    let digest = Frame::parse(&says.to_string()).ok().map(|frame| frame.digest());
                    asked.insert((who, id), digest);
                }
                Noted::Acked { id, seq } => {
                    *acknowledged += 1;
                    let Some(entry) = found.get(&(who.as_str(), id.as_str())) else {
                        faults.push(format!("{id} of {who} was acknowledged and is gone"));
                        continue;
                    };
                    let end = store.command(&key, &who.as_str().into(), id)?.map(|(end, _)| end);
                    if end != Some(*seq) {
                        let end = end.unwrap_or(entry.seq);
                        faults.push(format!("{id} of {who} ends with {end}, but was acknowledged at {seq}"));
                    }
                    let stored = entry.command.as_ref().map(|key| key.digest);
                    if stored != asked.get(&(who.as_str(), id.as_str())).copied().flatten() {
                        faults.push(format!("entry {} is not what {who} asked for with {id}", entry.seq));
                    }
                }
                Noted::Refused { id, code } => {
                    let entry = found.get(&(who.as_str(), id.as_str()));
                    if let Some(entry) = entry.filter(|_| !OPEN.contains(&code.as_str())) {
                        faults.push(format!("{id} of {who} was refused ({code}) and is entry {}", entry.seq));
                    }
                }
                Noted::Sits { .. }
                | Noted::Joining { .. }
                | Noted::Joined { .. }
                | Noted::Began { .. }
                | Noted::Heard { .. }
                | Noted::Shown { .. } => {}
            }
        }
    }
    // Of people whose history is not there nobody knows what they asked for; a move without an id is nobody's.
    let is_known = |player: &str| seats.iter().any(|seat| seat.player == player);
    let is_asked = |entry: &Entry| match &entry.command {
        Some(key) if is_known(key.player.as_str()) => {
            asked.contains_key(&(key.player.as_str(), key.id.as_str()))
        }
        Some(_) => true,
        None => false,
    };
    for (entry, (_, read)) in log.stored.iter().zip(&log.entries) {
        if matches!(read, EntryOf::<G>::Played { by: Author::Player, .. }) && !is_asked(entry) {
            faults.push(format!("entry {} is somebody's move that nobody asked for", entry.seq));
        }
    }
    Ok(faults)
}
