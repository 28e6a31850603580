//! Openings: all that is settled about a game before luck comes in.
//!
//! An *opening* has been checked: a game can begin with it. Whoever names rules or a number of players that do not
//! exist is told which do.

use std::ops::RangeInclusive;

use catan::{Board, Catan, Profile, Rules};
use game::{Game, Luck};

use crate::GameName;

/// How a game begins, apart from luck.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Opening {
    /// Catan.
    Catan(CatanOpening),
    /// Kniffel.
    Kniffel(kniffel::Setup),
    /// Roulette.
    Roulette(roulette::Setup),
}

/// How a game of Catan begins: luck then makes the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CatanOpening {
    /// How many play.
    pub players: u8,
    /// The rules.
    pub rules: Rules,
}

/// Why a game cannot begin like this.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OpeningFault {
    /// No such rules.
    #[error("{game} has no rules called \"{rules}\"; it has: {}", .game.profiles().join(", "))]
    Rules {
        /// The game.
        game: GameName,
        /// What was asked for.
        rules: String,
    },
    /// Too few or too many players.
    #[error("{game} with the rules \"{rules}\" is for {} to {} players, not {players}", .range.start(), .range.end())]
    Players {
        /// The game.
        game: GameName,
        /// Its rules.
        rules: String,
        /// What was asked for.
        players: u32,
        /// What is possible.
        range: RangeInclusive<u8>,
    },
}

impl Opening {
    /// The opening of a game by these rules with this many players.
    ///
    /// # Errors
    /// When the rules do not exist or are not for this many.
    pub fn new(game: GameName, rules: &str, players: u32) -> Result<Self, OpeningFault> {
        if !game.profiles().contains(&rules) {
            return Err(OpeningFault::Rules { game, rules: rules.to_owned() });
        }
        // Nobody plays with as many as this stands for where there are more.
        let n = u8::try_from(players).unwrap_or(u8::MAX);
        let (range, opening) = match game {
            GameName::Catan => {
                let profile = Profile::from_name(rules).unwrap_or(Profile::Official);
                (profile.players(), Self::Catan(CatanOpening { players: n, rules: profile.rules() }))
            }
            GameName::Kniffel => {
                let setup = kniffel::Setup { players: n, rules: kniffel::Rules::default() };
                (1..=kniffel::MAX_PLAYERS, Self::Kniffel(setup))
            }
            GameName::Roulette => (1..=roulette::MAX_PLAYERS, Self::Roulette(roulette::Setup::new(n))),
        };
        if !range.contains(&n) {
            return Err(OpeningFault::Players { game, rules: rules.to_owned(), players, range });
        }
        Ok(opening)
    }
}

impl CatanOpening {
    /// A game on a board of the kind that the rules ask for.
    ///
    /// # Errors
    /// When the opening was not made by [`Opening::new`] and breaks a rule.
    pub fn game(&self, luck: &mut impl Luck) -> Result<Catan, catan::SetupFault> {
        let board = Board::generate(self.rules.board, luck);
        Catan::create(&catan::Setup { players: self.players, rules: self.rules, board, order: None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(game: GameName, rules: &str, players: u32) -> String {
        Opening::new(game, rules, players).expect_err("not possible").to_string()
    }

    #[test]
    fn a_fault_says_what_is_possible() {
        assert_eq!(
            fault(GameName::Catan, "offical", 4),
            "catan has no rules called \"offical\"; it has: official, online, practice"
        );
        assert_eq!(
            fault(GameName::Catan, "online", 2),
            "catan with the rules \"online\" is for 3 to 4 players, not 2"
        );
        assert_eq!(
            fault(GameName::Roulette, "default", 300),
            "roulette with the rules \"default\" is for 1 to 10 players, not 300"
        );
        assert_eq!(
            fault(GameName::Kniffel, "official", 2),
            "kniffel has no rules called \"official\"; it has: default"
        );
    }

    #[test]
    fn an_opening_is_possible_exactly_where_the_game_can_begin() {
        let mut dice = bots::Dice::new(1);
        for game in GameName::ALL {
            for rules in game.profiles() {
                for players in 0..=300 {
                    let Ok(opening) = Opening::new(game, rules, players) else {
                        continue;
                    };
                    let begins = match &opening {
                        Opening::Catan(opening) => opening.game(&mut dice).is_ok(),
                        Opening::Kniffel(setup) => kniffel::Kniffel::create(setup).is_ok(),
                        Opening::Roulette(setup) => roulette::Roulette::create(setup).is_ok(),
                    };
                    assert!(begins, "{opening:?}");
                }
            }
        }
        let possible = |game, rules| (0..=300).filter(|&n| Opening::new(game, rules, n).is_ok()).count();
        assert_eq!(
            [
                possible(GameName::Catan, "official"),
                possible(GameName::Catan, "online"),
                possible(GameName::Kniffel, "default"),
                possible(GameName::Roulette, "default")
            ],
            [3, 2, 8, 10]
        );
    }
}
