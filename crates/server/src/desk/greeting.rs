//! What a page is told when it joins: enough to show everything, and what it missed.

use game::Viewer;
use protocol::ws::session::{Told, Welcome};
use table::{Played, Stage};

use super::Desk;
use super::connection::Connection;
use super::telling::settings;
use super::wire::frame;

/// Of the protocol on the socket; raised when an older page could not go on.
pub(crate) const PROTOCOL_VERSION: u32 = 1;

impl<G: Played> Desk<G> {
    pub(super) fn greet(&mut self, connection: &Connection, last_seq: Option<u64>) {
        let (player, outbox) = (&connection.player, &connection.outbox);
        let viewer = self.table.viewer(player);
        let seat = if let Viewer::Seat(seat) = viewer { Some(seat.into()) } else { None };
        outbox.send(frame(&Told::Welcome(Box::new(Welcome {
            protocol_version: PROTOCOL_VERSION,
            server_version: env!("CARGO_PKG_VERSION").to_owned(),
            player_id: player.clone(),
            seat,
            table_id: self.table.id().clone(),
            game: G::GAME,
            code: self.table.code().clone(),
            settings: settings(&self.table),
            bots: G::LEVELS.iter().map(|level| (*level).to_owned()).collect(),
            server_time: self.app.clock.now(),
        }))));
        outbox.send(frame(&Told::TableState(Box::new(self.table_state()))));
        for line in &self.chat {
            outbox.send(frame(&Told::Chat(line.clone())));
        }
        if let Stage::Lobby { countdown: Some(until) } = self.table.stage() {
            outbox.send(self.countdown(Some(*until)));
        }
        if let Stage::Seeding(seeding) = self.table.stage() {
            let request = if seeding.ceremony.is_revealing() {
                self.seeds_committed()
            } else {
                self.seed_request(viewer)
            };
            if let Some(request) = request {
                outbox.send(request);
            }
        }
        if self.table.game().is_some() {
            if let Some(started) = self.game_started() {
                outbox.send(started);
            }
            let missed = last_seq.and_then(|seq| self.recent.missed(viewer, seq));
            for event in missed.into_iter().flatten() {
                outbox.send(event);
            }
            outbox.send(self.whole_view(viewer));
            if let Some(ended) = self.game_ended() {
                outbox.send(ended);
            }
        }
    }
}
