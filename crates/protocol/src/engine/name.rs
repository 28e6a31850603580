//! The games by name, and the way from a name to a game's type: [`with_game!`](crate::with_game), the one place that lists them.

use game::Game;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::with_game;

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
        with_game!(self, G => <G as Game>::NAME)
    }

    /// Raised when a log recorded earlier would replay differently.
    #[must_use]
    pub const fn rules_version(self) -> u32 {
        with_game!(self, G => <G as Game>::RULES_VERSION)
    }

    /// The game with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|game| game.name() == name)
    }
}

/// The games' types, under a path that [`with_game!`](crate::with_game) can name from every crate.
#[doc(hidden)]
pub mod rules {
    pub use catan::Catan;
    pub use kniffel::Kniffel;
    pub use roulette::Roulette;
}

/// Does the same for whichever game is named: `with_game!(name, G => play::<G>())`, where `G` is the game's type.
#[macro_export]
macro_rules! with_game {
    ($name:expr, $G:ident => $do:expr) => {
        match $name {
            $crate::engine::GameName::Catan => {
                type $G = $crate::engine::rules::Catan;
                $do
            }
            $crate::engine::GameName::Kniffel => {
                type $G = $crate::engine::rules::Kniffel;
                $do
            }
            $crate::engine::GameName::Roulette => {
                type $G = $crate::engine::rules::Roulette;
                $do
            }
        }
    };
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
