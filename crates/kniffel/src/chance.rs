//! What luck may decide: how the thrown dice lie.
//!
//! A roll of n dice has 6ⁿ outcomes of one ticket each. A ticket is read as a number of n digits in base six; the
//! first thrown die has the highest digit. That order is part of the fairness scheme and must never change.
//!
//! Rules: docs/rules/kniffel.md §4.3.

use game::{Chance, Purpose};

use crate::{Action, Dice, Keep, Kniffel, Phase};

/// All five dice as they lie after a roll, the kept ones included. Unchecked: the rules check it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// Five numbers, possible if each is 1 to 6 and the kept ones are as before.
    pub dice: [u8; 5],
}

/// The possible outcomes of one roll.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RollChance {
    before: [u8; 5],
    kept: Keep,
}

impl Kniffel {
    /// What luck decides if the action is legal.
    #[inline]
    pub(crate) fn roll_chance(&self, action: Action) -> Option<RollChance> {
        match (action, self.phase) {
            (Action::RollDice { kept }, Phase::Rolling { dice, .. }) => {
                Some(RollChance { before: dice.faces(), kept })
            }
            _ => None,
        }
    }
}

impl Chance for RollChance {
    type Outcome = Outcome;

    #[inline]
    fn total(&self) -> u32 {
        6_u32.pow(self.kept.n_thrown())
    }

    #[inline]
    fn pick(&self, ticket: u32) -> Outcome {
        let mut rest = ticket.min(self.total() - 1);
        let mut dice = self.before;
        for place in (0..5).rev() {
            if !self.kept.holds(place) {
                dice[place] = (rest % 6) as u8 + 1;
                rest /= 6;
            }
        }
        Outcome { dice }
    }

    #[inline]
    fn weight(&self, outcome: &Outcome) -> u32 {
        let fits = |place: usize| !self.kept.holds(place) || outcome.dice[place] == self.before[place];
        u32::from(Dice::new(outcome.dice).is_some() && (0..5).all(fits))
    }

    fn each(&self, visit: &mut dyn FnMut(Outcome, u32)) {
        (0..self.total()).for_each(|ticket| visit(self.pick(ticket), 1));
    }

    fn purpose(&self) -> Purpose {
        Purpose::by_position("dice")
    }
}
