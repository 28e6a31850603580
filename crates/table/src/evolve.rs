//! The fold: what each entry of the log does to the table.
//!
//! Nothing is decided here. What was accepted once is done again in the same way, whether the entry was written a moment or a year
//! ago; an entry that does not fit means that the log is damaged, and says so.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use fair::commit::server_commitment;
use fair::{Ceremony, Context, Hash, Secret};
use game::{Luck, Seat};
use protocol::table::{Bytes32, EntryOf, HowEnded, TableId};

use crate::clock::Clock;
use crate::thinking::Thoughts;
use crate::{
    Chair, Limits, Millis, Over, Pause, Played, Playing, Resting, Seeding, Sitter, Stage, Substitute, Table,
};

/// What is wrong with a log.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("entry {seq} of the log does not fit: {what}")]
pub struct LogFault {
    /// The first entry that does not fit, from 1.
    pub seq: u64,
    /// What about it.
    pub what: String,
}

/// Luck that is not to be asked: for setups with nothing left open. Those of a damaged log may leave anything open, and some draw until they like
/// what they have; so it says something else each time, and counts.
#[derive(Default)]
struct NoLuck {
    asked: u64,
}

impl Luck for NoLuck {
    fn below(&mut self, n: u32) -> u32 {
        self.asked += 1;
        // The mixing of SplitMix64: numbers that look drawn.
        let mut mixed = self.asked.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (((mixed >> 32) * u64::from(n)) >> 32) as u32
    }
}

impl<G: Played> Table<G> {
    /// Makes a table again from its log. Nobody is connected then, and it stands still no longer than it takes to be given an input.
    ///
    /// # Errors
    /// The first entry that does not fit.
    pub fn restore(
        id: TableId,
        limits: Limits,
        entries: impl IntoIterator<Item = (Millis, EntryOf<G>)>,
        now: Millis,
    ) -> Result<Self, LogFault> {
        Ok(Resting::from_log(id, limits, entries)?.wake(now, now))
    }

    /// Lets all entries have their effect, one after the other; `each` looks at the table after every one but the first, and at
    /// what happened in the game.
    ///
    /// # Errors
    /// The first entry that does not fit, or what `each` found.
    pub fn fold<F: From<LogFault>>(
        id: TableId,
        limits: Limits,
        entries: impl IntoIterator<Item = (Millis, EntryOf<G>)>,
        each: impl FnMut(&Self, Millis, &EntryOf<G>, &[G::Event]) -> Result<(), F>,
    ) -> Result<Self, F> {
        let mut entries = entries.into_iter();
        let first = entries.next();
        let table = first.and_then(|(at, entry)| Self::from_first(id, limits, &entry, at));
        let mut table = table.ok_or_else(|| LogFault { seq: 1, what: "no table is opened".into() })?;
        table.follow_on(entries, each)?;
        Ok(table)
    }

    /// Lets further entries have their effect, as [`fold`](Self::fold) does; gives back the last of them.
    pub(crate) fn follow_on<F: From<LogFault>>(
        &mut self,
        entries: impl IntoIterator<Item = (Millis, EntryOf<G>)>,
        mut each: impl FnMut(&Self, Millis, &EntryOf<G>, &[G::Event]) -> Result<(), F>,
    ) -> Result<Option<(Millis, EntryOf<G>)>, F> {
        let (mut last, mut events) = (None, Vec::new());
        for (at, entry) in entries {
            events.clear();
            self.evolve(at, &entry, &mut events)?;
            each(self, at, &entry, &events)?;
            last = Some((at, entry));
        }
        Ok(last)
    }

    /// The table that a first entry opens.
    pub(crate) fn from_first(id: TableId, limits: Limits, entry: &EntryOf<G>, at: Millis) -> Option<Self> {
        let EntryOf::<G>::Opened { game, code, host, settings } = entry else { return None };
        (*game == G::GAME).then(|| Self {
            id,
            limits,
            code: code.clone(),
            host: host.clone(),
            settings: settings.clone(),
            chairs: Arc::new(vec![None; usize::from(G::CHAIRS)]),
            stage: Stage::Lobby { countdown: None },
            games: 0,
            seq: 1,
            here: Arc::default(),
            empty_since: Some(at),
            host_gone: Some(at),
            still_since: None,
        })
    }

    /// Lets one entry have its effect.
    pub(crate) fn evolve(
        &mut self,
        at: Millis,
        entry: &EntryOf<G>,
        events: &mut Vec<G::Event>,
    ) -> Result<(), LogFault> {
        self.seq += 1;
        let done = self.follow(at, entry, events);
        done.map_err(|what| LogFault { seq: self.seq, what })
    }

