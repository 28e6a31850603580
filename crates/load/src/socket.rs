//! A WebSocket as a client has it (RFC 6455), as far as this server speaks it: text frames in one piece, pings, closing.
//!
//! Frames are read in place, from the buffer that the system filled, and written together with whatever else waits: a load test
//! must cost little beside the server that it measures.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::{TcpSocket, TcpStream};

/// The longest frame that is accepted; a whole view of a large game has a few ten thousand bytes.
const LONGEST: usize = 1 << 20;
/// At least so much room for each read.
const ROOM: usize = 4 * 1024;

/// One frame from the server.
#[derive(Debug)]
pub(crate) enum Frame<'a> {
    /// A message, and how many bytes it was on the wire.
    Text(&'a str, u64),
    /// The server closes, with a code.
    Close(u16),
}

/// An open socket.
#[derive(Debug)]
pub(crate) struct Socket {
    stream: TcpStream,
    /// What was read; everything before `taken` is done with.
    read: Vec<u8>,
    taken: usize,
    /// What waits to be written.
    waiting: Vec<u8>,
    /// The mask of the next frame: any word will do, and each frame has another.
    mask: u32,
}

fn bad(what: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what.into())
}

/// Connects from this address of the machine, or from any.
pub(crate) async fn connect(to: SocketAddr, from: Option<Ipv4Addr>) -> io::Result<TcpStream> {
    let stream = match from {
        Some(from) => {
            let socket = TcpSocket::new_v4()?;
            socket.bind(SocketAddr::new(from.into(), 0))?;
            socket.connect(to).await?
        }
        None => TcpStream::connect(to).await?,
    };
    stream.set_nodelay(true)?;
    Ok(stream)
}

impl Socket {
    /// Opens a socket as the player with this token.
    pub(crate) async fn open(
        to: SocketAddr,
        host: &str,
        from: Option<Ipv4Addr>,
        token: &str,
    ) -> io::Result<Self> {
        let mut stream = connect(to, from).await?;
        // The key only shows that the other side speaks WebSocket; ours says so by its status.
        let ask = format!(
            "GET /ws HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: c3RhbW10aXNjaCBsb2FkIQ==\r\n\
             Authorization: Bearer {token}\r\n\r\n"
        );
        stream.write_all(ask.as_bytes()).await?;
        let mut read = Vec::with_capacity(ROOM);
        let head = loop {
            if let Some(end) = read.windows(4).position(|four| four == b"\r\n\r\n") {
                break end + 4;
            }
            if read.len() > LONGEST || stream.read_buf(&mut read).await? == 0 {
                return Err(bad("the server did not answer the upgrade"));
            }
        };
        if !read.starts_with(b"HTTP/1.1 101") {
            let line = String::from_utf8_lossy(&read).lines().next().unwrap_or_default().to_owned();
            return Err(io::Error::new(
                io::ErrorKind::ConnectionRefused,
                format!("the upgrade got {line:?}"),
            ));
        }
        Ok(Self { stream, read, taken: head, waiting: Vec::new(), mask: 0x9e37_79b9 })
    }

    /// Queues a message; how many bytes that is on the wire.
    pub(crate) fn send(&mut self, text: &str) -> u64 {
        let before = self.waiting.len();
        self.queue(1, text.as_bytes());
        (self.waiting.len() - before) as u64
    }

    /// Queues the end: the server need not find out by itself.
    pub(crate) fn say_goodbye(&mut self) {
        self.queue(8, &1000_u16.to_be_bytes());
    }

    fn queue(&mut self, opcode: u8, payload: &[u8]) {
        self.waiting.push(0x80 | opcode);
        match payload.len() {
            short @ 0..126 => self.waiting.push(0x80 | short as u8),
            // Nothing that a player says is longer than the server's limit for a frame.
            long => {
                self.waiting.push(0x80 | 0x7e);
                self.waiting.extend((long as u16).to_be_bytes());
            }
        }
        self.mask = self.mask.wrapping_mul(0x0019_660d).wrapping_add(0x3c6e_f35f);
        let mask = self.mask.to_be_bytes();
        self.waiting.extend(mask);
        self.waiting.extend(payload.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask));
    }

    /// Writes what waits, as far as the system takes it.
    pub(crate) fn poll_flush(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        while !self.waiting.is_empty() {
            let written = ready!(Pin::new(&mut self.stream).poll_write(cx, &self.waiting))?;
            self.waiting.drain(..written);
        }
        Poll::Ready(Ok(()))
    }

    /// Reads once; how many bytes came, 0 if the other side is gone.
    pub(crate) fn poll_fill(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<usize>> {
        if self.taken == self.read.len() {
            self.read.clear();
            self.taken = 0;
        } else if self.taken > ROOM {
            self.read.drain(..self.taken);
            self.taken = 0;
        }
        let filled = self.read.len();
        self.read.resize(filled + ROOM, 0);
        let mut buffer = ReadBuf::new(&mut self.read[filled..]);
        let polled = Pin::new(&mut self.stream).poll_read(cx, &mut buffer);
        let count = buffer.filled().len();
        self.read.truncate(filled + count);
        polled.map_ok(|()| count)
    }

    /// The next whole frame that was read; pings are answered on the way.
    pub(crate) fn next(&mut self) -> io::Result<Option<Frame<'_>>> {
        loop {
            let Some((opcode, start, length)) = header(&self.read[self.taken..])? else { return Ok(None) };
            let wire = (start + length) as u64;
            let (start, end) = (self.taken + start, self.taken + start + length);
            if self.read.len() < end {
                return Ok(None);
            }
            self.taken = end;
            match opcode {
                1 => {
                    let text =
                        str::from_utf8(&self.read[start..end]).map_err(|_| bad("a frame is no text"))?;
                    return Ok(Some(Frame::Text(text, wire)));
                }
                8 => {
                    let code =
                        self.read[start..end].first_chunk::<2>().map_or(1005, |c| u16::from_be_bytes(*c));
                    return Ok(Some(Frame::Close(code)));
                }
                9 => {
                    let payload = self.read[start..end].to_vec();
                    self.queue(10, &payload);
                }
                10 => {}
                other => return Err(bad(format!("a frame with the opcode {other}"))),
            }
        }
    }

    /// Holds no more memory than it needs, for sockets that will be quiet.
    pub(crate) fn gives_back_memory(&mut self) {
        self.read.drain(..self.taken);
        self.taken = 0;
        self.read.shrink_to_fit();
        self.waiting.shrink_to_fit();
    }
}

/// The opcode of a frame, where its payload begins and how long it is; `None` if more has to be read.
fn header(bytes: &[u8]) -> io::Result<Option<(u8, usize, usize)>> {
    let [first, second, ..] = *bytes else { return Ok(None) };
    if first & 0x70 != 0 || second & 0x80 != 0 || first & 0x80 == 0 {
        return Err(bad("a frame in pieces, masked or compressed"));
    }
    let (start, length) = match second {
        126 => match bytes.get(2..4).and_then(|long| long.first_chunk()) {
            Some(long) => (4, usize::from(u16::from_be_bytes(*long))),
            None => return Ok(None),
        },
        127 => match bytes.get(2..10).and_then(|long| long.first_chunk()) {
            Some(long) => (10, usize::try_from(u64::from_be_bytes(*long)).unwrap_or(usize::MAX)),
            None => return Ok(None),
        },
        short => (2, usize::from(short)),
    };
    if length > LONGEST {
        return Err(bad(format!("a frame of {length} bytes")));
    }
    Ok(Some((first & 0x0f, start, length)))
}
