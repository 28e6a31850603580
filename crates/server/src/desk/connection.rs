//! Sockets at a desk: who joins, who goes, what they say.

use game::Viewer;
use protocol::table::PlayerId;
use protocol::ws::session::{Answer, ChatLine, Frame, Told};
use store::{SaidAs, StoreFault, failpoint};
use table::{Command, Input, Played, Refusal, Stage};

use super::answers::{Found, Reply};
use super::asked::Asked;
use super::wire::{frame, rejection};
use super::work::{UNKNOWN, is_not_stored};
use super::{Desk, asked};
use crate::identity::Device;
use crate::mail::{ConnId, Mail, Said};
use crate::metrics::add;
use crate::outbox::{Close, Outbox};
use crate::storing;

/// A socket at this table.
#[derive(Debug)]
pub(super) struct Connection {
    pub(super) player: PlayerId,
    pub(super) name: String,
    pub(super) device: Device,
    /// Other devices of the same player that this page has been told of.
    pub(super) elsewhere: Vec<Device>,
    pub(super) outbox: Outbox,
    /// As whom this page sees the game, at the table as it is now.
    pub(super) viewer: Viewer,
    /// As whom this page was last shown the game: patches fit that view only.
    pub(super) seen_as: Option<Viewer>,
}

impl<G: Played> Desk<G> {
    pub(super) async fn mail(&mut self, mail: Mail) {
        match mail {
            Mail::Join { conn, player, name, device, last_seq, as_spectator, id, outbox } => {
                let (elsewhere, viewer, seen_as) = (vec![], self.table.viewer(&player), None);
                let connection = Connection { player, name, device, elsewhere, outbox, viewer, seen_as };
                self.join(conn, connection, last_seq, as_spectator, id).await;
            }
            Mail::Gone { conn } => self.gone(conn).await,
            Mail::Frame { conn, frame } => self.frame(conn, &frame).await,
            Mail::Look | Mail::CutOff { .. } => {}
            Mail::Said { said, stored } => self.said(said, &stored),
            Mail::Prepare { player, name, bots, sit, done } => {
                let prepared = self.prepare(&player, &name, bots, sit).await;
                let _ = done.send(prepared);
            }
            Mail::Summary { asker, reply } => {
                let _ = reply.send(self.summary(&asker));
            }
            Mail::Close { done } => {
                let closed = self.apply(Input::Close, None).await;
                let _ = done.send(closed);
            }
            // Answered by the loop itself.
            Mail::Stop { done } | Mail::PutAway { done } => {
                let _ = done.send(());
            }
        }
    }

    async fn join(
        &mut self,
        conn: ConnId,
        mut connection: Connection,
        last_seq: Option<u64>,
        as_spectator: bool,
        id: String,
    ) {
        if let Err(refusal) = self.may_join(&connection.player, as_spectator) {
            return connection.outbox.send(rejection(id, &refusal));
        }
        let first = !self.connections.values().any(|other| other.player == connection.player);
        self.idle_since = None;
        if first
            && let Err(refusal) = self.apply(Input::Came { player: connection.player.clone() }, None).await
        {
            self.note_idle();
            // A page that is told so tries again by itself.
            let refusal = if is_not_stored(&refusal) {
                Refusal::new("unavailable", "This cannot be done now; try again in a moment")
            } else {
                refusal
            };
            return connection.outbox.send(rejection(id, &refusal));
        }
        self.greet(&connection, last_seq);
        connection.viewer = self.table.viewer(&connection.player);
        connection.seen_as = self.table.game().map(|_| connection.viewer);
        connection.outbox.send(frame(&Answer::Ack { id, seq: self.table.seq() }));
        self.tell_other_devices(&connection);
        self.connections.insert(conn, connection);
    }

    /// Tells the pages of a player that the seat is now played on another device too, each once: a second tab is no news, and
    /// neither is a telephone that loses its line every minute.
    fn tell_other_devices(&mut self, newcomer: &Connection) {
        let Some(seat) = self.table.seat_of(&newcomer.player) else { return };
        let told = frame(&Told::SeatElsewhere { seat: seat.into() });
        for page in self.connections.values_mut().filter(|page| page.player == newcomer.player) {
            if page.device != newcomer.device && !page.elsewhere.contains(&newcomer.device) {
                page.elsewhere.push(newcomer.device);
                page.outbox.send(&told);
            }
        }
    }

    /// Whether somebody may be here at all.
    fn may_join(&self, player: &PlayerId, as_spectator: bool) -> Result<(), Refusal> {
        // It was closed a moment ago and is about to go.
        if matches!(self.table.stage(), Stage::Closed) {
            return Err(Refusal::new("no_such_table", "There is no such table"));
        }
        let seated = self.table.seat_of(player).is_some();
        let watching = as_spectator || !matches!(self.table.stage(), Stage::Lobby { .. });
        if !seated && watching && !self.table.settings().spectators && *self.table.host() != *player {
            return Err(Refusal::new("no_spectators", "This table is not to be watched"));
        }
        Ok(())
    }

