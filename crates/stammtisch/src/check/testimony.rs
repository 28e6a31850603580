//! What people saw at a table, held against its log.
//!
//! A *violation* is something that somebody could rightly complain of: an acknowledged command that is gone, stands there twice or under another
//! number, a move that nobody asked for, an event that was told and is not what the log gives this viewer, one that was left out, a view that
//! is not what the log comes to. `commands` deals with what was asked for, this file with what was told and shown.

use std::collections::{BTreeMap, BTreeSet};

use load::history::{self, Noted};
use protocol::table::{EntryOf, PlayerId};
use protocol::ws::People;
use serde_json::Value;
use store::{Store, StoreFault};
use table::{Limits, LogFault, Played, Playing, Table};

use super::histories::Seat;
use super::log::Log;
use super::{Report, commands};

/// Holds what people saw against the log.
pub(super) fn examine<G: Played>(
    store: &dyn Store,
    log: &Log<G>,
    seats: &[Seat],
    report: &mut Report,
) -> Result<(), StoreFault> {
    let key = store::TableId::from(log.id.as_str());
    for what in commands::examine(store, log, seats, &mut report.acknowledged)? {
        report.fault(&key, what);
    }
    let mut given = Vec::with_capacity(seats.len());
    for seat in seats {
        match Given::wanted(seat) {
            Some(wanted) => given.push((seat, wanted)),
            None => report.fault(&key, format_args!("{} is no id of a player", seat.player)),
        }
    }
    let folded = fold(log, &mut given);
    for (seat, given) in &given {
        report.seats += 1;
        let mut follower = Follower::new(given, folded, log.head());
        for noted in &seat.notes {
            follower.take(noted);
        }
        report.events += follower.events;
        report.views += follower.views;
        for what in follower.faults {
            report.fault(&key, format_args!("{}: {what}", seat.player));
        }
    }
    Ok(())
}

/// What the log gives one viewer, as far as somebody says to have had it.
struct Given {
    player: PlayerId,
    /// Every event, with the number of its entry.
    told: Vec<(u64, Value)>,
    /// What is told when a game begins, by number.
    begun: BTreeMap<u64, Option<Vec<Value>>>,
    /// Digests of views, by number.
    views: BTreeMap<u64, Option<String>>,
}

impl Given {
    /// Nothing yet, and a place for all that is wanted.
    fn wanted(seat: &Seat) -> Option<Self> {
        let (mut begun, mut views) = (BTreeMap::new(), BTreeMap::new());
        for noted in &seat.notes {
            if let Noted::Began { seq } = noted {
                begun.insert(*seq, None);
            } else if let Noted::Shown { seq, .. } = noted {
                views.insert(*seq, None);
            }
        }
        Some(Self { player: seat.player.parse().ok()?, told: Vec::new(), begun, views })
    }

    fn follow<G: Played>(&mut self, table: &Table<G>, playing: &Playing<G>, events: &[G::Event]) {
        let (seq, viewer, ids) = (table.seq(), table.viewer(&self.player), table.people());
        if !events.is_empty() {
            let told = playing.told(events, viewer, People(&ids), None);
            self.told.extend(told.iter().map(|told| (seq, json(told))));
        }
        if let Some(begun) = self.begun.get_mut(&seq) {
            let view = playing.game.view(viewer);
            *begun = Some(G::begun(&view, People(&ids), None).iter().map(json).collect());
        }
        if let Some(digest) = self.views.get_mut(&seq) {
            let view = json(&G::shown(&playing.game.view(viewer), playing.offered(viewer)));
            *digest = Some(history::view_digest(&view));
        }
    }
}

fn json(message: &impl serde::Serialize) -> Value {
    // Our messages hold nothing that JSON cannot write.
    serde_json::to_value(message).unwrap_or_default()
}

/// Lets the log tell everybody what they are to hear and see; how many of its entries had their effect.
fn fold<G: Played>(log: &Log<G>, given: &mut [(&Seat, Given)]) -> u64 {
    let mut folded = 1;
    let entries = log.entries.iter().cloned();
    // What is wrong with an entry is found without any history (`logs`); people are compared with what comes before it.
    let _ = Table::<G>::fold(log.id.clone(), Limits::default(), entries, |table, _, entry, events| {
        folded = table.seq();
        if let Some(playing) = table.game() {
            let events = if matches!(entry, EntryOf::<G>::Played { .. }) { events } else { &[] };
            for (_, given) in given.iter_mut() {
                given.follow(table, playing, events);
            }
        }
        Ok::<_, LogFault>(())
    });
    folded
}

