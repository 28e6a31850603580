//! The judge: what a position is worth to a seat, as a chance of winning.
//!
//! A *node* is one position judged. Whatever is under way in a position is judged as if the turn ended there, since the
//! value knows only moments between turns; a finished game is judged by who won it.

use std::sync::LazyLock;

use catan::{Catan, Phase, Resume};
use game::Seat;

use super::features::{self, MOST};
use super::ground::Ground;
use super::net::Net;

/// The trained nets: for two players, and for three or four.
static NETS: LazyLock<[Net; 2]> = LazyLock::new(|| {
    [include_bytes!("two.weights").as_slice(), include_bytes!("four.weights")].map(|bytes| {
        // The files are part of the program: a test reads them.
        Net::from_bytes(bytes).unwrap_or_else(|| Net::blank(MOST))
    })
});

/// The trained net for so many players.
#[must_use]
pub fn net_for(players: u8) -> &'static Net {
    &NETS[usize::from(players > 2)]
}

/// A judge of the positions of one game.
#[derive(Clone, Debug)]
pub struct Judge<'n> {
    net: &'n Net,
    ground: Ground,
    features: Box<[f32; MOST]>,
    nodes: u64,
}

impl<'n> Judge<'n> {
    /// A judge of games on this position's board.
    #[must_use]
    pub fn new(net: &'n Net, game: &Catan) -> Self {
        Self { net, ground: Ground::new(game.board()), features: Box::new([0.0; MOST]), nodes: 0 }
    }

    /// Makes sure that the judge knows this game's board.
    pub fn turn_to(&mut self, game: &Catan) {
        if !self.ground.is_of(game.board()) {
            self.ground = Ground::new(game.board());
        }
    }

    /// How many positions were judged so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    pub(super) fn ground(&self) -> &Ground {
        &self.ground
    }

    /// Writes the position as the net sees it.
    pub fn features(&self, game: &Catan, me: Seat, next: Seat, out: &mut [f32; MOST]) {
        features::write(game, &self.ground, me, next, out);
    }

    /// The chance that these features stand for.
    #[must_use]
    pub fn chance(&self, features: &[f32; MOST]) -> f32 {
        self.net.chance(features)
    }

    /// The chance that `me` wins from here.
    pub fn value(&mut self, game: &Catan, me: Seat) -> f32 {
        // A finished game counts too: what costs nothing would never use up a budget.
        self.nodes += 1;
        if game.phase() == Phase::Ended {
            return if game.current() == me { 1.0 } else { 0.0 };
        }
        features::write(game, &self.ground, me, rolls_next(game), &mut self.features);
        self.net.chance(&self.features)
    }
}

/// The seat that rolls next if nothing more happens in this turn.
#[must_use]
pub fn rolls_next(game: &Catan) -> Seat {
    let current = game.current();
    let before = match game.phase() {
        Phase::BeforeRoll | Phase::RollForFirst(_) => true,
        Phase::MovingRobber(resume) | Phase::Stealing { resume, .. } | Phase::RoadBuilding { resume, .. } => {
            resume == Resume::BeforeRoll
        }
        Phase::Setup { .. } => return game.order().next().unwrap_or(current),
        Phase::Discarding(_) | Phase::Main | Phase::Ended => false,
    };
    if before {
        return current;
    }
    let mut order = game.order().chain(game.order()).skip_while(|&seat| seat != current);
    order.nth(1).unwrap_or(current)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catan::mind::features::inputs;

    #[test]
    fn the_trained_nets_are_for_these_features() {
        for players in 2..=4 {
            let net = net_for(players);
            assert_eq!(net.inputs, inputs(players));
            assert!(net.weights().any(|weight| weight != 0.0), "it has learned something");
        }
    }

    /// What the net thinks of the seats of a table adds up to about one, and the winner of a game is thought well of.
    #[test]
    fn chances_make_sense_over_whole_games() {
        use crate::{Dice, Player};
        use catan::{Board, Rules, Setup};
        use game::{Game, Unheard, draw};
        let (mut total, mut n, mut before_the_end, mut games) = (0.0, 0.0, 0.0, 0.0);
        for seed in 0..12 {
            let mut dice = Dice::new(seed);
            let players = 2 + (seed % 3) as u8;
            let board = Board::random(&mut dice);
            let setup = Setup { players, rules: Rules::default(), board, order: None };
            let mut game = Catan::create(&setup).unwrap();
            let mut judge = Judge::new(net_for(players), &game);
            let mut last = [0.0; 4];
            while let Some(seat) = game.to_move().lowest() {
                let action = game.random_action(seat, &mut dice).unwrap();
                let outcome = game.chance(seat, &action).map(|chance| draw(&chance, &mut dice));
                game.apply(seat, &action, outcome, &mut Unheard).unwrap();
                if game.phase() == Phase::BeforeRoll {
                    for seat in game.seats_iter() {
                        last[seat.index()] = judge.value(&game, seat);
                        total += last[seat.index()];
                    }
                    n += 1.0;
                }
            }
            before_the_end += last[game.current().index()] * f32::from(players);
            games += 1.0;
            assert!(judge.value(&game, game.current()) > 0.999, "won");
        }
        let mean = total / n;
        assert!((0.8..1.25).contains(&mean), "{mean}");
        assert!(before_the_end / games > 1.8, "much more than a fair share: {}", before_the_end / games);
    }
}