    async fn gone(&mut self, conn: ConnId) {
        let Some(connection) = self.connections.remove(&conn) else { return };
        self.forget_pages();
        let last = !self.connections.values().any(|other| other.player == connection.player);
        if last {
            self.went(connection.player).await;
        }
        self.note_idle();
    }

    async fn went(&mut self, player: PlayerId) {
        let learned = self.apply(Input::Went { player }, None).await;
        self.unnoticed |= learned.is_err_and(|refusal| is_not_stored(&refusal));
    }

    /// Tells the table of those who went while nothing could be stored.
    pub(super) async fn notice_who_went(&mut self) {
        let here = |player: &PlayerId| self.connections.values().any(|page| page.player == *player);
        let gone: Vec<PlayerId> = self.table.people_here().filter(|player| !here(player)).cloned().collect();
        for player in gone {
            self.went(player).await;
        }
    }

    fn note_idle(&mut self) {
        if self.connections.is_empty() {
            self.idle_since.get_or_insert(self.app.clock.now());
        }
    }

    /// A message from a page.
    async fn frame(&mut self, conn: ConnId, message: &Frame) {
        let Some(connection) = self.connections.get(&conn) else { return };
        let (player, outbox) = (connection.player.clone(), connection.outbox.clone());
        let Some(id) = &message.id else {
            match asked::asked::<G>(message) {
                Ok(Asked::View) => outbox.send(self.whole_view(self.table.viewer(&player))),
                Ok(Asked::Hold(kept_dice)) => self.hold(&player, kept_dice),
                Ok(Asked::Chat(_) | Asked::Command(_)) => {}
                Err(refusal) => {
                    outbox.send(frame(&Answer::Error { code: refusal.code.into(), reason: refusal.reason }));
                }
            }
            return;
        };
        match self.answers.find(&player, id, message, conn) {
            Found::Answer(answer) => return outbox.send(answer),
            Found::Coming => return,
            Found::New => {}
        }
        let digest = message.digest();
        let mut leaves = false;
        let answer = match asked::asked::<G>(message) {
            Ok(Asked::Chat(text)) => match self.say(conn, id, digest, &text) {
                Ok(()) => return self.answers.expect(player, id.clone(), message, conn),
                Err(refusal) => Reply::Text(rejection(id.clone(), &refusal)),
            },
            Ok(Asked::View) => {
                outbox.send(self.whole_view(self.table.viewer(&player)));
                Reply::Ack(self.table.seq())
            }
            Ok(Asked::Hold(kept_dice)) => {
                self.hold(&player, kept_dice);
                Reply::Ack(self.table.seq())
            }
            Ok(Asked::Command(command)) => {
                let leaving = command == Command::Leave;
                match self.command(conn, &player, (id, digest), command).await {
                    Ok(done) => {
                        leaves = leaving;
                        done
                    }
                    Err(Some(refused)) => Reply::Text(refused),
                    // It may have been done: whoever asked is let go of, comes back and asks again.
                    Err(None) => return,
                }
            }
            Err(refusal) => Reply::Text(self.refused(id, &refusal)),
        };
        self.answers.keep(&player, id, digest, &answer);
        failpoint::pass(failpoint::TOLD);
        outbox.send(answer.frame(id));
        failpoint::pass(failpoint::ACKNOWLEDGED);
        if leaves {
            outbox.close(Close::Rejoin);
        }
    }

    /// Carries out a command; the one answer that it gets, in `Err` if nothing was done, and none if nobody knows.
    async fn command(
        &mut self,
        conn: ConnId,
        player: &PlayerId,
        (id, digest): (&str, [u8; 32]),
        command: Command<G>,
    ) -> Result<Reply, Option<String>> {
        let name = self.connections.get(&conn).map(|c| c.name.clone()).unwrap_or_default();
        let renamed = if let Command::Rename(name) = &command { Some(name.clone()) } else { None };
        let key = || store::CommandKey { player: player.as_str().into(), id: id.to_owned(), digest };
        let input = Input::Command { player: player.clone(), name, command };
        match self.apply(input, Some(key())).await {
            Ok(()) => {
                add(&self.app.metrics.acks, 1);
                if let Some(name) = renamed {
                    self.rename(player, name);
                }
                Ok(Reply::Ack(self.table.seq()))
            }
            Err(refusal) if refusal.code == UNKNOWN => Err(None),
            Err(refusal) => {
                let app = std::sync::Arc::clone(&self.app);
                let table = self.table.id().clone();
                // It may have been carried out before this desk was set up, and the answer lost on the way.
                match super::answers::done_before(&app, &table, &key()).await {
                    Ok(before) => Err(Some(before.unwrap_or_else(|| self.refused(id, &refusal)))),
                    // The server is about to end: there is nobody to come back to yet.
                    Err(StoreFault::Closed) => Err(Some(self.refused(id, &refusal))),
                    // To refuse it could be a lie: whoever asked comes back, and asks again.
                    Err(fault) => {
                        tracing::error!(%table, %fault, "the log cannot be read");
                        self.lost = true;
                        Err(None)
                    }
                }
            }
        }
    }

