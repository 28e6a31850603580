//! The page: a plain one that plays, compiled into the program.

use axum::http::{Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

const PAGE: &str = include_str!("../../page/index.html");
const STYLE: &str = include_str!("../../page/table.css");
/// The modules of the page by their paths.
const SCRIPTS: [(&str, &str); 13] = [
    ("/api.js", include_str!("../../page/api.js")),
    ("/board.js", include_str!("../../page/board.js")),
    ("/catan.js", include_str!("../../page/catan.js")),
    ("/dom.js", include_str!("../../page/dom.js")),
    ("/fair.js", include_str!("../../page/fair.js")),
    ("/games.js", include_str!("../../page/games.js")),
    ("/kniffel.js", include_str!("../../page/kniffel.js")),
    ("/line.js", include_str!("../../page/line.js")),
    ("/lobby.js", include_str!("../../page/lobby.js")),
    ("/proof.js", include_str!("../../page/proof.js")),
    ("/roulette.js", include_str!("../../page/roulette.js")),
    ("/start.js", include_str!("../../page/start.js")),
    ("/table.js", include_str!("../../page/table.js")),
];

/// The page under every path that a link to a table may have, and its parts.
pub(crate) async fn page(method: Method, uri: Uri) -> Response {
    if !matches!(method, Method::GET | Method::HEAD) {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let (kind, text) = match uri.path() {
        "/table.css" => ("text/css; charset=utf-8", STYLE),
        "/" => ("text/html; charset=utf-8", PAGE),
        path if path.starts_with("/t/") => ("text/html; charset=utf-8", PAGE),
        path => match SCRIPTS.iter().find(|(name, _)| *name == path) {
            Some((_, script)) => ("text/javascript; charset=utf-8", *script),
            None => return (StatusCode::NOT_FOUND, "There is no such page").into_response(),
        },
    };
    ([(header::CONTENT_TYPE, kind)], text).into_response()
}
