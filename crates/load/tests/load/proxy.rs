//! A faulty line: a proxy that passes everything on, but for one message from the server that it drops, doubles, changes, or lets
//! another one overtake.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};

/// What happens to a message.
#[derive(Clone, Copy, Debug)]
pub(crate) enum What {
    /// It is gone.
    Dropped,
    /// It comes twice.
    Doubled,
    /// The message behind it comes first.
    Overtaken,
    /// One word in it becomes another.
    Changed(&'static str, &'static str),
}

/// Which message, and what happens to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plant {
    /// What the message contains.
    pub(crate) kind: &'static str,
    /// How many such messages pass before.
    pub(crate) after: u32,
    pub(crate) what: What,
}

/// Listens in front of a server.
pub(crate) async fn before(server: SocketAddr, plant: Plant) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let passed = Arc::new(AtomicU32::new(0));
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            let upstream = TcpStream::connect(server).await.unwrap();
            // What it does not disturb, it does not delay.
            client.set_nodelay(true).unwrap();
            upstream.set_nodelay(true).unwrap();
            let (mut from_client, to_client) = client.into_split();
            let (from_server, mut to_server) = upstream.into_split();
            tokio::spawn(async move {
                let _ = tokio::io::copy(&mut from_client, &mut to_server).await;
            });
            tokio::spawn(pass(from_server, to_client, plant, Arc::clone(&passed)));
        }
    });
    address
}

/// Passes on what the server says: heads of HTTP as they are, and after an upgrade frame by frame.
async fn pass(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, plant: Plant, passed: Arc<AtomicU32>) {
    // With room for a whole head at once.
    let (mut read, mut upgraded) = (Vec::with_capacity(1 << 16), false);
    let mut held: Option<Vec<u8>> = None;
    while from.read_buf(&mut read).await.is_ok_and(|count| count > 0) {
        if !upgraded {
            let start = read.windows(4).position(|four| four == b"\r\n\r\n").map(|end| end + 4);
            upgraded = read.starts_with(b"HTTP/1.1 101") && start.is_some();
            let whole = if upgraded { start.unwrap_or(0) } else { read.len() };
            let _ = to.write_all(&read[..whole]).await;
            read.drain(..whole);
        }
        while let Some(length) = upgraded.then(|| frame(&read)).flatten() {
            let mut frame: Vec<u8> = read.drain(..length).collect();
            if let Some(overtaken) = held.take() {
                frame.extend(overtaken);
            } else if hit(&frame, plant, &passed) {
                match plant.what {
                    What::Dropped => frame.clear(),
                    What::Doubled => frame.extend(frame.clone()),
                    What::Overtaken => held = Some(std::mem::take(&mut frame)),
                    What::Changed(was, is) => frame = changed(&frame, was, is),
                }
            }
            let _ = to.write_all(&frame).await;
        }
    }
}

/// Whether this is the message. One that lacks the word to be changed is none of that kind: a patch says only what is new.
fn hit(frame: &[u8], plant: Plant, passed: &AtomicU32) -> bool {
    let contains = |word: &str| frame.windows(word.len()).any(|part| part == word.as_bytes());
    let fits = match plant.what {
        What::Changed(was, _) => contains(was),
        What::Dropped | What::Doubled | What::Overtaken => true,
    };
    fits && contains(plant.kind) && passed.fetch_add(1, Ordering::SeqCst) == plant.after
}

/// The length of the first frame, if all of it is there.
fn frame(read: &[u8]) -> Option<usize> {
    let length = match *read.get(1)? {
        126 => 4 + usize::from(u16::from_be_bytes(*read.get(2..4)?.first_chunk()?)),
        127 => 10 + usize::try_from(u64::from_be_bytes(*read.get(2..10)?.first_chunk()?)).unwrap(),
        short => 2 + usize::from(short),
    };
    (read.len() >= length).then_some(length)
}

/// The frame with another word of the same length.
fn changed(frame: &[u8], was: &str, is: &str) -> Vec<u8> {
    assert_eq!(was.len(), is.len());
    let at = frame.windows(was.len()).position(|part| part == was.as_bytes()).expect("the word is there");
    let mut frame = frame.to_vec();
    frame[at..at + is.len()].copy_from_slice(is.as_bytes());
    frame
}
