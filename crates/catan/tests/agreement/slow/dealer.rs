//! Boards and luck for whole games played in tests.
//!
//! The *dealer* is a small generator of numbers with a seed, so that every game can be played again.

use super::{Grid, HexText, Slow, SlowRules, Spot};

/// A stream of numbers from a seed (splitmix64).
#[derive(Clone, Debug)]
pub(crate) struct Dealer(u64);

impl Dealer {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number from 0 to `bound` - 1.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }

    /// True once in `n` times.
    pub(crate) fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub(crate) fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// Every land hex with a terrain and a token, in any arrangement.
    pub(crate) fn hexes(&mut self) -> Vec<HexText> {
        let mut terrains = vec!["desert"];
        for (terrain, n) in [("forest", 4), ("pasture", 4), ("fields", 4), ("hills", 3), ("mountains", 3)] {
            terrains.extend([terrain].repeat(n));
        }
        let mut tokens = vec![2, 3, 3, 4, 4, 5, 5, 6, 6, 8, 8, 9, 9, 10, 10, 11, 11, 12];
        self.shuffle(&mut terrains);
        self.shuffle(&mut tokens);
        let land = Grid::island().corners.keys().zip(terrains);
        land.map(|(hex, terrain)| {
            let token = if terrain == "desert" { None } else { tokens.pop() };
            (*hex, terrain.to_owned(), token)
        })
        .collect()
    }

    /// The nine ports on their sides, kinds shuffled.
    pub(crate) fn ports(&mut self) -> Vec<(Spot, String)> {
        let coast = Grid::island().coast();
        let mut kinds = ["any", "any", "any", "any", "wood", "brick", "sheep", "wheat", "ore"];
        self.shuffle(&mut kinds);
        let sides = [0, 3, 7, 10, 13, 17, 20, 23, 27].map(|at| coast[at]);
        sides.into_iter().zip(kinds).map(|(side, kind)| (side, kind.to_owned())).collect()
    }

    /// A game on a board of any arrangement, without a given seat order.
    pub(crate) fn game(&mut self, players: usize, rules: SlowRules) -> Slow {
        let (hexes, ports) = (self.hexes(), self.ports());
        Slow::new(players, rules, hexes, ports, None)
    }

    /// One of the outcomes, by weight.
    pub(crate) fn outcome(&mut self, chances: &[(String, u32)]) -> Option<String> {
        if chances.is_empty() {
            return None;
        }
        let total: u32 = chances.iter().map(|(_, weight)| weight).sum();
        let mut ticket = self.below(total as usize) as u32;
        let met = chances.iter().find(|(_, weight)| {
            let hit = ticket < *weight;
            ticket = ticket.saturating_sub(*weight);
            hit
        });
        met.map(|(outcome, _)| outcome.clone())
    }
}
