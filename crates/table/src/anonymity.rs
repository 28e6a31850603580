//! A log in which somebody is no longer named.
//!
//! A name stands in the entries by which a person sat down or took on another name; everything else speaks of seats and ids. With another
//! name in those entries the log comes to the same table as before, but for that name, and every game in it can be checked as before.

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
        let seq = table.seq();
        let is_own =
            |seat: &protocol::Seat| table.chair((*seat).into()).is_some_and(|chair| chair.player == *player);
        if let EntryOf::<G>::Sat { seat, player: who, color, .. } = entry
            && who == player
        {
            let (player, name) = (who.clone(), name.to_owned());
            found.entries.push((seq, EntryOf::<G>::Sat { seat: *seat, player, name, color: *color }));
        }
        if let EntryOf::<G>::Renamed { seat, .. } = entry
            && is_own(seat)
        {
            found.entries.push((seq, EntryOf::<G>::Renamed { seat: *seat, name: name.to_owned() }));
        }
        if let EntryOf::<G>::Ended { .. } = entry {
            let own = table.seated().filter(|(_, chair)| chair.player == *player);
            found.seats.extend(own.map(|(seat, _)| (table.games, seat)));
        }
        Ok::<_, LogFault>(())
    })?;
    Ok(found)
}
