//! The clock of a game: deadlines as data.
//!
//! A turn has one deadline, however many rolls or moves it takes. When others have to do something in between (discard cards),
//! they get a deadline of their own and the turn's is moved back by the time they took. A pause moves everything back, and so does a time
//! in which nobody served the table. Times come out of logs and snapshots too, where they may be anything: nothing here overflows.

use protocol::table::snapshot;

use crate::{Millis, Played};

/// Deadlines of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Clock {
    /// Which turn the deadline is for.
    turn: Option<u64>,
    until: Option<Millis>,
    /// Since when others are at work, and until when they may be.
    aside: Option<(Millis, Option<Millis>)>,
    /// What the table does by itself: its number, and when.
    due: Option<(u64, Millis)>,
    /// When the last move was made.
    pub(crate) moved: Millis,
}

impl Clock {
    /// As a snapshot has it.
    pub(crate) fn kept(&self) -> snapshot::Clock {
        let Self { turn, until, aside, due, moved } = *self;
        snapshot::Clock { turn, until, aside, due, moved }
    }

    /// From a snapshot.
    pub(crate) fn from_kept(kept: &snapshot::Clock) -> Self {
        let snapshot::Clock { turn, until, aside, due, moved } = *kept;
        Self { turn, until, aside, due, moved }
    }

    /// Looks at the game after a move at this time.
    pub(crate) fn moved<G: Played>(&mut self, game: &G, turn_seconds: u16, at: Millis) {
        let allowance = (turn_seconds > 0).then(|| Millis::from(turn_seconds) * 1_000);
        let deadline = allowance.map(|allowance| at.saturating_add(allowance));
        self.moved = at;
        match game.clock() {
            None => (self.turn, self.until, self.aside) = (None, None, None),
            Some(clocked) if clocked.aside => {
                if self.aside.is_none() {
                    self.aside = Some((at, deadline));
                }
            }
            Some(clocked) => {
                if let Some((since, _)) = self.aside.take() {
                    self.until = self.until.map(|until| until.saturating_add(at.saturating_sub(since)));
                }
                if self.turn != Some(clocked.turn) {
                    (self.turn, self.until) = (Some(clocked.turn), deadline);
                }
            }
        }
        self.due = game.due_after().map(|(number, after, ..)| match self.due {
            Some((same, when)) if same == number => (number, when),
            _ => (number, at.saturating_add(after)),
        });
    }

    /// When the time of whoever has to move is up.
    pub(crate) fn deadline(&self) -> Option<Millis> {
        match self.aside {
            Some((_, until)) => until,
            None => self.until,
        }
    }

    /// When the table does something by itself.
    pub(crate) fn due(&self) -> Option<Millis> {
        self.due.map(|(_, when)| when)
    }

    /// Whether anything runs out.
    pub(crate) fn is_running(&self) -> bool {
        self.deadline().is_some() || self.due.is_some()
    }

    /// Moves everything back by the length of a pause; whoever has to move gets at least `least` from `now` on.
    pub(crate) fn resume(&mut self, pause: Millis, now: Millis, least: Millis) {
        let later = |when: Millis| when.saturating_add(pause);
        let shift = |when: Millis| later(when).max(now.saturating_add(least));
        self.until = self.until.map(shift);
        self.aside = self.aside.map(|(since, until)| (later(since), until.map(shift)));
        self.due = self.due.map(|(number, when)| (number, later(when)));
        self.moved = self.moved.max(now);
    }

    /// Gives whoever has to move this long again, because what the table tried in their name did not work.
    pub(crate) fn retry(&mut self, at: Millis) {
        match &mut self.aside {
            Some((_, until)) => *until = Some(at),
            None => self.until = Some(at),
        }
    }

    /// The same for what the table does by itself.
    pub(crate) fn retry_due(&mut self, at: Millis) {
        self.due = self.due.map(|(number, _)| (number, at));
    }
}
