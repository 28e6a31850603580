//! Answers that were given, so that the same message gets the same answer again and is not carried out twice.
//!
//! The last ones of each player are kept here; older ones, and those from before a restart, are found in the log.

use std::collections::{HashMap, VecDeque};

use axum::extract::ws::Utf8Bytes;
use protocol::table::{PlayerId, TableId};
use protocol::ws::session::{Answer, Frame};
use sha2::{Digest, Sha256};
use store::CommandKey;
use table::Refusal;

use super::wire::{frame, rejection};
use crate::app::App;
use crate::storing;

/// How many answers are kept per player, and for how many players.
const PER_PLAYER: usize = 64;
const PLAYERS: usize = 256;

/// What a message says, in 32 bytes.
pub(super) fn digest(message: &Frame) -> [u8; 32] {
    Sha256::digest(message.contents().as_bytes()).into()
}

#[derive(Debug)]
struct Given {
    id: String,
    digest: [u8; 32],
    answer: Utf8Bytes,
}

/// Answers by player.
#[derive(Debug, Default)]
pub(super) struct Answers(HashMap<PlayerId, VecDeque<Given>>);

fn reused(id: &str) -> Utf8Bytes {
    let reason = "This id was used for something else; nothing has changed";
    rejection(id.to_owned(), &Refusal::new("id_reused", reason))
}

impl Answers {
    /// The answer that this message had before.
    pub(super) fn find(&self, player: &PlayerId, id: &str, message: &Frame) -> Option<Utf8Bytes> {
        let given = self.0.get(player)?.iter().find(|given| given.id == id)?;
        Some(if given.digest == digest(message) { given.answer.clone() } else { reused(id) })
    }

    /// Remembers an answer.
    pub(super) fn keep(&mut self, player: &PlayerId, id: &str, message: &Frame, answer: &Utf8Bytes) {
        if self.0.len() >= PLAYERS && !self.0.contains_key(player) {
            // Rare, and harmless: what was stored is found in the log, and what was refused is refused again.
            self.0.clear();
        }
        let given = self.0.entry(player.clone()).or_default();
        given.push_back(Given { id: id.to_owned(), digest: digest(message), answer: answer.clone() });
        if given.len() > PER_PLAYER {
            given.pop_front();
        }
    }
}

/// The answer to a command that is in the log already.
pub(super) async fn done_before(app: &App, table: &TableId, key: &CommandKey) -> Option<Utf8Bytes> {
    let (table, player, id) = (store::TableId::from(table.as_str()), key.player.clone(), key.id.clone());
    let found = storing::read(&app.store, move |store| store.command(&table, &player, &id)).await;
    let (seq, digest) = found.ok()??;
    Some(if digest == key.digest { frame(&Answer::Ack { id: key.id.clone(), seq }) } else { reused(&key.id) })
}
