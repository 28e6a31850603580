//! Every endpoint with bodies, headers, queries, paths and methods that nobody would send; upgrades that are none; requests that never
//! come to their end.

use std::net::Ipv4Addr;
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::raw::{connect, rest, send, upgrade};
use crate::siege::{Siege, examples};
use crate::spoiled::{giants, poisons, rearranged, replaced};

/// Where these come from.
const STRANGER: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 67);

/// Sends a request over a connection of its own; the status, or 0 if the server said nothing.
async fn ask(siege: &Siege, request: &[u8]) -> u16 {
    let mut stream = connect(siege.address, STRANGER).await.unwrap();
    send(&mut stream, request).await;
    let answer = rest(&mut stream).await;
    let line = String::from_utf8_lossy(answer.get(..12).unwrap_or_default()).into_owned();
    line.strip_prefix("HTTP/1.1 ")
        .or(line.strip_prefix("HTTP/1.0 "))
        .and_then(|code| code.parse().ok())
        .unwrap_or(0)
}

/// Every endpoint: method, path with ids that exist, and the example of its body.
fn endpoints(table: &str) -> Vec<(String, String, Option<Value>)> {
    let (examples, document) = (examples(), protocol::http::openapi());
    let mut all = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, endpoint) in methods.as_object().unwrap() {
            let body = endpoint["requestBody"]["content"]["application/json"]["schema"]["$ref"].as_str();
            let body =
                body.and_then(|name| name.rsplit('/').next()).map(|name| examples["http"][name].clone());
            let path = path.replace("{id}", table).replace("{code}", "k7m2qx");
            all.push((method.to_uppercase(), path, body));
        }
    }
    assert!(all.len() > 15, "{all:?}");
    all
}

fn request(method: &str, path: &str, headers: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    format!("{method} {path} HTTP/1.1\r\nHost: table\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n{body}")
        .into_bytes()
}

/// It was answered, and not by an excuse. Advice may have to wait for the solution.
#[track_caller]
fn sensible(status: u16, what: &[u8]) {
    let what = String::from_utf8_lossy(&what[..what.len().min(300)]).into_owned();
    assert!((200..500).contains(&status) || (status == 503 && what.contains("/advice")), "{status}: {what}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn spoiled_requests_get_an_answer_and_never_an_excuse() {
    let siege = Siege::new("requests", &["tables_per_player=100000"]);
    let attack = async {
        let who = siege.served.guest("Mallory").await;
        let table = siege.table(&who, "kniffel", Some("novice")).await;
        let json = format!("Content-Type: application/json\r\nAuthorization: Bearer {}\r\n", who.1);
        for (method, path, body) in endpoints(&table) {
            if let Some(body) = body {
                // As it should be, so that what is spoiled is not refused for something else.
                let right = request(&method, &path, &json, &body.to_string());
                sensible(ask(&siege, &right).await, &right);
                let mut bodies = rearranged(&body);
                // Each word once, in turn from place to place.
                let all = replaced(&body, &poisons());
                let step = (all.len() / 60).max(1);
                bodies.extend(all.into_iter().step_by(step));
                bodies.extend(["", " ", "null", "[]", "\u{0}", "{\"name\":"].map(str::to_owned));
                for body in bodies {
                    let spoiled = request(&method, &path, &json, &body);
                    sensible(ask(&siege, &spoiled).await, &spoiled);
                }
                let broken = [request(&method, &path, &json, "XX"), vec![0xff, 0xfe]].concat();
                sensible(ask(&siege, &broken).await, &broken);
                for giant in giants() {
                    // Too much is not read to its end: the answer, if it comes through, is a refusal.
                    let status = ask(&siege, &request(&method, &path, &json, &giant)).await;
                    assert!(status == 0 || (400..500).contains(&status), "{path}: {status}");
                }
                let plain = json.replace("application/json", "text/plain");
                assert_eq!(
                    ask(&siege, &request(&method, &path, &plain, &body_of(&right))).await,
                    415,
                    "{path}"
                );
            }
            for query in [
                "?",
                "?game=-1",
                "?game=1.5",
                "?seat=256&seat=0",
                "?limit=4294967296",
                "?before=%00",
                "?limit=0",
                "?=",
                "?a=b&&&",
                "?game=NaN",
            ] {
                let asked = request(&method, &format!("{path}{query}"), &json, "");
                sensible(ask(&siege, &asked).await, &asked);
            }
            for method in
                ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "BREW"]
            {
                let asked = request(method, &path, "", "");
                sensible(ask(&siege, &asked).await, &asked);
            }
            for token in [
                "",
                "Bearer",
                "Bearer ",
                "Basic QTpC",
                "Bearer \u{e4}",
                &format!("Bearer {}", "0".repeat(64)),
                &"x".repeat(9_000),
            ] {
                let asked = request(
                    "GET",
                    &path,
                    &format!("Authorization: {token}\r\nCookie: stammtisch={token}; ;=;\r\n"),
                    "",
                );
                sensible(ask(&siege, &asked).await, &asked);
            }
        }
    };
    siege.withstands(attack).await;
}

/// The body of a request.
fn body_of(request: &[u8]) -> String {
    String::from_utf8_lossy(request).split_once("\r\n\r\n").unwrap().1.to_owned()
}

