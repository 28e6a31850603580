//! Frames as text.

use std::collections::BTreeMap;

use axum::extract::ws::Utf8Bytes;
use protocol::write_json;
use protocol::ws::session::Answer;
use serde::Serialize;
use table::Refusal;

/// Most messages are shorter than this, in bytes.
const USUAL: usize = 256;

/// A message as a frame.
pub(crate) fn frame(message: &impl Serialize) -> Utf8Bytes {
    text(message, USUAL).into()
}

/// A message as text that is likely to be so long.
pub(super) fn text(message: &impl Serialize, length: usize) -> String {
    let mut text = String::with_capacity(length);
    // Our messages hold nothing that JSON cannot write.
    let _ = write_json(message, &mut text);
    text
}

fn params(refusal: &Refusal) -> BTreeMap<String, String> {
    refusal.params.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect()
}

/// A refusal as the answer to a command.
pub(crate) fn rejection(id: String, refusal: &Refusal) -> Utf8Bytes {
    frame(&Answer::Rejected {
        id,
        code: refusal.code.into(),
        params: params(refusal),
        reason: refusal.reason.clone(),
    })
}

/// The same in the setup, about a place.
pub(super) fn invalid_placement(id: String, refusal: &Refusal) -> Utf8Bytes {
    frame(&Answer::InvalidPlacement {
        id,
        code: refusal.code.into(),
        params: params(refusal),
        reason: refusal.reason.clone(),
    })
}

/// What a command gets that is done: the most frequent answer.
pub(super) fn ack(id: &str, seq: u64) -> Utf8Bytes {
    let mut text = String::with_capacity(USUAL / 2);
    text.push_str(r#"{"type":"ack","id":"#);
    let _ = write_json(id, &mut text);
    text.push_str(r#","seq":"#);
    let _ = write_json(&seq, &mut text);
    text.push('}');
    text.into()
}

/// An event of the game with the common number before all else.
pub(super) fn numbered(seq: u64, told: &impl Serialize) -> Utf8Bytes {
    let mut text = String::with_capacity(USUAL);
    text.push_str(r#"{"seq":"#);
    let _ = write_json(&seq, &mut text);
    let begun = text.len();
    let _ = write_json(told, &mut text);
    let mut text = text.into_bytes();
    // Two objects become one: the fields of the second go on where those of the first end.
    match text.get_mut(begun) {
        Some(brace) if *brace == b'{' => *brace = b',',
        Some(_) | None => return Utf8Bytes::default(),
    }
    String::from_utf8(text).unwrap_or_default().into()
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
