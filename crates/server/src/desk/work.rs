//! From an input to what people see: apply on a copy, store, make it true, tell.

use std::sync::Arc;

use protocol::table::{EntryOf, PlayerId};
use store::{
    Account, Append, Commit, NewEntry, Sitting, Status, StoreFault, TableRow, TableWrite, failpoint,
};
use table::{Command, Effects, Input, Moment, Played, Purse, Refusal, Sitter, Stage, Table};

use super::Desk;
use crate::metrics::add;
use crate::{entropy, storing};

/// How long the desk waits before it tries again by itself what could not be stored.
pub(super) const RETRY: i64 = 1_000;

/// The refusal of something that may have been stored. Whoever asked gets no answer to it: they come back, and ask again.
pub(super) const UNKNOWN: &str = "unavailable";

/// Whether something was refused only because it could not be stored. The same may work a moment later.
pub(super) fn is_not_stored(refusal: &Refusal) -> bool {
    refusal.code == "not_stored"
}

impl<G: Played> Desk<G> {
    /// Takes an input: when this returns without a refusal, it is stored and told.
    pub(super) async fn apply(
        &mut self,
        input: Input<G>,
        key: Option<store::CommandKey>,
    ) -> Result<(), Refusal> {
        let asked_by = if let Input::Command { player, .. } = &input { Some(player.clone()) } else { None };
        match self.attempt(input, key, asked_by.as_ref()).await {
            Ok(()) => Ok(()),
            Err(Failed::Refused(refusal)) => Err(refusal),
            Err(Failed::NotStored(StoreFault::Insufficient { account: Account::Player(poor), balance })) => {
                self.cannot_pay(poor.as_str(), balance, asked_by.as_ref()).await
            }
            Err(Failed::NotStored(fault)) => Err(self.not_stored(&fault)),
        }
    }

    async fn attempt(
        &mut self,
        input: Input<G>,
        key: Option<store::CommandKey>,
        asked_by: Option<&PlayerId>,
    ) -> Result<(), Failed> {
        let now = self.app.clock.now();
        let entropy = entropy::for_input()
            .map_err(|_| Refusal::new("internal", "The system has no randomness to give"))?;
        let mut next = self.table.clone();
        let mut effects = next.handle(Moment { now, entropy }, input)?;
        failpoint::pass(failpoint::APPEND);
        self.commit(&next, &effects, key, now).await.map_err(Failed::NotStored)?;
        failpoint::pass(failpoint::STORED);
        self.table = next;
        for page in self.connections.values_mut() {
            page.viewer = self.table.viewer(&page.player);
        }
        self.keeping.follow(now, std::mem::take(&mut effects.entries));
        self.tell(effects, asked_by);
        Ok(())
    }

    /// Somebody has too few chips for what was about to happen.
    async fn cannot_pay(
        &mut self,
        poor: &str,
        balance: i64,
        asked_by: Option<&PlayerId>,
    ) -> Result<(), Refusal> {
        let Ok(poor) = poor.parse::<PlayerId>() else {
            return Err(Refusal::new("internal", "A player's id cannot be read"));
        };
        let own = asked_by == Some(&poor);
        let name = self.table.seated().find(|(_, chair)| chair.player == poor);
        let name = name.map(|(_, chair)| chair.name.clone()).unwrap_or_default();
        let settings = self.table.settings();
        let needed = if G::BANKED { G::buy_in(&settings.start) } else { settings.stake.into() };
        let left = self.attempt(Input::CannotPay { player: poor }, None, asked_by).await;
        if let Err(Failed::NotStored(fault)) = left {
            return Err(self.not_stored(&fault));
        }
        Err(if own {
            Refusal::new("too_few_chips", "You have too few chips for this table")
                .with("needed", needed)
                .with("chips", balance)
        } else {
            Refusal::new("somebody_cannot_pay", "Somebody has too few chips for this table")
                .with("needed", needed)
                .with("name", name)
        })
    }

    fn not_stored(&mut self, fault: &StoreFault) -> Refusal {
        // The same command again, after an answer that was lost: the log knows it, and so will the answer.
        if let StoreFault::Duplicate { seq, .. } = fault {
            // An entry that this desk has never seen: the log is further on than what is shown here.
            self.lost |= *seq > self.table.seq();
            return Refusal::new("done_before", "This was done before");
        }
        tracing::error!(table = %self.table.id(), %fault, "not stored");
        self.not_before = self.app.clock.now() + RETRY;
        // Somebody else owns the table now: this desk has nothing more to say.
        let others = |fault: &StoreFault| {
            type F = StoreFault;
            matches!(
                fault,
                F::StaleEpoch { .. } | F::WrongHead { .. } | F::OwnedElsewhere { .. } | F::LeaseLost
            )
        };
        if others(fault) {
            self.lost = true;
            add(&self.app.metrics.fenced, 1);
        }
        if matches!(fault, StoreFault::Unknown(_)) {
            self.lost = true;
            return Refusal::new(UNKNOWN, "Nobody knows whether this was stored; join again and find out");
        }
        Refusal::new("not_stored", "This could not be stored; nothing has changed. Try again in a moment")
    }

