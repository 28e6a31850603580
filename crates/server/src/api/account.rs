//! Guests and one's own account.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use protocol::http::{DeviceCode, Guest, Me, NewDevice, NewGuest, NewName};
use protocol::table::PlayerId;
use store::{Account, NewPlayer, StoreFault, TopUp};

use super::problem::Trouble;
use super::statistics;
use crate::app::App;
use crate::identity::{self, Identity};
use crate::metrics::add;
use crate::{address, entrance, entropy, storing};

/// A day, in milliseconds.
const DAY: i64 = 86_400_000;

/// A name as it is kept: trimmed, visible, not too long.
fn checked_name(app: &App, name: &str) -> Result<String, Trouble> {
    let name = name.trim();
    let most = app.config.tables.name;
    if roulette::Name::new(name).is_err() || name.chars().count() > most {
        let reason = format!("A name has 1 to {most} visible characters");
        return Err(Trouble::new(StatusCode::BAD_REQUEST, "bad_name", reason).with("most", most));
    }
    Ok(name.to_owned())
}

/// Makes a new guest.
pub(crate) async fn guest(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    body: Result<Json<NewGuest>, JsonRejection>,
) -> Result<Response, Trouble> {
    let Json(NewGuest { name, password, invite }) = body?;
    let name = checked_name(&app, &name)?;
    let client = address::client(&app.config, peer, &headers);
    entrance::look_at_password(&app, client, password.as_deref())?;
    if !app.guests.take(&client.into()) {
        return Err(Trouble::too_many());
    }
    let player_id = PlayerId::from_entropy(entropy::fresh()?);
    let (token, hash) = identity::new_token()?;
    let player = NewPlayer {
        id: player_id.as_str().into(),
        name: name.clone(),
        token: hash,
        opening: app.config.chips.opening,
        at_ms: app.clock.now(),
    };
    entrance::create(&app, client, player, invite).await?;
    add(&app.metrics.guests, 1);
    Ok(with_cookie(&app, StatusCode::CREATED, Guest { player_id, name, token }))
}

/// A guest as the answer, with the cookie for browsers.
fn with_cookie(app: &App, status: StatusCode, guest: Guest) -> Response {
    let secure = app.config.public_url.as_ref().is_some_and(|url| url.starts_with("https://"));
    let cookie = HeaderValue::from_str(&identity::cookie(&guest.token, secure));
    let mut response = (status, Json(guest)).into_response();
    if let Ok(cookie) = cookie {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}

/// Chips and games of whoever asks. Once a day the house fills up what is too little.
pub(crate) async fn me(State(app): State<Arc<App>>, me: Identity) -> Result<Json<Me>, Trouble> {
    let now = app.clock.now();
    let id = store::PlayerId::from(me.player.as_str());
    let top_up =
        TopUp { player: id.clone(), minimum: app.config.chips.minimum, day: now.div_euclid(DAY), at_ms: now };
    storing::write(|done| app.store.top_up(top_up, done)).await?;
    let (chips, statistics) = storing::read(&app.store, move |store| {
        Ok((store.balance(&Account::Player(id.clone()))?, store.statistics(&id)?))
    })
    .await?;
    let games = statistics.iter().map(|statistic| (statistic.game.clone(), statistics::played(statistic)));
    Ok(Json(Me { player_id: me.player, name: me.name, chips, games: games.collect() }))
}

/// Another name.
pub(crate) async fn rename(
    State(app): State<Arc<App>>,
    me: Identity,
    body: Result<Json<NewName>, JsonRejection>,
) -> Result<StatusCode, Trouble> {
    let Json(NewName { name }) = body?;
    let name = checked_name(&app, &name)?;
    storing::write(|done| app.store.rename(me.player.as_str().into(), name, done)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A code for another device.
pub(crate) async fn device_code(
    State(app): State<Arc<App>>,
    me: Identity,
) -> Result<Json<DeviceCode>, Trouble> {
    let now = app.clock.now();
    let expires_at = now + i64::try_from(app.config.device_code.as_millis()).unwrap_or(0);
    let code = app.devices.give(me, now, expires_at)?;
    Ok(Json(DeviceCode { code, expires_at }))
}

/// Uses such a code: the other device gets a token of its own for the same player.
pub(crate) async fn device(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    body: Result<Json<NewDevice>, JsonRejection>,
) -> Result<Response, Trouble> {
    let Json(NewDevice { code }) = body?;
    if !app.codes.take(&address::client(&app.config, peer, &headers).into()) {
        return Err(Trouble::too_many());
    }
    let now = app.clock.now();
    let found = match (app.devices.take(code.trim(), now), app.nodes.get()) {
        (Some(identity), _) => Some(identity),
        // It may have been given by another node.
        (None, Some(nodes)) => nodes.device(&app, code.trim()).await,
        (None, None) => None,
    };
    let gone = || Trouble::new(StatusCode::NOT_FOUND, "no_such_code", "This code is not good any more");
    let found = found.ok_or_else(gone)?;
    let (token, hash) = identity::new_token()?;
    let (id, by) = (store::PlayerId::from(found.player.as_str()), *found.token());
    match storing::write(|done| app.store.add_token(id, by, hash, now, done)).await {
        // Whoever asked for the code has been logged out since.
        Err(StoreFault::TokenGone) => return Err(gone()),
        added => added?,
    }
    let guest = Guest { player_id: found.player, name: found.name, token };
    Ok(with_cookie(&app, StatusCode::OK, guest))
}
