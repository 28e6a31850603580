//! Frames as text.

use std::collections::BTreeMap;

use protocol::ws::session::Answer;
use serde::Serialize;
use table::Refusal;

/// Most messages are shorter than this, in bytes.
const USUAL: usize = 256;

/// A message as a frame.
pub(crate) fn frame(message: &impl Serialize) -> String {
    text(message, USUAL)
}

/// A message as text that is likely to be so long.
pub(super) fn text(message: &impl Serialize, length: usize) -> String {
    let mut text = Vec::with_capacity(length);
    write(message, &mut text);
    finish(text)
}

/// Appends something as JSON. Our messages hold nothing that JSON cannot write, and memory takes everything.
fn write(message: &(impl Serialize + ?Sized), text: &mut Vec<u8>) {
    if serde_json::to_writer(&mut *text, message).is_err() {
        text.clear();
    }
}

/// JSON is text.
fn finish(text: Vec<u8>) -> String {
    String::from_utf8(text).unwrap_or_default()
}

fn params(refusal: &Refusal) -> BTreeMap<String, String> {
    refusal.params.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect()
}

/// A refusal as the answer to a command.
pub(crate) fn rejection(id: String, refusal: &Refusal) -> String {
    frame(&Answer::Rejected {
        id,
        code: refusal.code.into(),
        params: params(refusal),
        reason: refusal.reason.clone(),
    })
}

/// The same in the setup, about a place.
pub(super) fn invalid_placement(id: String, refusal: &Refusal) -> String {
    frame(&Answer::InvalidPlacement {
        id,
        code: refusal.code.into(),
        params: params(refusal),
        reason: refusal.reason.clone(),
    })
}

/// What a command gets that is done: the most frequent answer.
pub(super) fn ack(id: &str, seq: u64) -> String {
    let mut text = Vec::with_capacity(USUAL / 2);
    text.extend_from_slice(br#"{"type":"ack","id":"#);
    write(id, &mut text);
    text.extend_from_slice(br#","seq":"#);
    write(&seq, &mut text);
    text.push(b'}');
    finish(text)
}

/// An event of the game with the common number before all else.
pub(super) fn numbered(seq: u64, told: &impl Serialize) -> String {
    let mut text = Vec::with_capacity(USUAL);
    text.extend_from_slice(br#"{"seq":"#);
    write(&seq, &mut text);
    let begun = text.len();
    write(told, &mut text);
    // Two objects become one: the fields of the second go on where those of the first end.
    match text.get_mut(begun) {
        Some(brace) if *brace == b'{' => *brace = b',',
        Some(_) | None => return String::new(),
    }
    finish(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::ws::session::Told;

    #[test]
    fn an_acknowledgement_is_written_by_hand_as_it_would_be() {
        for (id, seq) in [("7", 0), ("a-\"ä\\", 12_345), ("", u64::MAX)] {
            assert_eq!(ack(id, seq), frame(&Answer::Ack { id: id.to_owned(), seq }));
        }
    }

    #[test]
    fn a_number_comes_before_the_fields_of_an_event() {
        let told = Told::Pong { server_time: 5 };
        assert_eq!(numbered(7, &told).as_str(), r#"{"seq":7,"type":"pong","serverTime":5}"#);
    }
}
