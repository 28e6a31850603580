//! What a page does when it is asked for a seed.

use load::Committed;
use serde_json::{Value, json};

/// What a page does when it is asked for a seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Commits to this seed, and reveals it.
    Gives([u8; 32]),
    /// Commits to this seed and keeps it, as somebody does who loses the connection, or would like another game.
    Withholds([u8; 32]),
}

impl Part {
    /// The answer to a request for a seed; `None` for those who have no chair.
    pub(crate) fn commits(self, asked: &Value) -> Option<Committed> {
        let (Self::Gives(seed) | Self::Withholds(seed)) = self;
        asked.get("seat")?;
        Some(Committed::new(asked, seed).expect("the request can be answered"))
    }

    /// What the page says when all have committed.
    pub(crate) fn reveals(self, committed: &Committed, told: &Value) -> Option<Value> {
        assert!(committed.counts(told), "the commitment is among those that count, unchanged");
        matches!(self, Self::Gives(_)).then(|| json!({ "type": "reveal_seed", "seed": committed.seed }))
    }
}
