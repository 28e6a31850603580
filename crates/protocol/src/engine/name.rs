//! The games by name.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum GameName {
    /// Catan.
    Catan,
    /// Kniffel.
    Kniffel,
    /// European roulette.
    Roulette,
}

impl GameName {
    /// All games.
    pub const ALL: [Self; 3] = [Self::Catan, Self::Kniffel, Self::Roulette];

    /// The name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        use game::Game;
        match self {
            Self::Catan => <catan::Catan as Game>::NAME,
            Self::Kniffel => <kniffel::Kniffel as Game>::NAME,
            Self::Roulette => <roulette::Roulette as Game>::NAME,
        }
    }

    /// Raised when a log recorded earlier would replay differently.
    #[must_use]
    pub const fn rules_version(self) -> u32 {
        use game::Game;
        match self {
            Self::Catan => <catan::Catan as Game>::RULES_VERSION,
            Self::Kniffel => <kniffel::Kniffel as Game>::RULES_VERSION,
            Self::Roulette => <roulette::Roulette as Game>::RULES_VERSION,
        }
    }

    /// The game with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|game| game.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_has_the_name_that_its_rules_give_it() {
        for game in GameName::ALL {
            assert_eq!(serde_json::to_string(&game).unwrap(), format!("{:?}", game.name()));
            assert_eq!(GameName::from_name(game.name()), Some(game));
        }
        assert_eq!(GameName::from_name("chess"), None);
    }
}
