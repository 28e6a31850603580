//! Probing the engine with input that nobody would write, for tests and fuzzers.
//!
//! A *probe* makes its input from a source of numbers, feeds it to the engine and panics where a promise is broken: one
//! answer for every line, that answer readable, no code `internal`, no limit exceeded, whatever was loaded is a state like
//! any other. The tests draw the numbers from a fixed seed; a fuzzer brings its own bytes ([`Bytes`]).

mod answer;
mod conversation;
mod loading;
mod mutation;

use game::Luck;

use crate::{Limits, serve};

/// Numbers made of somebody's bytes; zeros when they are used up.
#[derive(Clone, Copy, Debug)]
pub struct Bytes<'a>(pub &'a [u8]);

impl Luck for Bytes<'_> {
    fn below(&mut self, bound: u32) -> u32 {
        // As few bytes as the bound needs, so that a fuzzer's small changes have small effects.
        let wanted = (u32::BITS - bound.max(1).leading_zeros()).div_ceil(8) as usize;
        let (now, later) = self.0.split_at(wanted.min(self.0.len()));
        self.0 = later;
        now.iter().fold(0_u32, |number, &byte| number << 8 | u32::from(byte)) % bound.max(1)
    }
}

/// The longest conversation that a fuzzer steers.
const MOST_REQUESTS: usize = 100;

/// The fuzz target `engine_input`: bytes as they are, or a conversation that they steer.
///
/// # Panics
/// When the engine breaks a promise.
pub fn engine_input(data: &[u8]) {
    match data.split_first() {
        Some((0, lines)) => raw_lines(lines),
        // A request takes a few bytes to decide; what comes after the last byte is always the same.
        Some((_, steps)) => drop(talk(&mut Bytes(steps), (steps.len() / 4).min(MOST_REQUESTS))),
        None => {}
    }
}

/// The fuzz target `state_loading`: states that are nearly right.
///
/// # Panics
/// When the engine breaks a promise.
pub fn state_loading(data: &[u8]) {
    load_changed(&mut Bytes(data));
}

/// Serves these bytes and looks at every answer.
///
/// # Panics
/// When the engine breaks a promise.
pub fn raw_lines(input: &[u8]) {
    let limits = Limits { line_bytes: 200, handles: 4, moves_per_handle: 8, moves_in_all: 20 };
    let mut output = Vec::new();
    serve(input, &mut output, &limits).expect("neither stream fails");
    let lines = input.split_inclusive(|&byte| byte == b'\n').count();
    let answers: Vec<&[u8]> = output.split_inclusive(|&byte| byte == b'\n').collect();
    assert_eq!(answers.len(), lines, "as many answers as lines");
    for line in answers {
        answer::check(std::str::from_utf8(line).expect("an answer is UTF-8").trim_end_matches('\n'));
    }
}

pub use conversation::{Tally, talk};
pub use loading::load_changed;
pub use mutation::{change_bytes, change_json};
