//! The table itself: what is known about it, and the one way in.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::sync::Arc;

use game::{Seat, SeatSet, Viewer};
use protocol::table::{EntryOf, JoinCode, PlayerId, SettingsOf, TableId};

use crate::{
    Chair, Effects, Input, Limits, Moment, Notice, Played, Playing, Purse, Refusal, Stage, Transfer,
};

/// Milliseconds since 1970, or between two moments.
pub type Millis = i64;

/// How a table is opened.
#[derive(Clone, Debug)]
pub struct Opening<G: Played> {
    /// Its id.
    pub id: TableId,
    /// The code that people read to each other.
    pub code: JoinCode,
    /// Who opens it.
    pub host: PlayerId,
    /// How it is set up.
    pub settings: SettingsOf<G>,
}

/// One table. It is copied for every input: what hardly ever changes is shared with the copy until it does.
#[derive(Clone, Debug)]
pub struct Table<G: Played> {
    pub(crate) id: TableId,
    pub(crate) limits: Limits,
    pub(crate) code: JoinCode,
    pub(crate) host: PlayerId,
    pub(crate) settings: SettingsOf<G>,
    pub(crate) chairs: Arc<Vec<Option<Chair>>>,
    pub(crate) stage: Stage<G>,
    /// How many games were begun.
    pub(crate) games: u32,
    /// The number of the last entry.
    pub(crate) seq: u64,
    /// Fleeting: who is connected.
    pub(crate) here: Arc<BTreeSet<PlayerId>>,
    /// Fleeting: since when nobody is.
    pub(crate) empty_since: Option<Millis>,
    /// Fleeting: since when the host is not.
    pub(crate) host_gone: Option<Millis>,
    /// Fleeting: since when nobody has served it, until the log says so.
    pub(crate) still_since: Option<Millis>,
}

/// An input being worked on.
pub(crate) struct Work<G: Played> {
    pub(crate) moment: Moment,
    pub(crate) effects: Effects<G>,
    /// Whether people have to be told about seats, names, host or stage.
    pub(crate) changed: bool,
}

impl<G: Played> Work<G> {
    pub(crate) fn now(&self) -> Millis {
        self.moment.now
    }

    /// Books chips.
    pub(crate) fn pay(&mut self, from: Purse, to: Purse, amount: u64, reason: &'static str) {
        if amount > 0 && from != to {
            self.effects.transfers.push(Transfer { from, to, amount, reason });
        }
    }

    pub(crate) fn tell(&mut self, notice: Notice<G>) {
        self.effects.notices.push(notice);
    }
}

impl<G: Played> Table<G> {
    /// Opens a table.
    ///
    /// # Errors
    /// When the settings are not possible.
    pub fn open(opening: Opening<G>, moment: Moment, limits: Limits) -> Result<(Self, Effects<G>), Refusal> {
        let Opening { id, code, host, settings } = opening;
        Self::check_settings(&settings, &limits)?;
        let entry = EntryOf::<G>::Opened { game: G::GAME, code, host, settings };
        let table = Self::from_first(id, limits, &entry, moment.now)
            .ok_or_else(|| Refusal::new("internal", "The table could not be opened"))?;
        let effects = Effects { entries: vec![entry], ..Effects::default() };
        Ok((table, effects))
    }

    /// Takes an input: does what it asks for and whatever follows from it by now.
    ///
    /// # Errors
    /// A refusal. The table may then be half-way: the caller works on a copy and throws it away.
    pub fn handle(&mut self, moment: Moment, input: Input<G>) -> Result<Effects<G>, Refusal> {
        let mut work = Work { moment, effects: Effects::default(), changed: false };
        self.go_on(&mut work)?;
        match input {
            Input::Came { player } => self.came(&mut work, player)?,
            Input::Went { player } => self.went(&mut work, &player),
            Input::Command { player, name, command } => self.command(&mut work, &player, &name, command)?,
            Input::Wake => {}
            Input::Chosen { seat, position, action } => self.chosen(&mut work, seat, position, action)?,
            Input::CannotPay { player } => self.cannot_pay(&mut work, &player)?,
            Input::Close => self.close(&mut work)?,
        }
        self.follow_up(&mut work)?;
        if work.changed {
            work.effects.notices.insert(0, Notice::TableChanged);
        }
        Ok(work.effects)
    }

