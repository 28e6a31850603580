//! What waits to be sent to one socket: a bounded queue. Whoever does not read is cut and told why.

use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::{Notify, mpsc};

/// Why the server closes a socket, as a close code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u16)]
pub(crate) enum Close {
    /// The server stops; come back in a while.
    Stopping = 1012,
    /// Too many messages.
    TooFast = 4008,
    /// It does not read.
    TooSlow = 4009,
    /// It said nothing for too long.
    Silent = 4010,
    /// It did not join a table.
    NotJoined = 4011,
    /// The table is gone.
    TableClosed = 4012,
    /// The table's task is gone; joining again finds it.
    Rejoin = 4013,
    /// A frame that is too long or no text.
    BadFrame = 4014,
}

impl Close {
    pub(crate) const fn reason(self) -> &'static str {
        match self {
            Self::Stopping => "the server is stopping; come back in a moment",
            Self::TooFast => "too many messages",
            Self::TooSlow => "this page did not read what it was sent",
            Self::Silent => "nothing was heard from this page",
            Self::NotJoined => "no table was joined",
            Self::TableClosed => "the table is closed",
            Self::Rejoin => "the table was put away; join it again",
            Self::BadFrame => "a frame was too long or not text",
        }
    }

    pub(crate) fn from_code(code: u16) -> Option<Self> {
        let all = [
            Self::Stopping,
            Self::TooFast,
            Self::TooSlow,
            Self::Silent,
            Self::NotJoined,
            Self::TableClosed,
            Self::Rejoin,
            Self::BadFrame,
        ];
        all.into_iter().find(|close| *close as u16 == code)
    }
}

/// The way to one socket.
#[derive(Clone, Debug)]
pub(crate) struct Outbox {
    frames: mpsc::Sender<Utf8Bytes>,
    cut: Arc<Cut>,
}

/// Tells the socket's own task to close.
#[derive(Debug, Default)]
pub(crate) struct Cut {
    code: AtomicU16,
    notify: Notify,
}

impl Cut {
    /// Waits until somebody wants the socket closed.
    pub(crate) async fn wanted(&self) -> Close {
        loop {
            let notified = self.notify.notified();
            if let Some(close) = Close::from_code(self.code.load(Ordering::Acquire)) {
                return close;
            }
            notified.await;
        }
    }
}

impl Outbox {
    pub(crate) fn new(most: usize) -> (Self, mpsc::Receiver<Utf8Bytes>, Arc<Cut>) {
        let (frames, receiver) = mpsc::channel(most.max(1));
        let cut = Arc::new(Cut::default());
        (Self { frames, cut: Arc::clone(&cut) }, receiver, cut)
    }

    /// Queues a frame; a socket whose queue is full is cut.
    pub(crate) fn send(&self, frame: Utf8Bytes) {
        if let Err(mpsc::error::TrySendError::Full(_)) = self.frames.try_send(frame) {
            self.close(Close::TooSlow);
        }
    }

    /// Closes the socket; the first reason counts.
    pub(crate) fn close(&self, why: Close) {
        let _ = self.cut.code.compare_exchange(0, why as u16, Ordering::AcqRel, Ordering::Acquire);
        self.cut.notify.notify_one();
    }
}
