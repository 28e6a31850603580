//! The HTTP interface.

mod account;
mod advice;
mod asset;
mod connect;
mod problem;
mod query;
mod replay;
mod statistics;
mod status;
mod tables;
mod upgrade;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{ConnectInfo, DefaultBodyLimit, FromRef, FromRequestParts, Request, State};
use axum::http::Method;
use axum::http::request::Parts;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};

pub(crate) use self::problem::Trouble;
use crate::app::App;
use crate::identity::{self, Identity};
use crate::{address, headers};

/// Where it is told how the server is.
const HEALTH: &str = "/health";

/// All routes.
pub(crate) fn routes(app: Arc<App>) -> Router {
    let body = app.config.sockets.frame;
    Router::new()
        .route("/api/guests", post(account::guest))
        .route("/api/me", get(account::me).patch(account::rename))
        .route("/api/me/device-code", post(account::device_code))
        .route("/api/me/statistics", get(statistics::statistics))
        .route("/api/me/games", get(statistics::games))
        .route("/api/devices", post(account::device))
        .route("/api/tables", get(tables::list).post(tables::open))
        .route("/api/tables/{id}", get(tables::one))
        .route("/api/tables/{id}/games", get(replay::games))
        .route("/api/tables/{id}/replay", get(replay::replay))
        .route("/api/tables/{id}/replay/views", get(replay::views))
        .route(
            "/api/kniffel/advice",
            post(advice::advise).layer(DefaultBodyLimit::max(body.max(advice::BODY))),
        )
        .route("/api/codes/{code}", get(tables::by_code))
        .route("/api/openapi.json", get(status::openapi))
        .route(HEALTH, get(status::health))
        .route("/metrics", get(status::metrics))
        .route("/ws", get(connect::socket))
        .fallback(asset::page)
        .layer(DefaultBodyLimit::max(body))
        .layer(middleware::from_fn_with_state(Arc::clone(&app), gate))
        .layer(middleware::from_fn(headers::secure))
        .with_state(app)
}

/// How long whoever asks too often waits for being told so.
const TOO_MANY: Duration = Duration::from_millis(500);

/// What every request has to pass: not too many of them, and none that another site's page sends in somebody's name.
async fn gate(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    let client = address::client(&app.config, peer, request.headers());
    if app.sanctions.is_banned(client) {
        return Trouble::banned().into_response();
    }
    // Whoever watches over the server is told how it is, however much else was asked for from there.
    let watches = request.uri().path() == HEALTH && address::is_its_own(&app.config, peer, request.headers());
    let limit = if watches { &app.monitors } else { &app.addresses };
    if !limit.take(&client.into()) {
        // One request after the other: whoever does not stop gets an answer now and then, for nothing but some patience of ours.
        tokio::time::sleep(TOO_MANY).await;
        return Trouble::too_many().into_response();
    }
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if changes && !address::origin_is_ours(&app.config, request.headers()) {
        return Trouble::foreign_origin().into_response();
    }
    let answered = tokio::time::timeout(app.config.sockets.request_within, next.run(request));
    answered.await.unwrap_or_else(|_| Trouble::too_slow().into_response())
}

/// Whoever asks must be known.
impl<S: Send + Sync> FromRequestParts<S> for Identity
where
    Arc<App>: FromRef<S>,
{
    type Rejection = Trouble;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Trouble> {
        let app = Arc::<App>::from_ref(state);
        identity::identify(&app, &parts.headers).await?.ok_or_else(Trouble::unknown_player)
    }
}
