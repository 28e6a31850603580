//! Production: what a roll brings, and what happens when the bank runs short.
//!
//! Rules: docs/rules/catan.md §7.2–§7.3.

use crate::Catan;
use crate::resource::{Hand, Resource};

impl Catan {
    /// What each seat gets for this sum of the dice, shortage settled.
    #[inline]
    pub(crate) fn production(&self, sum: u8) -> [Hand; 4] {
        let mut due = [0u64; 4];
        for (hex, resource) in self.board.producers(sum) {
            if hex == self.robber {
                continue;
            }
            let corners = hex.vertex_mask();
            let cities = corners & self.cities;
            for (due, buildings) in due.iter_mut().zip(self.buildings) {
                // A city counts once as a building and once more as a city.
                let cards = (buildings & corners).count_ones() + (buildings & cities).count_ones();
                *due += u64::from(cards) << (8 * resource as u32);
            }
        }
        let due = due.map(Hand::from_packed);
        let total = due[0].plus(due[1]).plus(due[2]).plus(due[3]);
        if self.bank.covers(total) { due } else { ration(due, self.bank) }
    }
}

/// The bank cannot pay everything: per resource, a single claimant gets what is left and several get nothing (§7.3).
#[cold]
fn ration(due: [Hand; 4], bank: Hand) -> [Hand; 4] {
    let mut paid = due.map(Hand::counts);
    for resource in Resource::ALL {
        let r = resource.index();
        let total: u8 = due.iter().map(|hand| hand.get(resource)).sum();
        if total <= bank.get(resource) {
            continue;
        }
        let claimants = due.iter().filter(|hand| hand.get(resource) > 0).count();
        for counts in &mut paid {
            counts[r] = if claimants == 1 { counts[r].min(bank.get(resource)) } else { 0 };
        }
    }
    paid.map(Hand::of)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Board, Hex, Rules, Setup};

    /// §7.3: the last card of a kind goes to neither of two, whichever seats they have; two cards go to both.
    #[test]
    fn any_two_seats_can_claim_the_last_card() {
        let board = Board::beginner();
        let pasture = Hex::land().find(|&hex| board.tile(hex).1 == Some(2)).expect("the only 2");
        let corners: Vec<_> = pasture.vertices().collect();
        for (a, b) in (0..4).flat_map(|a| (0..4).map(move |b| (a, b))).filter(|(a, b)| a != b) {
            let mut game = Catan::begin(&Setup { players: 4, rules: Rules::default(), board, order: None });
            game.buildings[a] = corners[0].bit();
            game.buildings[b] = corners[5].bit();
            let sheep = Hand::one(Resource::Sheep);
            game.bank = sheep;
            assert_eq!(game.production(2), [Hand::EMPTY; 4], "{a} and {b}");
            game.bank = sheep.plus(sheep);
            let mut both = [Hand::EMPTY; 4];
            (both[a], both[b]) = (sheep, sheep);
            assert_eq!(game.production(2), both, "{a} and {b}");
        }
    }

    #[test]
    fn pitfall_05_the_bank_is_not_endless() {
        // §7.3, kind by kind: wood for two with one left, brick for one with one left, ore for two with enough.
        let due = [Hand::of([1, 2, 0, 0, 1]), Hand::of([1, 0, 0, 0, 2]), Hand::EMPTY, Hand::EMPTY];
        let bank = Hand::of([1, 1, 0, 0, 3]);
        let paid = ration(due, bank);
        assert_eq!(paid, [Hand::of([0, 1, 0, 0, 1]), Hand::of([0, 0, 0, 0, 2]), Hand::EMPTY, Hand::EMPTY]);
    }

    #[test]
    fn exactly_enough_is_enough_for_several() {
        let due =
            [Hand::of([1, 0, 0, 0, 0]), Hand::of([2, 0, 0, 0, 0]), Hand::EMPTY, Hand::of([0, 1, 0, 0, 0])];
        assert_eq!(ration(due, Hand::of([3, 0, 0, 0, 0])), [due[0], due[1], Hand::EMPTY, Hand::EMPTY]);
        assert_eq!(ration(due, Hand::of([2, 1, 0, 0, 0])), [Hand::EMPTY, Hand::EMPTY, Hand::EMPTY, due[3]]);
    }
}
