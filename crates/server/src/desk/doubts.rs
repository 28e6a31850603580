//! Lines of chat of which nobody knows whether they are stored.
//!
//! The answer of the database was lost, or the desk was gone when it came. Whoever said such a line is not answered, comes back, and says it again
//! under the same id. The next desk reads the chat after it has claimed the table, when nothing of former owners can be stored any more: so it
//! knows, and neither loses the line nor stores it twice. All of it is in memory: the table stays with this node, whose lease is good.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use protocol::table::TableId;
use protocol::ws::session::ChatLine;

use super::answers::{Answers, Reply};
use crate::mail::Said;

/// For how many tables doubts are kept: more than ever have any at a time.
const TABLES: usize = 1_024;

/// Lines in doubt, by table.
#[derive(Debug, Default)]
pub(crate) struct Doubts(Mutex<HashMap<TableId, Vec<Said>>>);

impl Doubts {
    fn all(&self) -> MutexGuard<'_, HashMap<TableId, Vec<Said>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Nobody knows whether this is stored.
    pub(crate) fn note(&self, table: &TableId, said: Said) {
        let mut all = self.all();
        if all.len() >= TABLES {
            // Tables that went elsewhere and never came back.
            all.clear();
        }
        all.entry(table.clone()).or_default().push(said);
    }

    /// The lines in doubt of a table, which is about to be read.
    pub(super) fn take(&self, table: &TableId) -> Vec<Said> {
        self.all().remove(table).unwrap_or_default()
    }
}

/// The answers to lines in doubt that turned out to be stored. The others can be said again.
pub(super) fn settled(doubts: Vec<Said>, stored: &VecDeque<ChatLine>, seq: u64) -> Answers {
    let mut answers = Answers::default();
    for Said { id, digest, line } in doubts {
        let same = |other: &ChatLine| {
            (&other.player_id, &other.text, other.at) == (&line.player_id, &line.text, line.at)
        };
        if stored.iter().any(same) {
            answers.keep(&line.player_id, &id, digest, &Reply::Ack(seq));
        }
    }
    answers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::answers::Found;
    use protocol::ws::session::Frame;

    fn line(text: &str, at: i64) -> ChatLine {
        ChatLine {
            player_id: "1111111111111111".parse().unwrap(),
            name: "Anna".into(),
            text: text.into(),
            at,
        }
    }

    #[test]
    fn a_line_in_doubt_is_acknowledged_if_it_is_there_and_new_if_not() {
        let (doubts, table) = (Doubts::default(), "9999999999999999".parse().unwrap());
        let message = |id: &str, text| {
            Frame::parse(&format!(r#"{{"type":"chat","id":"{id}","text":"{text}"}}"#)).unwrap()
        };
        let said = |id: &str, text, at| Said {
            id: id.into(),
            digest: message(id, text).digest(),
            line: line(text, at),
        };
        doubts.note(&table, said("a", "hello", 5));
        doubts.note(&table, said("b", "hello", 7));
        // The same was said before, and stored.
        let stored = VecDeque::from([line("hello", 3), line("hello", 5)]);
        let mut answers = settled(doubts.take(&table), &stored, 9);
        let anna = line("", 0).player_id;
        let Found::Answer(answer) = answers.find(&anna, "a", &message("a", "hello"), 1) else {
            panic!("it is there")
        };
        assert_eq!(answer.as_str(), r#"{"type":"ack","id":"a","seq":9}"#);
        assert!(matches!(answers.find(&anna, "b", &message("b", "hello"), 1), Found::New));
        assert!(doubts.take(&table).is_empty(), "settled once");
    }
}
