//! Pages: they join, move, come back elsewhere with what was not answered, and remember all they were told.

use crate::desk::{Mail, Who};
use crate::node::{Body, Conn};
use crate::rules::{CALM, LAST_MOVE, QUIET};
use crate::world::{Event, World};

/// What a page says.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Said {
    Join { page: usize, table: usize },
    Command { player: usize, command: u64 },
    Bye,
}

/// What a page is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Told {
    /// The whole table.
    View {
        seq: u64,
        state: u64,
    },
    /// One more move.
    Patch {
        seq: u64,
        state: u64,
    },
    Ack {
        command: u64,
        seq: u64,
        value: u64,
    },
    Refused {
        command: u64,
    },
    /// To join again.
    Closed,
}

impl Told {
    /// As it stands in a letter.
    pub(crate) fn write(self) -> String {
        match self {
            Self::View { seq, state } => format!("v {seq} {state}"),
            Self::Patch { seq, state } => format!("p {seq} {state}"),
            Self::Ack { command, seq, value } => format!("a {command} {seq} {value}"),
            Self::Refused { command } => format!("r {command}"),
            Self::Closed => "c".to_owned(),
        }
    }

    pub(crate) fn read(text: &str) -> Option<Self> {
        let mut words = text.split(' ');
        let kind = words.next()?;
        let mut number = || words.next()?.parse().ok();
        Some(match kind {
            "v" => Self::View { seq: number()?, state: number()? },
            "p" => Self::Patch { seq: number()?, state: number()? },
            "a" => Self::Ack { command: number()?, seq: number()?, value: number()? },
            "r" => Self::Refused { command: number()? },
            _ => return None,
        })
    }
}

#[derive(Debug)]
pub(crate) struct Page {
    /// Its number, and that of its player.
    pub(crate) me: usize,
    pub(crate) table: usize,
    /// It only looks on.
    watches: bool,
    /// Its socket: number, node, since when.
    socket: Option<(u64, usize, u64)>,
    /// The last move that it was shown on this socket.
    pub(crate) seen: Option<u64>,
    sockets: u64,
    /// The only node that it can connect to, if there is one.
    pub(crate) home: Option<usize>,
    not_before: u64,
    /// The command that is not answered, and when it was sent.
    pub(crate) open: Option<(u64, u64)>,
    commands: u64,
    next_move: u64,
    pub(crate) last_move: Option<u64>,
    /// Command, number, dice.
    pub(crate) acks: Vec<(u64, u64, u64)>,
    /// When they came.
    pub(crate) acked_at: Vec<u64>,
    pub(crate) refused: Vec<u64>,
    /// Number and state.
    pub(crate) shown: Vec<(u64, u64)>,
}

impl Page {
    pub(crate) const fn new(me: usize, table: usize, watches: bool) -> Self {
        Self {
            me,
            table,
            watches,
            socket: None,
            seen: None,
            sockets: 0,
            home: None,
            not_before: 0,
            open: None,
            commands: 0,
            next_move: 0,
            last_move: None,
            acks: vec![],
            acked_at: vec![],
            refused: vec![],
            shown: vec![],
        }
    }

    pub(crate) const fn watches(&self) -> bool {
        self.watches
    }

    /// Whether its last move was answered as it should be; whoever only looks on makes none.
    pub(crate) fn is_done(&self) -> bool {
        let last = |command| self.acks.iter().any(|(acked, ..)| *acked == command);
        self.open.is_none() && (self.watches || self.last_move.is_some_and(last))
    }
}

impl World {
    /// A page looks after itself.
    pub(crate) fn page(&mut self, i: usize) {
        let pause = self.chance.between(80, 500);
        self.after(pause, Event::Page(i));
        let n_nodes = self.nodes.len() as u64;
        let now = self.now;
        let page = &self.pages[i];
        let Some((conn, node, since)) = page.socket else {
            if page.not_before <= now {
                let home = page.home;
                let anywhere = self.chance.below(n_nodes) as usize;
                self.connect(i, home.unwrap_or(anywhere));
            }
            return;
        };
        let too_long = |since: u64| now > since + 4_500;
        let stuck =
            page.seen.is_none() && too_long(since) || page.open.is_some_and(|(_, sent)| too_long(sent));
        let wanders = now < CALM && self.chance.one_in(60);
        if stuck || wanders {
            let life = self.nodes[node].life;
            self.through(conn, true, Event::Said { node, life, conn, said: Said::Bye });
            return self.lose_socket(i);
        }
        let page = &mut self.pages[i];
        let quiet = self.quiet && (QUIET..LAST_MOVE).contains(&now);
        if page.seen.is_none() || page.open.is_some() || page.watches || page.next_move > now || quiet {
            return;
        }
        let last = now >= LAST_MOVE;
        if last && page.is_done() {
            return;
        }
        page.commands += 1;
        let command = page.commands;
        if last {
            page.last_move = Some(command);
        }
        page.open = Some((command, now));
        self.send_open(i);
    }

