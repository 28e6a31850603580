//! Limits and strangers: what must not work, and must not disturb anybody else.

use std::time::Duration;

use serde_json::json;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

use crate::host::{Host, hasty};
use pages::Page;

fn code(page: &Page) -> u16 {
    page.closed.as_ref().map_or(0, |close| close.code.into())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_gets_in_without_a_token() {
    let host = Host::start().await;
    for token in ["", "0", &"0".repeat(64)] {
        assert!(Page::try_open(host.address, "x", token, None).await.is_err());
        let (status, problem) = pages::request(host.address, "GET", "/api/me", Some(token), None).await;
        assert_eq!((status, problem["code"].as_str()), (401, Some("unknown_player")));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_of_other_sites_are_turned_away() {
    let host = Host::start().await;
    let (player, token) = host.guest("Ada").await;
    let own = format!("http://{}", host.address);
    assert!(Page::try_open(host.address, &player, &token, Some(&own)).await.is_ok());
    assert!(Page::try_open(host.address, &player, &token, Some("http://evil.example")).await.is_err());
    let headers =
        [("Origin", "http://evil.example".to_owned()), ("Content-Type", "application/json".to_owned())];
    let (status, ..) = pages::raw(host.address, "POST", "/api/guests", &headers, r#"{"name":"x"}"#).await;
    assert_eq!(status, 403);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn answers_carry_security_headers_and_cookies_are_closed_to_scripts() {
    let host = Host::start().await;
    let json = [("Content-Type", "application/json".to_owned())];
    let (_, head, _) = pages::raw(host.address, "POST", "/api/guests", &json, r#"{"name":"Ada"}"#).await;
    assert!(
        head.contains("set-cookie: stammtisch=")
            && head.contains("httponly")
            && head.contains("samesite=strict")
    );
    for path in ["/", "/t/0123456789abcdef", "/health", "/nowhere"] {
        let (_, head, _) = pages::raw(host.address, "GET", path, &[], "").await;
        assert!(head.contains("content-security-policy: default-src 'none'"), "{path}");
        assert!(!head.contains("unsafe-inline"), "{path}");
        assert!(head.contains("x-content-type-options: nosniff"), "{path}");
    }
}

/// Pitfall 42: odd paths and broken requests end nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn odd_requests_are_answered_and_survived() {
    let host = Host::start().await;
    for path in ["//", "/ws", "/%00", "/api/tables/..%2f..", "/api/tables/%ff", "/t/", "/api/codes/'"] {
        let (status, ..) = pages::raw(host.address, "GET", path, &[], "").await;
        assert!((200..500).contains(&status), "{path}: {status}");
    }
    for body in ["", "{", "[]", r#"{"name":1}"#, r#"{"name":"x","more":1}"#, r#"{"name":" "}"#] {
        let json = [("Content-Type", "application/json".to_owned())];
        let (status, _, text) = pages::raw(host.address, "POST", "/api/guests", &json, body).await;
        assert!((400..500).contains(&status), "{body}: {status}");
        assert!(text.contains("reason"), "{body}: {text}");
    }
    let (status, ..) = pages::raw(host.address, "GET", "/health", &[], "").await;
    assert_eq!(status, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn malformed_frames_get_a_sentence_and_the_socket_lives() {
    let host = Host::start().await;
    let me = host.guest("Ada").await;
    let table = host.table(&me.1, &json!({ "game": "kniffel" })).await;
    let mut page = Page::at(host.address, &me, &table).await;
    for text in [
        "",
        "null",
        "[]",
        "{",
        "\u{0}",
        "{\"type\":\"sit\"}",
        "{\"id\":5,\"type\":\"sit\"}",
        &"[".repeat(4_000),
    ] {
        page.send_text(text).await;
        let told = page.hear().await.expect("the socket lives");
        assert_eq!(told["type"], "error", "{text}: {told}");
        assert!(!told["reason"].as_str().unwrap().is_empty());
    }
    page.does(json!({ "type": "sit" })).await;
    page.send_raw(Message::binary(vec![1, 2, 3])).await;
    while page.hear().await.is_some() {}
    assert_eq!(code(&page), 4014);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_frame_that_is_too_long_closes_the_socket() {
    let host = Host::start().await;
    let me = host.guest("Ada").await;
    let table = host.table(&me.1, &json!({ "game": "kniffel" })).await;
    let mut page = Page::at(host.address, &me, &table).await;
    page.send(&json!({ "type": "chat", "id": "1", "text": "x".repeat(9_000) })).await;
    while page.hear().await.is_some() {}
    let (status, ..) = pages::raw(host.address, "GET", "/health", &[], "").await;
    assert_eq!(status, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn too_many_messages_close_the_socket() {
    let mut config = hasty();
    config.rates.socket = (5, 0.1);
    let host = Host::with(config).await;
    let me = host.guest("Ada").await;
    let mut page = Page::open(host.address, &me).await;
    for _ in 0..10 {
        page.send(&json!({ "type": "ping" })).await;
    }
    while page.hear().await.is_some() {}
    assert_eq!(code(&page), 4008);
    assert!(page.told.len() <= 5);
}

/// Whoever is cut for pings opens another socket; what a player may say is not given anew with it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pings_count_as_what_their_player_says_on_all_sockets() {
    let mut config = hasty();
    (config.rates.socket, config.rates.player) = ((5, 0.1), (8, 0.1));
    let host = Host::with(config).await;
    let me = host.guest("Ada").await;
    let pings = |count| vec![Message::Ping(Vec::new().into()); count];
    let mut first = Page::open(host.address, &me).await;
    for ping in pings(6) {
        first.send_raw(ping).await;
    }
    while first.hear().await.is_some() {}
    assert_eq!(code(&first), 4008, "one more than a socket may send");
    let mut second = Page::open(host.address, &me).await;
    for ping in pings(3) {
        second.send_raw(ping).await;
    }
    second.send(&json!({ "type": "ping" })).await;
    while second.hear().await.is_some() {}
    assert_eq!(code(&second), 4008, "one more than the player may, on both");
    assert!(!second.heard("pong"), "{:?}", second.told);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sockets_are_counted_by_player_and_by_address() {
    let mut config = hasty();
    (config.sockets.per_player, config.sockets.per_address) = (2, 3);
    let host = Host::with(config).await;
    let (ada, bob) = (host.guest("Ada").await, host.guest("Bob").await);
    let open =
        |who: (String, String)| async move { Page::try_open(host.address, &who.0, &who.1, None).await };
    let first = open(ada.clone()).await.unwrap();
    let _second = open(ada.clone()).await.unwrap();
    assert!(open(ada.clone()).await.is_err(), "two for each player");
    let _third = open(bob.clone()).await.unwrap();
    assert!(open(bob.clone()).await.is_err(), "three for each address");
    first.close().await;
    for _ in 0..600 {
        if open(bob.clone()).await.is_ok() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("a place is given back");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_joins_no_table_is_cut() {
    let mut config = hasty();
    // Long enough to be refused twice, also on a busy machine.
    config.sockets.join_within = Duration::from_secs(1);
    let host = Host::with(config).await;
    let me = host.guest("Ada").await;
    let mut page = Page::open(host.address, &me).await;
    assert_eq!(page.refused(json!({ "type": "sit" })).await, "not_joined");
    assert_eq!(
        page.refused(json!({ "type": "join_table", "tableId": "0123456789abcdef" })).await,
        "no_such_table"
    );
    while page.hear().await.is_some() {}
    assert_eq!(code(&page), 4011);
}

/// Pitfall 33: a page that is quiet is asked before it is given up, and one that answers stays.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_quiet_page_stays_and_a_dead_one_goes() {
    let mut config = hasty();
    (config.sockets.ping_after, config.sockets.silent) =
        (Duration::from_millis(100), Duration::from_millis(400));
    let host = Host::with(config).await;
    let me = host.guest("Ada").await;
    let table = host.table(&me.1, &json!({ "game": "kniffel" })).await;
    let mut quiet = Page::at(host.address, &me, &table).await;
    // Reading answers the server's pings by itself.
    let heard = tokio::time::timeout(Duration::from_millis(1_200), quiet.hear()).await;
    assert!(heard.is_err(), "nothing is said and nothing is closed");
    quiet.does(json!({ "type": "sit" })).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn codes_are_short_and_guessing_is_slow() {
    let mut config = hasty();
    config.rates.codes = (3, 0.01);
    let host = Host::with(config).await;
    let me = host.guest("Ada").await;
    let table = host.table(&me.1, &json!({ "game": "kniffel" })).await;
    let (_, summary) =
        pages::request(host.address, "GET", &format!("/api/tables/{table}"), Some(&me.1), None).await;
    let code = summary["code"].as_str().unwrap().to_uppercase();
    let ask = |code: String| {
        let (address, token) = (host.address, me.1.clone());
        async move { pages::request(address, "GET", &format!("/api/codes/{code}"), Some(&token), None).await }
    };
    let (status, found) = ask(code.clone()).await;
    assert_eq!((status, found["tableId"].as_str()), (200, Some(table.as_str())));
    assert_eq!(ask("000000".into()).await.0, 404);
    assert_eq!(ask("nonsense".into()).await.0, 404);
    assert_eq!(ask(code).await.0, 429);
}

/// Pitfall 49: everybody sees their own chips and nobody else's.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn chips_are_shown_to_their_owner() {
    let host = Host::start().await;
    let me = host.guest("Ada").await;
    let (status, own) = pages::request(host.address, "GET", "/api/me", Some(&me.1), None).await;
    assert_eq!((status, own["chips"].as_i64()), (200, Some(1_000)));
    assert_eq!(pages::request(host.address, "GET", "/api/me", None, None).await.0, 401);
}

/// Pitfall 48: stakes are checked in the transaction that takes them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_stakes_chips_they_do_not_have() {
    let host = Host::start().await;
    let me = host.guest("Ada").await;
    let options = json!({ "stake": 700 });
    let mut pages = Vec::new();
    for _ in 0..3 {
        let table = host.table(&me.1, &json!({ "game": "kniffel", "options": options })).await;
        let mut page = Page::at(host.address, &me, &table).await;
        page.does(json!({ "type": "sit" })).await;
        page.does(json!({ "type": "toggle_ready" })).await;
        pages.push(page);
    }
    let mut begun = 0;
    for page in &mut pages {
        page.hear_until("a decision", |page| {
            let phases =
                page.told.iter().filter(|told| told["type"] == "table_state").map(|told| &told["phase"]);
            let refused = phases.skip_while(|phase| **phase != "seeding").any(|phase| phase == "lobby");
            page.phase() == "playing" || refused
        })
        .await;
        begun += usize::from(page.phase() == "playing");
    }
    assert_eq!(begun, 1, "a thousand chips are enough for one stake of 700");
    let (_, own) = pages::request(host.address, "GET", "/api/me", Some(&me.1), None).await;
    assert_eq!(own["chips"], 300);
}

/// A message in thousands of empty pieces is one message, and none until the last of them: what counts messages does not see it. It is read at
/// its pace all the same, also on a connection of a proxy's, which stands for many until it is a socket.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pieces_of_nothing_are_read_no_faster_than_anything_else() {
    for trusted_proxies in [vec![], vec!["127.0.0.1".parse().unwrap()]] {
        let mut config = hasty();
        config.rates.bytes = (10_000, 10_000.0);
        config.trusted_proxies = trusted_proxies;
        let host = Host::with(config).await;
        let mut page = Page::open(host.address, &host.guest("Ada").await).await;
        let piece = |text: &'static str, kind, last| {
            Message::Frame(Frame::message(text.as_bytes(), OpCode::Data(kind), last))
        };
        let begun = std::time::Instant::now();
        page.send_raw(piece("", Data::Text, false)).await;
        // Six bytes each: twice what may come at once.
        for _ in 0..3_500 {
            page.send_raw(piece("", Data::Continue, false)).await;
        }
        page.send_raw(piece(r#"{"type":"ping"}"#, Data::Continue, true)).await;
        page.hear_until("the answer", |page| page.heard("pong")).await;
        assert!(begun.elapsed() > Duration::from_millis(900), "{:?}", begun.elapsed());
    }
}
