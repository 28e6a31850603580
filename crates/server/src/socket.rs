//! One WebSocket: reads frames within limits and passes them to the table, writes what the table sends.
//!
//! A socket is not a player: a player may have several, and a seat outlives them all.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use futures_util::SinkExt;
use protocol::ws::session::{Answer, Frame, FrameFault, Request, Told};
use tokio::sync::mpsc;

use crate::app::{App, Counted};
use crate::buckets::Bucket;
use crate::desk::{frame, rejection};
use crate::identity::Identity;
use crate::mail::{ConnId, Mail};
use crate::metrics::{Gauge, add};
use crate::outbox::{Close, Outbox};
use protocol::table::PlayerId;

/// What holds a socket's place in the counts.
pub(crate) struct Places {
    pub(crate) _address: Counted<IpAddr>,
    pub(crate) _player: Counted<PlayerId>,
}

/// A socket being served.
struct Socket {
    app: Arc<App>,
    conn: ConnId,
    identity: Identity,
    outbox: Outbox,
    table: Option<mpsc::Sender<Mail>>,
    messages: Bucket,
    holds: Bucket,
}

/// Serves one socket until it closes.
pub(crate) async fn serve(app: Arc<App>, mut socket: WebSocket, identity: Identity, _places: Places) {
    let _gauge = Gauge::up(&app.metrics.sockets);
    let limits = app.config.sockets.clone();
    let (outbox, mut waiting, cut) = Outbox::new(limits.outbox);
    let now = Instant::now();
    let mut served = Socket {
        conn: app.next_connection(),
        messages: Bucket::new(app.config.rates.socket, now),
        holds: Bucket::new(app.config.rates.holds, now),
        app: Arc::clone(&app),
        identity,
        outbox,
        table: None,
    };
    let (opened, mut heard, mut pinged) = (Instant::now(), Instant::now(), false);
    let why = loop {
        let silence = if pinged { limits.silent } else { limits.ping_after };
        let patience = if served.table.is_none() {
            limits.join_within.saturating_sub(opened.elapsed())
        } else {
            silence.saturating_sub(heard.elapsed())
        };
        tokio::select! {
            biased;
            close = cut.wanted() => break Some(close),
            Some(first) = waiting.recv() => {
                if write(&app, &mut socket, first, &mut waiting).await.is_err() {
                    break None;
                }
            }
            message = socket.recv() => {
                heard = Instant::now();
                pinged = false;
                match message {
                    Some(Ok(Message::Text(text))) => {
                        if let Err(close) = served.text(text.as_str()).await {
                            break Some(close);
                        }
                    }
                    Some(Ok(Message::Binary(_))) => break Some(Close::BadFrame),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    Some(Ok(Message::Close(_)) | Err(_)) | None => break None,
                }
            }
            () = tokio::time::sleep(patience) => {
                if served.table.is_none() {
                    break Some(Close::NotJoined);
                }
                if pinged {
                    break Some(Close::Silent);
                }
                pinged = true;
                if socket.send(Message::Ping(Vec::new().into())).await.is_err() {
                    break None;
                }
            }
        }
    };
    served.gone().await;
    if let Some(close) = why {
        add(&app.metrics.cut, 1);
        // What was queued before is still worth sending, if the socket takes it at once.
        let farewell = async {
            if close != Close::TooSlow {
                while let Ok(text) = waiting.try_recv() {
                    socket.feed(Message::Text(text)).await?;
                }
            }
            let frame = CloseFrame { code: close as u16, reason: close.reason().into() };
            socket.send(Message::Close(Some(frame))).await
        };
        let _ = tokio::time::timeout(std::time::Duration::from_secs(2), farewell).await;
    }
}

/// Writes what waits, all of it in one go.
async fn write(
    app: &App,
    socket: &mut WebSocket,
    first: Utf8Bytes,
    waiting: &mut mpsc::Receiver<Utf8Bytes>,
) -> Result<(), axum::Error> {
    let mut next = Some(first);
    while let Some(text) = next {
        add(&app.metrics.frames_out, 1);
        add(&app.metrics.bytes_out, text.len() as u64);
        socket.feed(Message::Text(text)).await?;
        next = waiting.try_recv().ok();
    }
    socket.flush().await
}

