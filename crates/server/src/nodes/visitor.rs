//! A page of another node at a table of ours: a socket made of letters.

use std::sync::Arc;

use cluster::{Content, Question, Reply};
use protocol::table::{Bytes32, TableId};
use protocol::ws::session::Frame;
use tokio::sync::{mpsc, oneshot};

use crate::app::App;
use crate::identity::Device;
use crate::mail::Mail;
use crate::outbox::{Close, Outbox};

/// Serves a page until it goes, or its table does.
pub(super) async fn serve(app: Arc<App>, node: String, joins: Content, mut said: mpsc::Receiver<String>) {
    let Content::Join { table, page, player, name, device, last_seq, as_spectator, id } = joins else {
        return;
    };
    let Some(nodes) = app.nodes.get() else { return };
    let outbox = Outbox::new(app.config.sockets.outbox);
    let conn = app.next_connection();
    let found = match (table.parse::<TableId>(), player.parse()) {
        (Ok(table), Ok(player)) => {
            app.tables.own(&app, &table).await.ok().flatten().map(|mail| (mail, player))
        }
        _ => None,
    };
    let Some((mail, player)) = found else {
        return nodes.write(&node, Content::Cut { page, why: Close::Rejoin as u16 });
    };
    let device = Device::numbered(device);
    let join = Mail::Join { conn, player, name, device, last_seq, as_spectator, id, outbox: outbox.clone() };
    if mail.send(join).await.is_err() {
        return nodes.write(&node, Content::Cut { page, why: Close::Rejoin as u16 });
    }
    let why = loop {
        tokio::select! {
            biased;
            () = outbox.news() => {
                let texts = outbox.take();
                if !texts.is_empty() {
                    nodes.write(&node, Content::Told { page, texts });
                }
                if let Some(close) = outbox.closed() {
                    break Some(close);
                }
            }
            text = said.recv() => {
                let Some(text) = text else { break None };
                let sent = match Frame::parse(&text) {
                    Ok(frame) => mail.send(Mail::Frame { conn, frame }).await.is_ok(),
                    // The node that passed it on has read it already.
                    Err(_) => true,
                };
                if !sent {
                    break Some(Close::Rejoin);
                }
            }
        }
    };
    said.close();
    // A table that is gone need not be told.
    let _ = mail.send(Mail::Gone { conn }).await;
    let mut known = nodes.known();
    // Another visit of the same page may have begun meanwhile.
    if known.visitors.get(&(node.clone(), page)).is_some_and(mpsc::Sender::is_closed) {
        known.visitors.remove(&(node.clone(), page));
    }
    drop(known);
    if let Some(close) = why {
        nodes.write(&node, Content::Cut { page, why: close as u16 });
    }
}

/// Answers what another node asks.
pub(super) async fn answer(app: &Arc<App>, question: Question) -> Reply {
    match question {
        Question::Summary { table, player } => {
            let (Some(mail), Ok(asker)) = (own(app, &table).await, player.parse()) else {
                return Reply::NotHere;
            };
            let (reply, answer) = oneshot::channel();
            if mail.send(Mail::Summary { asker, reply }).await.is_err() {
                return Reply::NotHere;
            }
            let summary = answer.await.ok().and_then(|summary| serde_json::to_string(&summary).ok());
            summary.map_or(Reply::NotHere, Reply::Summary)
        }
        Question::Close { table } => {
            let Some(mail) = own(app, &table).await else { return Reply::NotHere };
            let (done, closed) = oneshot::channel();
            if mail.send(Mail::Close { done }).await.is_err() {
                return Reply::NotHere;
            }
            match closed.await {
                Ok(Ok(())) => Reply::Done,
                Ok(Err(refusal)) => Reply::Refused(refusal.reason),
                Err(_) => Reply::NotHere,
            }
        }
        Question::PutAway { table } => {
            let Some(mail) = own(app, &table).await else { return Reply::NotHere };
            let (done, away) = oneshot::channel();
            if mail.send(Mail::PutAway { done }).await.is_ok() {
                // A table that is gone is away.
                let _ = away.await;
            }
            Reply::Done
        }
        Question::Device { code } => {
            let taken = app.devices.take(&code, app.clock.now());
            taken.map_or(Reply::NotHere, |who| Reply::Device {
                by: Bytes32(*who.token()).to_hex(),
                player: who.player.to_string(),
                name: who.name,
            })
        }
    }
}

/// The way to a table that is served here.
async fn own(app: &Arc<App>, table: &str) -> Option<mpsc::Sender<Mail>> {
    app.tables.own(app, &table.parse().ok()?).await.ok().flatten()
}
