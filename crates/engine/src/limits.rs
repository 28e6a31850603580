//! Limits: how much one conversation may cost.
//!
//! Whoever writes to the engine must not be able to fill its memory. Every limit is a number here; what goes beyond one is
//! answered with the code `limit`, except for [`Limits::moves_per_handle`], beyond which the oldest moves are forgotten.

/// How much one conversation may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The most bytes in a line, without its end.
    pub line_bytes: usize,
    /// The most games at a time.
    pub handles: usize,
    /// The most moves kept for one game. An older move can no longer be undone and is no longer in the log, which then
    /// begins with the state after it.
    pub moves_per_handle: usize,
    /// The most moves kept for all games together.
    pub moves_in_all: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { line_bytes: 1 << 20, handles: 10_000, moves_per_handle: 10_000, moves_in_all: 1_000_000 }
    }
}
