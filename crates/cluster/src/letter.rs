//! What nodes write to each other.
//!
//! A letter holds what one page says or is shown, and nothing else: what a seat may not see never crosses to the node of another. Letters
//! of one sender to one receiver are numbered; whoever finds a number missing says so, and both begin anew.

use serde::{Deserialize, Serialize};

/// Streams and lines are counted from 1 on, and never come near this: whoever says so would leave no number for the next one.
const MOST: u64 = 1 << 53;

/// The version of everything in letters, raised with every change to what they say or how: nodes understand their own version only.
pub const LETTERS: u16 = 1;

/// A letter from one node to another.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Letter {
    /// In which version it is written. This and the sender stand in letters of every version.
    pub v: u16,
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
    /// If it is of another version, or none.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Unreadable> {
        let fault = match serde_json::from_slice::<Self>(bytes) {
            Ok(letter) if letter.v == LETTERS && letter.stream.max(letter.line).max(letter.n) < MOST => {
                return Ok(letter);
            }
            Ok(_) => "a number that nobody counts to".to_owned(),
            Err(fault) => fault.to_string(),
        };
        match serde_json::from_slice(bytes) {
            Ok(Cover { v: version, from }) if version != LETTERS => {
                Err(Unreadable::Version { from, version })
            }
            _ => Err(Unreadable::Broken(fault)),
        }
    }

    /// Says nothing but in which version its sender writes: for whoever writes in another. It belongs to no line.
    #[must_use]
    pub fn introducing(from: &str) -> Self {
        Self { v: LETTERS, from: from.to_owned(), line: 0, stream: 0, n: 0, content: Content::Pulse }
    }
}

/// What letters of all versions have in common.
#[derive(Deserialize)]
struct Cover {
    #[serde(default)]
    v: u16,
    from: String,
}

/// Why a letter cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unreadable {
    /// It is written in another version.
    Version {
        /// By whom.
        from: String,
        /// In which; 0 if it is from before they were counted.
        version: u16,
    },
    /// It is no letter; and what is wrong with it.
    Broken(String),
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
