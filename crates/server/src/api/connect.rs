//! The upgrade to a socket.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Extension;
use axum::extract::{ConnectInfo, State};
use axum::http::HeaderMap;
use axum::response::Response;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

use super::problem::Trouble;
use super::upgrade::Upgrade;
use crate::address;
use crate::app::App;
use crate::identity::Identity;
use crate::pace::Pace;
use crate::socket::{self, Places};

/// How much is read from a socket at a time, in bytes; longer messages are read in several steps.
const READ: usize = 2 * 1024;
/// How much of what tungstenite itself writes is gathered, in bytes: answers to pings, and farewells.
const WRITE: usize = 128;

/// Lets a page of ours, or a program, open a socket.
pub(crate) async fn socket(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    me: Identity,
    Extension(pace): Extension<Pace>,
    upgrade: Upgrade,
) -> Result<Response, Trouble> {
    if !address::origin_is_ours(&app.config, &headers) {
        return Err(Trouble::foreign_origin());
    }
    if app.is_stopping() {
        return Err(Trouble::unavailable());
    }
    let limits = &app.config.sockets;
    let client = address::client(&app.config, peer, &headers);
    let places = Places {
        _address: app
            .sockets_by_address
            .enter(&client.into(), limits.per_address)
            .ok_or_else(Trouble::too_many)?,
        _player: app.sockets_by_player.enter(&me.player, limits.per_player).ok_or_else(Trouble::too_many)?,
    };
    // The buffer for reading is cleared before every read and kept for every socket: no larger than what pages send.
    let config = WebSocketConfig::default()
        .read_buffer_size(READ)
        .write_buffer_size(WRITE)
        .max_message_size(Some(limits.frame))
        .max_frame_size(Some(limits.frame));
    pace.apply();
    Ok(upgrade.grant(config, move |socket| socket::serve(app, socket, me, client, places)))
}
