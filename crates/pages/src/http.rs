//! HTTP as far as these tests need it: one request, one connection.

use std::fmt::Write as _;
use std::net::SocketAddr;

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Sends a request; the status and the body, as JSON where it is some.
pub async fn request(
    address: SocketAddr,
    method: &str,
    path: &str,
    token: Option<&str>,
    body: Option<&Value>,
) -> (u16, Value) {
    let mut headers = vec![("Content-Type", "application/json".to_owned())];
    if let Some(token) = token {
        headers.push(("Authorization", format!("Bearer {token}")));
    }
    let body = body.map(Value::to_string).unwrap_or_default();
    let (status, _, text) = raw(address, method, path, &headers, &body).await;
    (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
}

/// Sends a request with these headers; status, the answer's head, and its body.
pub async fn raw(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, String)],
    body: &str,
) -> (u16, String, String) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let mut head = format!("{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n");
    for (name, value) in headers {
        let _ = write!(head, "{name}: {value}\r\n");
    }
    let _ = write!(head, "Content-Length: {}\r\n\r\n{body}", body.len());
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    (status, head.to_lowercase(), body.to_owned())
}