    fn follow(&mut self, at: Millis, entry: &EntryOf<G>, events: &mut Vec<G::Event>) -> Result<(), String> {
        type E<G> = EntryOf<G>;
        match entry {
            E::<G>::Opened { .. } => return Err("the table is open already".into()),
            E::<G>::OptionsSet { settings } => self.settings = settings.clone(),
            E::<G>::Sat { seat, player, name, color } => {
                let chair = Chair {
                    player: player.clone(),
                    sitter: Sitter::Person(None),
                    name: name.clone(),
                    color: *color,
                    ready: false,
                    away_since: (!self.here.contains(player)).then_some(at),
                };
                *self.place((*seat).into())? = Some(chair);
            }
            E::<G>::BotSat { seat, player, level, name, color } => {
                let chair = Chair {
                    player: player.clone(),
                    sitter: Sitter::Bot(level.clone()),
                    name: name.clone(),
                    color: *color,
                    ready: true,
                    away_since: None,
                };
                *self.place((*seat).into())? = Some(chair);
            }
            E::<G>::GotUp { seat } => *self.place((*seat).into())? = None,
            E::<G>::Ready { seat, ready } => self.sitting((*seat).into())?.ready = *ready,
            E::<G>::Renamed { seat, name } => self.sitting((*seat).into())?.name.clone_from(name),
            E::<G>::Recolored { seat, color } => self.sitting((*seat).into())?.color = *color,
            E::<G>::HostIs { player } => {
                self.host.clone_from(player);
                self.host_gone = (!self.here.contains(player)).then_some(at);
            }
            E::<G>::CountingDown { until } => self.stage = Stage::Lobby { countdown: Some(*until) },
            E::<G>::CountdownStopped {} => self.stage = Stage::Lobby { countdown: None },
            E::<G>::SeedChosen { number, seed, until } => self.begin_seeding(*number, *seed, *until)?,
            E::<G>::SeatCommitted { seat, commitment } => {
                let ceremony = &mut self.seeding_mut()?.ceremony;
                ceremony.commit((*seat).into(), Hash(commitment.0)).map_err(|fault| fault.to_string())?;
            }
            E::<G>::RevealsOpened { until } => {
                let seeding = self.seeding_mut()?;
                seeding.ceremony.open_reveals();
                seeding.until = *until;
            }
            E::<G>::SeatRevealed { seat, seed } => {
                let ceremony = &mut self.seeding_mut()?.ceremony;
                ceremony.reveal((*seat).into(), Secret::from(seed.0)).map_err(|fault| fault.to_string())?;
            }
            E::<G>::Started { order, start, .. } => self.begin_game(order, start, at)?,
            E::<G>::Played { moves, .. } => self.replay_moves(moves, at, events)?,
            E::<G>::Paused { reason } => {
                self.playing_mut()?.pause = Some(Pause { reason: *reason, since: at });
            }
            E::<G>::Resumed {} => {
                let least = self.limits.after_restart;
                let playing = self.playing_mut()?;
                let pause = playing.pause.take().ok_or("nothing was paused")?;
                playing.clock.resume(at.saturating_sub(pause.since), at, least);
                playing.votes.clear();
            }
            E::<G>::StoodStill { since } => self.make_up_for(*since, at),
            E::<G>::BotTookOver { seat, for_good } => {
                let substitute = if *for_good { Substitute::ForGood } else { Substitute::Meanwhile };
                self.sitting((*seat).into())?.sitter = Sitter::Person(Some(substitute));
            }
            E::<G>::HandedBack { seat } => self.sitting((*seat).into())?.sitter = Sitter::Person(None),
            E::<G>::Voted { topic, player, yes } => {
                let votes = self.playing_mut()?.votes.entry(*topic).or_default();
                if *yes {
                    votes.insert(player.clone())
                } else {
                    votes.remove(player)
                };
            }
            E::<G>::Ended { how, winners, scores } => self.end_game(at, *how, winners, scores)?,
            E::<G>::RematchAsked { player, yes } => {
                let Stage::Over(over) = &mut self.stage else { return Err("no game is over".into()) };
                if *yes {
                    over.rematch.insert(player.clone())
                } else {
                    over.rematch.remove(player)
                };
            }
            E::<G>::Reopened {} => self.reopen()?,
            E::<G>::Closed {} => self.stage = Stage::Closed,
        }
        Ok(())
    }

    fn begin_seeding(&mut self, number: u32, seed: Bytes32, until: Millis) -> Result<(), String> {
        // From here on seats are numbered without gaps, as the game will number them.
        Arc::make_mut(&mut self.chairs).sort_by_key(Option::is_none);
        let context = Context::new(self.id.as_str(), number).map_err(|fault| fault.to_string())?;
        let commitment = server_commitment(G::KIND, &context, &Secret::from(seed.0));
        let people = self.seated().map(|(_, chair)| chair.is_person());
        let ceremony = Ceremony::new(context, G::KIND, commitment, people);
        self.games = number;
        self.stage = Stage::Seeding(Box::new(Seeding { number, seed, ceremony, until }));
        Ok(())
    }