/// Follows one seat through its notes.
///
/// What is told under a number is all that happened in the entries after the number before, up to it: a desk stores several entries at a time,
/// and tells about them under the number of the last.
struct Follower<'a> {
    given: &'a Given,
    /// How much of the log had its effect, and how long it is.
    folded: u64,
    head: u64,
    /// The first event that has not been told.
    next: usize,
    /// What is told because a game began.
    opening: Vec<&'a Value>,
    /// The number under which something was told last.
    group: u64,
    joining: bool,
    /// Something that was missed was told in the greeting. Then all of it is; a server that knows nothing of it tells nothing.
    reminded: bool,
    /// The highest number of anything.
    seen: u64,
    /// What was complained of since the seat came last. Once is enough: what follows is often wrong for the same reason.
    complaints: BTreeSet<Complaint>,
    events: u64,
    views: u64,
    faults: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Complaint {
    Events,
    Views,
    Numbers,
}

impl<'a> Follower<'a> {
    fn new(given: &'a Given, folded: u64, head: u64) -> Self {
        Self {
            given,
            folded,
            head,
            next: 0,
            opening: Vec::new(),
            group: 0,
            joining: false,
            reminded: false,
            seen: 0,
            complaints: BTreeSet::new(),
            events: 0,
            views: 0,
            faults: Vec::new(),
        }
    }

    fn take(&mut self, noted: &'a Noted) {
        match noted {
            Noted::Joining { after } => {
                (self.joining, self.reminded) = (true, false);
                self.complaints.clear();
                self.opening.clear();
                self.go_on_after(*after);
            }
            Noted::Joined { seq } => self.joined(*seq),
            Noted::Began { seq } => self.began(*seq),
            Noted::Heard { seq, event } => self.heard(*seq, event),
            Noted::Shown { seq, view } => self.shown(*seq, view),
            Noted::Acked { seq, .. } => self.number(*seq),
            Noted::Sits { .. } | Noted::Asked { .. } | Noted::Refused { .. } => {}
        }
    }

    fn complain(&mut self, about: Complaint, what: String) {
        if self.complaints.insert(about) {
            self.faults.push(what);
        }
    }

    /// Notes that a number was told: the log reaches it.
    fn number(&mut self, seq: u64) {
        self.seen = self.seen.max(seq);
        if seq > self.head {
            self.complain(Complaint::Numbers, format!("{seq} was told, but the log ends with {}", self.head));
        }
    }

    fn go_on_after(&mut self, seq: u64) {
        self.group = seq;
        self.next = self.given.told.partition_point(|(entry, _)| *entry <= seq);
    }

    fn joined(&mut self, seq: u64) {
        if seq < self.seen {
            let what = format!("{} was told, and later the table was at {seq}", self.seen);
            self.complain(Complaint::Numbers, what);
        }
        if self.reminded {
            self.all_told(seq);
        }
        self.joining = false;
        self.go_on_after(seq);
        self.number(seq);
    }

    fn began(&mut self, seq: u64) {
        self.number(seq);
        self.all_told(self.group);
        self.group = seq;
        let begun = self.given.begun.get(&seq).and_then(Option::as_ref);
        self.opening = begun.into_iter().flatten().collect();
        if begun.is_none() && seq <= self.folded {
            self.complain(
                Complaint::Events,
                format!("a game was told to begin with {seq}, the log says none"),
            );
        }
    }

    /// Whether everything up to a number was told; it is too late for it now.
    fn all_told(&mut self, seq: u64) {
        let due = self.given.told.get(self.next).filter(|(entry, _)| *entry <= seq);
        if let Some(unsaid) = self.opening.first().copied().or(due.map(|(_, event)| event)) {
            self.complain(Complaint::Events, format!("{unsaid} was not told, and should have been by {seq}"));
        }
    }

    fn heard(&mut self, seq: u64, event: &Value) {
        self.number(seq);
        self.reminded |= self.joining;
        if self.complaints.contains(&Complaint::Events) || seq > self.folded {
            return;
        }
        if seq < self.group {
            let what = format!("{event} was told as {seq}, after something else as {}", self.group);
            return self.complain(Complaint::Events, what);
        }
        if seq > self.group {
            self.all_told(self.group);
            self.group = seq;
        }
        let expected = if self.opening.is_empty() {
            self.next += 1;
            let due = self.given.told.get(self.next - 1).filter(|(entry, _)| *entry <= seq);
            due.map(|(_, event)| event)
        } else {
            Some(self.opening.remove(0))
        };
        self.events += 1;
        if expected != Some(event) {
            let stored = expected.map_or_else(|| "nothing".to_owned(), ToString::to_string);
            self.complain(Complaint::Events, format!("{event} was told as {seq}, the log says {stored}"));
        }
    }

    fn shown(&mut self, seq: u64, view: &str) {
        self.number(seq);
        if seq > self.folded {
            return;
        }
        self.views += 1;
        let given = self.given.views.get(&seq).and_then(Option::as_deref);
        if given != Some(view) {
            let what =
                if given.is_some() { "the log comes to another one" } else { "by the log no game was on" };
            self.complain(Complaint::Views, format!("a view was shown as {seq}, {what}"));
        }
        // The greeting shows how things are, whatever was missed.
        if !self.joining && !self.complaints.contains(&Complaint::Events) {
            self.all_told(seq);
        }
    }
}
