//! Frames as text.

use std::collections::BTreeMap;

use axum::extract::ws::Utf8Bytes;
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
    let mut text = Vec::with_capacity(length);
    // Our messages hold nothing that JSON cannot write, and JSON is text.
    match serde_json::to_writer(&mut text, message) {
        Ok(()) => String::from_utf8(text).unwrap_or_default(),
        Err(_) => String::new(),
    }
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

/// An event of the game with the common number.
#[derive(Serialize)]
pub(super) struct Numbered<'a, T> {
    pub(super) seq: u64,
    #[serde(flatten)]
    pub(super) told: &'a T,
}
