//! Plans: which games to play.

use crate::arena::{CatanArena, KniffelArena, RouletteArena};
use crate::crew::play_all;
use crate::report::Report;
use crate::{GameName, Opening, OpeningFault};

/// Which games to play. Two equal plans have the same games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The game.
    pub game: GameName,
    /// How many games.
    pub games: u64,
    /// How many players each.
    pub players: u32,
    /// The name of the rules.
    pub rules: String,
    /// Where all luck comes from.
    pub seed: u64,
    /// How many rounds a game of roulette has, which ends by itself in no other way.
    pub rounds: u32,
    /// After how many actions a game is given up as unfinished.
    pub limit: u32,
}

impl Plan {
    /// A plan with everything as usual.
    #[must_use]
    pub fn new(game: GameName) -> Self {
        Self {
            game,
            games: 1_000,
            players: game.usual_players(),
            rules: game.profiles().first().copied().unwrap_or_default().to_owned(),
            seed: 1,
            rounds: 100,
            limit: Self::usual_limit(game),
        }
    }

    /// Far beyond what random players need: a round of roulette takes them hundreds of actions.
    #[must_use]
    pub const fn usual_limit(game: GameName) -> u32 {
        match game {
            GameName::Catan | GameName::Kniffel => 100_000,
            GameName::Roulette => u32::MAX,
        }
    }
}

/// Plays all games of a plan on this many threads.
///
/// `finished` hears, from any of the threads, how many more games are done.
///
/// # Errors
/// When the rules do not exist or are not for this many players.
pub fn simulate(
    plan: &Plan,
    threads: usize,
    finished: &(dyn Fn(u64) + Sync),
) -> Result<Report, OpeningFault> {
    let (seed, limit) = (plan.seed, plan.limit);
    Ok(match Opening::new(plan.game, &plan.rules, plan.players)? {
        Opening::Catan(opening) => {
            let arena = CatanArena { opening, seed, limit };
            let (tally, elapsed) = play_all(&arena, plan.games, threads, finished);
            tally.report(plan, elapsed)
        }
        Opening::Kniffel(setup) => {
            let arena = KniffelArena { setup, seed, limit };
            let (tally, elapsed) = play_all(&arena, plan.games, threads, finished);
            tally.report(plan, elapsed)
        }
        Opening::Roulette(setup) => {
            let arena = RouletteArena { setup, seed, limit, rounds: plan.rounds };
            let (tally, elapsed) = play_all(&arena, plan.games, threads, finished);
            tally.report(plan, elapsed)
        }
    })
}
