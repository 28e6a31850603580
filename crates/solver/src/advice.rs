//! Advice: what everything that a player may do now is worth.
//!
//! Here a worth is the mean of the final *total*, so that it can be compared with the sheet in front of the player.
//!
//! Rules: docs/rules/kniffel.md §4, §5, §8.

use kniffel::{Category, Dice, Keep, ROLLS, Sheet};

use crate::plan::{Choice, Plan};
use crate::solution::Solution;

/// What everything that may be done now is worth, as the mean of the final total under the best play afterwards.
#[derive(Clone, PartialEq, Debug)]
pub struct Advice {
    /// The best of all.
    pub value: f64,
    /// What to do to have it.
    pub best: Choice,
    /// Every keep that is allowed now, by its number; none without a roll left.
    pub keeps: Vec<(Keep, f64)>,
    /// Every box that may be filled now, as on the sheet; none before the first roll.
    pub categories: Vec<(Category, f64)>,
}

impl Solution {
    /// Advice for whoever has this sheet, these dice and this many rolls left. Before the first roll (3 left) the dice
    /// mean nothing. `None` if the sheet is full.
    #[must_use]
    pub fn advise(&self, sheet: &Sheet, dice: Dice, rolls_remaining: u8) -> Option<Advice> {
        let plan = self.plan(sheet)?;
        Some(self.advise_with(&plan, sheet, dice, rolls_remaining))
    }

    fn advise_with(&self, plan: &Plan, sheet: &Sheet, dice: Dice, rolls_remaining: u8) -> Advice {
        let has = f64::from(sheet.total());
        let keeps = (0..Keep::COUNT).filter_map(Keep::from_number);
        let keeps = keeps
            .filter_map(|kept| Some((kept, has + plan.value_of_keep(dice, kept, rolls_remaining)?)))
            .collect();
        let state = self.space.state(sheet).filter(|_| rolls_remaining < ROLLS);
        let categories = state.map_or_else(Vec::new, |state| {
            let boxes = self.boxes_for(state, sheet.upper_sum(), sheet, dice);
            boxes.map(|(category, worth)| (category, has + worth)).collect()
        });
        Advice {
            value: has + plan.value_of(dice, rolls_remaining),
            best: plan.choice(dice, rolls_remaining),
            keeps,
            categories,
        }
    }
}
