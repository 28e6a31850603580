//! Answers that were given, so that the same message gets the same answer again and is not carried out twice.
//!
//! The last ones of each player are kept here; older ones, and those from before a restart, are found in the log.

use std::collections::{HashMap, VecDeque};

use axum::extract::ws::Utf8Bytes;
use protocol::table::{PlayerId, TableId};
use protocol::ws::session::{Answer, Frame};
use store::{CommandKey, StoreFault};
use table::Refusal;

use super::wire::{frame, rejection};
use crate::app::App;
use crate::mail::ConnId;
use crate::storing;

/// How many answers are kept per player, and for how many players.
const PER_PLAYER: usize = 64;
const PLAYERS: usize = 256;

#[derive(Debug)]
struct Given {
    id: String,
    digest: [u8; 32],
    answer: Utf8Bytes,
}

/// A message whose answer is still to come, and who waits for it.
#[derive(Debug)]
struct Pending {
    player: PlayerId,
    id: String,
    digest: [u8; 32],
    conns: Vec<ConnId>,
}

/// What is known about a message.
#[derive(Debug)]
pub(super) enum Found {
    /// Nothing: it is a new one.
    New,
    /// It is being carried out; the answer goes to this connection too.
    Coming,
    /// What it is answered.
    Answer(Utf8Bytes),
}

/// Answers by player.
#[derive(Debug, Default)]
pub(super) struct Answers {
    given: HashMap<PlayerId, VecDeque<Given>>,
    pending: Vec<Pending>,
}

fn reused(id: &str) -> Utf8Bytes {
    let reason = "This id was used for something else; nothing has changed";
    rejection(id.to_owned(), &Refusal::new("id_reused", reason))
}

impl Answers {
    /// The answer that this message had before, or will have.
    pub(super) fn find(&mut self, player: &PlayerId, id: &str, message: &Frame, conn: ConnId) -> Found {
        let given = self.given.get(player).and_then(|given| given.iter().find(|given| given.id == id));
        if let Some(given) = given {
            let same = given.digest == message.digest();
            return Found::Answer(if same { given.answer.clone() } else { reused(id) });
        }
        match self.pending.iter_mut().find(|pending| pending.player == *player && pending.id == id) {
            Some(pending) if pending.digest == message.digest() => {
                pending.conns.push(conn);
                Found::Coming
            }
            Some(_) => Found::Answer(reused(id)),
            None => Found::New,
        }
    }

    /// The answer to this message comes later.
    pub(super) fn expect(&mut self, player: PlayerId, id: String, message: &Frame, conn: ConnId) {
        self.pending.push(Pending { player, id, digest: message.digest(), conns: vec![conn] });
    }

    /// Now it is here; who waits for it.
    pub(super) fn settle(&mut self, player: &PlayerId, id: &str, answer: &Utf8Bytes) -> Vec<ConnId> {
        let place = self.pending.iter().position(|pending| pending.player == *player && pending.id == id);
        let Some(settled) = place.map(|place| self.pending.swap_remove(place)) else { return vec![] };
        self.remember(player, Given { id: settled.id, digest: settled.digest, answer: answer.clone() });
        settled.conns
    }

    /// Remembers an answer.
    pub(super) fn keep(&mut self, player: &PlayerId, id: &str, digest: [u8; 32], answer: &Utf8Bytes) {
        self.remember(player, Given { id: id.to_owned(), digest, answer: answer.clone() });
    }

    fn remember(&mut self, player: &PlayerId, answer: Given) {
        if self.given.len() >= PLAYERS && !self.given.contains_key(player) {
            // Rare, and harmless: what was stored is found in the log, and what was refused is refused again.
            self.given.clear();
        }
        let given = self.given.entry(player.clone()).or_default();
        given.push_back(answer);
        if given.len() > PER_PLAYER {
            given.pop_front();
        }
    }
}

/// The answer to a command that is in the log already; a fault, if the log cannot be read.
pub(super) async fn done_before(
    app: &App,
    table: &TableId,
    key: &CommandKey,
) -> Result<Option<Utf8Bytes>, StoreFault> {
    let (table, player, id) = (store::TableId::from(table.as_str()), key.player.clone(), key.id.clone());
    let found = storing::read(&app.store, move |store| store.command(&table, &player, &id)).await;
    Ok(found?.map(|(seq, digest)| {
        if digest == key.digest { frame(&Answer::Ack { id: key.id.clone(), seq }) } else { reused(&key.id) }
    }))
}
