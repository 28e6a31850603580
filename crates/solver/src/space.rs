//! The space of states: which there are, which are alike, and where each one's value stands.
//!
//! A *state* is what the past leaves to matter between two turns: the boxes that are filled, the sum of the upper ones
//! (all from 63 on are one), and, where further Kniffels count, whether the Kniffel box holds 50. A *class* is a set of
//! states of the same boxes that need equally much for the bonus, counted in what the free upper boxes can bring:
//! with only `sixes` free, 33 and 38 both need five sixes. Such states have the same value, so one number is kept.
//!
//! Rules: docs/rules/kniffel.md §6.4, §8.

use std::ops::Range;

use kniffel::{Category, CategorySet, KNIFFEL, Sheet, UPPER_GOAL};

use crate::scores::Scores;

/// How many upper sums are told apart: 0 to 62, and all above as one.
const N_SUMS: usize = UPPER_GOAL as usize + 1;
/// How many sets of upper boxes there are.
const N_UPPER: usize = 64;
/// Marks an upper sum that its boxes cannot have.
const UNREACHABLE: u8 = u8::MAX;

/// Filled boxes, and whether the Kniffel box holds 50 where that matters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Boxes(u16);

impl Boxes {
    const KNIFFEL_BIT: u16 = 1 << Category::COUNT;
    /// How many numbers are possible.
    const COUNT: usize = 2 * Self::KNIFFEL_BIT as usize;

    /// The filled boxes.
    pub(crate) fn filled(self) -> CategorySet {
        Category::ALL.into_iter().filter(|category| self.contains(*category)).collect()
    }

    /// The boxes that are still free, in the order of the sheet.
    pub(crate) fn free(self) -> impl Iterator<Item = Category> {
        Category::ALL.into_iter().filter(move |category| !self.contains(*category))
    }

    fn contains(self, category: Category) -> bool {
        self.0 >> category.index() & 1 == 1
    }

    /// Whether the Kniffel box holds 50 and that matters.
    pub(crate) fn kniffel(self) -> bool {
        self.0 & Self::KNIFFEL_BIT != 0
    }

    fn n_filled(self) -> usize {
        (self.0 & !Self::KNIFFEL_BIT).count_ones() as usize
    }

    /// The number of the set of upper boxes; they come first on the sheet.
    fn upper(self) -> usize {
        usize::from(self.0) % N_UPPER
    }

    fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The class of each upper sum.
#[derive(Debug)]
pub(crate) struct Classes([u8; N_SUMS]);

impl Classes {
    /// The class of this upper sum.
    #[inline(always)]
    pub(crate) fn of(&self, upper_sum: u8) -> usize {
        usize::from(self.0[usize::from(upper_sum.min(UPPER_GOAL))])
    }
}

/// A state: boxes, and the number of the class among theirs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct State {
    pub(crate) boxes: Boxes,
    pub(crate) class: usize,
}

/// All states of one set of options, and their order in the table of values.
#[derive(Debug)]
pub(crate) struct Space {
    extra_kniffel: bool,
    /// By set of upper boxes: an upper sum of each class, ascending; the last may be the goal.
    sums: Vec<Vec<u8>>,
    /// By set of upper boxes and upper sum: the class.
    classes: Vec<Classes>,
    /// Where the classes of these boxes begin in the table.
    offset: Vec<u32>,
    /// All boxes in the order of the table, by how many are filled.
    levels: Vec<Vec<Boxes>>,
    /// How many states there are, counted one by one.
    n_states: usize,
    /// How many values the table has.
    n_values: usize,
}

impl Space {
    pub(crate) fn new(scores: &Scores) -> Self {
        let reachable: Vec<Vec<u8>> = (0..N_UPPER).map(|upper| sums_of(scores, upper)).collect();
        let (sums, classes) =
            (0..N_UPPER).map(|upper| classes(&reachable[upper], &sums_of_all(scores, !upper))).unzip();
        let mut space = Self {
            extra_kniffel: scores.rules.extra_kniffel,
            sums,
            classes,
            offset: vec![0; Boxes::COUNT],
            levels: vec![Vec::new(); Category::COUNT + 1],
            n_states: 0,
            n_values: 0,
        };
        let is_state = |boxes: Boxes| {
            !boxes.kniffel() || scores.rules.extra_kniffel && boxes.contains(Category::Kniffel)
        };
        for boxes in (0..Boxes::COUNT as u16).map(Boxes).filter(|boxes| is_state(*boxes)) {
            space.levels[boxes.n_filled()].push(boxes);
            space.n_states += reachable[boxes.upper()].len();
        }
        // The fuller sheets come first, so that what is known stands in one piece before what is being computed.
        for boxes in space.levels.iter().rev().flatten() {
            space.offset[boxes.index()] = space.n_values as u32;
            space.n_values += space.sums[boxes.upper()].len();
        }
        space
    }

    pub(crate) const fn n_states(&self) -> usize {
        self.n_states
    }

    pub(crate) const fn n_values(&self) -> usize {
        self.n_values
    }

    /// All boxes of which this many are filled, in the order of the table.
    pub(crate) fn level(&self, n_filled: usize) -> &[Boxes] {
        self.levels.get(n_filled).map_or(&[], Vec::as_slice)
    }

