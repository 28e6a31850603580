//! A WebSocket that writes frames as they lie in the outbox, in one go.
//!
//! Tungstenite reads, answers pings and says farewell. What the table sends does not pass through it: it is framed once, where it is
//! queued (`frames`), and goes from there to the kernel. Both write to the same stream, so neither begins before the other is done.

use std::io;

use futures_util::{SinkExt, StreamExt};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Message, Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error, Utf8Bytes};

use crate::outbox::{Close, Outbox};
use crate::pace::Paced;
use crate::patience::Patient;

/// What a socket is made of.
pub(crate) type Stream = Patient<Paced<TcpStream>>;

/// How much room for what is written is not given back, in bytes, twice for every socket.
const ROOM: usize = 2 * 1024;

/// A WebSocket.
pub(crate) struct WebSocket {
    inner: WebSocketStream<Stream>,
    /// Frames that are being written, and how many bytes of them are.
    leaving: Vec<u8>,
    left: usize,
    /// Tungstenite may have something of its own to write.
    owes: bool,
}

impl WebSocket {
    /// Of a connection on which both sides have agreed to speak WebSocket, and so much was read already.
    pub(crate) async fn new(stream: Stream, read: Vec<u8>, config: WebSocketConfig) -> Self {
        let inner = WebSocketStream::from_partially_read(stream, read, Role::Server, Some(config)).await;
        Self { inner, leaving: Vec::new(), left: 0, owes: false }
    }

    /// The next message; `None` when there is no more.
    pub(crate) async fn recv(&mut self) -> Option<Result<Message, Error>> {
        let message = self.inner.next().await;
        // Whatever is not a text may need an answer, which is written with the next look at the stream, if it takes it then.
        self.owes |= !matches!(message, Some(Ok(Message::Text(_))));
        message
    }

    /// Takes what waits to be written: how many frames and bytes.
    pub(crate) fn load(&mut self, outbox: &Outbox) -> (usize, usize) {
        let frames = outbox.take_into(&mut self.leaving);
        self.left = 0;
        (frames, self.leaving.len())
    }

    /// Writes as much as the stream takes at once; whether that is everything.
    pub(crate) fn write_at_once(&mut self) -> io::Result<bool> {
        if self.owes {
            return Ok(false);
        }
        match self.inner.get_ref().try_write(self.rest()) {
            Ok(written) => self.left += written,
            Err(fault) if fault.kind() == io::ErrorKind::WouldBlock => {}
            Err(fault) => return Err(fault),
        }
        Ok(self.is_all())
    }

    /// Writes everything, however long it takes. Whoever does not wait for it may go on later.
    pub(crate) async fn write(&mut self) -> Result<(), Error> {
        if self.owes {
            self.inner.flush().await?;
            self.owes = false;
        }
        while self.left < self.leaving.len() {
            let rest = self.leaving.get(self.left..).unwrap_or_default();
            match self.inner.get_mut().write(rest).await? {
                0 => return Err(Error::Io(io::ErrorKind::WriteZero.into())),
                written => self.left += written,
            }
        }
        self.is_all();
        Ok(())
    }

    fn rest(&self) -> &[u8] {
        self.leaving.get(self.left..).unwrap_or_default()
    }

    /// Whether all is written; then the place is free for what comes next.
    fn is_all(&mut self) -> bool {
        let all = self.left >= self.leaving.len();
        if all {
            self.leaving.clear();
            self.left = 0;
            // A page that was sent a lot at once is not so for ever.
            if self.leaving.capacity() > ROOM {
                self.leaving = Vec::new();
            }
        }
        all
    }

    /// Asks whether anybody is there.
    pub(crate) async fn ping(&mut self) -> Result<(), Error> {
        self.inner.send(Message::Ping(Vec::new().into())).await
    }

    /// Says why the socket is closed, after what was begun and what waits: it is still worth sending, if the socket takes it at once.
    pub(crate) async fn farewell(&mut self, outbox: &Outbox, close: Close) -> Result<(), Error> {
        self.write().await?;
        if close != Close::TooSlow {
            self.load(outbox);
            self.write().await?;
        }
        let frame =
            CloseFrame { code: (close as u16).into(), reason: Utf8Bytes::from_static(close.reason()) };
        self.inner.send(Message::Close(Some(frame))).await
    }
}
