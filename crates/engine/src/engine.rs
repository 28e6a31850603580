//! The engine: games by handle, and one answer for every line.

use crate::Limits;

/// All games of one conversation.
#[derive(Debug)]
pub struct Engine {
    limits: Limits,
}

impl Engine {
    /// An engine without games.
    #[must_use]
    pub const fn new(limits: Limits) -> Self {
        Self { limits }
    }

    /// The answer to one line, given without its line feed. The answer has none either.
    #[must_use]
    pub fn line(&mut self, line: &[u8]) -> String {
        if line.len() > self.limits.line_bytes { self.too_long() } else { refusal("unknown_command") }
    }

    /// The answer to a line that was too long to be kept.
    pub(crate) fn too_long(&mut self) -> String {
        refusal("limit")
    }
}

fn refusal(code: &str) -> String {
    format!(r#"{{"id":null,"error":{{"code":"{code}","message":"not served yet"}}}}"#)
}
