//! HTTP as far as a load test needs it: JSON there and back over one connection that stays open.

use std::fmt::Write as _;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::socket::connect;

/// A connection for one request after the other.
#[derive(Debug)]
pub(crate) struct Line {
    stream: TcpStream,
    host: String,
}

impl Line {
    pub(crate) async fn open(to: SocketAddr, host: &str, from: Option<Ipv4Addr>) -> io::Result<Self> {
        Ok(Self { stream: connect(to, from).await?, host: host.to_owned() })
    }

    /// Posts something; what was made, or why not.
    pub(crate) async fn post(&mut self, path: &str, token: Option<&str>, body: &Value) -> io::Result<Value> {
        let body = body.to_string();
        let mut ask = format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n",
            self.host,
            body.len()
        );
        if let Some(token) = token {
            let _ = write!(ask, "Authorization: Bearer {token}\r\n");
        }
        let _ = write!(ask, "\r\n{body}");
        self.stream.write_all(ask.as_bytes()).await?;
        let (status, answer) = self.answer().await?;
        if status == 201 {
            return Ok(answer);
        }
        let why = answer["reason"].as_str().or(answer["code"].as_str()).unwrap_or_default();
        Err(io::Error::other(format!("POST {path} got {status}: {why}")))
    }

    async fn answer(&mut self) -> io::Result<(u16, Value)> {
        let mut read = Vec::with_capacity(4 * 1024);
        loop {
            if let Some(answer) = whole(&read) {
                return Ok(answer);
            }
            if read.len() > 1 << 20 || self.stream.read_buf(&mut read).await? == 0 {
                return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "an answer broke off"));
            }
        }
    }
}

/// The status and the body of an answer, once all of it is there.
fn whole(read: &[u8]) -> Option<(u16, Value)> {
    let end = read.windows(4).position(|four| four == b"\r\n\r\n")?;
    let head = str::from_utf8(&read[..end]).ok()?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    let field = |line: &str| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse::<usize>().ok())?
    };
    let length = head.lines().find_map(field).unwrap_or(0);
    let body = read.get(end + 4..end + 4 + length)?;
    Some((status, serde_json::from_slice(body).unwrap_or(Value::Null)))
}
