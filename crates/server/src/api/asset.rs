//! The page: a plain one that plays, compiled into the program.

use axum::http::{Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

const PAGE: &str = include_str!("../../page/index.html");
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
/// The parts of the page: path, kind, text.
const PARTS: [(&str, &str, &str); 17] = [
    ("/api.js", SCRIPT, include_str!("../../page/api.js")),
    ("/board.js", SCRIPT, include_str!("../../page/board.js")),
    ("/catan.css", STYLE, include_str!("../../page/catan.css")),
    ("/catan.js", SCRIPT, include_str!("../../page/catan.js")),
    ("/dom.js", SCRIPT, include_str!("../../page/dom.js")),
    ("/fair.js", SCRIPT, include_str!("../../page/fair.js")),
    ("/games.js", SCRIPT, include_str!("../../page/games.js")),
    ("/kniffel.css", STYLE, include_str!("../../page/kniffel.css")),
    ("/kniffel.js", SCRIPT, include_str!("../../page/kniffel.js")),
    ("/line.js", SCRIPT, include_str!("../../page/line.js")),
    ("/lobby.js", SCRIPT, include_str!("../../page/lobby.js")),
    ("/proof.js", SCRIPT, include_str!("../../page/proof.js")),
    ("/roulette.css", STYLE, include_str!("../../page/roulette.css")),
    ("/roulette.js", SCRIPT, include_str!("../../page/roulette.js")),
    ("/start.js", SCRIPT, include_str!("../../page/start.js")),
    ("/table.css", STYLE, include_str!("../../page/table.css")),
    ("/table.js", SCRIPT, include_str!("../../page/table.js")),
];

/// The page under every path that a link to a table may have, and its parts.
pub(crate) async fn page(method: Method, uri: Uri) -> Response {
    if !matches!(method, Method::GET | Method::HEAD) {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let path = uri.path();
    let part = PARTS.iter().find(|(name, _, _)| *name == path);
    let (kind, text) = match part {
        Some((_, kind, text)) => (*kind, *text),
        None if path == "/" || path.starts_with("/t/") => ("text/html; charset=utf-8", PAGE),
        None => return (StatusCode::NOT_FOUND, "There is no such page").into_response(),
    };
    ([(header::CONTENT_TYPE, kind)], text).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All that stands between these marks.
    fn between<'a>(text: &'a str, before: &str, after: char) -> Vec<&'a str> {
        text.split(before).skip(1).filter_map(|rest| rest.split(after).next()).collect()
    }

    #[test]
    fn every_part_that_another_one_asks_for_is_there() {
        let mut wanted: Vec<String> = PARTS
            .iter()
            .flat_map(|(_, _, text)| between(text, " from \".", '"'))
            .map(str::to_owned)
            .collect();
        wanted.extend(between(PAGE, "=\"/", '"').into_iter().map(|path| format!("/{path}")));
        wanted.sort();
        wanted.dedup();
        let known: Vec<&str> = PARTS.iter().map(|(path, _, _)| *path).collect();
        assert_eq!(wanted, known, "no part is missing, and none is there that nothing asks for");
    }

    /// The policy in `headers.rs` would stop them in the browser; here it is seen before.
    #[test]
    fn nothing_is_inline_and_no_text_becomes_markup() {
        assert_eq!(PAGE.matches("<script").count(), PAGE.matches("<script type=\"module\" src=").count());
        for forbidden in ["<style", " style=", " onclick=", "javascript:"] {
            assert!(!PAGE.contains(forbidden), "{forbidden}");
        }
        for (path, _, text) in PARTS {
            for forbidden in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("] {
                assert!(!text.contains(forbidden), "{forbidden} in {path}");
            }
        }
    }
}
