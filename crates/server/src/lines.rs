//! Every open socket, so that somebody can be put out wherever they are.
//!
//! Whether a player may come in is looked up before the socket is open. If somebody is put out between the two, the count of
//! *evictions* has changed, and the socket asks again.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use protocol::table::PlayerId;

use crate::address::Neighbourhood;
use crate::mail::ConnId;
use crate::outbox::{Close, Outbox};

/// Every open socket.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    open: Mutex<HashMap<ConnId, Line>>,
    evictions: AtomicU64,
}

#[derive(Debug)]
struct Line {
    player: PlayerId,
    address: IpAddr,
    outbox: Outbox,
}

/// Whom to put out.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Whom<'a> {
    Player(&'a PlayerId),
    Address(Neighbourhood),
}

/// An open socket's place here; given back when dropped.
#[derive(Debug)]
pub(crate) struct Open<'a> {
    lines: &'a Lines,
    conn: ConnId,
}

impl Lines {
    /// How often somebody was put out.
    pub(crate) fn evictions(&self) -> u64 {
        self.evictions.load(Ordering::SeqCst)
    }

    pub(crate) fn open(&self, conn: ConnId, player: &PlayerId, address: IpAddr, outbox: &Outbox) -> Open<'_> {
        let line = Line { player: player.clone(), address, outbox: outbox.clone() };
        self.open.lock().unwrap_or_else(PoisonError::into_inner).insert(conn, line);
        Open { lines: self, conn }
    }

    /// How many frames wait where most do.
    pub(crate) fn deepest_outbox(&self) -> usize {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.values().map(|line| line.outbox.depth()).max().unwrap_or(0)
    }

    /// Closes sockets; says how many there were.
    pub(crate) fn put_out(&self, whom: Whom<'_>, why: Close) -> u32 {
        // First: a socket that is about to open sees this, or is among those that are open.
        self.evictions.fetch_add(1, Ordering::SeqCst);
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let meant = open.values().filter(|line| match whom {
            Whom::Player(player) => line.player == *player,
            Whom::Address(address) => Neighbourhood::from(line.address) == address,
        });
        meant.fold(0, |n, line| {
            line.outbox.close(why);
            n + 1
        })
    }
}

impl Drop for Open<'_> {
    fn drop(&mut self) {
        self.lines.open.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.conn);
    }
}
