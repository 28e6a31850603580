//! When people are shown what is new: at once if they asked for it or have to act on it, otherwise soon, and several moves together.
//!
//! To write a view, to find what has changed in it and to send that is most of what a move costs, and it costs the same for one move
//! as for five. So those who only look on, at a table where something was shown a moment ago, are shown the next moves a
//! little later (`sockets.together`), in one piece and in less time than anybody notices. Events are told one by one
//! all the same: they wait in the outbox.

use std::pin::{Pin, pin};
use std::time::Instant;

use game::Viewer;
use protocol::table::PlayerId;
use table::Played;
use tokio::time::Sleep;

use super::Desk;

/// When all were shown what is new.
#[derive(Debug, Default)]
pub(super) struct Shown {
    last: Option<Instant>,
    /// When those are to be shown it who have not been; `None` if there are none.
    due: Option<Instant>,
    /// Rings then, or earlier: to set it anew for every move would cost more than to look again.
    alarm: Option<Pin<Box<Sleep>>>,
}

impl Shown {
    /// Waits until somebody is to be shown something; for ever if there is nothing to show.
    pub(super) async fn is_due(&mut self) {
        let Some(due) = self.due.map(tokio::time::Instant::from) else { return std::future::pending().await };
        let alarm = self.alarm.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(due)));
        loop {
            if alarm.is_elapsed() || due < alarm.deadline() {
                alarm.as_mut().reset(due);
            }
            alarm.as_mut().await;
            if due <= alarm.deadline() {
                return;
            }
        }
    }

    pub(super) fn is_overdue(&self) -> bool {
        self.due.is_some_and(|due| due <= Instant::now())
    }
}

impl<G: Played> Desk<G> {
    /// Shows what is new: to whoever asked for it and to those who have to do something now at once, to the others if nothing was
    /// shown for a while or it is more than a move (`to_all`), and otherwise soon.
    pub(super) fn show(&mut self, asked_by: Option<&PlayerId>, to_all: bool) {
        let (now, together) = (Instant::now(), self.app.config.sockets.together);
        let next = self.shown.last.map(|last| last + together).filter(|next| *next > now);
        let Some(next) = next.filter(|_| !to_all) else { return self.show_all(now, asked_by) };
        let waited_for = self.table.waits_for();
        let asker = asked_by.map(|player| self.table.viewer(player));
        let at_once = |viewer: Viewer| {
            Some(viewer) == asker || viewer.seat().is_some_and(|seat| waited_for.contains(seat))
        };
        self.tell_views(at_once);
        self.rouse(asked_by, at_once);
        self.shown.due = Some(next);
    }

    /// Shows everybody what is new.
    pub(super) fn show_all(&mut self, now: Instant, asked_by: Option<&PlayerId>) {
        self.tell_views(|_| true);
        self.forget_pages();
        self.rouse(asked_by, |_| true);
        (self.shown.last, self.shown.due) = (Some(now), None);
    }

    /// Shows those something who have been kept waiting.
    pub(super) fn show_the_rest(&mut self) {
        if self.shown.due.is_some() {
            self.show_all(Instant::now(), None);
        }
    }

    /// Waits for a write. It may take long, and what is stored already is shown to those who are kept waiting when it is time.
    pub(super) async fn showing_meanwhile<T>(&mut self, write: impl Future<Output = T>) -> T {
        let mut write = pin!(write);
        loop {
            tokio::select! {
                biased;
                written = &mut write => return written,
                () = self.shown.is_due() => self.show_the_rest(),
            }
        }
    }

    /// Has sent what waits for some viewers. Whoever asked gets an answer that takes everything along, and need not be roused
    /// twice, unless on several pages: the answer goes to one of them.
    fn rouse(&self, asked_by: Option<&PlayerId>, whom: impl Fn(Viewer) -> bool) {
        let pages_of_asker = self.connections.values().filter(|page| Some(&page.player) == asked_by).count();
        for page in self.connections.values() {
            let answered = pages_of_asker == 1 && Some(&page.player) == asked_by;
            if !answered && whom(page.viewer) {
                page.outbox.hurry();
            }
        }
    }
}
