//! A player's part in making the luck of a game: it commits to a seed of its own, and shows the seed once everybody has committed.
//!
//! Published: docs/fairness.md §13.

use fair::commit::seat_commitment;
use fair::{Context, Hash, Secret};
use serde_json::Value;

/// The seed of a player, and what it was committed to.
#[derive(Clone, Debug)]
pub struct Committed {
    /// The chair in the ceremony.
    pub chair: u64,
    /// The seed, in hex.
    pub seed: String,
    /// Its commitment, in hex.
    pub commitment: String,
    /// What the server had committed to before.
    pub server: String,
}

impl Committed {
    /// Commits to a seed, as the server's `seed_request` asks; `None` for those who have no chair, and if the request makes no sense.
    #[must_use]
    pub fn new(asked: &Value, seed: [u8; 32]) -> Option<Self> {
        let chair = asked["seat"].as_u64()?;
        let number = asked["game"].as_u64()?.try_into().ok()?;
        let context = Context::new(asked["tableId"].as_str()?, number).ok()?;
        let server = asked["commitment"].as_str()?.to_owned();
        let seed = Secret::from(seed);
        let seat = game::Seat(chair.try_into().ok()?);
        let commitment = seat_commitment(&context, &Hash::from_hex(&server).ok()?, seat, &seed).to_hex();
        Some(Self { chair, seed: Hash(*seed.bytes()).to_hex(), commitment, server })
    }

    /// The same for whoever may have been asked before, and lost the line since: what one has committed to once, one is held to.
    #[must_use]
    pub fn anew(asked: &Value, before: Option<Self>, seed: [u8; 32]) -> Option<Self> {
        let same = |before: &Self| {
            asked["seat"].as_u64() == Some(before.chair) && asked["commitment"] == before.server.as_str()
        };
        before.filter(same).or_else(|| Self::new(asked, seed))
    }

    /// Whether the commitment is among those that count, unchanged, as the server's `seeds_committed` tells them.
    #[must_use]
    pub fn counts(&self, told: &Value) -> bool {
        told["commitments"][self.chair.to_string()] == self.commitment.as_str()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn who_is_asked_again_for_the_same_game_says_the_same() {
        let asked = |server: &str| json!({ "seat": 1, "game": 1, "tableId": "9999999999999999", "commitment": server.repeat(32) });
        let first = Committed::new(&asked("ab"), [1; 32]).unwrap();
        let again = Committed::anew(&asked("ab"), Some(first.clone()), [2; 32]).unwrap();
        assert_eq!((&again.seed, &again.commitment), (&first.seed, &first.commitment));
        let next = Committed::anew(&asked("cd"), Some(first.clone()), [2; 32]).unwrap();
        assert_ne!(next.seed, first.seed);
        assert!(Committed::anew(&json!({}), Some(first), [2; 32]).is_none());
    }
}
