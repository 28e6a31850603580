//! The last events of a table, as each viewer was told them, for pages that come back.

use std::collections::VecDeque;

use axum::extract::ws::Utf8Bytes;
use game::Viewer;

/// What was told under one number.
#[derive(Debug)]
struct Told {
    seq: u64,
    frames: Vec<(Viewer, Utf8Bytes)>,
}

/// The last events.
#[derive(Debug, Default)]
pub(super) struct Recent {
    /// Everything after this number is here, as far as it belongs to the present game.
    complete_after: u64,
    told: VecDeque<Told>,
}

impl Recent {
    /// Nothing before or at this number is known.
    pub(super) fn since(seq: u64) -> Self {
        Self { complete_after: seq, told: VecDeque::new() }
    }

    /// Another game begins: seats are numbered anew, so what was told to a seat before is not for whoever has that number now. Who comes back
    /// from before is told of this game from its beginning on.
    pub(super) fn begin_anew(&mut self) {
        self.told.clear();
    }

    pub(super) fn keep(&mut self, seq: u64, frames: Vec<(Viewer, Utf8Bytes)>, most: usize) {
        self.told.push_back(Told { seq, frames });
        while self.told.len() > most {
            if let Some(oldest) = self.told.pop_front() {
                self.complete_after = oldest.seq;
            }
        }
    }

    /// What a viewer missed since this number; `None` if that is longer ago than is remembered.
    pub(super) fn missed(&self, viewer: Viewer, last_seq: u64) -> Option<impl Iterator<Item = &Utf8Bytes>> {
        (last_seq >= self.complete_after).then(|| {
            let after = self.told.iter().filter(move |told| told.seq > last_seq);
            after.flat_map(move |told| {
                told.frames.iter().filter(move |(to, _)| *to == viewer).map(|(_, frame)| frame)
            })
        })
    }
}
