//! What nodes write to each other.
//!
//! A letter holds what one page says or is shown, and nothing else: what a seat may not see never crosses to the node of another. Letters
//! of one sender to one receiver are numbered; whoever finds a number missing says so, and both begin anew.

use serde::{Deserialize, Serialize};

/// Streams and lines are counted from 1 on, and never come near this: whoever says so would leave no number for the next one.
const MOST: u64 = 1 << 53;

/// A letter from one node to another.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Letter {
    /// Who writes.
    pub from: String,
    /// Which of the sender's lines to the receiver this is: a higher number for one that began when an earlier one was forgotten.
    pub line: u64,
    /// Which run of numbers this is, the same for both directions: a higher one whenever either end begins anew.
    pub stream: u64,
    /// The number in it, from 1 on, for each direction; 0 says that something was lost: this stream and all before it are over.
    pub n: u64,
    /// What it says.
    pub content: Content,
}

impl Letter {
    /// The letter as it travels.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        // Nothing in it can fail to be written: there are no maps with odd keys and no other writers than this one.
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// Reads a letter.
    ///
    /// # Errors
    /// With what is wrong, if this is none.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        let letter: Self = serde_json::from_slice(bytes).map_err(|fault| fault.to_string())?;
        if letter.stream.max(letter.line).max(letter.n) >= MOST {
            return Err("a number that nobody counts to".to_owned());
        }
        Ok(letter)
    }
}

/// What a letter says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Content {
    /// Nothing but that the sender is there.
    Pulse,
    /// The sender stops for good: it has given up its tables, and answers nothing any more.
    Farewell,
    /// A page that is connected to the sender comes to a table of the receiver's.
    Join {
        /// Which table.
        table: String,
        /// The sender's number for the page.
        page: u64,
        /// Whose page.
        player: String,
        /// How that player is called.
        name: String,
        /// On which of the player's devices.
        device: u64,
        /// The last event that the page has seen.
        last_seq: Option<u64>,
        /// Only to watch.
        as_spectator: bool,
        /// The id of the page's message.
        id: String,
    },
    /// What such a page says.
    Said {
        /// Which page.
        page: u64,
        /// Its message.
        text: String,
    },
    /// Such a page is gone.
    Gone {
        /// Which page.
        page: u64,
    },
    /// What a page of the receiver's is told.
    Told {
        /// Which page.
        page: u64,
        /// The messages, in order.
        texts: Vec<String>,
    },
    /// A page of the receiver's is no longer served here.
    Cut {
        /// Which page.
        page: u64,
        /// Why, as a close code.
        why: u16,
    },
    /// A question, or something to be done.
    Ask {
        /// The sender's number for it.
        number: u64,
        /// What.
        question: Question,
    },
    /// The answer to one.
    Answer {
        /// The asker's number.
        number: u64,
        /// What.
        reply: Reply,
    },
}

/// What one node asks another.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Question {
    /// What a table looks like from outside, to this player.
    Summary {
        /// Which table.
        table: String,
        /// Who asks.
        player: String,
    },
    /// To close a table for good.
    Close {
        /// Which.
        table: String,
    },
    /// To put a table away, whoever is there.
    PutAway {
        /// Which.
        table: String,
    },
    /// Whether this code takes somebody to another device. It is used up with the answer.
    Device {
        /// As it was typed.
        code: String,
    },
}

/// What is answered.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Reply {
    /// A table's summary, as JSON text.
    Summary(String),
    /// It is done.
    Done,
    /// What was asked for is not here, or cannot be reached now.
    NotHere,
    /// It was refused, for this reason.
    Refused(String),
    /// Whom a code takes to another device.
    Device {
        /// The player.
        player: String,
        /// How they are called.
        name: String,
        /// The hash, in hex, of the token that asked for the code: it must still be good.
        by: String,
    },
}
