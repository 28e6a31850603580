//! From a request to a WebSocket (RFC 6455 §4.2).

use axum::body::Body;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{Request, StatusCode};
use axum::response::Response;
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use tokio_tungstenite::tungstenite::handshake::server::create_response;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

use super::problem::Trouble;
use crate::websocket::{Stream, WebSocket};

/// A request for a WebSocket that can be granted.
pub(crate) struct Upgrade {
    answer: Response,
    granted: OnUpgrade,
}

impl<S: Sync> FromRequestParts<S> for Upgrade {
    type Rejection = Trouble;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Trouble> {
        let refused = |why: String| Trouble::new(StatusCode::BAD_REQUEST, "bad_request", why);
        let mut request = Request::new(());
        *request.method_mut() = parts.method.clone();
        *request.version_mut() = parts.version;
        request.headers_mut().clone_from(&parts.headers);
        let answer = create_response(&request).map_err(|fault| refused(fault.to_string()))?;
        let granted = parts.extensions.remove::<OnUpgrade>();
        let granted =
            granted.ok_or_else(|| refused("This connection cannot become a WebSocket".to_owned()))?;
        Ok(Self { answer: answer.map(|()| Body::empty()), granted })
    }
}

impl Upgrade {
    /// The answer that grants it. As soon as it is sent, `serve` gets the socket.
    pub(crate) fn grant<F: Future<Output = ()> + Send + 'static>(
        self,
        config: WebSocketConfig,
        serve: impl FnOnce(WebSocket) -> F + Send + 'static,
    ) -> Response {
        let granted = self.granted;
        tokio::spawn(async move {
            // Whoever is gone by then needs no socket.
            if let Ok(upgraded) = granted.await
                && let Some(socket) = socket(upgraded, config).await
            {
                serve(socket).await;
            }
        });
        self.answer
    }
}

/// The stream itself, without what HTTP has wrapped it in.
async fn socket(upgraded: Upgraded, config: WebSocketConfig) -> Option<WebSocket> {
    let Ok(parts) = upgraded.downcast::<TokioIo<Stream>>() else {
        tracing::error!("a connection is not what it was when it was accepted");
        return None;
    };
    // A copy: what HTTP read into has room for a whole head, and would be kept for as long as the socket is open.
    let read = parts.read_buf.to_vec();
    Some(WebSocket::new(parts.io.into_inner(), read, config).await)
}