    async fn commit(
        &mut self,
        next: &Table<G>,
        effects: &Effects<G>,
        key: Option<store::CommandKey>,
        now: i64,
    ) -> Result<(), StoreFault> {
        let row = (!self.row_stays(next, effects)).then(|| row(next, now));
        let row = row.filter(|row| self.row.as_ref().is_none_or(|old| differs(old, row)));
        if effects.entries.is_empty() && effects.transfers.is_empty() && row.is_none() {
            return Ok(());
        }
        let mut write = TableWrite::new(next.id().as_str().into(), self.epoch);
        if !effects.entries.is_empty() {
            let entries = encode::<G>(&effects.entries, key, now)?;
            write.append = Some(Append { expected_head: self.table.seq(), entries });
            write.snapshot = self.keeping.due(self.app.config.snapshot_every);
        }
        if write.snapshot.is_some() {
            failpoint::pass(failpoint::SNAPSHOT);
        }
        if row.is_some() {
            write.row.clone_from(&row);
            // What the row says changes more often than who sits there.
            let seats = seats(next);
            write.seats = (self.row.is_none() || seats != self::seats(&self.table)).then_some(seats);
        }
        let commit = Commit {
            at_ms: now,
            transfers: transfers(next, effects),
            results: results(next, effects, now),
            rolls: rolls::<G>(effects),
            table: Some(write),
        };
        let store = Arc::clone(&self.app.store);
        self.showing_meanwhile(storing::write(move |done| store.submit(commit, done))).await?;
        if row.is_some() {
            self.row = row;
        }
        Ok(())
    }

    /// Whether the lobby shows the same as before without a second look: somebody moved, and the game goes on. Whose move it is
    /// changes with most of them, so the row does not follow: lists ask the desk, and the row is right again when the desk
    /// is put away or the game stands still.
    fn row_stays(&self, next: &Table<G>, effects: &Effects<G>) -> bool {
        let is_playing = |table: &Table<G>| matches!(table.stage(), Stage::Playing(_));
        self.row.is_some()
            && is_playing(&self.table)
            && is_playing(next)
            && effects.entries.iter().all(|entry| matches!(entry, EntryOf::<G>::Played { .. }))
    }

    /// Stores the row by itself, with the time when somebody has to look after the table.
    pub(super) async fn store_row(&mut self) {
        let now = self.app.clock.now();
        let row = row(&self.table, now);
        if self.row.as_ref() == Some(&row) {
            return;
        }
        let mut write = TableWrite::new(self.table.id().as_str().into(), self.epoch);
        write.row = Some(row.clone());
        let commit = Commit { at_ms: now, table: Some(write), ..Commit::default() };
        match storing::write(|done| self.app.store.submit(commit, done)).await {
            Ok(_) => self.row = Some(row),
            Err(fault) => tracing::warn!(table = %self.table.id(), %fault, "a table's row was not stored"),
        }
    }

    /// Seats somebody and bots, for whoever opens a table and wants to begin at once.
    pub(super) async fn prepare(
        &mut self,
        player: &PlayerId,
        name: &str,
        bots: Vec<String>,
        sit: bool,
    ) -> Result<(), Refusal> {
        let mut commands = Vec::new();
        if sit {
            commands.push(Command::Sit { seat: None });
        }
        commands.extend(bots.into_iter().map(Command::AddBot));
        if sit {
            commands.push(Command::ToggleReady);
        }
        for command in commands {
            let input = Input::Command { player: player.clone(), name: name.to_owned(), command };
            self.apply(input, None).await?;
        }
        Ok(())
    }
}

/// Why an input led to nothing.
enum Failed {
    Refused(Refusal),
    NotStored(StoreFault),
}

