//! Games told again: the file of a finished one, for anybody to check; of a running one what the asker may know.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use protocol::engine::GameName;
use protocol::table::{PlayerId, TableId};
use store::{Store, StoreFault};
use table::{Played, Retold};

use super::problem::Trouble;
use crate::app::App;
use crate::desk::{Numbered, all_entries};
use crate::identity::Identity;
use crate::registry::with_game;
use crate::storing;

/// The last game of a table.
pub(crate) async fn replay(
    State(app): State<Arc<App>>,
    me: Identity,
    Path(id): Path<String>,
) -> Result<Response, Trouble> {
    let id: TableId = id.parse().map_err(|_| Trouble::no_such_table())?;
    let key = store::TableId::from(id.as_str());
    let record = storing::read(&app.store, move |store| store.table(&key)).await?;
    let game = record.and_then(|record| GameName::from_name(&record.row.game));
    let game = game.ok_or_else(Trouble::no_such_table)?;
    let told =
        storing::read(&app.store, move |store| with_game!(game, G => lines::<G>(store, id, &me.player)));
    match told.await? {
        Some(lines) => Ok(([(header::CONTENT_TYPE, "application/x-ndjson")], lines).into_response()),
        None => {
            Err(Trouble::new(StatusCode::NOT_FOUND, "nothing_played", "Nothing was played at this table yet"))
        }
    }
}

fn lines<G: Played>(store: &dyn Store, id: TableId, asker: &PlayerId) -> Result<Option<Vec<u8>>, StoreFault> {
    let entries = all_entries::<G>(store, &id.as_str().into())?;
    let retold =
        table::retell::<G>(id, entries, asker).map_err(|fault| StoreFault::Corrupt(fault.to_string()))?;
    Ok(retold.map(|retold| match retold {
        Retold::File(file) => file,
        Retold::Events(events) => {
            let mut lines = Vec::new();
            for (seq, told) in &events {
                // Our messages hold nothing that JSON cannot write.
                lines.extend(serde_json::to_vec(&Numbered { seq: *seq, told }).unwrap_or_default());
                lines.push(b'\n');
            }
            lines
        }
    }))
}