    fn connect(&mut self, i: usize, node: usize) {
        if self.nodes[node].body == Body::Down {
            self.pages[i].not_before = self.now + self.chance.between(50, 400);
            return;
        }
        let page = &mut self.pages[i];
        page.sockets += 1;
        let conn = (page.me as u64) << 32 | page.sockets;
        page.socket = Some((conn, node, self.now));
        page.seen = None;
        let (life, table) = (self.nodes[node].life, page.table);
        self.tally.rejoins += 1;
        self.through(conn, true, Event::Said { node, life, conn, said: Said::Join { page: i, table } });
    }

    fn lose_socket(&mut self, i: usize) {
        let pause = self.chance.between(30, 500);
        let page = &mut self.pages[i];
        (page.socket, page.seen, page.not_before) = (None, None, self.now + pause);
    }

    fn send_open(&mut self, i: usize) {
        let page = &mut self.pages[i];
        let (Some((conn, node, _)), Some((command, sent))) = (page.socket, page.open.as_mut()) else {
            return;
        };
        *sent = self.now;
        let said = Said::Command { player: i, command: *command };
        let life = self.nodes[node].life;
        self.through(conn, true, Event::Said { node, life, conn, said });
    }

    /// What a page says has reached its node.
    pub(crate) fn said(&mut self, node: usize, conn: u64, said: Said) {
        match said {
            Said::Join { page, table } => {
                self.nodes[node].conns.insert(conn, Conn { page, table, away: None });
                if self.nodes[node].run.is_some() {
                    self.find(node, table, conn);
                } else {
                    self.hang_up(node, conn);
                }
            }
            Said::Command { player, command } => {
                let Some(page) = self.nodes[node].conns.get(&conn).copied() else { return };
                if let Some(owner) = page.away {
                    self.pass_on(node, owner, conn, player, command);
                } else {
                    self.deliver(node, page.table, Mail::Command(Who::Local(conn), player, command));
                }
            }
            Said::Bye => {
                self.leave(node, conn);
                self.nodes[node].conns.remove(&conn);
            }
        }
    }

    /// Tells a page of this node something.
    pub(crate) fn show(&mut self, node: usize, conn: u64, told: Told) {
        if let Some(page) = self.nodes[node].conns.get(&conn).map(|conn| conn.page) {
            self.through(conn, false, Event::Told { page, conn, told });
        }
    }

    /// Closes a page's socket: it will join again.
    pub(crate) fn hang_up(&mut self, node: usize, conn: u64) {
        self.show(node, conn, Told::Closed);
        self.nodes[node].conns.remove(&conn);
    }

    /// A page is told something.
    pub(crate) fn told(&mut self, i: usize, conn: u64, told: Told) {
        let page = &mut self.pages[i];
        if page.socket.is_none_or(|(socket, ..)| socket != conn) {
            return;
        }
        match told {
            Told::View { seq, state } => {
                page.seen = Some(seq);
                page.shown.push((seq, state));
                self.send_open(i);
            }
            Told::Patch { seq, state } => {
                page.shown.push((seq, state));
                let seen = page.seen.replace(seq);
                if seen.is_none_or(|seen| seen + 1 != seq) {
                    self.broken(
                        "pages are shown every move",
                        format!("page {i} was shown {seq} after {seen:?}"),
                    );
                }
            }
            Told::Ack { command, seq, value } => {
                page.acks.push((command, seq, value));
                page.acked_at.push(self.now);
                self.answered_page(i, command);
            }
            Told::Refused { command } => {
                page.refused.push(command);
                self.answered_page(i, command);
            }
            Told::Closed => self.lose_socket(i),
        }
    }

    fn answered_page(&mut self, i: usize, command: u64) {
        let pause = self.chance.between(50, 1_500);
        let page = &mut self.pages[i];
        if page.open.is_some_and(|(open, _)| open == command) {
            page.open = None;
            page.next_move = self.now + pause;
        }
    }
}
