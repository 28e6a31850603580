//! What luck may decide: two dice, a card from a hand, a card from the deck.
//!
//! How a ticket becomes an outcome is part of the fairness scheme (docs/fairness.md) and never changes.
//!
//! Rules: docs/rules/catan.md §19.

use game::{Chance, Purpose};

use crate::action::Outcome;
use crate::card::{DevCard, DevCards};
use crate::resource::{Hand, Resource};

/// What luck may decide for one action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CatanChance {
    /// Two dice, 36 tickets.
    Dice,
    /// A card from this hand: one ticket a card, so uniform over cards and not over kinds.
    Theft(Hand),
    /// A card from what is left of the deck.
    Deck(DevCards),
}

impl Chance for CatanChance {
    type Outcome = Outcome;

    #[inline]
    fn total(&self) -> u32 {
        match self {
            Self::Dice => 36,
            Self::Theft(hand) => hand.total(),
            Self::Deck(deck) => deck.total(),
        }
    }

    #[inline]
    fn pick(&self, ticket: u32) -> Outcome {
        match self {
            Self::Dice => {
                let ticket = ticket.min(35) as u8;
                Outcome::Dice([ticket / 6 + 1, ticket % 6 + 1])
            }
            Self::Theft(hand) => Outcome::Stolen(hand.card_at(ticket.min(self.total().saturating_sub(1)))),
            Self::Deck(deck) => Outcome::Card(deck.card_at(ticket.min(self.total().saturating_sub(1)))),
        }
    }

    #[inline]
    fn weight(&self, outcome: &Outcome) -> u32 {
        match (self, outcome) {
            (Self::Dice, Outcome::Dice(dice)) => u32::from(dice.iter().all(|d| (1..=6).contains(d))),
            (Self::Theft(hand), Outcome::Stolen(card)) => u32::from(hand.get(*card)),
            (Self::Deck(deck), Outcome::Card(card)) => u32::from(deck.get(*card)),
            (Self::Dice | Self::Theft(_) | Self::Deck(_), _) => 0,
        }
    }

    fn each(&self, visit: &mut dyn FnMut(Outcome, u32)) {
        match self {
            Self::Dice => (0..36).for_each(|ticket| visit(self.pick(ticket), 1)),
            Self::Theft(hand) => Resource::ALL
                .into_iter()
                .filter(|&r| hand.get(r) > 0)
                .for_each(|r| visit(Outcome::Stolen(r), u32::from(hand.get(r)))),
            Self::Deck(deck) => DevCard::ALL
                .into_iter()
                .filter(|&c| deck.get(c) > 0)
                .for_each(|c| visit(Outcome::Card(c), u32::from(deck.get(c)))),
        }
    }

    fn purpose(&self) -> Purpose {
        match self {
            Self::Dice => Purpose::by_position("dice"),
            Self::Theft(_) => Purpose::by_position("steal"),
            // By cards already bought, not by position: so the order of the whole deck follows from the seed alone.
            Self::Deck(deck) => {
                Purpose { name: "deck", index: Some(u64::from(DevCards::FULL_DECK.total() - deck.total())) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// §19: picking by ticket, the weight of an outcome and the list of outcomes are three ways to the same chances.
    #[test]
    fn tickets_weights_and_lists_agree() {
        let mut hands = vec![CatanChance::Dice];
        for counts in [[1, 0, 0, 0, 0], [0, 0, 0, 0, 1], [1, 2, 0, 3, 4], [0, 1, 1, 0, 0]] {
            hands.push(CatanChance::Theft(Hand::of(counts)));
            hands.push(CatanChance::Deck(DevCards::of(counts)));
        }
        hands.push(CatanChance::Deck(DevCards::FULL_DECK));
        let dice = (0..=8).flat_map(|a| (0..=8).map(move |b| Outcome::Dice([a, b])));
        let cards = DevCard::ALL.into_iter().map(Outcome::Card);
        let conceivable: Vec<_> =
            dice.chain(cards).chain(Resource::ALL.into_iter().map(Outcome::Stolen)).collect();
        for chance in hands {
            let picked: Vec<_> = (0..chance.total()).map(|ticket| chance.pick(ticket)).collect();
            let mut listed = Vec::new();
            chance.each(&mut |outcome, weight| listed.push((outcome, weight)));
            for outcome in &conceivable {
                let tickets = picked.iter().filter(|p| *p == outcome).count() as u32;
                let told: Vec<_> = listed.iter().filter(|(o, _)| o == outcome).map(|l| l.1).collect();
                assert_eq!(chance.weight(outcome), tickets, "{chance:?}: {outcome:?}");
                assert_eq!(
                    told,
                    if tickets == 0 { vec![] } else { vec![tickets] },
                    "{chance:?}: {outcome:?}"
                );
            }
            assert_eq!(listed.iter().map(|l| l.1).sum::<u32>(), chance.total(), "{chance:?}");
            let last = picked.last().copied();
            assert_eq!(Some(chance.pick(chance.total())), last, "a ticket too high is the highest");
        }
    }
}