/// The beginning of an answer, which comes in a moment whatever was asked.
async fn first_line(stream: &mut tokio::net::TcpStream) -> String {
    let mut some = [0; 16];
    let read = tokio::time::timeout(Duration::from_secs(30), stream.read(&mut some));
    let count = read.await.expect("an answer").unwrap_or(0);
    String::from_utf8_lossy(&some[..count]).into_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn odd_paths_and_upgrades_that_are_none_are_refused() {
    let siege = Siege::new("upgrades", &["rates.address=[100000, 100000]"]);
    let attack = async {
        let who = siege.served.guest("Mallory").await;
        let right = upgrade(&who.1);
        // A socket is to be had at one path only.
        let paths = [
            "//",
            "/",
            "//ws",
            "/ws/",
            "/ws//",
            "/WS",
            "/%77s",
            "/ws%00",
            "/ws?x",
            "/ws#x",
            "/../ws",
            "/ws/..",
            "/./ws",
            "*",
            "/ws;x",
            "/api/ws",
            "http://table/ws",
            "/\u{e4}",
            "/%ff%fe",
            "/%",
            "/t/../../etc/passwd",
            "/assets/../../../etc/passwd",
            "/assets/%2e%2e/%2e%2e/etc/passwd",
        ];
        for path in paths {
            let odd = right.replacen("/ws", path, 1).into_bytes();
            let mut stream = connect(siege.address, STRANGER).await.unwrap();
            send(&mut stream, &odd).await;
            let line = first_line(&mut stream).await;
            let socket = line.starts_with("HTTP/1.1 101");
            assert_eq!(socket, ["/ws?x", "/ws#x", "http://table/ws"].contains(&path), "{path}: {line}");
        }
        let long = "x".repeat(60_000);
        let without = |name: &str| {
            right.lines().filter(|line| !line.starts_with(name)).collect::<Vec<_>>().join("\r\n") + "\r\n\r\n"
        };
        let changed = |from: &str, to: &str| right.replacen(from, to, 1);
        let incomplete = [
            without("Upgrade"),
            without("Connection"),
            without("Sec-WebSocket-Version"),
            without("Sec-WebSocket-Key"),
            without("Authorization"),
            changed("Version: 13", "Version: 12"),
            changed("Version: 13", "Version: 99999999999999999999"),
            changed("Version: 13", "Version: "),
            changed("Upgrade: websocket", "Upgrade: h2c"),
            changed("GET", "POST"),
            changed("GET", "BREW"),
            changed("Host: table", "Host: table\r\nOrigin: http://evil.example"),
            changed("Host: table", "Host: table\r\nOrigin: null"),
        ];
        // Odd, but nothing that a socket needs is missing.
        let odd = [
            without("Host"),
            changed("HTTP/1.1", "HTTP/1.0"),
            changed("HTTP/1.1", "HTTP/2.0"),
            changed("HTTP/1.1", "HTTP/9.9"),
            changed("Host: table", &format!("Host: table\r\nOrigin: http://{long}")),
            changed("Host: table", &format!("Host: {long}")),
            changed("Host: table", &"Host: table\r\nX: y\r\n".repeat(200)),
            changed("Host: table", &format!("Host: table\r\n{}: y", "x".repeat(60_000))),
            changed("Host: table", "Host: table\r\nTransfer-Encoding: chunked\r\nContent-Length: 5"),
            changed("Host: table", "Host: table\r\n folded: yes"),
            changed("Host: table", "Host: table\r\nNo colon"),
            changed("Host: table", "Host: table\r\nNul: a\0b"),
            format!("GET /{long} HTTP/1.1\r\nHost: table\r\n\r\n"),
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_owned(),
            "\r\n\r\n\r\n".to_owned(),
            "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}".to_owned(),
            "GET\r\n\r\n".to_owned(),
            "GET /health\r\n\r\n".to_owned(),
            "POST /api/guests HTTP/1.1\r\nHost: table\r\nContent-Length: -1\r\n\r\n".to_owned(),
            "POST /api/guests HTTP/1.1\r\nHost: table\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n".to_owned(),
            "POST /api/guests HTTP/1.1\r\nHost: table\r\nContent-Length: 99999999999999999999\r\n\r\n".to_owned(),
            "POST /api/guests HTTP/1.1\r\nHost: table\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n".to_owned(),
        ];
        for text in &incomplete {
            let mut stream = connect(siege.address, STRANGER).await.unwrap();
            send(&mut stream, text.as_bytes()).await;
            let line = first_line(&mut stream).await;
            assert!(line.starts_with("HTTP/1.1 4"), "{line}: {text:.200}");
        }
        for text in &odd {
            let mut stream = connect(siege.address, STRANGER).await.unwrap();
            send(&mut stream, text.as_bytes()).await;
            // Some of them wait for more.
            stream.shutdown().await.ok();
            let answer = rest(&mut stream).await;
            assert!(!answer.starts_with(b"HTTP/1.1 5"), "{text:.200}");
        }
    };
    siege.withstands(attack).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_that_does_not_come_to_its_end_is_given_up() {
    let siege = Siege::new("loris", &["sockets.request_within=5"]);
    let attack = async {
        let head = "POST /api/guests HTTP/1.1\r\nHost: table\r\nContent-Type: application/json\r\nContent-Length: 15\r\n\r\n";
        let named = format!("{head}{{\"name\"");
        let mut slow = Vec::new();
        for n in 0..200 {
            let mut stream = connect(siege.address, STRANGER).await.unwrap();
            let begun =
                [&head[..n % head.len()], head, &named, "GET /health HTTP/1.1\r\nHost: x\r\n\r\n"][n % 4];
            send(&mut stream, begun.as_bytes()).await;
            slow.push(stream);
        }
        // A letter now and then does not help.
        let trickle = async {
            loop {
                for stream in &mut slow {
                    let _ = stream.try_write(b"x");
                }
                tokio::time::sleep(Duration::from_millis(200)).await;
            }
        };
        let gone = siege.counts("connections", |open| open <= 5);
        tokio::select! {
            () = trickle => {}
            () = gone => {}
        }
    };
    siege.withstands(attack).await;
}
