//! The engine over any pair of streams: a line in, a line out, in order, until the input ends.
//!
//! Answers are handed on before the input is waited for, so that somebody who types sees each at once and somebody who
//! sends a thousand lines gets the answers in large pieces.

use std::cell::RefCell;
use std::io::{self, BufWriter, Read, Write};

use crate::lines::{Line, Lines};
use crate::{Engine, Limits};

/// Answers every line of `input` on `output`.
///
/// # Errors
/// When one of the two streams fails. Nothing that is written in a line can make it end.
pub fn serve(input: impl Read, output: impl Write, limits: &Limits) -> io::Result<()> {
    let mut engine = Engine::new(*limits);
    let mut lines = Lines::new(input, limits.line_bytes);
    // Shared for a moment with whoever is about to wait for input.
    let output = RefCell::new(BufWriter::new(output));
    while let Some(line) = lines.next(|| output.borrow_mut().flush())? {
        let answer = match line {
            Line::Whole(bytes) => engine.line(bytes),
            Line::TooLong => engine.too_long(),
        };
        writeln!(output.borrow_mut(), "{answer}")?;
    }
    output.into_inner().flush()
}