impl Socket {
    async fn text(&mut self, text: &str) -> Result<(), Close> {
        let rates = &self.app.config.rates;
        let now = Instant::now();
        if !self.messages.take(rates.socket, now) || !self.app.players.take(&self.identity.player) {
            return Err(Close::TooFast);
        }
        add(&self.app.metrics.commands, 1);
        let read = match Frame::parse(text) {
            Ok(read) => read,
            Err(FrameFault { id, failure }) => {
                let reason = failure.message;
                self.outbox.send(match id {
                    Some(id) => rejection(id, &table::Refusal::new("bad_request", reason)),
                    None => frame(&Answer::Error { code: "bad_request".into(), reason }),
                });
                return Ok(());
            }
        };
        if read.kind == "ping" {
            let answer = match read.read::<Request>() {
                Ok(_) => frame(&Told::Pong { server_time: self.app.clock.now() }),
                Err(failure) => frame(&Answer::Error { code: "bad_request".into(), reason: failure.message }),
            };
            self.outbox.send(answer);
            return Ok(());
        }
        if read.kind == "hold_dice" && !self.holds.take(rates.holds, now) {
            return Ok(());
        }
        if read.id.is_none() && !Request::needs_no_id(&read.kind) {
            let reason = "missing field `id`".to_owned();
            self.outbox.send(frame(&Answer::Error { code: "bad_request".into(), reason }));
            return Ok(());
        }
        if read.kind == "join_table" {
            self.join(&read).await;
            return Ok(());
        }
        let Some(table) = &self.table else {
            let refusal = table::Refusal::new("not_joined", "Join a table first");
            self.outbox.send(match read.id {
                Some(id) => rejection(id, &refusal),
                None => frame(&Answer::Error { code: refusal.code.into(), reason: refusal.reason }),
            });
            return Ok(());
        };
        table.send(Mail::Frame { conn: self.conn, frame: read }).await.map_err(|_| Close::Rejoin)
    }

    /// Comes to a table. One socket serves one table; joining again repeats the greeting.
    async fn join(&mut self, read: &Frame) {
        let id = read.id.clone().unwrap_or_default();
        let refuse = |outbox: &Outbox, code, reason: String| {
            outbox.send(rejection(id.clone(), &table::Refusal::new(code, reason)));
        };
        let (table_id, last_seq, as_spectator) = match read.read::<Request>() {
            Ok(Request::JoinTable { table_id, last_seq, as_spectator }) => (table_id, last_seq, as_spectator),
            Ok(_) => return,
            Err(failure) => return refuse(&self.outbox, "bad_request", failure.message),
        };
        let found = self.app.tables.find(&self.app, &table_id).await;
        let mail = match found {
            Ok(Some(mail)) => mail,
            Ok(None) => return refuse(&self.outbox, "no_such_table", "There is no such table".into()),
            Err(fault) => {
                tracing::error!(%fault, "a table could not be loaded");
                return refuse(&self.outbox, "unavailable", "The table cannot be loaded now".into());
            }
        };
        if self.table.as_ref().is_some_and(|joined| !joined.same_channel(&mail)) {
            self.gone().await;
        }
        let join = Mail::Join {
            conn: self.conn,
            player: self.identity.player.clone(),
            name: self.identity.name.clone(),
            device: self.identity.device,
            last_seq: last_seq.and_then(|seq| u64::try_from(seq.get()).ok()),
            as_spectator: as_spectator.unwrap_or(false),
            id: id.clone(),
            outbox: self.outbox.clone(),
        };
        if mail.send(join).await.is_err() {
            return refuse(&self.outbox, "unavailable", "The table was just put away; join again".into());
        }
        self.table = Some(mail);
    }

    async fn gone(&mut self) {
        if let Some(table) = self.table.take() {
            // A table that is gone need not be told.
            let _ = table.send(Mail::Gone { conn: self.conn }).await;
        }
    }
}
