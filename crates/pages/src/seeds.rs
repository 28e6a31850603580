//! A page's part in making the luck of a game: it commits to a seed of its own, and shows the seed once everybody has committed.
//!
//! Published: docs/fairness.md §13.

use fair::commit::seat_commitment;
use fair::{Context, Hash, Secret};
use serde_json::{Value, json};

/// What a page does when it is asked for a seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Commits to this seed, and reveals it.
    Gives([u8; 32]),
    /// Commits to this seed and keeps it, as somebody does who loses the connection, or would like another game.
    Withholds([u8; 32]),
}

/// The seed of a page, and what it was committed to.
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

impl Part {
    /// The answer to a request for a seed; `None` for those who have no chair.
    pub(crate) fn commits(self, asked: &Value) -> Option<Committed> {
        let chair = asked["seat"].as_u64()?;
        let (Self::Gives(seed) | Self::Withholds(seed)) = self;
        let number = asked["game"].as_u64().unwrap().try_into().unwrap();
        let context = Context::new(asked["tableId"].as_str().unwrap(), number).unwrap();
        let server = asked["commitment"].as_str().unwrap().to_owned();
        let seat = game::Seat(chair.try_into().unwrap());
        let seed = Secret::from(seed);
        let commitment = seat_commitment(&context, &Hash::from_hex(&server).unwrap(), seat, &seed).to_hex();
        Some(Committed { chair, seed: Hash(*seed.bytes()).to_hex(), commitment, server })
    }

    /// What the page says when all have committed.
    pub(crate) fn reveals(self, committed: &Committed, told: &Value) -> Option<Value> {
        let among = &told["commitments"][committed.chair.to_string()];
        assert_eq!(among, &committed.commitment, "the commitment is among those that count, unchanged");
        matches!(self, Self::Gives(_)).then(|| json!({ "type": "reveal_seed", "seed": committed.seed }))
    }
}
