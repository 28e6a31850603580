//! What waits to be sent to one socket: a bounded queue. Whoever does not read is cut and told why.
//!
//! Writing to a socket costs the same for one frame as for twenty. So what nobody waits for is only laid there, and the desk has
//! everything sent when it is time (`desk::showing`); an answer never waits, and takes along what came before it.

use std::future::poll_fn;
use std::sync::atomic::{AtomicBool, AtomicU16, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Poll;

use futures_util::task::AtomicWaker;

use crate::frames;

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
    /// The host does not want this player, or anybody from there.
    PutOut = 4015,
    /// The token is no longer good.
    LoggedOut = 4016,
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
            Self::PutOut => "the host of this server does not let you in",
            Self::LoggedOut => "this device is no longer logged in",
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
            Self::PutOut,
            Self::LoggedOut,
        ];
        all.into_iter().find(|close| *close as u16 == code)
    }
}

/// The way to one socket. Copies lead to the same one.
#[derive(Clone, Debug)]
pub(crate) struct Outbox(Arc<Waiting>);

#[derive(Debug)]
struct Waiting {
    frames: Mutex<Frames>,
    most: usize,
    /// Why the socket is to be closed; 0 as long as it is not.
    close: AtomicU16,
    /// Whether there is something to send, or the socket is to be closed; and who is waiting for it.
    news: AtomicBool,
    reader: AtomicWaker,
}

#[derive(Debug, Default)]
struct Frames {
    /// All of them, one after the other, as they are sent.
    bytes: Vec<u8>,
    count: usize,
    /// Whether the socket's task has been told to send them.
    urgent: bool,
}

impl Outbox {
    pub(crate) fn new(most: usize) -> Self {
        Self(Arc::new(Waiting {
            frames: Mutex::default(),
            most: most.max(1),
            close: AtomicU16::new(0),
            news: AtomicBool::new(false),
            reader: AtomicWaker::new(),
        }))
    }

    fn frames(&self) -> MutexGuard<'_, Frames> {
        self.0.frames.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a frame to be sent at once, with everything before it; a socket whose queue is full is cut.
    pub(crate) fn send(&self, text: impl AsRef<str>) {
        self.put(text.as_ref(), true);
    }

    /// Queues a frame that waits until something is sent at once, or [`hurry`](Self::hurry), or the queue is half full: whoever
    /// reads must not be cut because we waited.
    pub(crate) fn queue(&self, text: impl AsRef<str>) {
        self.put(text.as_ref(), false);
    }

    fn put(&self, text: &str, urgent: bool) {
        let mut frames = self.frames();
        if frames.count >= self.0.most {
            drop(frames);
            return self.close(Close::TooSlow);
        }
        frames::put(&mut frames.bytes, text);
        frames.count += 1;
        let urgent = urgent || frames.count * 2 > self.0.most;
        if urgent && !std::mem::replace(&mut frames.urgent, true) {
            drop(frames);
            self.renew();
        }
    }

    /// Has everything sent at once that waits.
    pub(crate) fn hurry(&self) {
        let mut frames = self.frames();
        if frames.count > 0 && !std::mem::replace(&mut frames.urgent, true) {
            drop(frames);
            self.renew();
        }
    }

    /// Closes the socket; the first reason counts.
    pub(crate) fn close(&self, why: Close) {
        let _ = self.0.close.compare_exchange(0, why as u16, Ordering::AcqRel, Ordering::Acquire);
        self.renew();
    }

    /// For the socket's own task, and for one at a time: waits until something is to be sent, or the socket is to be closed.
    pub(crate) async fn news(&self) {
        let is_news = || self.0.news.swap(false, Ordering::AcqRel);
        poll_fn(|cx| {
            if is_news() {
                return Poll::Ready(());
            }
            self.0.reader.register(cx.waker());
            // It may have become news between the two.
            if is_news() { Poll::Ready(()) } else { Poll::Pending }
        })
        .await;
    }

    /// There is news; or what was heard is to be heard again.
    pub(crate) fn renew(&self) {
        self.0.news.store(true, Ordering::Release);
        self.0.reader.wake();
    }

    /// Why the socket is to be closed, if it is.
    pub(crate) fn closed(&self) -> Option<Close> {
        Close::from_code(self.0.close.load(Ordering::Acquire))
    }

    /// How many frames wait.
    pub(crate) fn depth(&self) -> usize {
        self.frames().count
    }

    /// Takes what waits, as texts.
    pub(crate) fn take(&self) -> Vec<String> {
        let mut taken = Vec::new();
        self.take_into(&mut taken);
        frames::texts(&taken).map(str::to_owned).collect()
    }

    /// Takes what waits, as it is sent, into a place that may have room already and loses what is there; that room is left for what comes
    /// next. How many frames there were.
    pub(crate) fn take_into(&self, taken: &mut Vec<u8>) -> usize {
        taken.clear();
        let mut frames = self.frames();
        frames.urgent = false;
        std::mem::swap(&mut frames.bytes, taken);
        std::mem::take(&mut frames.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::Future;
    use std::pin::pin;
    use std::task::{Context, Poll, Waker};

    fn is_news(outbox: &Outbox) -> bool {
        let news = pin!(outbox.news());
        news.poll(&mut Context::from_waker(Waker::noop())) == Poll::Ready(())
    }

    #[test]
    fn what_somebody_waits_for_takes_everything_before_it_along() {
        let outbox = Outbox::new(9);
        outbox.queue("event");
        outbox.queue("patch");
        assert!(!is_news(&outbox));
        outbox.send("ack");
        outbox.send("more");
        assert!(is_news(&outbox));
        assert_eq!(outbox.take(), ["event", "patch", "ack", "more"]);
        assert!(outbox.take().is_empty() && !is_news(&outbox));
    }

    #[test]
    fn what_waits_is_news_when_it_is_time_and_only_then() {
        let outbox = Outbox::new(9);
        outbox.hurry();
        assert!(!is_news(&outbox));
        outbox.queue("a");
        assert!(!is_news(&outbox));
        outbox.hurry();
        outbox.hurry();
        assert!(is_news(&outbox));
        assert_eq!(outbox.take(), ["a"]);
        outbox.queue("b");
        assert!(!is_news(&outbox));
        outbox.hurry();
        assert!(is_news(&outbox));
    }

    #[test]
    fn half_a_queue_does_not_wait() {
        let outbox = Outbox::new(6);
        (0..3).for_each(|_| outbox.queue("a"));
        assert!(!is_news(&outbox));
        outbox.queue("b");
        assert!(is_news(&outbox));
        assert_eq!(outbox.take().len(), 4);
    }

    #[test]
    fn a_full_queue_closes_the_socket_and_the_first_reason_counts() {
        let outbox = Outbox::new(2);
        (0..2).for_each(|_| outbox.queue("a"));
        assert_eq!(outbox.closed(), None);
        outbox.send("b");
        assert_eq!(outbox.closed(), Some(Close::TooSlow));
        outbox.close(Close::Stopping);
        assert_eq!(outbox.closed(), Some(Close::TooSlow));
        assert!(is_news(&outbox));
        assert_eq!(outbox.take().len(), 2);
    }
}