    fn refused(&self, id: &str, refusal: &Refusal) -> String {
        add(&self.app.metrics.rejections, 1);
        let placing = self.table.game().is_some_and(|playing| playing.game.is_placing());
        if placing && asked::PLACEMENT_CODES.contains(&refusal.code) {
            super::wire::invalid_placement(id.to_owned(), refusal)
        } else {
            rejection(id.to_owned(), refusal)
        }
    }

    /// Keeps a player's new name for other tables too.
    fn rename(&mut self, player: &PlayerId, name: String) {
        for connection in self.connections.values_mut().filter(|c| c.player == *player) {
            connection.name.clone_from(&name);
        }
        self.app.store.rename(
            player.as_str().into(),
            name,
            Box::new(|stored| {
                if let Err(fault) = stored {
                    tracing::warn!(%fault, "a name could not be stored");
                }
            }),
        );
    }

    /// Shows the others which dice are being held.
    fn hold(&self, player: &PlayerId, kept_dice: [bool; 5]) {
        let Viewer::Seat(seat) = self.table.viewer(player) else { return };
        let turn = self.table.game().is_some_and(|playing| playing.game.to_move().contains(seat));
        if turn && G::NAME == <kniffel::Kniffel as game::Game>::NAME {
            let told = frame(&Told::DiceHeld { seat: seat.into(), kept_dice });
            for connection in self.connections.values().filter(|c| c.player != *player) {
                connection.outbox.send(&told);
            }
        }
    }

    /// Stores a line of chat beside the game: no move waits for it.
    fn say(&self, conn: ConnId, id: &str, digest: [u8; 32], text: &str) -> Result<(), Refusal> {
        let Some(connection) = self.connections.get(&conn) else { return Ok(()) };
        if self.app.sanctions.is_muted(&connection.player) {
            return Err(Refusal::new("muted", "The host of this server lets you say nothing"));
        }
        let most = self.app.config.chat_length;
        let text = text.trim().to_owned();
        if text.is_empty() || text.chars().count() > most {
            let reason = format!("A line of chat has 1 to {most} characters");
            return Err(Refusal::new("bad_chat", reason).with("most", most));
        }
        let at = self.app.clock.now();
        let line = store::ChatLine {
            at_ms: at,
            player: Some(connection.player.as_str().into()),
            text: text.clone(),
            said_as: Some(SaidAs { id: id.to_owned(), digest }),
        };
        let mut write = store::TableWrite::new(self.table.id().as_str().into(), self.epoch);
        write.chat.push(line);
        let commit = store::Commit { at_ms: at, table: Some(write), ..store::Commit::default() };
        let (player_id, name) = (connection.player.clone(), connection.name.clone());
        let said = Said { id: id.to_owned(), line: ChatLine { player_id, name, text, at } };
        let (app, post) = (std::sync::Arc::clone(&self.app), self.post.clone());
        tokio::spawn(async move {
            let stored = storing::write(|done| app.store.submit(commit, done)).await.map(drop);
            // If the desk is gone, whoever said it says it again, and the next one finds it in the store.
            if let Some(post) = post.upgrade() {
                let _ = post.send(Mail::Said { said, stored }).await;
            }
        });
        Ok(())
    }

    fn said(&mut self, said: Said, stored: &Result<(), StoreFault>) {
        if matches!(stored, Err(StoreFault::Unknown(_))) {
            // It is not answered: whoever said it comes back and says it again, and the next desk knows whether it is there.
            self.lost = true;
            return;
        }
        let Said { id, line } = said;
        let player = line.player_id.clone();
        let answer = if stored.is_ok() {
            let told = frame(&Told::Chat(line.clone()));
            for connection in self.connections.values() {
                connection.outbox.send(&told);
            }
            self.chat.push_back(line);
            while self.chat.len() > self.app.config.chat_lines as usize {
                self.chat.pop_front();
            }
            frame(&Answer::Ack { id: id.clone(), seq: self.table.seq() })
        } else {
            rejection(
                id.clone(),
                &Refusal::new("not_stored", "This could not be stored; nothing has changed"),
            )
        };
        for conn in self.answers.settle(&player, &id, &answer) {
            if let Some(connection) = self.connections.get(&conn) {
                connection.outbox.send(&answer);
            }
        }
    }
}
