//! The end of a game, playing again, and the end of a table; and the loop that lets one thing follow from another.

use game::{Seat, SeatSet};
use protocol::http::MyGamePlayer;
use protocol::table::{EntryOf, HowEnded, PlayerId};

use crate::chips::shares;
use crate::table::Work;
use crate::{GameResult, Millis, Notice, Played, Purse, Refusal, Rolled, Stage, Table};

/// How many things may follow from one input. More than any game needs; a bound all the same.
const MOST_CONSEQUENCES: usize = 2_000;

impl<G: Played> Table<G> {
    /// Lets everything happen that follows by now.
    pub(crate) fn follow_up(&mut self, work: &mut Work<G>) -> Result<(), Refusal> {
        for _ in 0..MOST_CONSEQUENCES {
            let something = self.follow_end(work)?
                || self.follow_host(work)?
                || self.follow_lobby(work)?
                || self.follow_seeding(work)?
                || self.follow_absence(work)?
                || self.follow_clock(work)
                || self.follow_bots(work)?
                || self.follow_rematch(work)?
                || self.follow_freeing(work)?;
            if !something {
                return Ok(());
            }
        }
        Err(Refusal::new("internal", "The table does not come to rest"))
    }

    /// When the table wants to be woken, if at all.
    #[must_use]
    pub fn next_wake(&self) -> Option<Millis> {
        let stage = match &self.stage {
            Stage::Lobby { countdown } => *countdown,
            Stage::Seeding(seeding) => Some(seeding.until),
            Stage::Playing(playing) if playing.pause.is_none() => {
                playing.clock.deadline().into_iter().chain(playing.clock.due()).min()
            }
            Stage::Playing(_) | Stage::Over(_) => None,
            Stage::Closed => return None,
        };
        let others = [self.bots_wake(), self.absence_wake(), self.host_wake(), self.freeing_wake()];
        others.into_iter().flatten().chain(stage).min()
    }

    /// Ends a game that is over by its rules.
    fn follow_end(&mut self, work: &mut Work<G>) -> Result<bool, Refusal> {
        let Stage::Playing(playing) = &self.stage else { return Ok(false) };
        if playing.game.ended().is_none() {
            return Ok(false);
        }
        self.finish(work, HowEnded::Finished)?;
        Ok(true)
    }

    /// Ends the game: pays out, counts, tells.
    pub(crate) fn finish(&mut self, work: &mut Work<G>, how: HowEnded) -> Result<(), Refusal> {
        let playing = self.playing()?;
        let winners = match how {
            HowEnded::Finished => playing.game.ended().unwrap_or_default(),
            HowEnded::Aborted => SeatSet::EMPTY,
        };
        let seated: Vec<_> = self.seated().map(|(seat, _)| seat).collect();
        let scores = seated.iter().map(|seat| playing.game.score(*seat)).collect();
        let stake = u64::from(self.settings.stake);
        if G::BANKED {
            let holdings: Vec<_> = seated.iter().map(|seat| (*seat, playing.game.holdings(*seat))).collect();
            for (seat, amount) in holdings {
                work.pay(Purse::Table, self.purse(seat), amount, "cash_out");
            }
        } else if winners.is_empty() {
            for seat in &seated {
                work.pay(Purse::Table, self.purse(*seat), stake, "stake_returned");
            }
        } else {
            let pot = stake * seated.len() as u64;
            for (seat, share) in winners.iter().zip(shares(pot, winners.len())) {
                work.pay(Purse::Table, self.purse(seat), share, "won");
            }
        }
        if how == HowEnded::Finished || G::BANKED {
            self.count_results(work, winners)?;
        }
        work.changed = true;
        self.record(work, EntryOf::<G>::Ended { how, winners: protocol::Seat::list(winners), scores })?;
        work.tell(Notice::Ended { how });
        Ok(())
    }

