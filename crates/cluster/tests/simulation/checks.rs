//! What must be true at the end of every run.

use std::collections::BTreeSet;

use crate::database::after;
use crate::page::Page;
use crate::world::{Violation, World};

/// The first promise that was not kept.
pub(crate) fn check(world: &mut World) -> Option<Violation> {
    let mut fault = None;
    let mut broken = |of, story: String| {
        fault.get_or_insert(Violation { of, story });
    };
    let mut states = Vec::new();
    for (table, record) in world.database.tables.iter().enumerate() {
        let mut state = vec![0];
        let (mut epoch, mut commands) = (0, BTreeSet::new());
        for (entry, seq) in record.log.iter().zip(1..) {
            if entry.seq != seq {
                broken("a log has no gaps", format!("table {table}: {entry:?} in place {seq}"));
            }
            if entry.epoch < epoch {
                broken("epochs follow each other", format!("table {table}: {entry:?} after epoch {epoch}"));
            }
            if !commands.insert((entry.player, entry.command)) {
                broken("a command is stored once", format!("table {table}: {entry:?}"));
            }
            epoch = entry.epoch;
            state.push(after(state[state.len() - 1], entry));
        }
        states.push(state);
    }
    let mut refused_but_stored = 0;
    for page in &world.pages {
        let (log, states, me) = (&world.database.tables[page.table].log, &states[page.table], page.me);
        for (command, seq, value) in &page.acks {
            let entry = seq.checked_sub(1).and_then(|at| log.get(at as usize));
            let is = entry.is_some_and(|entry| (entry.player, entry.command) == (me, *command));
            if !is {
                broken(
                    "what is acknowledged is stored",
                    format!("page {me}: {command} as {seq}; there is {entry:?}"),
                );
            } else if entry.is_some_and(|entry| entry.value != *value) {
                broken(
                    "dice are never thrown again",
                    format!("page {me}: {command} with {value}; there is {entry:?}"),
                );
            }
        }
        for (seq, state) in &page.shown {
            if states.get(*seq as usize) != Some(state) {
                broken("what is shown is part of the log", format!("page {me} was shown {seq}, {state}"));
            }
        }
        let stored =
            |command: &&u64| log.iter().any(|entry| entry.player == me && entry.command == **command);
        refused_but_stored += page.refused.iter().filter(stored).count() as u64;
        if !page.is_done() {
            let (open, last) = (page.open, page.last_move);
            broken(
                "every command is answered",
                format!("page {me}, table {}: {open:?}, last {last:?}", page.table),
            );
        }
    }
    if refused_but_stored > 0 && world.rules.strict {
        broken("what is refused is not stored", format!("{refused_but_stored} commands"));
    }
    world.tally.refused_but_stored += refused_but_stored;
    fault.or_else(|| is_up_to_date(world))
}

/// Nobody looks at an old table.
pub(crate) fn is_up_to_date(world: &World) -> Option<Violation> {
    let head = |page: &Page| world.database.tables[page.table].log.len() as u64;
    let behind = world.pages.iter().find(|page| page.seen != Some(head(page)) && world.rules.strict)?;
    let story = format!("page {} has seen {:?} of {}", behind.me, behind.seen, head(behind));
    Some(Violation { of: "every page is up to date", story })
}