    /// Where the values of these boxes stand in the table, by class.
    pub(crate) fn range(&self, boxes: Boxes) -> Range<usize> {
        let first = self.offset[boxes.index()] as usize;
        first..first + self.sums[boxes.upper()].len()
    }

    /// An upper sum of each class, ascending.
    pub(crate) fn sums(&self, boxes: Boxes) -> &[u8] {
        &self.sums[boxes.upper()]
    }

    /// The state of a sheet; `None` for sums that no sheet has.
    pub(crate) fn state(&self, sheet: &Sheet) -> Option<State> {
        let filled = sheet.filled();
        let bits = filled.iter().map(|category| 1 << category.index()).sum::<u16>();
        let kniffel = self.extra_kniffel && sheet.points(Category::Kniffel) == Some(KNIFFEL);
        let boxes = Boxes(bits | if kniffel { Boxes::KNIFFEL_BIT } else { 0 });
        let class = self.class(boxes, sheet.upper_sum());
        (class < self.sums(boxes).len()).then_some(State { boxes, class })
    }

    /// The class of an upper sum.
    pub(crate) fn class(&self, boxes: Boxes, upper_sum: u8) -> usize {
        self.classes(boxes).of(upper_sum)
    }

    /// The classes of all upper sums.
    pub(crate) fn classes(&self, boxes: Boxes) -> &Classes {
        &self.classes[boxes.upper()]
    }

    /// The boxes once this one is filled with these points.
    pub(crate) fn fill(&self, boxes: Boxes, category: Category, points: u8) -> Boxes {
        let kniffel = self.extra_kniffel && category == Category::Kniffel && points == KNIFFEL;
        Boxes(boxes.0 | 1 << category.index() | if kniffel { Boxes::KNIFFEL_BIT } else { 0 })
    }
}

/// What the sums of a set of upper boxes can be; all from the goal on count as the goal.
fn sums_of(scores: &Scores, upper: usize) -> Vec<u8> {
    let mut sums: Vec<u8> =
        sums_of_all(scores, upper).into_iter().map(|sum| sum.min(UPPER_GOAL.into()) as u8).collect();
    sums.dedup();
    sums
}

/// What the sums of a set of upper boxes can be, ascending.
fn sums_of_all(scores: &Scores, upper: usize) -> Vec<u16> {
    let mut sums = vec![0];
    for category in CategorySet::UPPER.iter().filter(|category| upper >> category.index() & 1 == 1) {
        let with = |sum: &u16| {
            let sum = *sum;
            scores.of_box(category).iter().map(move |points| sum + u16::from(*points))
        };
        sums = sums.iter().flat_map(with).collect();
        sums.sort_unstable();
        sums.dedup();
    }
    sums
}

/// One upper sum of each class, and the class of each upper sum, from what the free boxes can bring.
fn classes(reachable: &[u8], to_come: &[u16]) -> (Vec<u8>, Classes) {
    let needed = |sum: u8| {
        let missing = u16::from(UPPER_GOAL - sum.min(UPPER_GOAL));
        to_come.partition_point(|more| *more < missing)
    };
    let mut sums: Vec<u8> = Vec::new();
    let mut class = [UNREACHABLE; N_SUMS];
    for &sum in reachable {
        if sums.last().is_none_or(|last| needed(*last) != needed(sum)) {
            sums.push(sum);
        }
        class[usize::from(sum)] = sums.len() as u8 - 1;
    }
    (sums, Classes(class))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kniffel::Rules;

    fn space(extra_kniffel: bool) -> Space {
        Space::new(&Scores::new(Rules { extra_kniffel, ..Rules::default() }))
    }

    #[test]
    fn there_are_as_many_states_as_counted_elsewhere() {
        assert_eq!((space(false).n_states(), space(false).n_values()), (357_632, 209_920));
        assert_eq!((space(true).n_states(), space(true).n_values()), (536_448, 314_880));
    }

    #[test]
    fn values_stand_side_by_side_and_fuller_sheets_first() {
        for space in [space(false), space(true)] {
            let mut next = 0;
            for n_filled in (0..=13).rev() {
                for boxes in space.level(n_filled) {
                    assert_eq!((boxes.n_filled(), space.range(*boxes).start), (n_filled, next));
                    next = space.range(*boxes).end;
                }
            }
            assert_eq!(next, space.n_values());
        }
    }

    #[test]
    fn only_what_can_still_happen_tells_sums_apart() {
        let space = space(false);
        let but = |free: Category| Boxes(0x1fff & !(1 << free.index()));
        let class = |free, sum| space.class(but(free), sum);
        assert_eq!(class(Category::Sixes, 33), class(Category::Sixes, 38));
        assert_ne!(class(Category::Sixes, 38), class(Category::Sixes, 39));
        assert_ne!(class(Category::Sixes, 32), class(Category::Sixes, 33));
        assert_eq!(class(Category::Sixes, 0), class(Category::Sixes, 32));
        assert_eq!(class(Category::Chance, 0), class(Category::Chance, 62));
        assert_ne!(class(Category::Chance, 62), class(Category::Chance, 63));
        assert_eq!(class(Category::Chance, 63), class(Category::Chance, 105));
        assert_eq!(space.sums(Boxes(0)), [0]);
        assert_eq!(space.class(Boxes(0), 1), usize::from(UNREACHABLE));
    }
}