    fn begin_game(
        &mut self,
        order: &[protocol::Seat],
        start: &G::WireStart,
        at: Millis,
    ) -> Result<(), String> {
        let Stage::Seeding(seeding) = &self.stage else { return Err("no seeds were exchanged".into()) };
        let Seeding { number, seed, ceremony, .. } = (**seeding).clone();
        let sealed = ceremony.seal(&Secret::from(seed.0)).map_err(|fault| fault.to_string())?;
        let former = Arc::make_mut(&mut self.chairs);
        let mut chairs: Vec<Option<Chair>> = order
            .iter()
            .map(|&seat| former.get_mut(Seat::from(seat).index()).and_then(Option::take))
            .collect();
        if chairs.iter().any(Option::is_none) || self.seated().next().is_some() {
            return Err("the order of play does not name every seat once".into());
        }
        let players = chairs.len() as u8;
        chairs.resize(usize::from(G::CHAIRS), None);
        self.chairs = Arc::new(chairs);
        let mut luck = NoLuck::default();
        let setup = G::setup_in(players, start, &mut luck).map_err(|failure| failure.to_string())?;
        if luck.asked > 0 {
            return Err("the beginning of the game leaves something to luck".to_owned());
        }
        let game = G::create(&setup).map_err(|fault| fault.to_string())?;
        let mut clock = Clock::default();
        clock.moved(&game, self.settings.turn_seconds, at);
        self.stage = Stage::Playing(Box::new(Playing {
            number,
            began: at,
            game,
            start: start.clone(),
            ceremony: Arc::new(ceremony),
            seed,
            luck: Arc::new(sealed.luck),
            memory: G::Memory::default(),
            rolls: vec![],
            position: 0,
            draws: 0,
            cards: 0,
            clock,
            pause: None,
            votes: BTreeMap::new(),
            thoughts: Thoughts::default(),
        }));
        Ok(())
    }

    fn replay_moves(
        &mut self,
        moves: &[protocol::table::PlayedMove<G::WireAction, G::WireOutcome>],
        at: Millis,
        events: &mut Vec<G::Event>,
    ) -> Result<(), String> {
        let turn_seconds = self.settings.turn_seconds;
        let playing = self.playing_mut()?;
        for made in moves {
            let action = G::action_in(&made.action).map_err(|failure| failure.to_string())?;
            let outcome = made.outcome.as_ref().map(G::outcome_in);
            let first = events.len();
            playing
                .game
                .apply(made.seat.into(), &action, outcome, events)
                .map_err(|rejected| rejected.to_string())?;
            for event in &events[first..] {
                G::remember(&mut playing.memory, event);
                playing.cards += u32::from(G::drew(event).is_some());
            }
            // At a table that may never end, results are counted when they come: see `Table::happened`.
            for roll in if G::BANKED { vec![] } else { G::rolled(&events[first..]) } {
                playing.count(roll);
            }
            playing.position += 1;
            playing.draws += u64::from(outcome.is_some());
        }
        playing.clock.moved(&playing.game, turn_seconds, at);
        Ok(())
    }

    fn end_game(
        &mut self,
        at: Millis,
        how: HowEnded,
        winners: &[protocol::Seat],
        scores: &[i64],
    ) -> Result<(), String> {
        let stage = std::mem::replace(&mut self.stage, Stage::Lobby { countdown: None });
        let Stage::Playing(playing) = stage else { return Err("no game is running".into()) };
        self.stage = Stage::Over(Box::new(Over {
            played: *playing,
            at,
            how,
            winners: winners.to_vec(),
            scores: scores.to_vec(),
            rematch: BTreeSet::new(),
        }));
        Ok(())
    }

    /// After a game the seats are open again. Who is not there loses the seat, so that no ghost is waited for.
    fn reopen(&mut self) -> Result<(), String> {
        let Stage::Over(over) = &self.stage else { return Err("no game is over".into()) };
        for place in Arc::make_mut(&mut self.chairs) {
            let stays = place.as_ref().is_some_and(|chair| {
                matches!(chair.sitter, Sitter::Bot(_)) || over.rematch.contains(&chair.player)
            });
            if !stays {
                *place = None;
            }
            if let Some(chair) = place
                && chair.is_person()
            {
                (chair.sitter, chair.ready) = (Sitter::Person(None), true);
            }
        }
        self.stage = Stage::Lobby { countdown: None };
        Ok(())
    }

    fn place(&mut self, seat: Seat) -> Result<&mut Option<Chair>, String> {
        Arc::make_mut(&mut self.chairs).get_mut(seat.index()).ok_or_else(|| format!("there is no {seat}"))
    }

    pub(crate) fn sitting(&mut self, seat: Seat) -> Result<&mut Chair, String> {
        self.place(seat)?.as_mut().ok_or_else(|| format!("nobody is in {seat}"))
    }

    fn seeding_mut(&mut self) -> Result<&mut Seeding, String> {
        if let Stage::Seeding(seeding) = &mut self.stage {
            Ok(seeding)
        } else {
            Err("no seeds are asked for".into())
        }
    }

    pub(crate) fn playing_mut(&mut self) -> Result<&mut Playing<G>, String> {
        if let Stage::Playing(playing) = &mut self.stage {
            Ok(playing)
        } else {
            Err("no game is running".into())
        }
    }
}
