//! The novice: takes the points that lie on the table, with a little sense.
//!
//! It goes for what the dice already look like, a run or equal faces, and never counts chances. *Usual* is what a box brings on
//! a good day; a box that gets more than that is a gain, and zeros go where little is usual.

use std::cmp::Reverse;

use game::Legal;
use kniffel::{Action, Category, Event, Keep, Kniffel, LegalActions, ROLLS, Raw};

use super::sight::Sight;
use crate::Bot;

/// What a box usually brings, in the order of the sheet.
const USUAL: [i16; Category::COUNT] = [2, 5, 9, 12, 16, 19, 22, 13, 22, 28, 30, 14, 22];

/// A player who goes by what lies there.
#[derive(Clone, Copy, Debug, Default)]
pub struct Novice;

impl Bot<Kniffel> for Novice {
    fn hear(&mut self, _: &Event) {}

    fn choose(&mut self, view: &Raw, legal: &LegalActions) -> Option<Action> {
        if legal.contains(&Action::PlayerReady) {
            return Some(Action::PlayerReady);
        }
        if legal.n_moves() == 0 {
            return None;
        }
        let sight = Sight::new(view)?;
        if sight.rolls_remaining >= ROLLS {
            return Some(Action::RollDice { kept: Keep::NONE });
        }
        let kept = if sight.rolls_remaining == 0 { Keep::ALL } else { sight.keep() };
        if kept == Keep::ALL {
            return sight.best_box().map(|category| Action::ChooseCategory { category });
        }
        Some(Action::RollDice { kept })
    }
}

impl Sight {
    /// The box that gains most against the usual.
    fn best_box(&self) -> Option<Category> {
        let open = self.sheet.open(self.dice, self.rules);
        let gain = |category: &Category| {
            // Of two alike the first, which is the smaller sacrifice.
            (i16::from(self.points(*category)) - USUAL[category.index()], Reverse(category.index()))
        };
        open.iter().max_by_key(gain)
    }

    fn points(&self, category: Category) -> u8 {
        self.sheet.entry(self.dice, category, self.rules).points
    }

    fn is_free(&self, category: Category) -> bool {
        !self.sheet.filled().contains(category)
    }

    /// Whether the box is free and these dice fill it with points.
    fn makes(&self, category: Category) -> bool {
        self.is_free(category) && self.points(category) > 0
    }

    /// The dice to keep; all of them if there is nothing to be improved.
    fn keep(&self) -> Keep {
        let done = [Category::Kniffel, Category::LargeStraight, Category::FullHouse];
        let small = self.makes(Category::SmallStraight) && !self.is_free(Category::LargeStraight);
        if small || done.into_iter().any(|category| self.makes(category)) {
            return Keep::ALL;
        }
        let counts = self.dice.counts();
        let most = counts.into_iter().max().unwrap_or(0);
        if most < 3 {
            if let Some(run) = self.run() {
                return run;
            }
            let n_pairs: u8 = counts.map(|count| u8::from(count == 2)).iter().sum();
            if self.is_free(Category::FullHouse) && n_pairs == 2 {
                return self.those(|face| counts[usize::from(face) - 1] == 2);
            }
        }
        match self.collected() {
            Some(collected) => self.those(|face| face == collected),
            // Only chance and straights without a beginning are left.
            None if self.is_free(Category::Chance) => self.those(|face| face >= 5),
            None => Keep::NONE,
        }
    }

    /// The dice of a run, one for each face, if it is long enough to hope for a straight that is still free.
    fn run(&self) -> Option<Keep> {
        if !self.is_free(Category::SmallStraight) && !self.is_free(Category::LargeStraight) {
            return None;
        }
        let counts = self.dice.counts();
        let runs = counts.split(|count| *count == 0);
        let longest = runs.map(<[u8]>::len).max()?;
        // Three need two more rolls, four are worth another one.
        if longest < 3 || longest == 3 && self.rolls_remaining < 2 {
            return None;
        }
        let first =
            (0..=6 - longest).find(|first| counts[*first..*first + longest].iter().all(|n| *n > 0))?;
        let mut wanted: Vec<u8> = (first as u8 + 1..=(first + longest) as u8).collect();
        Some(Keep::from(self.dice.faces().map(|face| {
            let place = wanted.iter().position(|wanted| *wanted == face);
            place.map(|place| wanted.swap_remove(place)).is_some()
        })))
    }

    /// The face to collect: the most frequent that is of use somewhere, the larger of two.
    fn collected(&self) -> Option<u8> {
        let counts = self.dice.counts();
        let kinds = [Category::ThreeOfAKind, Category::FourOfAKind, Category::Kniffel, Category::FullHouse];
        let any = kinds.into_iter().any(|category| self.is_free(category));
        let own = |face: u8| Category::of_face(face).is_some_and(|category| self.is_free(category));
        (1..=6)
            .filter(|&face| counts[usize::from(face) - 1] > 0 && (any || own(face)))
            .max_by_key(|&face| (counts[usize::from(face) - 1], own(face), face))
    }

    /// The dice whose face is wanted.
    fn those(&self, is_wanted: impl Fn(u8) -> bool) -> Keep {
        Keep::from(self.dice.faces().map(is_wanted))
    }
}
