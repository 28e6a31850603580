//! Appending to the log of a table, and filing the commands in it many at a time.
//!
//! Commands must be found by the name that their sender gave them, for as long as the table is there. The entries have the names, and
//! [`FILING`] of them are a part of the log for which one row says which names are in it, each as a number. The thread that writes knows all
//! of these numbers ([`Place`]) and asks the log only for a command whose number it knows; everybody else reads the rows.

use rusqlite::params;

use super::chain;
use super::names::list;
use super::pen::{Pen, Place};
use crate::commit::{Append, CommandKey};
use crate::engine::column;
use crate::fault::StoreFault;

/// After how many entries of a table their commands are filed.
const FILING: u64 = 128;

/// Appends entries to the log of a table; the number of the last one.
pub(super) fn append(pen: &Pen, place: &mut Place, append: &Append) -> Result<u64, StoreFault> {
    let found = place.head();
    // Before the head: a command that is there already explains one that is further on, and its sender gets the first answer again.
    refuse_known(pen, place, append)?;
    if found != append.expected_head {
        return Err(StoreFault::WrongHead { expected: append.expected_head, found });
    }
    let last = column(found + append.entries.len() as u64)?;
    let mut before = place.head.map(|head| head.entry);
    let begun = before.is_some();
    for (seq, entry) in (found + 1..).zip(&append.entries) {
        let command = entry.command.as_ref();
        let player = command.map(|command| pen.player(&command.player)).transpose()?;
        let number = column(seq)?;
        let key = pen.add_entry(params![
            place.key,
            number,
            before,
            entry.at_ms,
            entry.kind,
            entry.body,
            player,
            command.map(|command| command.id.as_str()),
            command.map(|command| command.digest.as_slice()),
            (command.is_some() && last > number).then_some(last),
        ])?;
        before = Some(key);
        place.head = Some(chain::Link { seq, entry: key });
        if let (Some(command), Some(player)) = (command, player) {
            pen.note_command(place, player, &command.id);
        }
    }
    if !append.entries.is_empty() {
        note_head(pen, place, begun)?;
        if place.head() >= place.filed + FILING {
            file(pen, place)?;
        }
    }
    Ok(place.head())
}

/// Refuses an append with a command that is in the log, or in itself twice.
fn refuse_known(pen: &Pen, place: &Place, append: &Append) -> Result<(), StoreFault> {
    let commands = || append.entries.iter().filter_map(|entry| entry.command.as_ref());
    for (nth, command) in commands().enumerate() {
        let player = pen.player(&command.player)?;
        if let Some(entry) = pen.command(place, player, &command.id)? {
            let (seq, digest) = chain::answer(pen, entry)?;
            return Err(StoreFault::Duplicate { seq, digest });
        }
        let same = |other: &CommandKey| other.player == command.player && other.id == command.id;
        if commands().take(nth).any(same) {
            return Err(command.twice());
        }
    }
    Ok(())
}

/// Notes which entry is the last one of a table now.
fn note_head(pen: &Pen, place: &Place, begun: bool) -> Result<(), StoreFault> {
    let Some(head) = place.head else { return Ok(()) };
    let noted = params![place.key, column(head.seq)?, head.entry];
    if begun {
        pen.move_head(noted)?;
    } else {
        pen.prepare_cached("INSERT INTO heads (table_key, seq, entry) VALUES (?1, ?2, ?3)")?
            .execute(noted)?;
    }
    Ok(())
}

/// Files all commands of a table, and marks its last entry.
fn file(pen: &Pen, place: &mut Place) -> Result<(), StoreFault> {
    let Some(head) = place.head else { return Ok(()) };
    pen.prepare_cached("INSERT INTO marks (table_key, seq, entry, commands) VALUES (?1, ?2, ?3, ?4)")?
        .execute(params![place.key, column(head.seq)?, head.entry, list(&place.unfiled)])?;
    place.unfiled.clear();
    place.filed = head.seq;
    Ok(())
}
