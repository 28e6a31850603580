//! The last events of a table, as each viewer was told them, for pages that come back.

use std::collections::VecDeque;

use game::{SeatSet, Viewer};

/// To whom something was told.
#[derive(Clone, Copy, Debug)]
pub(super) struct Audience {
    pub(super) seats: SeatSet,
    pub(super) spectators: bool,
}

impl Audience {
    pub(super) fn only(viewer: Viewer) -> Self {
        let seats = viewer.seat().map_or(SeatSet::EMPTY, SeatSet::only);
        Self { seats, spectators: viewer == Viewer::Spectator }
    }

    pub(super) fn contains(self, viewer: Viewer) -> bool {
        match viewer {
            Viewer::Seat(seat) => self.seats.contains(seat),
            Viewer::Spectator => self.spectators,
        }
    }

    pub(super) fn iter(self) -> impl Iterator<Item = Viewer> {
        self.seats.iter().map(Viewer::Seat).chain(self.spectators.then_some(Viewer::Spectator))
    }
}

/// What was told under one number.
#[derive(Debug)]
struct Told {
    seq: u64,
    frames: Vec<(Audience, String)>,
}

/// The last events.
#[derive(Debug, Default)]
pub(super) struct Recent {
    /// Everything after this number is here.
    complete_after: u64,
    told: VecDeque<Told>,
}

impl Recent {
    /// Nothing before or at this number is known.
    pub(super) fn since(seq: u64) -> Self {
        Self { complete_after: seq, told: VecDeque::new() }
    }

    /// Another game begins: seats are numbered anew, so what was told to a seat before is not for whoever has that number now. Who comes back
    /// from before is shown how things are, and told nothing of what happened: of two games only one could be told.
    pub(super) fn begin_anew(&mut self, seq: u64) {
        *self = Self::since(seq);
    }

    pub(super) fn keep(&mut self, seq: u64, frames: Vec<(Audience, String)>, most: usize) {
        self.told.push_back(Told { seq, frames });
        while self.told.len() > most {
            if let Some(oldest) = self.told.pop_front() {
                self.complete_after = oldest.seq;
            }
        }
    }

    /// What a viewer missed since this number; `None` if that is longer ago than is remembered.
    pub(super) fn missed(&self, viewer: Viewer, last_seq: u64) -> Option<impl Iterator<Item = &String>> {
        (last_seq >= self.complete_after).then(|| {
            let after = self.told.iter().filter(move |told| told.seq > last_seq);
            after.flat_map(move |told| {
                told.frames.iter().filter(move |(to, _)| to.contains(viewer)).map(|(_, frame)| frame)
            })
        })
    }
}
