//! The plan for one turn: what the best player does with every throw.
//!
//! Choices of the same value are all best. Then scoring goes before rolling, keeping more dice before keeping fewer, and
//! a box higher on the sheet before a lower one, so that the plan is one and the same for whoever asks.
//!
//! Rules: docs/rules/kniffel.md §4, §5.

use kniffel::{Category, Dice, EXTRA_KNIFFEL, Keep, ROLLS, Sheet};

use crate::lattice::{EMPTY, Lattice, Less, N_KEEPS, N_PARTIAL, N_THROWS};
use crate::scores::MAX_MARKS;
use crate::solution::Solution;
use crate::space::State;

/// A choice is better only by more than this: rounding must not decide between choices of the same value.
pub(crate) const TIE: f64 = 1e-9;

/// What to do with dice on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Throw what is not kept.
    Roll(Keep),
    /// Fill this box.
    Score(Category),
}

/// The best player's turn with one sheet.
///
/// Values are means of the points still to come, from the moment of the choice to the end of the game.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The best box for each throw.
    pub(crate) categories: [Category; N_THROWS],
    /// What each throw is worth with no roll left.
    scored: [f64; N_THROWS],
    /// The choice with one roll left, and with two.
    steps: [Step; ROLLS as usize - 1],
    value: f64,
}

/// The choice of a keep.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// What each keep is worth when the other dice are thrown.
    worth: [f64; N_KEEPS],
    /// The best of the keeps in each keep, itself among them.
    pub(crate) best: [u16; N_KEEPS],
}

impl Solution {
    /// The best player's turn with this sheet; `None` if it is full.
    #[must_use]
    pub fn plan(&self, sheet: &Sheet) -> Option<Box<Plan>> {
        let state = self.space.state(sheet)?;
        (!sheet.filled().complement().is_empty()).then(|| self.plan_of(state))
    }

    pub(crate) fn plan_of(&self, state: State) -> Box<Plan> {
        let (categories, scored) = self.best_boxes(state);
        Box::new(Plan::new(categories, &scored))
    }

    /// The best box for each throw, and what it is worth.
    fn best_boxes(&self, state: State) -> ([Category; N_THROWS], [f64; N_THROWS]) {
        let State { boxes, .. } = state;
        let sum = self.space.sums(boxes)[state.class];
        let mut marks = [0.0; MAX_MARKS];
        let free: Vec<Category> = boxes.free().collect();
        for category in &free {
            let first = self.scores.first[category.index()];
            for (mark, points) in (first..).zip(self.scores.of_box(*category)) {
                marks[mark % MAX_MARKS] = self.after(state, *category, *points).worth(sum);
            }
        }
        let mut categories = [Category::Chance; N_THROWS];
        let mut scored = [f64::NEG_INFINITY; N_THROWS];
        let mut offer = |throw: usize, category: Category, worth: f64| {
            if worth > scored[throw] + TIE {
                (categories[throw], scored[throw]) = (category, worth);
            }
        };
        for (throw, of_throw) in self.scores.mark.iter().enumerate() {
            if boxes.kniffel() && self.scores.alike.contains(&throw) {
                let sheet = self.scores.example(boxes.filled(), true);
                for (category, worth) in self.boxes_for(state, sum, &sheet, Lattice::get().throws[throw]) {
                    offer(throw, category, worth);
                }
                continue;
            }
            for category in &free {
                offer(throw, *category, marks[usize::from(of_throw[category.index()]) % MAX_MARKS]);
            }
        }
        (categories, scored)
    }

    /// Every box that may be filled with these dice, and what that is worth.
    pub(crate) fn boxes_for(
        &self,
        state: State,
        sum: u8,
        sheet: &Sheet,
        dice: Dice,
    ) -> impl Iterator<Item = (Category, f64)> {
        let rules = self.rules();
        let worth = move |category| {
            let entry = sheet.entry(dice, category, rules);
            let beside = if entry.extra_kniffel { EXTRA_KNIFFEL } else { 0 };
            (category, self.after(state, category, entry.points).worth(sum) + f64::from(beside))
        };
        let open: Vec<Category> = sheet.open(dice, rules).iter().collect();
        open.into_iter().map(worth)
    }
}

