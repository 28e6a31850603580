//! Answers that were given, so that the same message gets the same answer again and is not carried out twice.
//!
//! The last ones of each player are kept here; older ones, and those from before a restart, are found in the log.

use std::collections::{BTreeMap, VecDeque};

use protocol::table::{PlayerId, TableId};
use protocol::ws::session::Frame;
use store::{CommandKey, StoreFault};
use table::Refusal;

use super::wire::{ack, rejection};
use crate::app::App;
use crate::mail::ConnId;
use crate::storing;

/// How many answers are kept per player, and for how many players.
const PER_PLAYER: usize = 64;
const PLAYERS: usize = 256;

/// The answer to a message. Most are acknowledgements, of which the number is all that has to be kept.
#[derive(Clone, Debug)]
pub(super) enum Reply {
    /// It is done; the table's event number after it.
    Ack(u64),
    Text(String),
}

impl Reply {
    /// As it is sent.
    pub(super) fn frame(&self, id: &str) -> String {
        match self {
            Self::Ack(seq) => ack(id, *seq),
            Self::Text(text) => text.clone(),
        }
    }
}

#[derive(Debug)]
struct Given {
    id: Id,
    digest: [u8; 32],
    reply: Reply,
}

/// An id that is kept for long: in its place, unless it is an unusually long one. There are thousands of them, and each would have
/// memory of its own, where nothing else lies that is still needed when it is freed.
#[derive(Debug)]
enum Id {
    Short { length: u8, letters: [u8; SHORT] },
    Long(Box<str>),
}

/// A UUID is short.
const SHORT: usize = 38;

impl Id {
    fn new(id: &str) -> Self {
        let mut letters = [0; SHORT];
        match letters.get_mut(..id.len()) {
            Some(place) => {
                place.copy_from_slice(id.as_bytes());
                Self::Short { length: id.len() as u8, letters }
            }
            None => Self::Long(id.into()),
        }
    }

    fn is(&self, id: &str) -> bool {
        match self {
            Self::Short { length, letters } => letters.get(..usize::from(*length)) == Some(id.as_bytes()),
            Self::Long(long) => **long == *id,
        }
    }
}

/// The last answers to one player, and a mark of each one's id: nearly every id that is looked for is a new one, and the marks lie
/// side by side.
#[derive(Debug, Default)]
struct Memory {
    marks: VecDeque<u64>,
    given: VecDeque<Given>,
}

/// The last letters of an id, in which those of one page differ, and how many there are.
fn mark(id: &str) -> u64 {
    let last = id.bytes().rev().take(7).fold(0, |mark, byte| mark << 8 | u64::from(byte));
    last << 8 | id.len() as u64 & 0xff
}

impl Memory {
    fn find(&self, id: &str) -> Option<&Given> {
        let sought = mark(id);
        let alike = self.marks.iter().zip(&self.given).filter(|(mark, _)| **mark == sought);
        alike.map(|(_, given)| given).find(|given| given.id.is(id))
    }

    fn keep(&mut self, id: &str, digest: [u8; 32], reply: Reply) {
        self.marks.push_back(mark(id));
        self.given.push_back(Given { id: Id::new(id), digest, reply });
        if self.given.len() > PER_PLAYER {
            self.marks.pop_front();
            self.given.pop_front();
        }
    }
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
    Answer(String),
}

/// Answers by player.
#[derive(Debug, Default)]
pub(super) struct Answers {
    given: BTreeMap<PlayerId, Memory>,
    pending: Vec<Pending>,
}

fn reused(id: &str) -> String {
    let reason = "This id was used for something else; nothing has changed";
    rejection(id.to_owned(), &Refusal::new("id_reused", reason))
}

impl Answers {
    /// The answer that this message had before, or will have.
    pub(super) fn find(&mut self, player: &PlayerId, id: &str, message: &Frame, conn: ConnId) -> Found {
        let given = self.given.get(player).and_then(|given| given.find(id));
        if let Some(given) = given {
            let same = given.digest == message.digest();
            return Found::Answer(if same { given.reply.frame(id) } else { reused(id) });
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
    pub(super) fn settle(&mut self, player: &PlayerId, id: &str, answer: &str) -> Vec<ConnId> {
        let place = self.pending.iter().position(|pending| pending.player == *player && pending.id == id);
        let Some(settled) = place.map(|place| self.pending.swap_remove(place)) else { return vec![] };
        self.keep(player, id, settled.digest, &Reply::Text(answer.to_owned()));
        settled.conns
    }

    /// Remembers an answer.
    pub(super) fn keep(&mut self, player: &PlayerId, id: &str, digest: [u8; 32], reply: &Reply) {
        if self.given.len() >= PLAYERS && !self.given.contains_key(player) {
            // Rare, and harmless: what was stored is found in the log, and what was refused is refused again.
            self.given.clear();
        }
        self.given.entry(player.clone()).or_default().keep(id, digest, reply.clone());
    }
}

/// The answer to a command that is in the log already; a fault, if the log cannot be read.
pub(super) async fn done_before(
    app: &App,
    table: &TableId,
    key: &CommandKey,
) -> Result<Option<String>, StoreFault> {
    let (table, player, id) = (store::TableId::from(table.as_str()), key.player.clone(), key.id.clone());
    let found = storing::read(&app.store, move |store| store.command(&table, &player, &id)).await;
    Ok(found?.map(|(seq, digest)| if digest == key.digest { ack(&key.id, seq) } else { reused(&key.id) }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_found_by_its_mark_as_by_a_look_at_all_of_them() {
        let ids: Vec<String> = (0..300_u32)
            .map(|n| match n % 4 {
                0 => n.to_string(),
                // Marks that are the same for many.
                1 => format!("{n:03}-and-always-the-same-end"),
                2 => format!("ä{}", "x".repeat(n as usize % 60)),
                _ => format!("{}{n}", "y".repeat(n as usize % 13)),
            })
            .collect();
        let mut memory = Memory::default();
        let mut all: VecDeque<(String, [u8; 32])> = VecDeque::new();
        for (n, id) in ids.iter().enumerate() {
            let digest = [n as u8; 32];
            memory.keep(id, digest, Reply::Ack(n as u64));
            all.push_back((id.clone(), digest));
            if all.len() > PER_PLAYER {
                all.pop_front();
            }
            for sought in &ids {
                let found = memory.find(sought).map(|given| (given.digest, given.reply.frame(sought)));
                let looked = all.iter().position(|(id, _)| id == sought);
                let looked =
                    looked.map(|place| (all[place].1, ack(sought, (n + 1 - all.len() + place) as u64)));
                assert_eq!(found, looked, "{sought} after {n}");
            }
        }
        assert_eq!(memory.marks.len(), memory.given.len());
    }
}
