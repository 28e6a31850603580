//! A log in which somebody is no longer named.
//!
//! A name stands in the entries by which a person sat down or took on another name, and, where a game itself knows names, in those
//! by which it began or the person joined it; everything else speaks of seats and ids. With another name in those entries the log
//! comes to the same table as before, but for that name, and every game in it can be checked as before.

use protocol::table::{EntryOf, PlayerId, TableId};

use crate::{Limits, LogFault, Millis, Played, Table};

/// What has to be written anew so that a person is not named.
#[derive(Clone, PartialEq, Debug)]
pub struct Anonymity<E> {
    /// The entries that named the person, by number, with the other name.
    pub entries: Vec<(u64, E)>,
    /// Where the person sat in games that were played to an end: number of the game and seat.
    pub seats: Vec<(u32, game::Seat)>,
}

/// Finds where a log names a person.
///
/// # Errors
/// If the log is damaged.
pub fn anonymous<G: Played>(
    id: TableId,
    entries: &[(Millis, EntryOf<G>)],
    player: &PlayerId,
    name: &str,
) -> Result<Anonymity<EntryOf<G>>, LogFault> {
    let mut found = Anonymity { entries: vec![], seats: vec![] };
    Table::<G>::fold(id, Limits::default(), entries.iter().cloned(), |table, _, entry, _| {
        let other = renamed(table, entry, player, name);
        if other != *entry {
            found.entries.push((table.seq(), other));
        }
        if let EntryOf::<G>::Ended { .. } = entry {
            let own = table.seated().filter(|(_, chair)| chair.player == *player);
            found.seats.extend(own.map(|(seat, _)| (table.games, seat)));
        }
        Ok::<_, LogFault>(())
    })?;
    Ok(found)
}

/// An entry that just had its effect, with another name wherever it names a person.
fn renamed<G: Played>(table: &Table<G>, entry: &EntryOf<G>, player: &PlayerId, to: &str) -> EntryOf<G> {
    let is_own = |seat: protocol::Seat| table.chair(seat.into()).is_some_and(|chair| chair.player == *player);
    let mut other = entry.clone();
    if let EntryOf::<G>::Sat { player: who, name, .. } = &mut other
        && who == player
    {
        to.clone_into(name);
    } else if let EntryOf::<G>::Renamed { seat, name } = &mut other
        && is_own(*seat)
    {
        to.clone_into(name);
    } else if let EntryOf::<G>::Started { start, .. } = &mut other {
        // Seats are those of the game by now.
        let own = table.seated().filter(|(_, chair)| chair.player == *player);
        own.for_each(|(seat, _)| G::rename(start, seat, to));
    } else if let EntryOf::<G>::Played { moves, .. } = &mut other {
        let own = moves.iter_mut().filter(|made| is_own(made.seat));
        own.for_each(|made| G::rename_joining(&mut made.action, to));
    }
    other
}
