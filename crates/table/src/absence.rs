//! Who is there and who is not: connections, pauses, votes, bots that play for people, the host.
//!
//! A disconnect never removes anybody from a running game. What happens after the grace is the table's setting.

use std::sync::Arc;

use game::{Seat, SeatSet};
use protocol::table::{Absence, Author, EntryOf, HowEnded, PauseReason, PlayerId, Topic};

use crate::table::Work;
use crate::{Chair, Millis, Notice, Played, Refusal, Sitter, Stage, Substitute, Table};

impl<G: Played> Table<G> {
    pub(crate) fn came(&mut self, work: &mut Work<G>, player: PlayerId) -> Result<(), Refusal> {
        work.changed = true;
        self.empty_since = None;
        if player == self.host {
            self.host_gone = None;
        }
        let seat = self.seat_of(&player);
        Arc::make_mut(&mut self.here).insert(player);
        let Some(seat) = seat else { return Ok(()) };
        if let Ok(chair) = self.sitting(seat) {
            chair.away_since = None;
        }
        if self.chair(seat).is_some_and(|chair| chair.sitter == Sitter::Person(Some(Substitute::Meanwhile))) {
            self.record(work, EntryOf::<G>::HandedBack { seat: seat.into() })?;
        }
        self.mark(work, seat, true);
        Ok(())
    }

    pub(crate) fn went(&mut self, work: &mut Work<G>, player: &PlayerId) {
        work.changed = true;
        let now = work.now();
        Arc::make_mut(&mut self.here).remove(player);
        if self.here.is_empty() {
            self.empty_since = Some(now);
        }
        if *player == self.host {
            self.host_gone = Some(now);
        }
        if let Some(seat) = self.seat_of(player)
            && let Ok(chair) = self.sitting(seat)
        {
            chair.away_since = Some(now);
        }
    }

    /// Tells the game that somebody is away or back, if it cares.
    fn mark(&mut self, work: &mut Work<G>, seat: Seat, here: bool) {
        let action = self.playing().ok().and_then(|playing| playing.game.presence(seat, here));
        if let Some(action) = action {
            // A refusal means that the game knows already.
            let _ = self.make(work, Author::Table, vec![(seat, action)]);
        }
    }

    pub(crate) fn ask_pause(&mut self, work: &mut Work<G>, player: &PlayerId) -> Result<(), Refusal> {
        self.own_seat(player)?;
        if self.playing()?.pause.is_some() {
            return Err(Refusal::new("already_paused", "The game is paused already"));
        }
        self.pause(work, PauseReason::Asked, SeatSet::EMPTY)
    }

    pub(crate) fn ask_resume(&mut self, work: &mut Work<G>, player: &PlayerId) -> Result<(), Refusal> {
        self.own_seat(player)?;
        match self.playing()?.pause {
            None => Err(Refusal::new("not_paused", "The game is not paused")),
            Some(pause) if pause.reason == PauseReason::Absent => {
                Err(Refusal::new("player_absent", "The game waits for somebody who is away")
                    .with_seats("seats", self.missing()))
            }
            Some(_) => self.resume(work),
        }
    }

    fn pause(&mut self, work: &mut Work<G>, reason: PauseReason, missing: SeatSet) -> Result<(), Refusal> {
        work.changed = true;
        work.tell(Notice::Paused { reason, missing });
        self.record(work, EntryOf::<G>::Paused { reason })
    }

    fn resume(&mut self, work: &mut Work<G>) -> Result<(), Refusal> {
        work.changed = true;
        work.tell(Notice::Resumed);
        self.record(work, EntryOf::<G>::Resumed {})
    }

    pub(crate) fn give_up(&mut self, work: &mut Work<G>, player: &PlayerId) -> Result<(), Refusal> {
        let seat = self.own_seat(player)?;
        self.playing()?;
        if G::BANKED {
            return Err(Refusal::new(
                "no_substitute",
                "Nobody bets your chips for you; you can get up instead",
            ));
        }
        work.changed = true;
        self.record(work, EntryOf::<G>::BotTookOver { seat: seat.into(), for_good: true })
    }

    pub(crate) fn vote(
        &mut self,
        work: &mut Work<G>,
        player: &PlayerId,
        topic: Topic,
        yes: bool,
    ) -> Result<(), Refusal> {
        self.own_seat(player)?;
        self.playing()?;
        if topic == Topic::Bot && self.missing().is_empty() {
            return Err(Refusal::new("nobody_absent", "Nobody is away for long enough"));
        }
        work.changed = true;
        self.record(work, EntryOf::<G>::Voted { topic, player: player.clone(), yes })
    }

    /// People away for longer than the grace, for whom no bot plays.
    fn gone(&self, now: Millis) -> SeatSet {
        self.seated()
            .filter(|(_, chair)| {
                !chair.is_played_by_bot()
                    && chair.away_since.is_some_and(|since| since.saturating_add(self.limits.grace) <= now)
            })
            .map(|(seat, _)| seat)
            .collect()
    }

