//! The desk: one task per table, the only one that touches it.
//!
//! Whatever concerns the table arrives in its mailbox and is done in order: checked and applied on a copy, stored, and only
//! then made true and told. If storing fails, nothing has happened.

mod answers;
mod asked;
mod bots;
mod connection;
mod greeting;
mod keeping;
mod offering;
mod opening;
mod pages;
mod recent;
mod showing;
mod telling;
#[cfg(test)]
mod tests;
mod wire;
mod work;

use opening::entries_from;
pub(crate) use opening::{OpenFault, all_entries, details, load, open};
pub(crate) use wire::{frame, rejection};

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Instant;

use game::Seat;
use protocol::ws::session::ChatLine;
use store::Epoch;
use table::{Input, Played, Stage, Table};
use tokio::sync::mpsc;

use self::answers::Answers;
use self::bots::{BotSlot, Thought};
use self::connection::Connection;
use self::keeping::Keeping;
use self::pages::Pages;
use self::recent::Recent;
use self::showing::Shown;
use crate::app::App;
use crate::mail::{ConnId, Mail};
use crate::outbox::Close;
use crate::storing;

/// How many events a desk keeps for pages that come back.
const RECENT: usize = 64;

/// One table's desk.
pub(crate) struct Desk<G: Played> {
    app: Arc<App>,
    table: Table<G>,
    epoch: Epoch,
    /// Since when this desk has the table.
    begun: Instant,
    /// How often the store had lost its lease before the table was claimed.
    lapses: u64,
    keeping: Keeping<G>,
    mailbox: mpsc::Receiver<Mail>,
    /// For what comes back to this desk later.
    post: mpsc::WeakSender<Mail>,
    thoughts: (mpsc::Sender<Thought<G>>, mpsc::Receiver<Thought<G>>),
    connections: BTreeMap<ConnId, Connection>,
    /// What each kind of viewer saw last.
    pages: Pages<G>,
    /// When that was.
    shown: Shown,
    recent: Recent,
    chat: VecDeque<ChatLine>,
    answers: Answers,
    bots: BTreeMap<Seat, BotSlot<G>>,
    /// The row of the lobby as it was last stored.
    row: Option<store::TableRow>,
    /// When something failed: not before then is anything tried that nobody asked for.
    not_before: i64,
    /// Somebody went while nothing could be stored: the table has yet to learn of it.
    unnoticed: bool,
    /// Since when nobody is connected.
    idle_since: Option<i64>,
    /// The table has another owner now.
    lost: bool,
}

impl<G: Played> Desk<G> {
    /// Serves the table until it is closed or put away.
    pub(crate) async fn run(mut self) {
        if let Stage::Playing(playing) = self.table.stage() {
            self.app.solutions.prepare(&playing.game);
        }
        self.wake().await;
        loop {
            let wake = self.next_wake();
            tokio::select! {
                biased;
                mail = self.mailbox.recv() => match mail {
                    None => break,
                    // Another node may own the table by now: what is shown here may be old.
                    Some(mail) if self.app.store.lapses() != self.lapses => {
                        self.lost = true;
                        mail.turn_away();
                    }
                    Some(Mail::Stop { done }) => {
                        self.stop().await;
                        let _ = done.send(());
                        break;
                    }
                    Some(Mail::PutAway { done }) => {
                        self.put_away().await;
                        let _ = done.send(());
                        break;
                    }
                    Some(Mail::CutOff { time }) if self.is_for_others(time) => {
                        self.offer().await;
                        break;
                    }
                    Some(mail) => self.mail(mail).await,
                },
                Some(thought) = self.thoughts.1.recv() => self.thought(thought).await,
                () = self.shown.is_due() => self.show_the_rest(),
                () = self.app.clock.sleep_until(wake) => self.wake().await,
            }
            self.in_between().await;
            if self.is_finished() && self.retire().await {
                break;
            }
        }
        if self.lost {
            // Whoever is on the way here finds the owner when they join again.
            self.turn_away();
        }
        self.show_the_rest();
        for connection in self.connections.values() {
            connection.outbox.close(Close::Rejoin);
        }
    }