impl Plan {
    /// The plan from the best box for each throw and what it is worth.
    pub(crate) fn new(categories: [Category; N_THROWS], scored: &[f64; N_THROWS]) -> Self {
        let last = Step::new(scored);
        let first = Step::new(&std::array::from_fn(|throw| last.value(throw)));
        let chances = &Lattice::get().chances;
        let value = (0..N_THROWS).map(|throw| first.value(throw) * chances[throw]).sum();
        Self { categories, scored: *scored, steps: [last, first], value }
    }

    /// The value before the first roll of the turn.
    #[must_use]
    pub const fn value(&self) -> f64 {
        self.value
    }

    /// The value of these dice with this many rolls left, if the best is made of them.
    #[must_use]
    pub fn value_of(&self, dice: Dice, rolls_remaining: u8) -> f64 {
        let throw = Lattice::get().throw(dice);
        match self.step(rolls_remaining) {
            _ if rolls_remaining >= ROLLS => self.value,
            Some(step) => step.value(throw),
            None => self.scored[throw],
        }
    }

    /// The value of keeping these dice and throwing the others; `None` if the rules do not allow that now.
    #[must_use]
    pub fn value_of_keep(&self, dice: Dice, kept: Keep, rolls_remaining: u8) -> Option<f64> {
        if rolls_remaining == ROLLS && kept == Keep::NONE {
            return Some(self.value);
        }
        Some(self.step(rolls_remaining)?.worth[Lattice::get().keep(dice, kept)])
    }

    /// What the best player does with these dice.
    #[must_use]
    pub fn choice(&self, dice: Dice, rolls_remaining: u8) -> Choice {
        if rolls_remaining >= ROLLS {
            return Choice::Roll(Keep::NONE);
        }
        let lattice = Lattice::get();
        let throw = lattice.throw(dice);
        let score = Choice::Score(self.categories[throw]);
        match self.step(rolls_remaining) {
            Some(step) if step.value(throw) > self.scored[throw] + TIE => {
                Choice::Roll(lattice.places(dice, step.best[N_PARTIAL + throw].into()))
            }
            Some(_) | None => score,
        }
    }

    /// The choice with this many rolls left; `None` if there is none to make.
    pub(crate) fn step(&self, rolls_remaining: u8) -> Option<&Step> {
        self.steps.get(usize::from(rolls_remaining).checked_sub(1)?)
    }
}

impl Step {
    /// From what every throw is worth one roll later.
    fn new(later: &[f64; N_THROWS]) -> Self {
        let lattice = Lattice::get();
        let mut worth = [0.0; N_KEEPS];
        worth[N_PARTIAL..].copy_from_slice(later);
        for (keep, more) in lattice.more.iter().enumerate().rev() {
            worth[keep] = more.iter().map(|more| worth[usize::from(*more)]).sum::<f64>() * (1.0 / 6.0);
        }
        let mut best = [EMPTY as u16; N_KEEPS];
        for run in &lattice.runs {
            match &run.less {
                Less::One(less) => choose(&worth, &mut best, run.first, less),
                Less::Two(less) => choose(&worth, &mut best, run.first, less),
                Less::Three(less) => choose(&worth, &mut best, run.first, less),
                Less::Four(less) => choose(&worth, &mut best, run.first, less),
                Less::Five(less) => choose(&worth, &mut best, run.first, less),
            }
        }
        Self { worth, best }
    }

    /// What a throw is worth.
    fn value(&self, throw: usize) -> f64 {
        self.worth[usize::from(self.best[N_PARTIAL + throw])]
    }
}

fn choose<const N: usize>(
    worth: &[f64; N_KEEPS],
    best: &mut [u16; N_KEEPS],
    first: usize,
    less: &[[u16; N]],
) {
    for (keep, less) in (first..).zip(less) {
        let mut own = keep as u16;
        for less in less {
            let other = best[usize::from(*less)];
            if worth[usize::from(other)] > worth[usize::from(own)] + TIE {
                own = other;
            }
        }
        best[keep] = own;
    }
}
