//! An *outage*: a time in which nobody served the table, since its server was killed, stopped or cut off.
//!
//! Nobody could do anything meanwhile, so it counts for no clock: what was left of the turn, the wheel, the countdown and the exchange of
//! seeds is left when the table is served again. How long it was is for whoever wakes the table to know. The log says it from then on, so
//! that the table of a second outage, or of a snapshot, knows of the first.

use std::sync::Arc;

use protocol::table::EntryOf;

use crate::table::Work;
use crate::{Millis, Played, Refusal, Stage, Table};

impl<G: Played> Table<G> {
    /// Nobody is there yet, and nobody has served the table since some time.
    pub(crate) fn woke_up(&mut self, now: Millis, since: Millis) {
        self.still_since = Some(since.min(now));
        self.empty_since = Some(now);
        self.host_gone = Some(now);
        for chair in Arc::make_mut(&mut self.chairs).iter_mut().flatten().filter(|chair| chair.is_person()) {
            chair.away_since = Some(now);
        }
    }

    /// Before anything else is done after an outage: writes it down if a clock was running. A wait until this could be stored is part of it.
    pub(crate) fn go_on(&mut self, work: &mut Work<G>) -> Result<(), Refusal> {
        let Some(since) = self.still_since.take().filter(|_| self.is_timed()) else { return Ok(()) };
        work.changed = true;
        self.record(work, EntryOf::<G>::StoodStill { since })
    }

    /// Whether time runs out for anybody, with or without people there.
    fn is_timed(&self) -> bool {
        match &self.stage {
            Stage::Lobby { countdown } => countdown.is_some(),
            Stage::Seeding(_) => true,
            Stage::Playing(playing) => playing.pause.is_none() && playing.clock.is_running(),
            Stage::Over(_) | Stage::Closed => false,
        }
    }

    /// What the entry does. A pause needs nothing: it ends when it ends, and counts as a whole.
    pub(crate) fn make_up_for(&mut self, since: Millis, at: Millis) {
        let outage = at.saturating_sub(since).max(0);
        let least = self.limits.after_restart;
        match &mut self.stage {
            Stage::Lobby { countdown: Some(until) } => *until = until.saturating_add(outage),
            Stage::Seeding(seeding) => seeding.until = seeding.until.saturating_add(outage),
            Stage::Playing(playing) if playing.pause.is_none() => playing.clock.resume(outage, at, least),
            Stage::Lobby { countdown: None } | Stage::Playing(_) | Stage::Over(_) | Stage::Closed => {}
        }
    }
}
