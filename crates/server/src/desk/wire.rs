//! Frames as text.

use std::collections::BTreeMap;

use axum::extract::ws::Utf8Bytes;
use protocol::ws::session::Answer;
use serde::Serialize;
use table::Refusal;

/// A message as a frame.
pub(crate) fn frame(message: &impl Serialize) -> Utf8Bytes {
    // Our messages hold nothing that JSON cannot write.
    serde_json::to_string(message).unwrap_or_default().into()
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
