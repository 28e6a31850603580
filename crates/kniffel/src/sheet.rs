//! Sheets: one player's thirteen boxes.
//!
//! A *joker* is a further Kniffel once the Kniffel box holds 50, where the table plays with `extra_kniffel`. It
//! brings 50 points beside the sheet's boxes and has to go where the rule sends it.
//!
//! Rules: docs/rules/kniffel.md §6.4 (upper bonus), §8 (jokers).

use crate::score::{fixed, score};
use crate::{Category, CategorySet, Dice, Rules};

/// The points for a Kniffel in its own box.
pub const KNIFFEL: u8 = 50;
/// The points for each further Kniffel, where the table plays with them.
pub const EXTRA_KNIFFEL: u8 = 50;
/// The sum of the upper boxes that earns the bonus.
pub const UPPER_GOAL: u8 = 63;
/// The bonus for reaching the upper goal.
pub const UPPER_BONUS: u8 = 35;

/// One player's boxes.
///
/// Invariant: an empty box holds 0 points, so that equal sheets are equal values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Sheet {
    points: [u8; Category::COUNT],
    n_extra: u8,
    filled: CategorySet,
}

/// What a choice brings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Entry {
    /// The points in the box.
    pub points: u8,
    /// Whether the throw is a further Kniffel, which brings 50 points beside the box.
    pub extra_kniffel: bool,
}

impl Sheet {
    /// The sheet with these boxes filled and this many further Kniffels.
    pub(crate) fn from_parts(points: [Option<u8>; Category::COUNT], n_extra: u8) -> Self {
        let filled =
            Category::ALL.into_iter().filter(|category| points[category.index()].is_some()).collect();
        Self { points: points.map(Option::unwrap_or_default), n_extra, filled }
    }

    /// The boxes that are filled.
    #[must_use]
    #[inline]
    pub const fn filled(&self) -> CategorySet {
        self.filled
    }

    /// The points in a box; `None` while it is free.
    #[must_use]
    #[inline]
    pub fn points(&self, category: Category) -> Option<u8> {
        self.filled.contains(category).then_some(self.points[category.index()])
    }

    /// How many further Kniffels brought 50 points each.
    #[must_use]
    #[inline]
    pub const fn n_extra_kniffels(&self) -> u8 {
        self.n_extra
    }

    /// The sum of the six upper boxes.
    #[must_use]
    #[inline]
    pub fn upper_sum(&self) -> u8 {
        self.points[..6].iter().sum()
    }

    /// 35 once the upper boxes hold 63 or more, else 0.
    #[must_use]
    #[inline]
    pub fn upper_bonus(&self) -> u8 {
        if self.upper_sum() >= UPPER_GOAL { UPPER_BONUS } else { 0 }
    }

    /// All boxes, the upper bonus and the further Kniffels.
    #[must_use]
    #[inline]
    pub fn total(&self) -> u16 {
        let boxes: u16 = self.points.iter().map(|&points| u16::from(points)).sum();
        boxes + u16::from(self.upper_bonus()) + u16::from(self.n_extra) * u16::from(EXTRA_KNIFFEL)
    }

    /// The face of the joker that these dice are on this sheet, if they are one.
    #[must_use]
    #[inline]
    pub fn joker(&self, dice: Dice, rules: Rules) -> Option<u8> {
        if rules.extra_kniffel && self.points[Category::Kniffel.index()] == KNIFFEL {
            dice.five_alike()
        } else {
            None
        }
    }

    /// The boxes that may be filled with these dice: all free ones, unless a joker has to go elsewhere first.
    #[must_use]
    #[inline]
    pub fn open(&self, dice: Dice, rules: Rules) -> CategorySet {
        let free = self.filled.complement();
        let Some(own) = self.joker(dice, rules).and_then(Category::of_face) else { return free };
        let lower = free.and(CategorySet::LOWER);
        if free.contains(own) {
            CategorySet::only(own)
        } else if lower.is_empty() {
            free
        } else {
            lower
        }
    }

    /// What these dice would bring in a category, whether or not its box may be filled.
    #[must_use]
    #[inline]
    pub fn entry(&self, dice: Dice, category: Category, rules: Rules) -> Entry {
        let extra_kniffel = self.joker(dice, rules).is_some();
        let points = match fixed(category) {
            Some(all) if extra_kniffel => all,
            Some(_) | None => score(dice, category, rules),
        };
        Entry { points, extra_kniffel }
    }

    /// Fills a box. The caller has checked that it is open.
    #[inline]
    pub(crate) fn fill(&mut self, category: Category, entry: Entry) {
        self.points[category.index()] = entry.points;
        self.n_extra += u8::from(entry.extra_kniffel);
        self.filled = self.filled.with(category);
    }
}
