//! A seat: a player's socket and the witness of everything that comes through it.

use std::io;
use std::net::Ipv4Addr;
use std::task::{Context, Poll};

use tokio::time::Instant;

use crate::history::Notes;
use crate::plan::Plan;
use crate::seeds::Committed;
use crate::socket::{Frame, Socket};
use crate::tally::Tally;
use crate::violation::Violation;
use crate::witness::{News, What, Witness};

/// A player: id and token.
#[derive(Clone, Debug)]
pub(crate) struct Guest {
    pub(crate) player: String,
    pub(crate) token: String,
}

/// A seat at a table.
#[derive(Debug)]
pub(crate) struct Seat {
    guest: Guest,
    /// Which of several servers it is connected to.
    server: usize,
    from: Option<Ipv4Addr>,
    socket: Socket,
    pub(crate) witness: Witness,
    pub(crate) committed: Option<Committed>,
    /// The game for which a rematch was asked.
    pub(crate) rematch: u64,
    /// Why the line is gone, if it is.
    pub(crate) gone: Option<String>,
    /// When it comes back, once somebody has noticed.
    pub(crate) back_at: Option<Instant>,
}

impl Seat {
    /// Opens the seat's socket; nothing is said yet.
    pub(crate) async fn open(plan: &Plan, guest: Guest, n: usize, open: bool) -> io::Result<Self> {
        let from = plan.from(n);
        let server = plan.server(n);
        let socket = Socket::open(server.address, &server.host, from, &guest.token).await?;
        let witness = Witness::new(guest.player.clone(), open);
        Ok(Self {
            guest,
            server: n,
            from,
            socket,
            witness,
            committed: None,
            rematch: 0,
            gone: None,
            back_at: None,
        })
    }

    /// Notes from now on all that it says, hears and sees.
    pub(crate) fn notes_down(&mut self, number: usize, table: &str) {
        self.witness.notes = Notes::of(number, table, &self.guest.player);
    }

    /// Sends a message; how many bytes went, if they belong to the play.
    pub(crate) fn ask(&mut self, what: What, fields: &str) -> u64 {
        let sent = self.socket.send(self.witness.ask(what, fields));
        if what.is_check() { 0 } else { sent }
    }

    /// Drops the line and takes another one, to another server where there are several.
    pub(crate) async fn come_back(&mut self, plan: &Plan, table: &str, unbroken: bool) -> io::Result<()> {
        self.server += 1;
        let server = plan.server(self.server);
        self.socket = Socket::open(server.address, &server.host, self.from, &self.guest.token).await?;
        (self.gone, self.back_at) = (None, None);
        for text in self.witness.come_back(table, unbroken) {
            self.socket.send(&text);
        }
        Ok(())
    }

    /// Writes and reads once; whether anything came or the line broke.
    pub(crate) fn poll(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        if self.gone.is_some() {
            return Poll::Pending;
        }
        if let Poll::Ready(Err(fault)) = self.socket.poll_flush(cx) {
            self.gone = Some(format!("lost: {}", fault.kind()));
            return Poll::Ready(());
        }
        match self.socket.poll_fill(cx) {
            Poll::Pending => return Poll::Pending,
            Poll::Ready(Ok(0)) => self.gone = Some("lost: closed without a word".to_owned()),
            Poll::Ready(Ok(_)) => {}
            Poll::Ready(Err(fault)) => self.gone = Some(format!("lost: {}", fault.kind())),
        }
        Poll::Ready(())
    }

    /// Takes in the next message that was read, and counts it; `None` if there is none.
    pub(crate) fn take(&mut self, counts: bool, tally: &mut Tally) -> Option<Result<News, Violation>> {
        match self.socket.next() {
            Ok(Some(Frame::Text(text, wire))) => {
                let news = self.witness.take(text);
                let check = matches!(&news, Ok(News::Checked))
                    || matches!(&news, Ok(News::Done(what)) if what.is_check());
                if counts && !check {
                    tally.frames += 1;
                    tally.bytes_in += wire;
                }
                Some(news)
            }
            Ok(Some(Frame::Close(code))) => {
                self.gone = Some(format!("closed {code}"));
                None
            }
            Ok(None) => None,
            Err(fault) => Some(Err(Violation::Unreadable { why: fault.to_string(), text: String::new() })),
        }
    }

    /// Says goodbye.
    pub(crate) fn leave(&mut self) {
        self.socket.say_goodbye();
    }
}
