//! What a seat has seen of the game that is on, told again from the table's log.
//!
//! A bot listens while it sits. One that sits down in the middle, for somebody who is away or after a restart, *recalls* what was
//! said before: the same things in the same order, and nothing that its seat was not told.

use game::{Seat, Viewer};
use protocol::table::{EntryOf, TableId};

use crate::{Limits, LogFault, Millis, Played, Table};

/// All that a seat has seen since the present game began; nothing where none was begun.
///
/// # Errors
/// [`LogFault`] if the log is damaged.
pub fn recall<G: Played>(
    id: TableId,
    entries: impl IntoIterator<Item = (Millis, EntryOf<G>)>,
    seat: Seat,
) -> Result<Vec<G::Seen>, LogFault> {
    let mut seen = Vec::new();
    Table::<G>::fold(id, Limits::default(), entries, |table, _, entry, events| {
        if let EntryOf::<G>::Started { .. } = entry {
            seen.clear();
        }
        if let Some(playing) = table.game() {
            seen.extend(events.iter().filter_map(|event| playing.game.seen(event, Viewer::Seat(seat))));
        }
        Ok::<_, LogFault>(())
    })?;
    Ok(seen)
}
