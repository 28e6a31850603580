//! Tables: the list, opening one, finding one.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::{HeaderMap, StatusCode};
use protocol::http::{NewTable, TableSummary, Tables};
use protocol::table::{JoinCode, PlayerId, TableId};
use store::TableRecord;
use tokio::sync::{mpsc, oneshot};

use super::problem::Trouble;
use crate::app::App;
use crate::identity::{self, Identity};
use crate::mail::Mail;
use crate::{address, storing};

/// How many public tables are listed.
const LISTED: u32 = 100;

/// What the store's row says about a table.
fn summary(record: &TableRecord) -> Option<TableSummary> {
    let mut summary: TableSummary = serde_json::from_str(&record.row.details).ok()?;
    summary.settings = None;
    summary.changed_at = record.changed_at_ms;
    Some(summary)
}

/// The same for somebody who does not sit there.
fn from_outside(record: &TableRecord) -> Option<TableSummary> {
    summary(record).map(TableSummary::for_stranger)
}

/// Public tables, for everybody; and those where whoever asks has a seat. A visitor without a name, or with a token that nobody
/// knows any more, has none.
pub(crate) async fn list(State(app): State<Arc<App>>, headers: HeaderMap) -> Result<Json<Tables>, Trouble> {
    let me = identity::identify(&app, &headers).await?.map(|me| me.player);
    let id = me.as_ref().map(|me| store::PlayerId::from(me.as_str()));
    let (public, own) = storing::read(&app.store, move |store| {
        let own = id.map(|id| store.tables_of(&id)).transpose()?;
        Ok((store.public_tables(LISTED)?, own.unwrap_or_default()))
    })
    .await?;
    let public = public.iter().filter_map(from_outside).collect();
    let mut mine = Vec::new();
    if let Some(me) = me {
        for row in own.iter().filter_map(summary) {
            mine.push(as_it_is(&app, row, &me).await);
        }
    }
    Ok(Json(Tables { public, mine }))
}

/// What one who sits at a table is told about it. A table in memory says itself whose move it is; for others the
/// row does, which after a kill is as old as the last pause or start until the table is loaded again.
async fn as_it_is(app: &App, row: TableSummary, me: &PlayerId) -> TableSummary {
    let said = match app.tables.loaded(&row.table_id) {
        Some(mail) => asked(&mail, me.clone()).await.ok(),
        None => None,
    };
    match said {
        Some(said) => TableSummary { settings: None, changed_at: row.changed_at, ..said },
        None => row.for_sitter(me),
    }
}

/// Opens a table.
pub(crate) async fn open(
    State(app): State<Arc<App>>,
    me: Identity,
    body: Result<Json<NewTable>, JsonRejection>,
) -> Result<(StatusCode, Json<TableSummary>), Trouble> {
    let Json(NewTable { game, options, bots, quick }) = body?;
    let id = store::PlayerId::from(me.player.as_str());
    let open = storing::read(&app.store, move |store| Ok(store.tables_of(&id)?.len())).await?;
    if open >= app.config.tables_per_player {
        let reason = "You have as many tables as one may have; leave one first";
        return Err(Trouble::new(StatusCode::CONFLICT, "too_many_tables", reason)
            .with("most", app.config.tables_per_player));
    }
    let (_, mail) = app.tables.open(&app, game, me.player.clone(), options).await?;
    if quick || !bots.is_empty() {
        let (done, prepared) = oneshot::channel();
        let prepare = Mail::Prepare { player: me.player.clone(), name: me.name, bots, sit: quick, done };
        mail.send(prepare).await.map_err(|_| Trouble::unavailable())?;
        let prepared = prepared.await.map_err(|_| Trouble::unavailable())?;
        prepared.map_err(|refusal| Trouble::refused(StatusCode::BAD_REQUEST, &refusal))?;
    }
    Ok((StatusCode::CREATED, Json(asked(&mail, me.player).await?)))
}

/// What a table says about itself to somebody.
async fn asked(mail: &mpsc::Sender<Mail>, asker: PlayerId) -> Result<TableSummary, Trouble> {
    let (reply, answer) = oneshot::channel();
    mail.send(Mail::Summary { asker, reply }).await.map_err(|_| Trouble::unavailable())?;
    answer.await.map_err(|_| Trouble::unavailable())
}

/// One table, for whoever knows its id.
pub(crate) async fn one(
    State(app): State<Arc<App>>,
    me: Identity,
    Path(id): Path<String>,
) -> Result<Json<TableSummary>, Trouble> {
    let id: TableId = id.parse().map_err(|_| Trouble::no_such_table())?;
    let mail = app.tables.find(&app, &id).await?.ok_or_else(Trouble::no_such_table)?;
    Ok(Json(asked(&mail, me.player).await?))
}

/// The table with a code that somebody read out. Codes are short, so guessing is slow.
pub(crate) async fn by_code(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    _me: Identity,
    Path(code): Path<String>,
) -> Result<Json<TableSummary>, Trouble> {
    if !app.codes.take(&address::client(&app.config, peer, &headers).into()) {
        return Err(Trouble::too_many());
    }
    let code: JoinCode = code.to_lowercase().parse().map_err(|_| Trouble::no_such_table())?;
    let record = storing::read(&app.store, move |store| store.table_by_code(code.as_str())).await?;
    record.as_ref().and_then(from_outside).map(Json).ok_or_else(Trouble::no_such_table)
}
