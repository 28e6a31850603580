//! The page: the browser client, built from `web/` and compiled into the program.
//!
//! Files under `/assets/` are named after their contents and may be kept for ever; whatever else there is gets asked for again.
//! A text lies there twice, plain and compressed, so nothing is compressed while people play.

use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

include!(concat!(env!("OUT_DIR"), "/page.rs"));

const NOT_BUILT: &str = "The page is not part of this build: run `make web` and build again.\n";

/// The page under every path that it knows how to show, and its files.
pub(crate) async fn page(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if !matches!(method, Method::GET | Method::HEAD) {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let path = uri.path();
    if let Some(response) = (path != "/index.html").then(|| file(path, &headers)).flatten() {
        return response;
    }
    if path == "/" || path == "/me" || path.starts_with("/t/") {
        let missing = || (StatusCode::SERVICE_UNAVAILABLE, NOT_BUILT).into_response();
        return file("/index.html", &headers).unwrap_or_else(missing);
    }
    (StatusCode::NOT_FOUND, "There is no such page").into_response()
}

fn bytes(path: &str) -> Option<&'static [u8]> {
    FILES.binary_search_by_key(&path, |(name, _)| name).ok().map(|at| FILES[at].1)
}

fn file(path: &str, headers: &HeaderMap) -> Option<Response> {
    let kind = kind(path)?;
    let plain = bytes(path)?;
    let short = bytes(&format!("{path}.gz")).filter(|_| takes_gzip(headers));
    let keep = if path.starts_with("/assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let mut response = short.unwrap_or(plain).into_response();
    let own = response.headers_mut();
    own.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    own.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    own.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if short.is_some() {
        own.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    Some(response)
}

/// Whether a browser said that it can unpack. One that forbids it (`gzip;q=0`) gets the plain text.
fn takes_gzip(headers: &HeaderMap) -> bool {
    let Some(accepted) = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()) else {
        return false;
    };
    accepted.split(',').any(|coding| {
        let (name, quality) = coding.split_once(';').unwrap_or((coding, ""));
        let refused = quality.trim().strip_prefix("q=").is_some_and(|q| q.parse::<f32>() == Ok(0.0));
        name.trim() == "gzip" && !refused
    })
}

/// What a file is, by the end of its name; the compressed twins are not asked for by name.
fn kind(path: &str) -> Option<&'static str> {
    Some(match path.rsplit_once('.')?.1 {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webmanifest" => "application/manifest+json",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(path: &str) -> &'static str {
        let bytes = bytes(path).unwrap_or_else(|| panic!("{path} is missing: run `make web`"));
        std::str::from_utf8(bytes).unwrap()
    }

    #[test]
    fn whatever_the_page_asks_for_is_there() {
        let page = text("/index.html");
        let wanted: Vec<&str> =
            page.split("=\"/").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        assert!(wanted.len() >= 3, "{wanted:?}");
        for path in wanted {
            assert!(bytes(&format!("/{path}")).is_some(), "/{path}");
        }
    }

    #[test]
    fn every_file_is_served_as_what_it_is_and_named_in_order() {
        assert!(FILES.is_sorted_by_key(|(name, _)| *name));
        for (name, _) in FILES {
            assert!(kind(name.strip_suffix(".gz").unwrap_or(name)).is_some(), "{name}");
        }
    }

    /// The policy in `headers.rs` would stop them in the browser; here it is seen before.
    #[test]
    fn nothing_is_inline_and_nothing_comes_from_elsewhere() {
        let page = text("/index.html");
        assert_eq!(
            page.matches("<script").count(),
            page.matches("<script type=\"module\" crossorigin src=\"/").count()
        );
        for forbidden in ["<style", " style=", " onclick=", "javascript:", "=\"http"] {
            assert!(!page.contains(forbidden), "{forbidden}");
        }
    }

    #[test]
    fn only_who_takes_gzip_gets_it() {
        let asked = |value: &'static str| {
            takes_gzip(&HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(value))]))
        };
        assert!(asked("gzip") && asked("br, gzip;q=0.5, deflate"));
        assert!(!asked("gzip;q=0") && !asked("br") && !asked("") && !takes_gzip(&HeaderMap::new()));
    }

    #[tokio::test]
    async fn the_page_answers_where_it_has_something_to_show() {
        let ask = |path: &'static str| page(Method::GET, Uri::from_static(path), HeaderMap::new());
        for path in ["/", "/me", "/t/abc", "/t/abc/replay"] {
            let answer = ask(path).await;
            assert_eq!(answer.headers()[header::CONTENT_TYPE], "text/html; charset=utf-8", "{path}");
        }
        assert_eq!(ask("/nowhere").await.status(), StatusCode::NOT_FOUND);
        assert_eq!(ask("/assets/../Cargo.toml").await.status(), StatusCode::NOT_FOUND);
        let post = page(Method::POST, Uri::from_static("/"), HeaderMap::new()).await;
        assert_eq!(post.status(), StatusCode::METHOD_NOT_ALLOWED);
    }
}
