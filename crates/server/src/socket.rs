//! One WebSocket: reads frames within limits and passes them to the table, writes what the table sends.
//!
//! A socket is not a player: a player may have several, and a seat outlives them all.

use std::net::IpAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Instant;

use protocol::ws::session::{Answer, Frame, FrameFault, Request, Told};
use store::{StoreFault, failpoint};
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::protocol::Message;

use crate::address::Neighbourhood;
use crate::app::{App, Counted};
use crate::buckets::Bucket;
use crate::desk::{frame, rejection};
use crate::identity::Identity;
use crate::mail::{ConnId, Mail};
use crate::metrics::{Gauge, add};
use crate::outbox::{Close, Outbox};
use crate::websocket::WebSocket;
use protocol::table::PlayerId;

/// What holds a socket's place in the counts.
pub(crate) struct Places {
    pub(crate) _address: Counted<Neighbourhood>,
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
pub(crate) async fn serve(
    app: Arc<App>,
    mut socket: WebSocket,
    identity: Identity,
    address: IpAddr,
    _places: Places,
) {
    let _gauge = Gauge::up(&app.metrics.sockets);
    let limits = app.config.sockets.clone();
    let outbox = Outbox::new(limits.outbox);
    let opened = Instant::now();
    let mut served = Socket {
        conn: app.next_connection(),
        messages: Bucket::new(app.config.rates.socket, opened),
        holds: Bucket::new(app.config.rates.holds, opened),
        app: Arc::clone(&app),
        identity,
        outbox: outbox.clone(),
        table: None,
    };
    let line = app.lines.open(served.conn, &served.identity, address, &served.outbox);
    // Somebody may have been put out between the look at the token and this line.
    if app.sanctions.is_banned(address) {
        served.outbox.close(Close::PutOut);
    } else if !served.identity.still_holds(&app).await {
        served.outbox.close(Close::LoggedOut);
    }
    let (mut heard, mut pinged) = (opened, false);
    // Set back only when it is too late, and not with every message: most of the time it is only moved when it rings.
    let mut alarm = pin!(tokio::time::sleep(limits.join_within.min(limits.ping_after)));
    let why = loop {
        let patience = match (served.table.is_none(), pinged) {
            (true, _) => opened + limits.join_within,
            (false, true) => heard + limits.silent,
            (false, false) => heard + limits.ping_after,
        };
        if alarm.is_elapsed() || patience < alarm.deadline().into_std() {
            alarm.as_mut().reset(patience.into());
        }
        tokio::select! {
            biased;
            () = outbox.news() => {
                if let Some(close) = outbox.closed() {
                    break Some(close);
                }
                if let Err(why) = write(&app, &mut socket, &outbox).await {
                    break why;
                }
            }
            message = socket.recv() => {
                heard = Instant::now();
                pinged = false;
                match message {
                    Some(Ok(Message::Text(text))) => {
                        if let Err(close) = served.text(text.as_str(), heard).await {
                            break Some(close);
                        }
                    }
                    Some(Ok(Message::Binary(_) | Message::Frame(_))) => break Some(Close::BadFrame),
                    // They cost us an answer like any message.
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) if served.may_speak(heard) => {}
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => break Some(Close::TooFast),
                    Some(Ok(Message::Close(_)) | Err(_)) | None => break None,
                }
            }
            () = alarm.as_mut() => {
                if patience <= Instant::now() {
                    if served.table.is_none() {
                        break Some(Close::NotJoined);
                    }
                    if pinged {
                        break Some(Close::Silent);
                    }
                    pinged = true;
                    if socket.ping().await.is_err() {
                        break None;
                    }
                }
            }
        }
    };
    drop(line);
    served.gone().await;
    if let Some(close) = why {
        add(&app.metrics.cut, 1);
        let farewell = socket.farewell(&outbox, close);
        let _ = tokio::time::timeout(std::time::Duration::from_secs(2), farewell).await;
    }
}

/// Writes what waits, all of it in one go. An error says why the socket is to be closed, if that is known.
async fn write(app: &App, socket: &mut WebSocket, outbox: &Outbox) -> Result<(), Option<Close>> {
    let (frames, bytes) = socket.load(outbox);
    if frames == 0 {
        return Ok(());
    }
    add(&app.metrics.writes, 1);
    add(&app.metrics.frames_out, frames as u64);
    add(&app.metrics.bytes_out, bytes as u64);
    if !socket.write_at_once().map_err(|_| None)? {
        write_unless_closed(socket, outbox).await?;
    }
    failpoint::pass(failpoint::WRITTEN);
    Ok(())
}

/// Writes the rest, unless the socket is to be closed meanwhile: whoever does not read is not waited for once it is clear that they do
/// not.
async fn write_unless_closed(socket: &mut WebSocket, outbox: &Outbox) -> Result<(), Option<Close>> {
    let mut heard = false;
    let closed = async {
        loop {
            outbox.news().await;
            heard = true;
            if let Some(close) = outbox.closed() {
                break close;
            }
        }
    };
    let written = tokio::select! {
        biased;
        written = socket.write() => written.map_err(|_| None),
        close = closed => Err(Some(close)),
    };
    // What was news here is news for whoever looks next.
    if heard {
        outbox.renew();
    }
    written
}

impl Socket {
    /// Takes one of the messages that the socket may send, and its player on all sockets: whoever is cut opens another one.
    fn may_speak(&mut self, now: Instant) -> bool {
        self.messages.take(self.app.config.rates.socket, now) && self.app.players.take(&self.identity.player)
    }

    async fn text(&mut self, text: &str, now: Instant) -> Result<(), Close> {
        if !self.may_speak(now) {
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
        if read.kind == "hold_dice" && !self.holds.take(self.app.config.rates.holds, now) {
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
            Err(StoreFault::Corrupt(what)) => {
                tracing::error!(table = %table_id, what, "a table is damaged and cannot be opened");
                let reason = "The record of this table is damaged; ask whoever runs the server";
                return refuse(&self.outbox, "table_damaged", reason.into());
            }
            Err(fault) => {
                tracing::error!(table = %table_id, %fault, "a table could not be loaded");
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