    /// Writes an entry down and lets it have its effect.
    pub(crate) fn record(&mut self, work: &mut Work<G>, entry: EntryOf<G>) -> Result<(), Refusal> {
        let mut events = Vec::new();
        self.evolve(work.now(), &entry, &mut events)
            .map_err(|fault| Refusal::new("internal", format!("The table is at fault: {fault}")))?;
        work.effects.entries.push(entry);
        self.happened(work, events);
        Ok(())
    }

    /// Its id.
    #[must_use]
    pub const fn id(&self) -> &TableId {
        &self.id
    }

    /// The code that people read to each other.
    #[must_use]
    pub const fn code(&self) -> &JoinCode {
        &self.code
    }

    /// Who may change settings and begin.
    #[must_use]
    pub const fn host(&self) -> &PlayerId {
        &self.host
    }

    /// How it is set up.
    #[must_use]
    pub const fn settings(&self) -> &SettingsOf<G> {
        &self.settings
    }

    /// What it is doing.
    #[must_use]
    pub const fn stage(&self) -> &Stage<G> {
        &self.stage
    }

    /// How many games were begun here.
    #[must_use]
    pub const fn games(&self) -> u32 {
        self.games
    }

    /// The number of the last entry.
    #[must_use]
    pub const fn seq(&self) -> u64 {
        self.seq
    }

    /// The chairs, empty ones included.
    #[must_use]
    pub fn chairs(&self) -> &[Option<Chair>] {
        &self.chairs
    }

    /// Who sits there.
    #[must_use]
    pub fn chair(&self, seat: Seat) -> Option<&Chair> {
        self.chairs.get(seat.index()).and_then(Option::as_ref)
    }

    /// Occupied chairs with their seats.
    pub fn seated(&self) -> impl Iterator<Item = (Seat, &Chair)> {
        (0..).map(Seat).zip(self.chairs.iter()).filter_map(|(seat, chair)| Some((seat, chair.as_ref()?)))
    }

    /// Whether somebody is connected.
    #[must_use]
    pub fn is_here(&self, player: &PlayerId) -> bool {
        self.here.contains(player)
    }

    /// Everybody who is connected.
    pub fn people_here(&self) -> impl Iterator<Item = &PlayerId> {
        self.here.iter()
    }

    /// The seat of a person who has not given it up.
    #[must_use]
    pub fn seat_of(&self, player: &PlayerId) -> Option<Seat> {
        self.seated()
            .find(|(_, chair)| chair.player == *player && chair.belongs_to_person())
            .map(|(seat, _)| seat)
    }

    /// As whom somebody sees the game.
    #[must_use]
    pub fn viewer(&self, player: &PlayerId) -> Viewer {
        self.seat_of(player).map_or(Viewer::Spectator, Viewer::Seat)
    }

    /// The ids of those who sit, by seat.
    #[must_use]
    pub fn people(&self) -> Vec<Option<PlayerId>> {
        self.chairs.iter().map(|chair| chair.as_ref().map(|chair| chair.player.clone())).collect()
    }

    /// The game, running or over.
    #[must_use]
    pub fn game(&self) -> Option<&Playing<G>> {
        match &self.stage {
            Stage::Playing(playing) => Some(playing),
            Stage::Over(over) => Some(&over.played),
            Stage::Lobby { .. } | Stage::Seeding(_) | Stage::Closed => None,
        }
    }

    /// How many may play.
    #[must_use]
    pub fn range(&self) -> RangeInclusive<u8> {
        G::players(&self.settings.start)
    }

    /// Seats whose moves people make, who are connected.
    pub(crate) fn present_people(&self) -> SeatSet {
        self.seated()
            .filter(|(_, chair)| !chair.is_played_by_bot() && self.here.contains(&chair.player))
            .map(|(seat, _)| seat)
            .collect()
    }
}
