//! Appending to the log of a table, and filing the commands in it many at a time.
//!
//! Commands must be found by the name that their sender gave them, for as long as the table is there. To file each with its entry would cost
//! a page for every append; so they are filed when there are [`FILING`] new entries. Until then the thread that writes knows
//! them by heart ([`Place`]), and everybody else walks the few entries since the last mark (`chain`).

use rusqlite::params;

use super::chain::{self, Unfiled};
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
    let mut insert = pen.prepare_cached(
        "INSERT INTO log (table_key, seq, before, at, kind, body, player, command, digest, until)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
    )?;
    let last = column(found + append.entries.len() as u64)?;
    let mut before = place.head.map(|head| head.entry);
    let begun = before.is_some();
    for (seq, entry) in (found + 1..).zip(&append.entries) {
        let command = entry.command.as_ref();
        let player = command.map(|command| pen.player(&command.player)).transpose()?;
        let number = column(seq)?;
        insert.execute(params![
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
        let entry = pen.last_insert_rowid();
        before = Some(entry);
        place.head = Some(chain::Link { seq, entry });
        if let (Some(command), Some(player)) = (command, player) {
            pen.note_command(place, Unfiled { player, id: command.id.as_str().into(), entry });
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
fn refuse_known(pen: &Pen, place: &mut Place, append: &Append) -> Result<(), StoreFault> {
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
    let sql = if begun {
        "UPDATE heads SET seq = ?2, entry = ?3 WHERE table_key = ?1"
    } else {
        "INSERT INTO heads (table_key, seq, entry) VALUES (?1, ?2, ?3)"
    };
    pen.prepare_cached(sql)?.execute(params![place.key, column(head.seq)?, head.entry])?;
    Ok(())
}

/// Files all commands of a table, and marks its last entry.
fn file(pen: &Pen, place: &mut Place) -> Result<(), StoreFault> {
    let Some(head) = place.head else { return Ok(()) };
    let mut insert = pen
        .prepare_cached("INSERT INTO commands (table_key, player, command, entry) VALUES (?1, ?2, ?3, ?4)")?;
    for Unfiled { player, id, entry } in place.unfiled.drain(..) {
        insert.execute(params![place.key, player, id, entry])?;
    }
    pen.prepare_cached("INSERT INTO marks (table_key, seq, entry) VALUES (?1, ?2, ?3)")?.execute(params![
        place.key,
        column(head.seq)?,
        head.entry
    ])?;
    place.filed = head.seq;
    Ok(())
}
