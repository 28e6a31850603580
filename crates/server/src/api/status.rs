//! How the server is.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Json;
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use protocol::http::Health;

use super::problem::Trouble;
use crate::address;
use crate::app::App;

/// Whether the server is well.
pub(crate) async fn health(State(app): State<Arc<App>>) -> (StatusCode, Json<Health>) {
    let version = env!("CARGO_PKG_VERSION").to_owned();
    let (status, word) = if app.is_stopping() {
        (StatusCode::SERVICE_UNAVAILABLE, "stopping")
    } else {
        (StatusCode::OK, "ok")
    };
    (status, Json(Health { status: word.to_owned(), version }))
}

/// Counters, for programs on this machine and at the addresses that the settings name.
pub(crate) async fn metrics(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Response {
    if !address::may_read_counters(&app.config, peer, &headers) {
        let reason = "Counters are for this machine, and for the addresses in the setting metrics_from";
        return Trouble::new(StatusCode::FORBIDDEN, "not_for_you", reason).into_response();
    }
    let text = app.metrics.text(app.connections.count(), &app.store.metrics());
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response()
}

/// What this interface is.
pub(crate) async fn openapi() -> Json<serde_json::Value> {
    Json(protocol::http::openapi())
}