impl From<Refusal> for Failed {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

/// Most entries are shorter than this, in bytes.
const ENTRY: usize = 192;

/// The entries as they are stored; the command belongs to the first of them, which is what was asked for.
pub(super) fn encode<G: Played>(
    entries: &[EntryOf<G>],
    key: Option<store::CommandKey>,
    now: i64,
) -> Result<Vec<NewEntry>, StoreFault> {
    let mut encoded = Vec::with_capacity(entries.len());
    for entry in entries {
        let mut body = Vec::with_capacity(ENTRY);
        serde_json::to_writer(&mut body, entry).map_err(|fault| StoreFault::Invalid(fault.to_string()))?;
        encoded.push(NewEntry { at_ms: now, kind: kind::<G>(entry).into(), body, command: None });
    }
    if let Some(first) = encoded.first_mut() {
        first.command = key;
    }
    Ok(encoded)
}

/// The kind of an entry, for whoever looks into the database.
fn kind<G: Played>(entry: &EntryOf<G>) -> &'static str {
    type E<G> = EntryOf<G>;
    match entry {
        E::<G>::Opened { .. } => "opened",
        E::<G>::OptionsSet { .. } => "options_set",
        E::<G>::Sat { .. } => "sat",
        E::<G>::BotSat { .. } => "bot_sat",
        E::<G>::GotUp { .. } => "got_up",
        E::<G>::Ready { .. } => "ready",
        E::<G>::Renamed { .. } => "renamed",
        E::<G>::Recolored { .. } => "recolored",
        E::<G>::HostIs { .. } => "host_is",
        E::<G>::CountingDown { .. } => "counting_down",
        E::<G>::CountdownStopped {} => "countdown_stopped",
        E::<G>::SeedChosen { .. } => "seed_chosen",
        E::<G>::SeatCommitted { .. } => "seat_committed",
        E::<G>::RevealsOpened { .. } => "reveals_opened",
        E::<G>::SeatRevealed { .. } => "seat_revealed",
        E::<G>::Started { .. } => "started",
        E::<G>::Played { .. } => "played",
        E::<G>::Paused { .. } => "paused",
        E::<G>::Resumed {} => "resumed",
        E::<G>::StoodStill { .. } => "stood_still",
        E::<G>::BotTookOver { .. } => "bot_took_over",
        E::<G>::HandedBack { .. } => "handed_back",
        E::<G>::Voted { .. } => "voted",
        E::<G>::Ended { .. } => "ended",
        E::<G>::RematchAsked { .. } => "rematch_asked",
        E::<G>::Reopened {} => "reopened",
        E::<G>::Closed {} => "closed",
    }
}

fn account<G: Played>(table: &Table<G>, purse: &Purse) -> Account {
    match purse {
        Purse::House => Account::House,
        Purse::Player(player) => Account::Player(player.as_str().into()),
        Purse::Table => Account::Table(table.id().as_str().into()),
    }
}

fn transfers<G: Played>(table: &Table<G>, effects: &Effects<G>) -> Vec<store::Transfer> {
    let booked = effects.transfers.iter().map(|transfer| store::Transfer {
        from: account(table, &transfer.from),
        to: account(table, &transfer.to),
        amount: transfer.amount,
        reason: transfer.reason.into(),
    });
    booked.collect()
}

fn rolls<G: Played>(effects: &Effects<G>) -> Vec<store::RollCount> {
    let counted = effects.rolls.iter().map(|rolled| store::RollCount {
        player: rolled.player.as_str().into(),
        game: G::NAME.to_owned(),
        value: rolled.value,
        times: rolled.times,
    });
    counted.collect()
}

fn results<G: Played>(table: &Table<G>, effects: &Effects<G>, now: i64) -> Vec<store::GameResult> {
    let results = effects.results.iter().map(|result| store::GameResult {
        player: result.player.as_str().into(),
        game: G::NAME.to_owned(),
        table: table.id().as_str().into(),
        game_number: result.number,
        seat: result.seat.0,
        score: result.score,
        won: result.won,
        at_ms: now,
        details: serde_json::to_string(&result.players).unwrap_or_default(),
    });
    results.collect()
}

fn seats<G: Played>(table: &Table<G>) -> Vec<Sitting> {
    table
        .seated()
        .filter(|(_, chair)| chair.belongs_to_person())
        .map(|(seat, chair)| Sitting { player: chair.player.as_str().into(), seat: seat.0 })
        .collect()
}

/// What the lobby shows of the table.
pub(super) fn row<G: Played>(table: &Table<G>, now: i64) -> TableRow {
    let bots = table.seated().filter(|(_, chair)| matches!(chair.sitter, Sitter::Bot(_))).count();
    let seated = table.seated().count();
    TableRow {
        status: match table.stage() {
            Stage::Lobby { .. } | Stage::Seeding(_) => Status::Open,
            Stage::Playing(_) => Status::Running,
            Stage::Over(_) => Status::Finished,
            Stage::Closed => Status::Closed,
        },
        game: G::NAME.to_owned(),
        public: table.settings().public,
        code: (!matches!(table.stage(), Stage::Closed)).then(|| table.code().as_str().to_owned()),
        name: String::new(),
        seats: (*table.range().end()).into(),
        people: (seated - bots) as u16,
        bots: bots as u16,
        wake_at_ms: table.next_wake().or(Some(now)),
        // Whatever was played can be looked at again, also when the table is closed or waits for the next game.
        keep: table.games() > 0,
        // The row itself says when it changed.
        details: serde_json::to_string(&super::telling::summary(table, 0)).unwrap_or_default(),
    }
}

/// Whether the lobby would show something else. When the table wants to be woken changes with every move and does not count.
fn differs(old: &TableRow, new: &TableRow) -> bool {
    TableRow { wake_at_ms: new.wake_at_ms, ..old.clone() } != *new
}
