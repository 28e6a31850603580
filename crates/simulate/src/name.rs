//! The games by name, with what a plan leaves open.

use std::fmt;

use bots::Company;
use catan::Catan;
use kniffel::Kniffel;
use roulette::Roulette;

use crate::contest::Contested;

/// One of the games.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GameName {
    /// Catan.
    Catan,
    /// Kniffel.
    Kniffel,
    /// European roulette.
    Roulette,
}

impl GameName {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Catan, Self::Kniffel, Self::Roulette];

    /// The name on the wire and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Catan => "catan",
            Self::Kniffel => "kniffel",
            Self::Roulette => "roulette",
        }
    }

    /// The game with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|game| game.name() == name)
    }

    /// The names of its rule profiles; the first is the default.
    #[must_use]
    pub fn profiles(self) -> Vec<&'static str> {
        match self {
            Self::Catan => catan::Profile::ALL.into_iter().map(catan::Profile::name).collect(),
            Self::Kniffel | Self::Roulette => vec!["default"],
        }
    }

    /// The players of ours that can be seated in a contest.
    #[must_use]
    pub fn players(self) -> Vec<&'static str> {
        match self {
            Self::Catan => players::<Catan>(),
            Self::Kniffel => players::<Kniffel>(),
            Self::Roulette => players::<Roulette>(),
        }
    }

    /// How many play where nobody says how many.
    #[must_use]
    pub const fn usual_players(self) -> u32 {
        match self {
            Self::Catan => 4,
            Self::Kniffel => 2,
            Self::Roulette => 3,
        }
    }
}

/// Bots, a random player where there is none among them, and seers.
fn players<G: Contested>() -> Vec<&'static str> {
    let levels = <G as Company>::LEVELS;
    let random = ["random"].into_iter().filter(|random| !levels.contains(random));
    random.chain(levels.iter().copied()).chain(G::SEERS.iter().copied()).collect()
}

impl fmt::Display for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back_to_their_games() {
        for game in GameName::ALL {
            assert_eq!(GameName::from_name(game.name()), Some(game));
        }
        assert_eq!(GameName::from_name("Catan"), None);
        assert_eq!(GameName::Catan.profiles(), ["official", "online", "practice"]);
    }
}
