//! Connections below every library: bytes are sent as they are, from any address of this machine.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

/// How long anything may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// Connects from an address of this machine, and reads little at a time.
pub(crate) async fn connect(to: SocketAddr, from: Ipv4Addr) -> io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.set_recv_buffer_size(4_096)?;
    socket.bind(SocketAddr::new(from.into(), 0))?;
    socket.connect(to).await
}

/// A request for a socket.
pub(crate) fn upgrade(token: &str) -> String {
    format!(
        "GET /ws HTTP/1.1\r\nHost: table\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
         Sec-WebSocket-Key: c3RhbW10aXNjaCBsb2FkIQ==\r\nAuthorization: Bearer {token}\r\n\r\n"
    )
}

/// Opens a socket.
pub(crate) async fn open(to: SocketAddr, from: Ipv4Addr, token: &str) -> TcpStream {
    try_open(to, from, token).await.expect("a socket")
}

/// Opens a socket, if the server lets it.
pub(crate) async fn try_open(to: SocketAddr, from: Ipv4Addr, token: &str) -> Option<TcpStream> {
    let mut stream = connect(to, from).await.ok()?;
    stream.write_all(upgrade(token).as_bytes()).await.ok()?;
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(tokio::time::timeout(PATIENCE, stream.read_u8()).await.ok()?.ok()?);
    }
    head.starts_with(b"HTTP/1.1 101").then_some(stream)
}

/// A frame as a page sends it: the first byte as given, masked.
pub(crate) fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let mut bytes = vec![first];
    match payload.len() {
        short @ 0..126 => bytes.push(0x80 | short as u8),
        long @ 126..0x1_0000 => {
            bytes.push(0x80 | 0x7e);
            bytes.extend((long as u16).to_be_bytes());
        }
        long => {
            bytes.push(0x80 | 0x7f);
            bytes.extend((long as u64).to_be_bytes());
        }
    }
    let mask = [1, 2, 3, 4];
    bytes.extend(mask);
    bytes.extend(payload.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask));
    bytes
}

/// Sends bytes; whether all were taken before the other side broke off.
pub(crate) async fn send(stream: &mut TcpStream, bytes: &[u8]) -> bool {
    tokio::time::timeout(PATIENCE, stream.write_all(bytes)).await.is_ok_and(|sent| sent.is_ok())
}

/// All that comes until the other side ends the connection.
pub(crate) async fn rest(stream: &mut TcpStream) -> Vec<u8> {
    let (mut all, mut some) = (Vec::new(), [0; 4_096]);
    loop {
        match tokio::time::timeout(PATIENCE, stream.read(&mut some)).await.expect("it is ended") {
            Ok(0) | Err(_) => return all,
            Ok(n) => all.extend_from_slice(&some[..n]),
        }
    }
}

/// All that comes until there is a text in it.
pub(crate) async fn until(stream: &mut TcpStream, text: &str) {
    let (mut all, mut some) = (Vec::new(), [0; 4_096]);
    while !all.windows(text.len()).any(|window| window == text.as_bytes()) {
        match tokio::time::timeout(PATIENCE, stream.read(&mut some)).await {
            Ok(Ok(n)) if n > 0 => all.extend_from_slice(&some[..n]),
            other => panic!("no {text}: {other:?}, {}", String::from_utf8_lossy(&all)),
        }
    }
}
