//! What arrives at a table's desk.

use std::time::Duration;

use protocol::http::TableSummary;
use protocol::table::PlayerId;
use protocol::ws::session::{ChatLine, Frame};
use store::StoreFault;
use tokio::sync::oneshot;

use crate::identity::Device;
use crate::outbox::{Close, Outbox};

/// A socket, by number.
pub(crate) type ConnId = u64;

/// What arrives at a table's desk.
#[derive(Debug)]
pub(crate) enum Mail {
    /// A socket joins.
    Join {
        /// Which.
        conn: ConnId,
        /// Whose.
        player: PlayerId,
        /// How that player is called.
        name: String,
        /// On which of that player's devices.
        device: Device,
        /// The last event this page has seen.
        last_seq: Option<u64>,
        /// Only to watch.
        as_spectator: bool,
        /// The id of the message.
        id: String,
        /// The way back.
        outbox: Outbox,
    },
    /// A socket is gone.
    Gone {
        /// Which.
        conn: ConnId,
    },
    /// A message.
    Frame {
        /// From which socket.
        conn: ConnId,
        /// What it says.
        frame: Frame,
    },
    /// Something was said, and the store has answered.
    Said {
        /// What.
        said: Said,
        /// Whether it could be stored.
        stored: Result<(), StoreFault>,
    },
    /// Somebody opens the table and wants things done before anybody joins: sit, bots, ready.
    Prepare {
        /// Who.
        player: PlayerId,
        /// How that player is called.
        name: String,
        /// Bots to sit down, by level.
        bots: Vec<String>,
        /// Whether to sit down and be ready.
        sit: bool,
        /// Tells whether it worked.
        done: oneshot::Sender<Result<(), table::Refusal>>,
    },
    /// What the table looks like from outside.
    Summary {
        /// Who asks.
        asker: PlayerId,
        /// Where to.
        reply: oneshot::Sender<TableSummary>,
    },
    /// The host closes the table.
    Close {
        /// Tells whether it worked.
        done: oneshot::Sender<Result<(), table::Refusal>>,
    },
    /// Nothing: the desk looks whether it still owns the table, as it does with any mail.
    Look,
    /// This node has been cut off from the others for so long: they may want the table.
    CutOff {
        /// How long.
        time: Duration,
    },
    /// The table is to be put away, whoever is there; they can join again at once.
    PutAway {
        /// Tells that it is.
        done: oneshot::Sender<()>,
    },
    /// The server stops.
    Stop {
        /// Tells that the table is at rest.
        done: oneshot::Sender<()>,
    },
}

/// A line of chat on its way.
#[derive(Clone, Debug)]
pub(crate) struct Said {
    /// The id of the message.
    pub(crate) id: String,
    /// Who said it, what and when.
    pub(crate) line: ChatLine,
}

impl Mail {
    /// What becomes of mail that nobody reads any more: whoever wants to come in tries again, and finds who serves the table then.
    pub(crate) fn turn_away(self) {
        if let Self::Join { outbox, .. } = self {
            outbox.close(Close::Rejoin);
        }
    }
}
