//! Attacks that go on until they are ended, each from addresses of its own, on a thread of its own.

use std::future::Future;
use std::net::{Ipv4Addr, SocketAddr};
use std::pin::Pin;
use std::process::Command;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use bots::Dice;
use futures_util::future::join_all;
use game::Luck;
use rustix::thread::gettid;
use serde_json::json;
use tokio::net::TcpStream;
use tokio::sync::oneshot;

use crate::crowds::crowd_of;
use crate::raw::{connect, frame, send, try_open};

/// Where attacks come from: each has an address of its own.
pub(crate) fn from(n: u8) -> Ipv4Addr {
    Ipv4Addr::new(127, 0, 3, n)
}

pub(crate) type Attack = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Somebody who attacks.
#[derive(Clone)]
pub(crate) struct Mallory {
    pub(crate) server: SocketAddr,
    pub(crate) token: String,
    pub(crate) table: String,
}

impl Mallory {
    /// Opens a socket again and again, and sends the same until it is cut.
    async fn floods(self, n: u8, bytes: Vec<u8>) {
        loop {
            match try_open(self.server, from(n), &self.token).await {
                Some(mut stream) => while send(&mut stream, &bytes).await {},
                None => tokio::time::sleep(Duration::from_millis(50)).await,
            }
        }
    }

    /// Sends requests over connections that stay open.
    async fn asks(self, n: u8, request: Vec<u8>) {
        loop {
            let Ok(stream) = connect(self.server, from(n)).await else { continue };
            let ((mut read, mut write), mut nowhere) = (stream.into_split(), tokio::io::sink());
            let sends =
                async { while tokio::io::AsyncWriteExt::write_all(&mut write, &request).await.is_ok() {} };
            tokio::select! {
                () = sends => {}
                _ = tokio::io::copy(&mut read, &mut nowhere) => {}
            }
        }
    }

    /// Holds connections that ask for nothing, or for half of something.
    async fn holds(self, count: usize, begun: &'static [u8]) {
        let mut streams = Vec::new();
        loop {
            for n in 0..count {
                let Ok(mut stream) = connect(self.server, from((n / 200) as u8 + 1)).await else { continue };
                send(&mut stream, begun).await;
                streams.push(stream);
            }
            tokio::time::sleep(Duration::from_secs(5)).await;
            // Those that were cut are opened again.
            streams.retain(|stream: &TcpStream| stream.try_write(b"x").is_ok());
            if streams.len() >= count {
                std::future::pending::<()>().await;
            }
        }
    }

    /// Asks for views as often as may be, and reads none.
    async fn never_reads(self, n: u8) {
        loop {
            let Some(mut stream) = try_open(self.server, from(n), &self.token).await else {
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            };
            let join = json!({ "type": "join_table", "tableId": self.table, "id": "join" }).to_string();
            let ask = frame(0x81, br#"{"type":"get_view"}"#);
            if send(&mut stream, &frame(0x81, join.as_bytes())).await {
                while send(&mut stream, &ask).await {
                    tokio::time::sleep(Duration::from_millis(55)).await;
                }
            }
        }
    }
}

/// What is no attack at all: it takes as much of the processor as its thread may have, and asks the server for nothing. Whatever others
/// notice of it is the machine's doing.
async fn computes() {
    loop {
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_millis(5) {
            std::hint::spin_loop();
        }
        tokio::task::yield_now().await;
    }
}

/// The attacks by name.
pub(crate) fn attacks(mallory: &Mallory) -> Vec<(&'static str, Vec<Attack>)> {
    fn many(count: u8, attack: impl Fn(u8) -> Attack) -> Vec<Attack> {
        (1..=count).map(attack).collect()
    }
    let m = || mallory.clone();
    let mut luck = Dice::new(1);
    let noise: Vec<u8> = (0..2_000).map(|_| luck.below(256) as u8).collect();
    let wrong =
        frame(0x81, br#"{"id":"x","type":"place_bet","amount":-1e99,"numbers":[[[[[[]]]]]]}"#).repeat(20);
    let health = b"GET /health HTTP/1.1\r\nHost: table\r\n\r\n".repeat(50);
    let advice = {
        let body = r#"{"positions":[{"scores":{},"rollsRemaining":3}],"outlook":true}"#;
        let head = format!(
            "Host: table\r\nAuthorization: Bearer {}\r\nContent-Type: application/json",
            mallory.token
        );
        format!("POST /api/kniffel/advice HTTP/1.1\r\n{head}\r\nContent-Length: {}\r\n\r\n{body}", body.len())
            .into_bytes()
    };
    let crowd = crowd_of(10_000);
    vec![
        ("nothing but computing beside it", vec![Box::pin(computes())]),
        ("random bytes on sockets", many(8, |n| Box::pin(m().floods(n, noise.clone())))),
        ("wrong messages without end", many(8, |n| Box::pin(m().floods(n, wrong.clone())))),
        ("pings without end", many(8, |n| Box::pin(m().floods(n, frame(0x89, b"?").repeat(50))))),
        (
            "pieces of nothing without end",
            many(8, |n| {
                let pieces = [frame(0x01, b""), frame(0x00, b"").repeat(500)].concat();
                Box::pin(m().floods(n, pieces))
            }),
        ),
        ("requests without end", many(8, |n| Box::pin(m().asks(n, health.clone())))),
        ("requests that cost much", many(8, |n| Box::pin(m().asks(n, advice.clone())))),
        ("sockets that never read", many(32, |n| Box::pin(m().never_reads(n)))),
        ("10 000 connections that say nothing", vec![Box::pin(m().holds(crowd, b""))]),
        ("10 000 connections that ask slowly", vec![Box::pin(m().holds(crowd, b"GET / HTTP/1.1\r\nX: "))]),
    ]
}

/// How much of the processor attackers get.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Share {
    /// What nobody else wants: they stop at once when somebody has something to do. So it is with those who attack from elsewhere.
    Rest,
    /// As much as the server and those who play.
    Equal,
}

/// Lets this thread have no more of the processor than nobody else wants. Being nice is not enough: a thread that wakes another one beside
/// it, as whoever sends does, may keep the processor for a whole tick of the kernel's clock, and the other waits.
fn take_the_rest() {
    let thread = gettid().as_raw_nonzero().to_string();
    let done = Command::new("chrt").args(["--idle", "--pid", "0", &thread]).status();
    assert!(done.expect("chrt, of the package util-linux").success());
}

/// An attack that goes on until this is dropped.
pub(crate) struct UnderWay {
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl UnderWay {
    /// Begins it, on a thread that gets this share of the processor.
    pub(crate) fn new(attack: Vec<Attack>, share: Share) -> Self {
        let (stop, stopped) = oneshot::channel();
        let thread = std::thread::spawn(move || {
            if share == Share::Rest {
                take_the_rest();
            }
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async {
                let all = join_all(attack.into_iter().map(tokio::spawn));
                tokio::select! {
                    _ = all => unreachable!("no attack ends by itself"),
                    _ = stopped => {}
                }
            });
        });
        Self { stop: Some(stop), thread: Some(thread) }
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
