//! How the server is.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

use axum::Json;
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use protocol::http::Health;
use store::Lease;

use super::problem::Trouble;
use crate::address;
use crate::app::App;
use crate::metrics::{Present, Standing};
use crate::nodes::Nodes;

/// Whether the server is well. Anybody may want to know; no name is asked for.
pub(crate) async fn health(State(app): State<Arc<App>>) -> (StatusCode, Json<Health>) {
    let version = env!("CARGO_PKG_VERSION").to_owned();
    let (status, word, reason) = state(&app);
    (status, Json(Health { status: word.to_owned(), reason: reason.map(str::to_owned), version }))
}

fn state(app: &App) -> (StatusCode, &'static str, Option<&'static str>) {
    const DOWN: StatusCode = StatusCode::SERVICE_UNAVAILABLE;
    if app.is_stopping() {
        return (DOWN, "stopping", Some("The server is about to stop"));
    }
    match app.store.lease() {
        Lease::Over => return (DOWN, "replaced", Some("Another run of this server has taken its place")),
        lease if !lease.holds(Instant::now()) => {
            return (
                DOWN,
                "no_database",
                Some("The database was not reached for longer than the lease lasts"),
            );
        }
        Lease::Until(_) | Lease::Forever => {}
    }
    // When the bus itself is gone, every node says so: none of them may send people away for it.
    if app.nodes.get().is_some_and(|nodes| nodes.cut_for().is_some()) {
        return (StatusCode::OK, "no_bus", Some("Other servers cannot be reached over the bus"));
    }
    (StatusCode::OK, "ok", None)
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
    let text = app.metrics.text(Present::of(&app), &app.store.metrics(), &standing(&app));
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response()
}

fn standing(app: &App) -> Standing {
    Standing {
        holds_lease: app.store.lease().holds(Instant::now()),
        // Counted are its losses and its returns.
        leases_lost: app.store.lapses().div_ceil(2),
        company: app.nodes.get().map(Nodes::company),
    }
}

/// What this interface is.
pub(crate) async fn openapi() -> Json<serde_json::Value> {
    Json(protocol::http::openapi())
}
