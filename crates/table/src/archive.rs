//! Games that were played at a table, told again from its log: as a file for everybody once they are over, and until then as one
//! viewer may know them.

use fair::{Ceremony, Secret};
use game::{Move, Seat};
use protocol::file::{DrawnPart, PlayedGame, Player};
use protocol::http::ReplayLine;
use protocol::table::{EntryOf, PlayerId, TableId};
use protocol::ws::People;

use crate::{Limits, LogFault, Millis, Played, Sitter, Stage, Table};

/// What a table's game is to somebody who was not there.
#[derive(Clone, PartialEq, Debug)]
pub enum Retold<T> {
    /// It is over: its file, with all secrets.
    File(Vec<u8>),
    /// It is going on: what the asker may know, with number and time of each event.
    Events(Vec<ReplayLine<T>>),
}

/// Why a game cannot be told again.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ArchiveFault {
    /// The log is damaged.
    #[error("{0}")]
    Log(#[from] LogFault),
    /// The game is not what its log says.
    #[error("{0}")]
    Record(#[from] protocol::file::RecordFault),
    /// It cannot have begun like this.
    #[error("the game cannot have begun like this: {0}")]
    Start(String),
}

/// A game as its file needs it.
struct Recording<G: Played> {
    ceremony: Ceremony,
    seed: Secret,
    players: Vec<Player>,
    setup: G::Setup,
    drawn: Vec<DrawnPart>,
    moves: Vec<Move<G::Action, G::Outcome>>,
    told: Vec<ReplayLine<G::Told>>,
}

/// Tells a game of a table again, for somebody; `None` if no such game was begun. Without a number it is the last one.
///
/// # Errors
/// [`ArchiveFault`] if the log is damaged.
pub fn retell<G: Played>(
    id: TableId,
    entries: impl IntoIterator<Item = (Millis, EntryOf<G>)>,
    number: Option<u32>,
    asker: &PlayerId,
) -> Result<Option<Retold<G::Told>>, ArchiveFault> {
    let mut recording: Option<Recording<G>> = None;
    let (mut wanted, mut over) = (false, false);
    Table::<G>::fold(id, Limits::default(), entries, |table, at, entry, events| {
        if let EntryOf::<G>::Started { order, .. } = entry {
            wanted = number.is_none_or(|number| number == table.games);
            if wanted {
                recording = Some(begin(table, order)?);
                over = false;
            }
        }
        over |= wanted && matches!(entry, EntryOf::<G>::Ended { .. });
        let playing = recording.as_mut().filter(|_| wanted);
        let (Some(recording), EntryOf::<G>::Played { moves, .. }) = (playing, entry) else {
            return Ok(());
        };
        for made in moves {
            let action =
                G::action_in(&made.action).map_err(|failure| ArchiveFault::Start(failure.message))?;
            let outcome = made.outcome.as_ref().map(G::outcome_in);
            recording.moves.push(Move { seat: made.seat.into(), action, outcome });
        }
        if let Some(playing) = table.game() {
            let told = playing.told(events, table.viewer(asker), People(&table.people()), None);
            recording.told.extend(told.into_iter().map(|told| ReplayLine { seq: table.seq(), at, told }));
        }
        Ok::<_, ArchiveFault>(())
    })?;
    let Some(recording) = recording else { return Ok(None) };
    if !over {
        return Ok(Some(Retold::Events(recording.told)));
    }
    let played = PlayedGame::<G> {
        ceremony: &recording.ceremony,
        server_seed: &recording.seed,
        players: &recording.players,
        setup: &recording.setup,
        drawn: &recording.drawn,
        moves: &recording.moves,
    };
    Ok(Some(Retold::File(protocol::file::record(&played)?)))
}

/// What is settled when a game begins.
fn begin<G: Played>(table: &Table<G>, order: &[protocol::Seat]) -> Result<Recording<G>, ArchiveFault> {
    let wrong = |what: String| ArchiveFault::Start(what);
    let Stage::Playing(playing) = &table.stage else { return Err(wrong("no game is running".into())) };
    let seed = Secret::from(playing.seed.0);
    let players: Vec<Player> = order
        .iter()
        .enumerate()
        .filter_map(|(seat, chair)| {
            let sitting = table.chair(Seat(seat as u8))?;
            let bot = if let Sitter::Bot(level) = &sitting.sitter { Some(level.clone()) } else { None };
            Some(Player { name: sitting.name.clone(), bot, chair: chair.0 })
        })
        .collect();
    let names = players.iter().map(|player| player.name.clone()).collect();
    let start = G::with_names(table.settings.start.clone(), names);
    let (setup, mut drawn) =
        G::settle(players.len() as u8, &start, &playing.luck).map_err(|failure| wrong(failure.message))?;
    if playing.luck.fair().is_some() {
        drawn.push(DrawnPart::SeatOrder);
    }
    let (ceremony, told) = ((*playing.ceremony).clone(), Vec::new());
    Ok(Recording { ceremony, seed, players, setup, drawn, moves: Vec::new(), told })
}
