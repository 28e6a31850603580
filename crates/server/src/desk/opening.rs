//! Setting up a desk: for a new table, or for one that is in the store.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

use protocol::Json;
use protocol::table::{Changes, EntryOf, JoinCode, PlayerId, TableId};
use protocol::ws::session::ChatLine;
use store::{Append, Claimed, Commit, Epoch, SaidAs, StoreFault, TableRecord, TableWrite};
use table::{Limits, Moment, Opening, Played, Refusal, Resting, Table};
use tokio::sync::mpsc;

use super::answers::{Answers, Reply};
use super::keeping::Keeping;
use super::pages::Pages;
use super::recent::Recent;
use super::showing::Shown;
use super::{Desk, keeping, work};
use crate::app::App;
use crate::mail::Mail;
use crate::metrics::add;
use crate::{entropy, storing};

/// Why a table could not be opened.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OpenFault {
    /// The settings are not possible.
    #[error("{0}")]
    Refused(Refusal),
    /// It could not be stored.
    #[error("{0}")]
    Store(StoreFault),
}

impl From<Refusal> for OpenFault {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

/// How many lines of chat are looked at for those whose answer was lost, if fewer are shown.
const SAID: u32 = 64;
/// How many answers of bots may wait.
const THOUGHTS: usize = 64;

/// Opens a new table and sets up its desk.
pub(crate) async fn open<G: Played>(
    app: Arc<App>,
    host: PlayerId,
    options: Option<&Json>,
) -> Result<(TableId, mpsc::Sender<Mail>), OpenFault> {
    let changes = match options {
        None => Changes::default(),
        Some(options) => protocol::read_at::<Changes<G::WireStart>>("options", options)
            .map_err(|failure| Refusal::new("bad_options", failure.message))?,
    };
    let no_entropy = |_| Refusal::new("internal", "The system has no randomness to give");
    let id = TableId::from_entropy(entropy::fresh().map_err(no_entropy)?);
    let (now, lapses) = (app.clock.now(), app.store.lapses());
    // A code may be in use; a few tries find another.
    for _ in 0..8 {
        let code = JoinCode::from_entropy(entropy::fresh().map_err(no_entropy)?);
        let opening =
            Opening { id: id.clone(), code, host: host.clone(), settings: changes.clone().onto(G::usual()) };
        let moment = Moment { now, entropy: entropy::fresh().map_err(no_entropy)? };
        let (table, effects) = Table::<G>::open(opening, moment, app.config.tables.limits())?;
        let mut write = TableWrite::new(id.as_str().into(), Epoch::FIRST);
        let entries = work::encode::<G>(&effects.entries, None, now).map_err(OpenFault::Store)?;
        write.append = Some(Append { expected_head: 0, entries });
        let row = work::row(&table, now);
        write.row = Some(row.clone());
        let commit = Commit { at_ms: now, table: Some(write), ..Commit::default() };
        match storing::write(|done| app.store.submit(commit, done)).await {
            Ok(_) => {
                let log = effects.entries.into_iter().map(|entry| (now, entry));
                let resting = Resting::from_log(id.clone(), app.config.tables.limits(), log)
                    .map_err(|fault| OpenFault::Store(StoreFault::Invalid(fault.to_string())))?;
                let owned = Owned { epoch: Epoch::FIRST, lapses, keeping: Keeping::new(resting, 0) };
                return Ok((id, start(app, table, owned, Told::default(), Some(row))));
            }
            Err(StoreFault::Taken(_)) => {}
            Err(fault) => return Err(OpenFault::Store(fault)),
        }
    }
    Err(OpenFault::Store(StoreFault::Taken("code")))
}

/// Loads a table and sets up its desk. From here on nobody else may write to its log.
pub(crate) async fn load<G: Played>(
    app: Arc<App>,
    id: TableId,
    record: TableRecord,
) -> Result<mpsc::Sender<Mail>, StoreFault> {
    let key = store::TableId::from(id.as_str());
    let lapses = app.store.lapses();
    let Claimed { epoch, unserved } = storing::write(|done| app.store.claim(key.clone(), done)).await?;
    add(&app.metrics.claims, 1);
    let (limits, now, lines) = (app.config.tables.limits(), app.clock.now(), app.config.chat_lines);
    let (table, keeping, told) = storing::read(&app.store, move |store| {
        let (resting, kept) = keeping::rest::<G>(store, &id, limits)?;
        let table = resting.clone().wake(now, still_since(now, unserved, resting.last_at()));
        let said = told(&table, store.chat(&key, lines.max(SAID))?, lines as usize);
        Ok((table, Keeping::new(resting, kept), said))
    })
    .await?;
    // While the log was read, the lease may have run out, and somebody else may have written.
    if app.store.lapses() != lapses {
        return Err(StoreFault::LeaseLost);
    }
    let owned = Owned { epoch, lapses, keeping };
    Ok(start(app, table, owned, told, Some(record.row)))
}

/// What was said at a table, of which so many lines are shown. Who says a line again that is there was not answered, and is now.
fn told<G: Played>(table: &Table<G>, said: Vec<store::ChatLine>, shown: usize) -> Told {
    let mut told = Told::default();
    for store::ChatLine { at_ms, player, text, said_as } in said {
        let Some(player_id) = player.and_then(|player| player.as_str().parse::<PlayerId>().ok()) else {
            continue;
        };
        if let Some(SaidAs { id, digest }) = said_as {
            told.answers.keep(&player_id, &id, digest, &Reply::Ack(table.seq()));
        }
        let seat = table.seated().find(|(_, chair)| chair.player == player_id);
        let name = seat.map(|(_, chair)| chair.name.clone()).unwrap_or_default();
        told.chat.push_back(ChatLine { player_id, name, text, at: at_ms });
    }
    told.chat.drain(..told.chat.len().saturating_sub(shown));
    told
}

/// Since when nobody has served a table. Whoever wrote its last entry did then, whatever the store knows of them.
fn still_since(now: i64, unserved: Option<Duration>, last_entry: i64) -> i64 {
    let millis = |time: Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
    unserved.map_or(last_entry, |time| now.saturating_sub(millis(time)).max(last_entry))
}

/// What the lobby would show of the table with this log.
pub(crate) fn details<G: Played>(id: TableId, entries: Vec<(i64, EntryOf<G>)>) -> Result<String, StoreFault> {
    let key = id.clone();
    let resting = Resting::<G>::from_log(id, Limits::default(), entries)
        .map_err(|fault| StoreFault::Corrupt(format!("table {key}: {fault}")))?;
    Ok(work::row(&resting.wake(0, 0), 0).details)
}

/// The whole log of a table, in order.
pub(crate) fn all_entries<G: Played>(
    store: &dyn store::Store,
    table: &store::TableId,
) -> Result<Vec<(i64, EntryOf<G>)>, StoreFault> {
    entries_from::<G>(store, table, 1)
}

/// The log of a table from an entry on, in order.
pub(super) fn entries_from<G: Played>(
    store: &dyn store::Store,
    table: &store::TableId,
    first: u64,
) -> Result<Vec<(i64, EntryOf<G>)>, StoreFault> {
    const PAGE: u32 = 5_000;
    let mut entries = Vec::new();
    loop {
        // How much comes at a time is for the store to say; only nothing at all is the end.
        let page = store.entries(table, first + entries.len() as u64, PAGE)?;
        if page.is_empty() {
            return Ok(entries);
        }
        for entry in page {
            let read = serde_json::from_slice(&entry.body).map_err(|fault| {
                StoreFault::Corrupt(format!("entry {} of table {table} cannot be read: {fault}", entry.seq))
            })?;
            entries.push((entry.at_ms, read));
        }
    }
}

fn start<G: Played>(
    app: Arc<App>,
    table: Table<G>,
    owned: Owned<G>,
    told: Told,
    row: Option<store::TableRow>,
) -> mpsc::Sender<Mail> {
    let (desk, sender) = desk(app, table, owned, told, row);
    tokio::spawn(desk.run());
    sender
}

/// Since when a desk owns its table, and how far it has come.
#[derive(Debug)]
pub(super) struct Owned<G: Played> {
    pub(super) epoch: Epoch,
    /// How often the store had lost its lease before.
    pub(super) lapses: u64,
    pub(super) keeping: Keeping<G>,
}

/// What was said at a table, and what is answered to those who say the same again.
#[derive(Debug, Default)]
pub(super) struct Told {
    chat: VecDeque<ChatLine>,
    answers: Answers,
}

/// A desk at which nobody works yet.
pub(super) fn desk<G: Played>(
    app: Arc<App>,
    table: Table<G>,
    Owned { epoch, lapses, keeping }: Owned<G>,
    Told { chat, answers }: Told,
    row: Option<store::TableRow>,
) -> (Desk<G>, mpsc::Sender<Mail>) {
    let (sender, mailbox) = mpsc::channel(app.config.sockets.mailbox.max(1));
    let now = app.clock.now();
    let desk = Desk {
        recent: Recent::since(table.seq()),
        app,
        table,
        epoch,
        begun: Instant::now(),
        lapses,
        keeping,
        mailbox,
        post: sender.downgrade(),
        thoughts: mpsc::channel(THOUGHTS),
        connections: BTreeMap::new(),
        pages: Pages::default(),
        shown: Shown::default(),
        chat,
        answers,
        bots: BTreeMap::new(),
        row,
        not_before: 0,
        unnoticed: false,
        idle_since: Some(now),
        lost: false,
    };
    (desk, sender)
}
