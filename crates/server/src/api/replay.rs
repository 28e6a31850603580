//! Games told again: the file of a finished one, for anybody to check, or view by view, for anybody to watch; of a running one
//! what the asker may know.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use protocol::engine::GameName;
use protocol::http::{Replay, TableGames};
use protocol::table::{PlayerId, TableId};
use protocol::with_game;
use store::{Store, StoreFault};
use table::{ArchiveFault, NoReplay, Played, Retold};

use super::problem::Trouble;
use super::query;
use crate::app::App;
use crate::desk::all_entries;
use crate::identity::Identity;
use crate::storing;

/// The table with this id, open or closed, and what is played there.
async fn find(app: &App, id: &str) -> Result<(TableId, GameName), Trouble> {
    let id: TableId = id.parse().map_err(|_| Trouble::no_such_table())?;
    let key = store::TableId::from(id.as_str());
    let record = storing::read(&app.store, move |store| store.table(&key)).await?;
    let game = record.and_then(|record| GameName::from_name(&record.row.game));
    game.map(|game| (id, game)).ok_or_else(Trouble::no_such_table)
}

/// Reads a table's log, few readers at a time.
async fn study<T: Send + 'static>(
    app: &App,
    read: impl FnOnce(&dyn Store) -> Result<T, StoreFault> + Send + 'static,
) -> Result<T, Trouble> {
    let store = Arc::clone(&app.store);
    let read = app.studies.short(move || read(store.as_ref())).await;
    Ok(read.ok_or_else(Trouble::unavailable)??)
}

fn corrupt(fault: &ArchiveFault) -> StoreFault {
    StoreFault::Corrupt(fault.to_string())
}

/// All games of a table.
pub(crate) async fn games(
    State(app): State<Arc<App>>,
    _me: Identity,
    Path(id): Path<String>,
) -> Result<Json<TableGames>, Trouble> {
    let (id, game) = find(&app, &id).await?;
    let games = study(&app, move |store| {
        with_game!(game, G => {
            let entries = all_entries::<G>(store, &id.as_str().into())?;
            table::games::<G>(id, entries).map_err(|fault| corrupt(&fault))
        })
    });
    Ok(Json(games.await?))
}

/// A game that is over, as any seat or a spectator saw it.
pub(crate) async fn views(
    State(app): State<Arc<App>>,
    _me: Identity,
    Path(id): Path<String>,
    uri: Uri,
) -> Result<Json<Replay>, Trouble> {
    let [number, seat] = query::numbers(&uri, ["game", "seat"])?;
    // A seat that cannot even be written is one where nobody sat.
    let seat = seat.map(|seat| protocol::Seat(u8::try_from(seat).unwrap_or(u8::MAX)));
    let (id, game) = find(&app, &id).await?;
    let replay = study(&app, move |store| {
        with_game!(game, G => {
            let entries = all_entries::<G>(store, &id.as_str().into())?;
            table::replay::<G>(id, entries, number, seat).map_err(|fault| corrupt(&fault))
        })
    });
    replay.await?.map(Json).map_err(Trouble::from)
}

impl From<NoReplay> for Trouble {
    fn from(reason: NoReplay) -> Self {
        let (status, code) = match reason {
            NoReplay::NoSuchGame => (StatusCode::NOT_FOUND, "no_such_game"),
            NoReplay::NoSuchSeat => (StatusCode::NOT_FOUND, "nobody_sat_there"),
            NoReplay::StillOn => (StatusCode::CONFLICT, "game_still_on"),
            NoReplay::TooLong => (StatusCode::CONFLICT, "game_too_long"),
        };
        Self::new(status, code, reason.to_string())
    }
}

/// A game of a table, as a file.
pub(crate) async fn replay(
    State(app): State<Arc<App>>,
    me: Identity,
    Path(id): Path<String>,
    uri: Uri,
) -> Result<Response, Trouble> {
    let [number] = query::numbers(&uri, ["game"])?;
    let (id, game) = find(&app, &id).await?;
    let told = study(&app, move |store| with_game!(game, G => lines::<G>(store, id, number, &me.player)));
    let lines = told.await?.ok_or(NoReplay::NoSuchGame)?;
    Ok(([(header::CONTENT_TYPE, "application/x-ndjson")], lines).into_response())
}

fn lines<G: Played>(
    store: &dyn Store,
    id: TableId,
    number: Option<u32>,
    asker: &PlayerId,
) -> Result<Option<Vec<u8>>, StoreFault> {
    let entries = all_entries::<G>(store, &id.as_str().into())?;
    let retold = table::retell::<G>(id, entries, number, asker).map_err(|fault| corrupt(&fault))?;
    Ok(retold.map(|retold| match retold {
        Retold::File(file) => file,
        Retold::Events(events) => {
            let mut lines = Vec::new();
            for event in &events {
                // Our messages hold nothing that JSON cannot write.
                lines.extend(serde_json::to_vec(event).unwrap_or_default());
                lines.push(b'\n');
            }
            lines
        }
    }))
}