    /// The people without whom nothing goes on: in a game those whose move it is, before it those who are not ready.
    #[must_use]
    pub fn waits_for(&self) -> SeatSet {
        let awaited = |seat: Seat, chair: &Chair| match &self.stage {
            Stage::Lobby { .. } => !chair.ready,
            Stage::Playing(playing) => playing.game.to_move().contains(seat),
            Stage::Seeding(_) | Stage::Over(_) | Stage::Closed => false,
        };
        let people = self.seated().filter(|(_, chair)| !chair.is_played_by_bot());
        people.filter(|(seat, chair)| awaited(*seat, chair)).map(|(seat, _)| seat).collect()
    }

    /// Those the game waits for who are not connected.
    fn missing(&self) -> SeatSet {
        if !matches!(self.stage, Stage::Playing(_)) {
            return SeatSet::EMPTY;
        }
        let away = |seat: &Seat| self.chair(*seat).is_some_and(|chair| !self.here.contains(&chair.player));
        self.waits_for().iter().filter(away).collect()
    }

    /// People with seats who are connected, bots playing for them or not.
    fn voters(&self) -> impl Iterator<Item = &PlayerId> {
        self.seated()
            .filter(|(_, chair)| chair.belongs_to_person() && self.here.contains(&chair.player))
            .map(|(_, chair)| &chair.player)
    }

    /// Whether all connected people are for it.
    fn agreed(&self, topic: Topic) -> bool {
        let Stage::Playing(playing) = &self.stage else { return false };
        let Some(in_favor) = playing.votes.get(&topic) else { return false };
        let mut voters = self.voters().peekable();
        voters.peek().is_some() && voters.all(|voter| in_favor.contains(voter))
    }

    /// Pauses, goes on, puts bots in, as those who are there make it necessary.
    pub(crate) fn follow_absence(&mut self, work: &mut Work<G>) -> Result<bool, Refusal> {
        let Stage::Playing(playing) = &self.stage else { return Ok(false) };
        if playing.game.ended().is_some() {
            return Ok(false);
        }
        if self.agreed(Topic::Abort) {
            self.finish(work, HowEnded::Aborted)?;
            return Ok(true);
        }
        let anybody = self.voters().next().is_some();
        match playing.pause.map(|pause| pause.reason) {
            None if !anybody => {
                self.pause(work, PauseReason::Nobody, SeatSet::EMPTY)?;
                return Ok(true);
            }
            Some(PauseReason::Nobody) if anybody => {
                self.resume(work)?;
                return Ok(true);
            }
            Some(PauseReason::Absent) if self.missing().is_empty() => {
                self.resume(work)?;
                return Ok(true);
            }
            Some(PauseReason::Absent) if self.agreed(Topic::Bot) => {
                for seat in self.missing().iter() {
                    self.record(work, EntryOf::<G>::BotTookOver { seat: seat.into(), for_good: false })?;
                }
                self.resume(work)?;
                return Ok(true);
            }
            Some(_) => return Ok(false),
            None => {}
        }
        let gone = self.gone(work.now());
        if G::BANKED {
            for seat in gone.iter() {
                self.mark(work, seat, false);
            }
            return Ok(false);
        }
        match self.settings.absence {
            Absence::Bot => {
                for seat in gone.iter() {
                    work.changed = true;
                    self.record(work, EntryOf::<G>::BotTookOver { seat: seat.into(), for_good: false })?;
                }
                Ok(!gone.is_empty())
            }
            Absence::Wait | Absence::Vote => {
                let waited_for = SeatSet::from_bits(gone.bits() & self.missing().bits());
                if !waited_for.is_empty() {
                    self.pause(work, PauseReason::Absent, waited_for)?;
                }
                Ok(!waited_for.is_empty())
            }
        }
    }

    /// When somebody's absence will have consequences.
    pub(crate) fn absence_wake(&self) -> Option<Millis> {
        let Stage::Playing(playing) = &self.stage else { return None };
        if playing.pause.is_some() {
            return None;
        }
        let matters = |seat: Seat| match self.settings.absence {
            _ if G::BANKED => playing.game.presence(seat, false).is_some(),
            Absence::Bot => true,
            // Nobody waits for somebody whose turn it is not; when it is, a move was made, and that wakes the table.
            Absence::Wait | Absence::Vote => self.missing().contains(seat),
        };
        self.seated()
            .filter(|(_, chair)| !chair.is_played_by_bot())
            .filter_map(|(seat, chair)| Some((seat, chair.away_since? + self.limits.grace)))
            .filter(|(seat, _)| matters(*seat))
            .map(|(_, when)| when)
            .min()
    }

    /// The next connected person is host when the host has been gone for too long.
    pub(crate) fn follow_host(&mut self, work: &mut Work<G>) -> Result<bool, Refusal> {
        let due = self.host_wake().is_some_and(|when| when <= work.now());
        if !due {
            return Ok(false);
        }
        let heir = self.seated().map(|(_, chair)| &chair.player).chain(self.here.iter());
        let Some(heir) = heir.into_iter().find(|heir| self.here.contains(*heir)).cloned() else {
            return Ok(false);
        };
        work.changed = true;
        self.record(work, EntryOf::<G>::HostIs { player: heir })?;
        Ok(true)
    }

    /// When somebody else becomes host.
    pub(crate) fn host_wake(&self) -> Option<Millis> {
        if self.here.is_empty() {
            return None;
        }
        Some(self.host_gone? + self.limits.host_grace)
    }
}
