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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pace::Pace;
    use futures_util::FutureExt;
    use std::time::Duration;
    use tokio::net::TcpSocket;

    const TEXTS: usize = 3_000;

    /// A text of some length, which says which one it is.
    fn text(nth: usize) -> String {
        format!("{nth}:{}", "x".repeat(nth * 37 % 900))
    }

    /// Both ends of a line that takes little at once.
    async fn narrow_line() -> (TcpStream, TcpStream) {
        let (near, far) = (TcpSocket::new_v4().unwrap(), TcpSocket::new_v4().unwrap());
        near.set_send_buffer_size(4_096).unwrap();
        far.set_recv_buffer_size(4_096).unwrap();
        near.bind("127.0.0.1:0".parse().unwrap()).unwrap();
        let listener = near.listen(1).unwrap();
        let address = listener.local_addr().unwrap();
        let (far, near) = tokio::join!(far.connect(address), listener.accept());
        (near.unwrap().0, far.unwrap())
    }

    /// Sends all texts, a few at a time, and in between takes in what has come; how often not everything could be written at once.
    async fn send(stream: TcpStream) -> usize {
        let stream = Paced::new(stream, (1, 1.0), Pace::new(false));
        let stream = Patient::new(stream, Duration::from_secs(20));
        let mut socket = WebSocket::new(stream, Vec::new(), WebSocketConfig::default()).await;
        let (outbox, mut waited) = (Outbox::new(TEXTS), 0);
        for nth in 0..TEXTS {
            outbox.queue(text(nth));
            if nth % 7 > 0 {
                continue;
            }
            while let Some(message) = socket.recv().now_or_never() {
                assert!(matches!(message, Some(Ok(Message::Ping(_)))), "{message:?}");
            }
            socket.load(&outbox);
            if !socket.write_at_once().unwrap() {
                waited += 1;
                socket.write().await.unwrap();
            }
        }
        socket.farewell(&outbox, Close::Stopping).await.unwrap();
        // Until the other side has read it.
        while socket.recv().await.is_some_and(|message| message.is_ok()) {}
        waited
    }

    /// Two write to the same stream: tungstenite, which answers pings, and the outbox. Neither gets into the midst of what the other has begun,
    /// however often the stream takes only a part.
    #[tokio::test]
    async fn answers_to_pings_do_not_mix_with_what_is_sent() {
        let (near, far) = narrow_line().await;
        let sending = tokio::spawn(send(near));
        let far = WebSocketStream::from_raw_socket(far, Role::Client, None).await;
        let (mut say, mut hear) = far.split();
        let pinging = tokio::spawn(async move {
            for nth in 0..20_000_u32 {
                if say.send(Message::Ping(nth.to_be_bytes().to_vec().into())).await.is_err() {
                    break;
                }
            }
        });
        let (mut texts, mut pongs) = (0, 0);
        loop {
            match hear.next().await.unwrap().unwrap() {
                Message::Text(heard) => {
                    assert_eq!(heard, text(texts));
                    texts += 1;
                }
                Message::Pong(_) => pongs += 1,
                Message::Close(frame) => {
                    assert_eq!(frame.unwrap().code, (Close::Stopping as u16).into());
                    break;
                }
                other @ (Message::Binary(_) | Message::Ping(_) | Message::Frame(_)) => panic!("{other:?}"),
            }
            if texts % 100 == 0 {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        }
        pinging.abort();
        drop((hear, pinging.await));
        assert_eq!(texts, TEXTS);
        assert!(pongs > 10, "{pongs}");
        assert!(sending.await.unwrap() > 10);
    }
}
