//! The luck of one game, once all secrets are in.
//!
//! In a game with one seed every draw comes from that seed; in a game with a chain each draw has a seed of its own, made of the next
//! link. Either way the seats' seeds are part of it, so that the server alone could not choose it. A *ticket* is the number
//! drawn; what it stands for the rules say.
//!
//! Published: docs/fairness.md §14 (one seed) and §16 (chain).

use game::{Chance, Luck};
use hkdf::Hkdf;
use sha2::Sha256;

use crate::scheme::expand;
use crate::{Chain, Context, Fair, Hash, Secret, Seed};

const GAME_SEED: &[u8] = b"stammtisch/fair/1/game-seed";
const ROUND_SEED: &[u8] = b"stammtisch/fair/1/round-seed";

/// The seed of a whole game, from the server's seed and those of all seats in their order.
#[must_use]
pub fn game_seed(context: &Context, server: &Secret, seats: &[Secret]) -> Seed {
    combine(GAME_SEED, server.bytes(), seats, &[&context.to_bytes(), &[seats.len() as u8]])
}

/// The seed of one draw in a game with a chain, from its link and the seeds of all seats in their order.
#[must_use]
pub fn round_seed(context: &Context, link: &Hash, seats: &[Secret], round: u32) -> Seed {
    let info = [&context.to_bytes()[..], &[seats.len() as u8], &round.to_be_bytes()];
    combine(ROUND_SEED, &link.0, seats, &info)
}

fn combine(salt: &[u8], first: &[u8; 32], seats: &[Secret], info: &[&[u8]]) -> Seed {
    let mut input = first.to_vec();
    for seed in seats {
        input.extend(seed.bytes());
    }
    Seed::from(expand::<32>(&Hkdf::<Sha256>::new(Some(salt), &input), info))
}

/// Where the luck of one game comes from.
#[derive(Clone, Debug)]
pub enum GameLuck {
    /// One seed for all of it.
    Seed(Fair),
    /// One link for each draw.
    Rounds(Rounds),
}

/// A game with a chain.
#[derive(Clone, Debug)]
pub struct Rounds {
    pub(crate) chain: Chain,
    pub(crate) context: Context,
    pub(crate) seats: Vec<Secret>,
}

/// One draw, with all that is needed to repeat it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Draw {
    /// The purpose.
    pub purpose: &'static str,
    /// Which draw of that purpose.
    pub index: u64,
    /// The number of tickets.
    pub bound: u32,
    /// The one drawn.
    pub ticket: u32,
    /// In a game with a chain, the link it came from: a secret until the draw is over.
    pub link: Option<Hash>,
}

impl GameLuck {
    /// The seed's streams, for what is settled before the first move; `None` in a game with a chain.
    #[must_use]
    pub const fn fair(&self) -> Option<&Fair> {
        match self {
            Self::Seed(fair) => Some(fair),
            Self::Rounds(_) => None,
        }
    }

    /// What luck decides for the move at this position of the log, counted from 0, after so many `draws` in earlier moves.
    ///
    /// `None` when the chain is used up: then the game has to end.
    pub fn draw<C: Chance>(&self, chance: &C, position: u64, draws: u64) -> Option<(C::Outcome, Draw)> {
        let purpose = chance.purpose();
        let bound = chance.total();
        let (mut stream, index, link) = match self {
            Self::Seed(fair) => {
                let index = purpose.index.unwrap_or(position);
                (fair.stream(purpose.name, index), index, None)
            }
            Self::Rounds(rounds) => {
                // Not by position: whoever can add a move to the log could otherwise choose among numbers.
                let round = u32::try_from(draws).ok()?.checked_add(1)?;
                let (fair, link) = rounds.round(round)?;
                (fair.stream(purpose.name, round.into()), round.into(), Some(link))
            }
        };
        let ticket = stream.below(bound);
        Some((chance.pick(ticket), Draw { purpose: purpose.name, index, bound, ticket, link }))
    }
}

