//! A stream that is read no faster than its other side may speak.
//!
//! Most of what arrives is counted when it is understood: messages, requests, guests. But whoever sends pieces that never make a message, or
//! requests that cost nothing to answer, would cost us as much time as they can fill a line with. Here reading waits once there was too
//! much: the other side's buffer fills, and it has to wait as well. Nobody is cut for it.

use std::future::Future;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::Sleep;

use crate::buckets::Bucket;

/// Whether a stream is read at its pace. A proxy's connection stands for many people; once it is a socket, it is one page's.
#[derive(Clone, Debug)]
pub(crate) struct Pace(Arc<AtomicBool>);

impl Pace {
    pub(crate) fn new(applies: bool) -> Self {
        Self(Arc::new(AtomicBool::new(applies)))
    }

    /// From now on it is.
    pub(crate) fn apply(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A stream that is read at this pace: so many bytes at once, and so many a second.
#[derive(Debug)]
pub(crate) struct Paced<S> {
    stream: S,
    pace: Pace,
    rate: (u32, f64),
    bytes: Bucket,
    /// Ends when there may be read again; none while there may.
    waiting: Option<Pin<Box<Sleep>>>,
}

impl<S> Paced<S> {
    pub(crate) fn new(stream: S, rate: (u32, f64), pace: Pace) -> Self {
        Self { stream, pace, rate, bytes: Bucket::new(rate, Instant::now()), waiting: None }
    }

    /// Waits until there may be read. After a pause there is some more to read, so that we do not wake for every byte.
    fn poll_turn(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        // There are not fewer now than when it was last looked. Most of the time there is nothing to read, and no need to ask what time it is.
        if self.waiting.is_none() && self.bytes.had_some() {
            return Poll::Ready(());
        }
        loop {
            if let Some(waiting) = &mut self.waiting {
                ready!(waiting.as_mut().poll(cx));
                self.waiting = None;
            }
            let (most, per_second) = self.rate;
            let left = self.bytes.left(self.rate, Instant::now());
            if left > 0.0 {
                return Poll::Ready(());
            }
            let missing = (f64::from(most) / 8.0 - left) / per_second;
            let pause = Duration::try_from_secs_f64(missing).unwrap_or(Duration::MAX).min(LONGEST);
            self.waiting = Some(Box::pin(tokio::time::sleep(pause)));
        }
    }
}

impl Paced<TcpStream> {
    /// Writes what the stream takes at once, without waiting for it to take more.
    pub(crate) fn try_write(&self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.try_write(bytes)
    }
}

/// The longest pause, whatever the settings are.
const LONGEST: Duration = Duration::from_hours(1);

impl<S: AsyncRead + Unpin> AsyncRead for Paced<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if !self.pace.0.load(Ordering::Relaxed) {
            return Pin::new(&mut self.stream).poll_read(cx, buffer);
        }
        ready!(self.poll_turn(cx));
        let before = buffer.filled().len();
        let polled = Pin::new(&mut self.stream).poll_read(cx, buffer);
        let read = buffer.filled().len() - before;
        if read > 0 {
            let (rate, now) = (self.rate, Instant::now());
            self.bytes.left(rate, now);
            // What is more than there was left is waited for the next time. No read comes near to the most that is counted.
            self.bytes.spend(u32::try_from(read).unwrap_or(u32::MAX).into());
        }
        polled
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Paced<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(cx, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    /// How much is read within so long from somebody who never stops sending, with pauses of a tenth of a second between looks.
    async fn read_within(pace: Pace, rate: (u32, f64), time: Duration) -> usize {
        let (ours, mut theirs) = tokio::io::duplex(100);
        let mut ours = Paced::new(ours, rate, pace);
        let sends = async { while theirs.write_all(&[7; 50]).await.is_ok() {} };
        let reads = async {
            let (begun, mut total, mut some) = (Instant::now(), 0, [0; 64]);
            while begun.elapsed() < time {
                let read = tokio::time::timeout(Duration::from_millis(5), ours.read(&mut some)).await;
                total += read.map_or(0, Result::unwrap);
            }
            total
        };
        tokio::select! {
            total = reads => total,
            () = sends => unreachable!("it is read to the end"),
        }
    }

    #[tokio::test]
    async fn whoever_sends_without_end_is_read_at_the_pace_and_no_faster() {
        let time = Duration::from_millis(500);
        let rate = (4_000, 10_000.0);
        let paced = read_within(Pace::new(true), rate, time).await;
        // On a busy machine less may be read, but never more than was there and grew back.
        assert!((4_000..=4_000 + 5_000 + 1_000).contains(&paced), "{paced}");
        let unpaced = read_within(Pace::new(false), rate, time).await;
        assert!(unpaced > 20_000, "{unpaced}");
    }

    #[tokio::test]
    async fn a_pace_may_apply_from_some_time_on() {
        let pace = Pace::new(false);
        let (ours, mut theirs) = tokio::io::duplex(1_000);
        let mut ours = Paced::new(ours, (10, 0.0), pace.clone());
        let mut some = [0; 100];
        theirs.write_all(&[7; 300]).await.unwrap();
        ours.read_exact(&mut some).await.unwrap();
        pace.apply();
        ours.read_exact(&mut some).await.unwrap();
        let more = tokio::time::timeout(Duration::from_millis(100), ours.read(&mut some)).await;
        assert!(more.is_err(), "there is nothing left");
    }
}
