//! Letters between nodes over NATS.
//!
//! Plain publishing is all that is needed: every node listens to one subject of its own, and whoever writes to it publishes there. NATS holds nothing
//! that matters. It may lose letters when a line is down or a reader is slow; whoever waits for them notices (`cluster::Line`).

mod credentials;
#[cfg(feature = "testing")]
pub mod testing;

use std::pin::Pin;
use std::time::Duration;

use async_nats::connection::State;
use async_nats::{Client, ConnectErrorKind, Event};
use futures_util::StreamExt;
use server::Bus;
use tokio::sync::{mpsc, oneshot};

/// How many letters may wait on their way out, and in.
const WAITING: usize = 8_192;

/// Why there can be no bus.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// The server does not answer, or does not want us.
    #[error("cannot connect to the bus: {0}")]
    Connect(#[from] async_nats::ConnectError),
    /// There is no listening to our subject.
    #[error("cannot listen on the bus: {0}")]
    Subscribe(#[from] async_nats::SubscribeError),
}

impl Fault {
    /// Whether waiting may mend it: the server is not reached or does not answer. One that does not want us will not want us later.
    #[must_use]
    pub fn may_pass(&self) -> bool {
        match self {
            Self::Connect(fault) => {
                matches!(
                    fault.kind(),
                    ConnectErrorKind::Dns | ConnectErrorKind::TimedOut | ConnectErrorKind::Io
                )
            }
            Self::Subscribe(_) => false,
        }
    }
}

/// A way to other nodes over NATS.
#[derive(Debug)]
pub struct NatsBus {
    client: Client,
    space: String,
    out: mpsc::Sender<Outgoing>,
}

/// What waits on its way out.
#[derive(Debug)]
enum Outgoing {
    /// A letter, and the subject it goes to.
    Letter(String, Vec<u8>),
    /// Somebody wants to know when everything before this is gone.
    Flush(oneshot::Sender<()>),
}

/// Connects, and listens for what is written to `me`. Nodes that share a `space` can write to each other. A connection that breaks is
/// made again by itself. The address may say who we are: `nats://user:password@host`, or `nats://token@host`.
///
/// # Errors
/// If the server is not reached, or there is no listening.
pub async fn connect(url: &str, space: &str, me: &str) -> Result<(NatsBus, mpsc::Receiver<Vec<u8>>), Fault> {
    let options = credentials::of(url)
        .name(format!("stammtisch {me}"))
        .ping_interval(Duration::from_secs(2))
        .connection_timeout(Duration::from_secs(3))
        .reconnect_delay_callback(|attempts| Duration::from_millis(100 * attempts.min(10) as u64))
        .event_callback(|event| async move {
            if event == Event::Connected {
                tracing::info!("the bus is there");
            } else {
                tracing::warn!(%event, "the bus");
            }
        });
    let client = options.connect(url).await?;
    let mut letters = client.subscribe(subject(space, me)).await?;
    let (arrive, inbox) = mpsc::channel(WAITING);
    tokio::spawn(async move {
        while let Some(letter) = letters.next().await {
            if arrive.send(letter.payload.into()).await.is_err() {
                return;
            }
        }
    });
    let (out, mut waiting) = mpsc::channel(WAITING);
    let publisher = client.clone();
    tokio::spawn(async move {
        while let Some(outgoing) = waiting.recv().await {
            match outgoing {
                Outgoing::Letter(subject, letter) => {
                    if let Err(fault) = publisher.publish(subject, letter.into()).await {
                        tracing::warn!(%fault, "a letter was not sent");
                    }
                }
                Outgoing::Flush(done) => {
                    if let Err(fault) = publisher.flush().await {
                        tracing::warn!(%fault, "letters may not have been sent");
                    }
                    // Whoever asked may have given up.
                    let _ = done.send(());
                }
            }
        }
    });
    Ok((NatsBus { client, space: space.to_owned(), out }, inbox))
}

impl Bus for NatsBus {
    fn send(&self, node: &str, letter: Vec<u8>) -> bool {
        self.out.try_send(Outgoing::Letter(subject(&self.space, node), letter)).is_ok()
    }

    fn is_up(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    fn flush(&self) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        let out = self.out.clone();
        Box::pin(async move {
            let (done, flushed) = oneshot::channel();
            if out.send(Outgoing::Flush(done)).await.is_ok() {
                // Nothing is on its way any more where nobody sends it.
                let _ = flushed.await;
            }
        })
    }
}

/// The subject of a node. Dots, spaces and stars mean something there, and names of nodes may hold anything.
fn subject(space: &str, node: &str) -> String {
    use std::fmt::Write as _;
    let mut subject = format!("{space}.node.");
    for byte in node.bytes() {
        if byte.is_ascii_alphanumeric() || byte == b'-' {
            subject.push(byte.into());
        } else {
            // Writing to a text cannot fail.
            let _ = write!(subject, "_{byte:02x}");
        }
    }
    subject
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_subjects_that_cannot_be_confused() {
        assert_eq!(subject("stammtisch", "n1-17"), "stammtisch.node.n1-17");
        let odd = ["a.b", "a_b", "a b", "a*", "a>", "ä", "a_2eb"];
        let subjects: std::collections::BTreeSet<String> =
            odd.iter().map(|name| subject("s", name)).collect();
        assert_eq!(subjects.len(), odd.len());
        assert!(subjects.iter().all(|subject| !subject["s.node.".len()..].contains(['.', ' ', '*', '>'])));
    }
}