    /// What must not wait until there is no more mail: clocks, bots, and those who look on.
    async fn in_between(&mut self) {
        if self.shown.is_overdue() {
            self.show_the_rest();
        }
        if let Ok(thought) = self.thoughts.1.try_recv() {
            self.thought(thought).await;
        }
        if self.next_wake().is_some_and(|wake| wake <= self.app.clock.now()) {
            self.wake().await;
        }
    }

    /// When the desk has something to do by itself.
    fn next_wake(&self) -> Option<i64> {
        let table = self.table.next_wake().map(|when| when.max(self.not_before));
        let unload = self.idle_since.filter(|_| self.may_unload()).map(|since| since + self.unload_after());
        let unnoticed = self.unnoticed.then_some(self.not_before);
        table.into_iter().chain(unload).chain(unnoticed).min()
    }

    fn unload_after(&self) -> i64 {
        i64::try_from(self.app.config.unload_after.as_millis()).unwrap_or(i64::MAX)
    }

    /// Whether the table can be put away without missing anything: nothing happens there without people.
    fn may_unload(&self) -> bool {
        match self.table.stage() {
            Stage::Playing(playing) => playing.pause.is_some(),
            Stage::Lobby { countdown } => countdown.is_none(),
            Stage::Seeding(_) => false,
            Stage::Over(_) | Stage::Closed => true,
        }
    }

    fn is_finished(&self) -> bool {
        let closed = matches!(self.table.stage(), Stage::Closed);
        let idle = self.idle_since.is_some_and(|since| since + self.unload_after() <= self.app.clock.now());
        self.lost || closed || idle && self.may_unload()
    }

    async fn retire(&mut self) -> bool {
        if matches!(self.table.stage(), Stage::Closed) {
            for connection in self.connections.values() {
                connection.outbox.close(Close::TableClosed);
            }
        }
        if !self.lost {
            // So that somebody looks after the table when it is its time to be freed.
            self.store_row().await;
        }
        let app = Arc::clone(&self.app);
        let retired = app.tables.retire(&app, self.table.id(), &mut self.mailbox);
        if retired && !self.lost {
            self.let_go().await;
        }
        retired || self.lost
    }

    /// Gives the table up, so that any node may have it at once.
    async fn let_go(&mut self) {
        if self.app.nodes.get().is_some() {
            let mine = vec![(self.table.id().as_str().into(), self.epoch)];
            if let Err(fault) = storing::write(|done| self.app.store.release(mine, done)).await {
                tracing::warn!(table = %self.table.id(), %fault, "a table was not given up; its lease will run out");
            }
        }
    }

    /// Puts the table away although people are there: they join again and find it as it is then.
    async fn put_away(&mut self) {
        self.store_row().await;
        self.turn_away();
        self.let_go().await;
    }

    /// Takes no more mail: whoever is on the way here joins again.
    fn turn_away(&mut self) {
        self.mailbox.close();
        self.app.tables.forget(&self.app, self.table.id());
        while let Ok(mail) = self.mailbox.try_recv() {
            mail.turn_away();
        }
    }

    async fn wake(&mut self) {
        if std::mem::take(&mut self.unnoticed) {
            self.notice_who_went().await;
        }
        self.apply(Input::Wake, None).await.ok();
    }

    /// The server stops: people are told, and clocks go on from where they were when it is back. The table is given up before: whoever is
    /// told comes back at once, and would find it still here.
    async fn stop(&mut self) {
        self.store_row().await;
        self.show_the_rest();
        self.let_go().await;
        for connection in self.connections.values() {
            connection.outbox.send(frame(&protocol::ws::session::Told::ServerStopping {}));
            connection.outbox.close(Close::Stopping);
        }
        self.turn_away();
    }
}
