//! A desk's stand-in for a table that another node serves: takes the same mail, and passes it on.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use cluster::{Content, Question, Reply};
use protocol::table::TableId;
use protocol::ws::session::Told;
use table::Refusal;
use tokio::sync::{Notify, mpsc};

use super::Nodes;
use crate::app::App;
use crate::desk::frame;
use crate::mail::{ConnId, Mail};
use crate::outbox::{Close, Outbox};

/// How long a stand-in stays when no page of ours is at the table.
const IDLE: Duration = Duration::from_secs(5);

struct Relay {
    app: Arc<App>,
    table: TableId,
    node: String,
    pages: HashMap<ConnId, Outbox>,
    mailbox: mpsc::Receiver<Mail>,
}

/// Sets up a stand-in for a table that another node serves.
pub(crate) fn start(app: Arc<App>, nodes: &Nodes, table: TableId, node: String) -> mpsc::Sender<Mail> {
    let (sender, mailbox) = mpsc::channel(app.config.sockets.mailbox.max(1));
    let end = Arc::new(Notify::new());
    nodes.known().relays.insert(table.clone(), (node.clone(), Arc::clone(&end)));
    let relay = Relay { app: Arc::clone(&app), table: table.clone(), node, pages: HashMap::new(), mailbox };
    tokio::spawn(async move {
        relay.run(Arc::clone(&end)).await;
        if let Some(nodes) = app.nodes.get() {
            nodes.forget(&table, &end);
        }
    });
    sender
}

impl Relay {
    async fn run(mut self, end: Arc<Notify>) {
        loop {
            tokio::select! {
                biased;
                () = end.notified() => break self.end(),
                mail = self.mailbox.recv() => match mail {
                    None => break,
                    Some(Mail::Stop { done }) => {
                        for outbox in self.pages.values() {
                            outbox.send(frame(&Told::ServerStopping {}));
                            outbox.close(Close::Stopping);
                        }
                        self.end();
                        let _ = done.send(());
                        break;
                    }
                    Some(Mail::PutAway { done }) => {
                        self.put_away().await;
                        let _ = done.send(());
                        break;
                    }
                    Some(mail) => self.mail(mail),
                },
                () = tokio::time::sleep(IDLE), if self.pages.is_empty() => {
                    let app = Arc::clone(&self.app);
                    if app.tables.retire(&app, &self.table, &mut self.mailbox) {
                        break;
                    }
                }
            }
        }
    }

    /// The table is to be put away where it is served, and this stand-in goes with it.
    async fn put_away(&mut self) {
        let app = Arc::clone(&self.app);
        if let Some(nodes) = app.nodes.get() {
            nodes.put_away(&self.node, &self.table).await;
        }
        self.end();
    }

    /// The owner does not serve the table any more, or cannot be reached: whoever is here joins again, and finds who does.
    fn end(&mut self) {
        self.mailbox.close();
        self.app.tables.forget(&self.app, &self.table);
        while let Ok(mail) = self.mailbox.try_recv() {
            mail.turn_away();
        }
        for outbox in self.pages.values() {
            outbox.close(Close::Rejoin);
        }
    }

    fn mail(&mut self, mail: Mail) {
        let app = Arc::clone(&self.app);
        let Some(nodes) = app.nodes.get() else { return };
        match mail {
            Mail::Join { conn, player, name, device, last_seq, as_spectator, id, outbox } => {
                self.pages.insert(conn, outbox.clone());
                let (table, player) = (self.table.to_string(), player.to_string());
                let device = device.number();
                let join =
                    Content::Join { table, page: conn, player, name, device, last_seq, as_spectator, id };
                nodes.join(&self.node, &self.table, conn, outbox, join);
            }
            Mail::Frame { conn, frame } => {
                nodes.write(&self.node, Content::Said { page: conn, text: frame.to_text() });
            }
            Mail::Gone { conn } => {
                self.pages.remove(&conn);
                nodes.leave(&self.node, conn);
            }
            Mail::Summary { asker, reply } => {
                let question = Question::Summary { table: self.table.to_string(), player: asker.to_string() };
                self.ask(question, move |answer| {
                    // Whoever asked is told that the table is not to be had when the sender is dropped.
                    if let Some(Reply::Summary(text)) = answer
                        && let Ok(summary) = serde_json::from_str(&text)
                    {
                        let _ = reply.send(summary);
                    }
                });
            }
            Mail::Close { done } => {
                self.ask(Question::Close { table: self.table.to_string() }, move |answer| {
                    let closed = match answer {
                        Some(Reply::Done) => Ok(()),
                        Some(Reply::Refused(reason)) => Err(Refusal::new("not_stored", reason)),
                        Some(Reply::NotHere | Reply::Summary(_) | Reply::Device { .. }) | None => {
                            Err(Refusal::new("unavailable", "The server that has this table does not answer"))
                        }
                    };
                    let _ = done.send(closed);
                });
            }
            // A table is prepared, and lines of chat are stored, where it is served.
            Mail::Prepare { .. }
            | Mail::Said { .. }
            | Mail::Look
            | Mail::CutOff { .. }
            | Mail::PutAway { .. }
            | Mail::Stop { .. } => {}
        }
    }

    /// Asks the owner, and goes on meanwhile.
    fn ask(&self, question: Question, then: impl FnOnce(Option<Reply>) + Send + 'static) {
        let (app, node) = (Arc::clone(&self.app), self.node.clone());
        tokio::spawn(async move {
            if let Some(nodes) = app.nodes.get() {
                then(nodes.ask(&node, question).await);
            }
        });
    }
}
