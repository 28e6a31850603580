//! The history of a load test: what every seat asked for, was answered, heard and saw, one JSON object a line.
//!
//! Written while the test runs, so that it takes no memory however long that is, and read by `stammtisch check --history`, which holds all of it
//! against the logs of the tables (docs/load.md §2). The lines of a seat are in the order in which things came to it; lines of different
//! seats have none.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

/// A line of a history.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Line {
    /// Which seat of the test, counted over all tables.
    pub seat: u64,
    /// What it noted.
    #[serde(flatten)]
    pub noted: Noted,
}

/// What a seat notes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Noted {
    /// Before all else: who it is, and where.
    Sits {
        /// The table.
        table: String,
        /// The player.
        player: String,
    },
    /// It asked for something that has to be stored. Sent again, it is not noted again.
    Asked {
        /// The id of the message.
        id: String,
        /// The message.
        says: Value,
    },
    /// What it asked for was done.
    Acked {
        /// The id of the message.
        id: String,
        /// The number that was named.
        seq: u64,
    },
    /// What it asked for was refused.
    Refused {
        /// The id of the message.
        id: String,
        /// Why.
        code: String,
    },
    /// It has a new socket and asks to be let in. What comes before [`Joined`](Self::Joined) is the greeting: how things are, and what was missed.
    Joining {
        /// The number of the view that it has, 0 for none: what happened later may be told again.
        after: u64,
    },
    /// It was let in.
    Joined {
        /// Where the table was: everything after this will be told.
        seq: u64,
    },
    /// A game began before its eyes.
    Began {
        /// The number with it.
        seq: u64,
    },
    /// It heard an event of the game.
    Heard {
        /// The number with it.
        seq: u64,
        /// The event, as [`event`] leaves it.
        event: Value,
    },
    /// It has a whole view: told in one piece, or put together from patches.
    Shown {
        /// The view's number.
        seq: u64,
        /// Its [`view_digest`].
        view: String,
    },
}

/// An event without its number, which stands beside it, and without the time at which the wheel will turn: that is the clock's affair and not in
/// the log.
#[must_use]
pub fn event(mut told: Value) -> Value {
    if let Some(fields) = told.as_object_mut() {
        fields.remove("seq");
        fields.remove("closesAt");
    }
    told
}

/// A view in 32 letters. Not in it is the deadline of the turn: how much time is left after a server was started anew is a setting of that server,
/// and when that was is not in the log.
#[must_use]
pub fn view_digest(view: &Value) -> String {
    let mut hash = Sha256::new();
    for (name, value) in view.as_object().into_iter().flatten().filter(|(name, _)| *name != "deadline") {
        // Names and values in JSON cannot be mistaken for each other.
        hash.update(format!("{name:?}:{value},"));
    }
    let mut letters = String::with_capacity(32);
    for byte in hash.finalize().iter().take(16) {
        // Writing to memory cannot fail.
        let _ = write!(letters, "{byte:02x}");
    }
    letters
}

/// The file in which all seats write.
#[derive(Debug)]
pub(crate) struct History {
    file: Mutex<Result<BufWriter<File>, io::Error>>,
}

impl History {
    pub(crate) fn create(file: &Path) -> io::Result<Self> {
        Ok(Self { file: Mutex::new(Ok(BufWriter::new(File::create(file)?))) })
    }

    /// Writes whole lines. After a fault nothing more is written: what is missing in the middle would look like the server's fault.
    pub(crate) fn write(&self, lines: &[u8]) {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        if let Ok(open) = &mut *file
            && let Err(fault) = open.write_all(lines)
        {
            *file = Err(fault);
        }
    }

    /// Writes what is left; the first thing that went wrong.
    pub(crate) fn close(&self) -> io::Result<()> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        match &mut *file {
            Ok(open) => open.flush(),
            Err(fault) => Err(io::Error::new(fault.kind(), fault.to_string())),
        }
    }
}

/// What a seat has noted and nobody has written down yet; nothing ever, where no history is wanted.
#[derive(Debug, Default)]
pub(crate) struct Notes(Option<(u64, Vec<u8>)>);

impl Notes {
    /// The notes of the nth seat, who is this player.
    pub(crate) fn of(seat: usize, table: &str, player: &str) -> Self {
        let mut notes = Self(Some((seat as u64, Vec::new())));
        notes.note(|| Noted::Sits { table: table.to_owned(), player: player.to_owned() });
        notes
    }

    pub(crate) fn note(&mut self, noted: impl FnOnce() -> Noted) {
        let Some((seat, lines)) = &mut self.0 else { return };
        // Writing to memory cannot fail, and all of it has a form in JSON.
        let _ = serde_json::to_writer(&mut *lines, &Line { seat: *seat, noted: noted() });
        lines.push(b'\n');
    }

    /// Hands over what there is, if it is at least this much.
    pub(crate) fn take(&mut self, least: usize) -> Option<Vec<u8>> {
        let (_, lines) = self.0.as_mut()?;
        (!lines.is_empty() && lines.len() >= least).then(|| std::mem::take(lines))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_line_says_who_and_what() {
        let line = Line { seat: 7, noted: Noted::Acked { id: "3".into(), seq: 12 } };
        let text = serde_json::to_string(&line).unwrap();
        assert_eq!(text, r#"{"seat":7,"acked":{"id":"3","seq":12}}"#);
        assert_eq!(serde_json::from_str::<Line>(&text).unwrap(), line);
    }

    #[test]
    fn views_are_told_apart_by_all_but_the_time() {
        let digest = |view: Value| view_digest(&view);
        let one = digest(json!({ "round": 1, "deadline": 5 }));
        assert_eq!(one, digest(json!({ "deadline": 6, "round": 1 })));
        assert_eq!(one.len(), 32);
        for other in
            [json!({ "round": 2 }), json!({ "rounds": 1 }), json!({}), json!({ "round": 1, "x": null })]
        {
            assert_ne!(one, digest(other.clone()), "{other}");
        }
        assert_eq!(event(json!({ "seq": 4, "type": "spun", "closesAt": 5 })), json!({ "type": "spun" }));
    }
}
