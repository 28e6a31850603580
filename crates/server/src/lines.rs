//! Every open socket, so that somebody can be put out wherever they are.
//!
//! Whether a player may come in is looked up before the socket is open. If somebody is put out between the two, the count of
//! *evictions* has changed, and the socket asks again.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::ops::Bound;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use protocol::table::PlayerId;
use store::TokenHash;

use crate::address::Neighbourhood;
use crate::identity::Identity;
use crate::mail::ConnId;
use crate::outbox::{Close, Outbox};

/// Every open socket.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    open: Mutex<BTreeMap<ConnId, Line>>,
    evictions: AtomicU64,
}

#[derive(Debug)]
struct Line {
    player: PlayerId,
    /// The hash of the token by which it came.
    token: TokenHash,
    address: IpAddr,
    outbox: Outbox,
}

/// Whom to put out.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Whom<'a> {
    Player(&'a PlayerId),
    Holder(&'a TokenHash),
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

    pub(crate) fn open(&self, conn: ConnId, who: &Identity, address: IpAddr, outbox: &Outbox) -> Open<'_> {
        let line = Line { player: who.player.clone(), token: *who.token(), address, outbox: outbox.clone() };
        self.open.lock().unwrap_or_else(PoisonError::into_inner).insert(conn, line);
        Open { lines: self, conn }
    }

    /// The tokens of up to so many sockets, in the order of their numbers from the one after `after` on, and where to go on the next time.
    pub(crate) fn tokens(&self, after: Option<ConnId>, most: usize) -> (Vec<TokenHash>, Option<ConnId>) {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let from = after.map_or(Bound::Unbounded, Bound::Excluded);
        let some: Vec<_> = open.range((from, Bound::Unbounded)).take(most).collect();
        let last = some.last().filter(|_| some.len() == most).map(|(conn, _)| **conn);
        (some.into_iter().map(|(_, line)| line.token).collect(), last)
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
            Whom::Holder(token) => line.token == *token,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_tokens_are_looked_at_in_turn() {
        let (lines, address) = (Lines::default(), IpAddr::from([127, 0, 0, 1]));
        let who = |n: u8| Identity::new(PlayerId::from_entropy([n; 16]), "Ada".into(), [n; 32], 0);
        let outboxes: Vec<Outbox> = (0..5).map(|_| Outbox::new(8)).collect();
        let _open: Vec<_> = (0..5_u8)
            .zip(&outboxes)
            .map(|(n, outbox)| lines.open(u64::from(n), &who(n), address, outbox))
            .collect();
        let hashes = |ns: &[u8]| ns.iter().map(|n| [*n; 32]).collect::<Vec<_>>();
        assert_eq!(lines.tokens(None, 2), (hashes(&[0, 1]), Some(1)));
        assert_eq!(lines.tokens(Some(1), 2), (hashes(&[2, 3]), Some(3)));
        assert_eq!(lines.tokens(Some(3), 2), (hashes(&[4]), None), "from the beginning the next time");
        assert_eq!(lines.tokens(Some(4), 2), (vec![], None));
        assert_eq!(lines.put_out(Whom::Holder(&[3; 32]), Close::LoggedOut), 1);
        assert_eq!(outboxes[3].closed(), Some(Close::LoggedOut));
        assert_eq!(outboxes[2].closed(), None);
    }
}
