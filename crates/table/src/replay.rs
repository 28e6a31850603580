//! Games that are over, told again view by view, and the list of the games of a table.
//!
//! A *replay* is what one viewer saw: the first view, and for every entry of the log what was told and how the view changed. It is
//! built from the viewer's own views and events like everything on the socket, so it holds nothing that this viewer did not see
//! at the time.

use game::Viewer;
use protocol::http::{Replay, ReplayStep, TableGame, TableGameEnd, TableGames};
use protocol::table::{EntryOf, PlayedMove, TableId};
use protocol::ws::session::{Fairness, GameOver};
use protocol::ws::{People, patch};
use protocol::{Json, Seat};
use serde_json::Value;

use crate::roster::Roster;
use crate::{ArchiveFault, Limits, Millis, Played, Playing, Stage, Table};

/// The most steps that are told in one go. A game of cards or dice has some hundreds; a wheel may turn for days.
const MOST_STEPS: usize = 20_000;

/// Why there is no replay.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoReplay {
    /// No such game was begun.
    #[error("No such game was played at this table")]
    NoSuchGame,
    /// Nobody ever sat in this seat.
    #[error("Nobody sat there in this game")]
    NoSuchSeat,
    /// What is hidden in it is still hidden.
    #[error("The game is still on; its views can be seen when it is over")]
    StillOn,
    /// It is longer than a page could bear.
    #[error("This game is too long to be shown step by step")]
    TooLong,
}

/// Tells a game that is over again, as a seat or as a spectator saw it. Without a number it is the last game that was begun.
///
/// # Errors
/// [`ArchiveFault`] if the log is damaged; inside, [`NoReplay`] if there is nothing to tell.
pub fn replay<G: Played>(
    id: TableId,
    entries: impl IntoIterator<Item = (Millis, EntryOf<G>)>,
    number: Option<u32>,
    seat: Option<Seat>,
) -> Result<Result<Replay, NoReplay>, ArchiveFault> {
    let viewer = seat.map_or(Viewer::Spectator, |seat| Viewer::Seat(seat.into()));
    let mut film: Option<Film> = None;
    Table::<G>::fold(id, Limits::default(), entries, |table, at, entry, events| {
        let wanted = |playing: &Playing<G>| number.is_none_or(|number| number == playing.number);
        if let (EntryOf::<G>::Started { .. }, Some(playing)) = (entry, table.game()) {
            if wanted(playing) {
                film = Some(Film::begin(table, playing, viewer));
            }
        } else if let Some(film) = film.as_mut().filter(|film| film.ended.is_none()) {
            film.follow(table, entry, events, at);
        }
        Ok::<_, ArchiveFault>(())
    })?;
    Ok(film.ok_or(NoReplay::NoSuchGame).and_then(|film| film.develop::<G>(seat)))
}

/// A game while it is being told.
struct Film {
    viewer: Viewer,
    table_id: TableId,
    number: u32,
    seats: u8,
    roster: Roster,
    began_at: Millis,
    fixed: Json,
    fairness: Fairness,
    first: Json,
    told: Vec<Json>,
    /// The view after the last step.
    page: Value,
    steps: Vec<ReplayStep>,
    /// Whether there were more steps than may be told.
    too_long: bool,
    ended: Option<GameOver>,
}

impl Film {
    fn begin<G: Played>(table: &Table<G>, playing: &Playing<G>, viewer: Viewer) -> Self {
        let roster = Roster::of(table);
        let view = playing.game.view(viewer);
        let page = page(playing, viewer);
        Self {
            viewer,
            table_id: table.id.clone(),
            number: playing.number,
            seats: if G::BANKED { G::CHAIRS } else { roster.0.len() as u8 },
            roster,
            began_at: playing.began,
            fixed: json(&playing.game.fixed()),
            fairness: playing.fairness(),
            first: Json(page.clone()),
            told: G::begun(&view, People(&table.people()), None).iter().map(json).collect(),
            page,
            steps: Vec::new(),
            too_long: false,
            ended: None,
        }
    }