    /// What the game was for everybody, for the statistics of people. A table where one bets seldom ends otherwise than by being
    /// given up, and counts all the same.
    fn count_results(&self, work: &mut Work<G>, winners: SeatSet) -> Result<(), Refusal> {
        let playing = self.playing()?;
        let brought = if G::BANKED { G::buy_in(&playing.start) } else { 0 };
        let players: Vec<_> = self
            .seated()
            .map(|(seat, chair)| {
                let score = playing.game.score(seat) - brought.cast_signed();
                let won = if G::BANKED { score > 0 } else { winners.contains(seat) };
                let (name, bot) = (chair.name.clone(), !chair.is_person());
                MyGamePlayer { seat: seat.into(), name, bot, score, won }
            })
            .collect();
        let people = self.seated().zip(&players).filter(|((_, chair), _)| chair.belongs_to_person());
        let results = people.map(|((seat, chair), own)| GameResult {
            player: chair.player.clone(),
            seat,
            score: own.score,
            won: own.won,
            number: playing.number,
            players: players.clone(),
        });
        work.effects.results.extend(results);
        self.count_rolls(work, playing.rolls.iter().map(|(roll, times)| (*roll, *times)));
        Ok(())
    }

    /// What dice or ball gave people, for their statistics.
    pub(crate) fn count_rolls(&self, work: &mut Work<G>, rolls: impl Iterator<Item = ((Seat, u8), u64)>) {
        work.effects.rolls.extend(rolls.filter_map(|((seat, value), times)| {
            let chair = self.chair(seat).filter(|chair| chair.belongs_to_person())?;
            Some(Rolled { player: chair.player.clone(), value, times })
        }));
    }

    pub(crate) fn ask_rematch(&mut self, work: &mut Work<G>, player: &PlayerId) -> Result<(), Refusal> {
        self.own_seat(player)?;
        let Stage::Over(over) = &self.stage else {
            return Err(Refusal::new("no_rematch_now", "A rematch can be asked for when a game is over"));
        };
        let yes = !over.rematch.contains(player);
        work.changed = true;
        self.record(work, EntryOf::<G>::RematchAsked { player: player.clone(), yes })
    }

    /// Opens the seats again once everybody who is still there wants to play again.
    fn follow_rematch(&mut self, work: &mut Work<G>) -> Result<bool, Refusal> {
        let Stage::Over(over) = &self.stage else { return Ok(false) };
        let there = |player: &PlayerId| self.here.contains(player);
        let ghost = over.rematch.iter().find(|player| !there(player) || self.seat_of(player).is_none());
        if let Some(ghost) = ghost.cloned() {
            self.record(work, EntryOf::<G>::RematchAsked { player: ghost, yes: false })?;
            return Ok(true);
        }
        let all = self
            .seated()
            .filter(|(_, chair)| chair.belongs_to_person() && there(&chair.player))
            .all(|(_, chair)| over.rematch.contains(&chair.player));
        if over.rematch.is_empty() || !all {
            return Ok(false);
        }
        work.changed = true;
        self.record(work, EntryOf::<G>::Reopened {})?;
        Ok(true)
    }

    /// When a table that nobody is at will be given up.
    fn freeing_wake(&self) -> Option<Millis> {
        let after = match self.stage {
            Stage::Lobby { .. } | Stage::Seeding(_) => self.limits.empty,
            Stage::Playing(_) => self.limits.deserted,
            Stage::Over(_) => self.limits.finished,
            Stage::Closed => return None,
        };
        Some(self.empty_since? + after)
    }

    /// Closes a table that nobody has been at for too long.
    fn follow_freeing(&mut self, work: &mut Work<G>) -> Result<bool, Refusal> {
        if self.freeing_wake().is_none_or(|when| when > work.now()) {
            return Ok(false);
        }
        self.close(work)?;
        Ok(false)
    }

    /// Closes the table for good; a running game is broken off.
    pub(crate) fn close(&mut self, work: &mut Work<G>) -> Result<(), Refusal> {
        match self.stage {
            Stage::Closed => return Err(Refusal::new("table_closed", "This table is closed")),
            Stage::Playing(_) => self.finish(work, HowEnded::Aborted)?,
            Stage::Lobby { .. } | Stage::Seeding(_) | Stage::Over(_) => {}
        }
        self.record(work, EntryOf::<G>::Closed {})?;
        work.tell(Notice::Closed);
        Ok(())
    }
}