impl Rounds {
    /// The streams of one round, from 1, and the link they come from.
    fn round(&self, round: u32) -> Option<(Fair, Hash)> {
        let link = self.chain.link(round)?;
        Some((Fair::new(&round_seed(&self.context, &link, &self.seats, round)), link))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chain::LENGTH;
    use game::Purpose;

    struct Die;

    impl Chance for Die {
        type Outcome = u32;

        fn total(&self) -> u32 {
            1_000
        }

        fn pick(&self, ticket: u32) -> u32 {
            ticket + 1
        }

        fn weight(&self, outcome: &u32) -> u32 {
            u32::from((1..=1_000).contains(outcome))
        }

        fn each(&self, visit: &mut dyn FnMut(u32, u32)) {
            (1..=1_000).for_each(|outcome| visit(outcome, 1));
        }

        fn purpose(&self) -> Purpose {
            Purpose::by_position("wheel")
        }
    }

    fn context() -> Context {
        Context::new("t", 1).unwrap()
    }

    /// §14: every seed, its place and the context count.
    #[test]
    fn a_game_seed_depends_on_all_that_goes_into_it() {
        let [a, b] = [Secret::from([1; 32]), Secret::from([2; 32])];
        let base = game_seed(&context(), &a, &[a.clone(), b.clone()]);
        for other in [
            game_seed(&Context::new("t", 2).unwrap(), &a, &[a.clone(), b.clone()]),
            game_seed(&context(), &b, &[a.clone(), b.clone()]),
            game_seed(&context(), &a, &[b.clone(), a.clone()]),
            game_seed(&context(), &a, std::slice::from_ref(&a)),
            game_seed(&context(), &a, &[a.clone(), b.clone(), Secret::ZERO]),
            round_seed(&context(), &Hash(*a.bytes()), &[a.clone(), b.clone()], 1),
        ] {
            assert_ne!(other, base);
        }
        assert_eq!(game_seed(&context(), &a, &[a.clone(), b]), base);
    }

    /// §14: as scheme 1 says, by position; §16: by round, wherever in the log that is.
    #[test]
    fn a_draw_can_be_repeated_from_what_it_says() {
        let server = Secret::from([7; 32]);
        let seats = vec![Secret::ZERO];
        let fair = Fair::new(&game_seed(&context(), &server, &seats));
        let one = GameLuck::Seed(fair.clone());
        let (outcome, draw) = one.draw(&Die, 12, 3).unwrap();
        assert_eq!(outcome, fair.draw(&Die, 12));
        assert_eq!((draw.purpose, draw.index, draw.bound, draw.link), ("wheel", 12, 1_000, None));
        assert_eq!((draw.ticket, outcome), (fair.ticket("wheel", 12, 1_000), draw.ticket + 1));

        let chain = Chain::new(&context(), &server);
        let rounds =
            GameLuck::Rounds(Rounds { chain: chain.clone(), context: context(), seats: seats.clone() });
        let (outcome, draw) = rounds.draw(&Die, 12, 3).unwrap();
        let link = chain.link(4).unwrap();
        let round = Fair::new(&round_seed(&context(), &link, &seats, 4));
        assert_eq!((draw.index, draw.link), (4, Some(link)));
        assert_eq!((draw.ticket, outcome), (round.ticket("wheel", 4, 1_000), draw.ticket + 1));
        assert_eq!(rounds.draw(&Die, 77, 3), Some((outcome, draw)), "the position plays no part");
        assert!(rounds.draw(&Die, 0, u64::from(LENGTH) - 1).is_some());
        for beyond in [LENGTH.into(), u32::MAX.into(), u64::MAX] {
            assert_eq!(rounds.draw(&Die, 0, beyond), None);
        }
        assert!(rounds.fair().is_none() && one.fair().is_some());
    }
}
