//! The expert: makes the choice with the largest mean of the final total, always.
//!
//! It plays by a *plan*, which says for every throw of a turn what is best and is made once a turn.
//!
//! Method: docs/kniffel-solver.md.

use std::sync::Arc;

use kniffel::{Action, Event, Kniffel, LegalActions, ROLLS, Raw, Sheet};
use solver::{Choice, Plan, Solution};

use super::sight::Sight;
use super::solutions::solution;
use crate::Bot;

/// A player who knows the solution.
#[derive(Clone, Debug, Default)]
pub struct Expert {
    /// The one for the table's options, once they are known.
    solution: Option<Arc<Solution>>,
    /// The plan for the sheet that it was made for.
    plan: Option<(Sheet, Box<Plan>)>,
    /// The mean of the final total after the last choice.
    value: Option<f64>,
}

impl Expert {
    /// A player by this solution. At a table with other options it plays by those all the same.
    #[must_use]
    pub fn new(solution: Arc<Solution>) -> Self {
        Self { solution: Some(solution), plan: None, value: None }
    }

    pub(super) fn decide(&mut self, sight: &Sight) -> Option<Choice> {
        self.value = None;
        if sight.rolls_remaining >= ROLLS {
            // There is one thing to do, and no need for a solution yet.
            return Some(Choice::Roll(kniffel::Keep::NONE));
        }
        let known = self.solution.take().filter(|known| known.rules() == sight.rules);
        let solution = self.solution.insert(known.unwrap_or_else(|| solution(sight.rules)));
        let plan = match self.plan.take().filter(|(sheet, _)| *sheet == sight.sheet) {
            Some(made) => made,
            None => (sight.sheet, solution.plan(&sight.sheet)?),
        };
        let (_, plan) = self.plan.insert(plan);
        self.value = Some(f64::from(sight.sheet.total()) + plan.value_of(sight.dice, sight.rolls_remaining));
        Some(plan.choice(sight.dice, sight.rolls_remaining))
    }
}

impl Bot<Kniffel> for Expert {
    fn hear(&mut self, _: &Event) {}

    fn choose(&mut self, view: &Raw, legal: &LegalActions) -> Option<Action> {
        Sight::play(view, *legal, |sight| self.decide(sight))
    }

    fn value(&self) -> Option<f64> {
        self.value
    }
}
