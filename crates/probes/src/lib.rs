//! For tests and fuzzers: messages, letters, stored records and tables, tried with input that nobody would write.
//!
//! A *probe* makes its input from a source of numbers, and panics where a promise is broken. The tests draw the numbers from a fixed
//! seed; a fuzzer brings its own bytes. The engine has probes of its own (`engine::probe`).
//!
//! - [`message`]: everything that anybody may send; what is accepted reads back equal after being written again.
//! - [`letter`]: what nodes write to each other, alone and in conversations over a bus that loses, doubles and forges letters.
//! - [`record`]: entries of logs, whole logs, snapshots, files of games: nothing panics, and what is accepted is a table that goes on.
//! - [`evening`]: a table that people, bots and clocks do anything to: numbers, chips and cards add up, and its log gives it again.
#![allow(clippy::unwrap_used, clippy::missing_panics_doc, reason = "a promise that is broken ends the probe")]

mod evening;
mod letter;
mod message;
mod record;
mod recorded;

pub use engine::probe::Bytes;
pub use evening::{Tally, evening};
pub use letter::{letter, letter_bytes};
pub use message::message;
pub use record::record;

use game::Luck;
use serde_json::Value;

/// The longest evening that a fuzzer steers.
const MOST_INPUTS: usize = 300;

/// The fuzz target `message`.
pub fn message_from(data: &[u8]) {
    if let Some((kind, rest)) = data.split_first() {
        message(usize::from(*kind), &mut Input::new(rest));
    }
}

/// The fuzz target `letter`.
pub fn letter_from(data: &[u8]) {
    if let Some((kind, rest)) = data.split_first() {
        letter(usize::from(*kind), &mut Input::new(rest));
    }
}

/// The fuzz target `record`.
pub fn record_from(data: &[u8]) {
    if let Some((kind, rest)) = data.split_first() {
        record(usize::from(*kind), &mut Input::new(rest));
    }
}

/// The fuzz target `evening`: an input takes a few bytes to decide.
pub fn evening_from(data: &[u8]) {
    if let Some((kind, rest)) = data.split_first() {
        drop(evening(usize::from(*kind), &mut Bytes(rest), (rest.len() / 3).min(MOST_INPUTS)));
    }
}

/// Where a text comes from: bytes as they are, or something right that is changed as the bytes say.
#[derive(Debug)]
pub struct Input<'a, L> {
    raw: Option<&'a [u8]>,
    luck: L,
}

impl<'a> Input<'a, Bytes<'a>> {
    /// From a fuzzer's bytes. The first says which of the two.
    #[must_use]
    pub fn new(data: &'a [u8]) -> Self {
        match data.split_first() {
            Some((0, rest)) => Self { raw: Some(rest), luck: Bytes(&[]) },
            Some((_, rest)) => Self { raw: None, luck: Bytes(rest) },
            None => Self { raw: None, luck: Bytes(&[]) },
        }
    }
}

impl<L: Luck> Input<'_, L> {
    /// From a source of numbers: always something right that is changed.
    pub const fn drawn(luck: L) -> Self {
        Self { raw: None, luck }
    }

    /// A text in place of this example.
    fn text(&mut self, example: &Value) -> Vec<u8> {
        if let Some(raw) = self.raw {
            return raw.to_vec();
        }
        let mut changed = example.clone();
        for _ in 0..self.luck.below(4) {
            engine::probe::change_json(&mut changed, &mut self.luck);
        }
        let mut text = changed.to_string().into_bytes();
        if self.luck.below(8) == 0 {
            engine::probe::change_bytes(&mut text, &mut self.luck);
        }
        text
    }
}