    fn follow<G: Played>(&mut self, table: &Table<G>, entry: &EntryOf<G>, events: &[G::Event], at: Millis) {
        self.roster.follow::<G>(table.seq, entry);
        if let Stage::Over(over) = &table.stage {
            self.ended = Some(over.told(table.seq));
        }
        let (EntryOf::<G>::Played { by, moves }, Some(playing)) = (entry, table.game()) else { return };
        if self.steps.len() == MOST_STEPS {
            self.too_long = true;
            return;
        }
        let told = playing.told(events, self.viewer, People(&table.people()), None);
        let page = page(playing, self.viewer);
        self.steps.push(ReplayStep {
            seq: table.seq,
            at,
            seat: actor::<G>(moves),
            by: *by,
            told: told.iter().map(json).collect(),
            patch: patch::diff(&self.page, &page).map(Json),
        });
        self.page = page;
    }

    fn develop<G: Played>(self, seat: Option<Seat>) -> Result<Replay, NoReplay> {
        let ended = self.ended.ok_or(NoReplay::StillOn)?;
        if seat.is_some_and(|seat| !self.roster.has(seat)) {
            return Err(NoReplay::NoSuchSeat);
        }
        if self.too_long {
            return Err(NoReplay::TooLong);
        }
        Ok(Replay {
            table_id: self.table_id,
            number: self.number,
            game: G::GAME,
            seat,
            seats: self.seats,
            players: self.roster.0,
            began_at: self.began_at,
            fixed: self.fixed,
            fairness: self.fairness,
            view: self.first,
            told: self.told,
            steps: self.steps,
            ended,
        })
    }
}

/// A view as the socket tells it. What may be done is no part of it: nothing may be done any more.
fn page<G: Played>(playing: &Playing<G>, viewer: Viewer) -> Value {
    json(&G::shown(&playing.game.view(viewer), None)).0
}

fn json(message: &impl serde::Serialize) -> Json {
    // Our messages hold nothing that JSON cannot write.
    Json(serde_json::to_value(message).unwrap_or_default())
}

/// The one seat that acted, if it was one.
fn actor<G: Played>(moves: &[PlayedMove<G::WireAction, G::WireOutcome>]) -> Option<Seat> {
    let seat = moves.first()?.seat;
    let one = seat.0 < G::CHAIRS && moves.iter().all(|made| made.seat == seat);
    one.then_some(seat)
}

/// The games of a table.
///
/// # Errors
/// [`ArchiveFault`] if the log is damaged.
pub fn games<G: Played>(
    id: TableId,
    entries: impl IntoIterator<Item = (Millis, EntryOf<G>)>,
) -> Result<TableGames, ArchiveFault> {
    let mut games: Vec<(TableGame, Roster)> = Vec::new();
    Table::<G>::fold(id.clone(), Limits::default(), entries, |table, at, entry, _| {
        let Some(playing) = table.game() else { return Ok(()) };
        if let EntryOf::<G>::Started { .. } = entry {
            let (number, began_at) = (playing.number, playing.began);
            let game = TableGame { number, began_at, players: Vec::new(), moves: 0, ended: None };
            games.push((game, Roster::of(table)));
        } else if let Some((game, roster)) = games.last_mut().filter(|(game, _)| game.ended.is_none()) {
            roster.follow::<G>(table.seq, entry);
            game.moves = playing.position;
            if let EntryOf::<G>::Ended { how, winners, scores } = entry {
                let (winners, scores) = (winners.clone(), scores.clone());
                game.ended = Some(TableGameEnd { at, how: *how, winners, scores });
            }
        }
        Ok::<_, ArchiveFault>(())
    })?;
    let games = games.into_iter().map(|(game, roster)| TableGame { players: roster.0, ..game });
    Ok(TableGames { table_id: id, game: G::GAME, games: games.collect() })
}
