//! The page: a plain one that plays, compiled into the program.

use axum::http::{Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

const PAGE: &str = include_str!("../../page/index.html");
const SCRIPT: &str = include_str!("../../page/table.js");
const STYLE: &str = include_str!("../../page/table.css");

/// The page under every path that a link to a table may have, and its parts.
pub(crate) async fn page(method: Method, uri: Uri) -> Response {
    if !matches!(method, Method::GET | Method::HEAD) {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let (kind, text) = match uri.path() {
        "/table.js" => ("text/javascript; charset=utf-8", SCRIPT),
        "/table.css" => ("text/css; charset=utf-8", STYLE),
        "/" => ("text/html; charset=utf-8", PAGE),
        path if path.starts_with("/t/") => ("text/html; charset=utf-8", PAGE),
        _ => return (StatusCode::NOT_FOUND, "There is no such page").into_response(),
    };
    ([(header::CONTENT_TYPE, kind)], text).into_response()
}
