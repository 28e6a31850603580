//! What every throw brings in every box, asked of the rules once.
//!
//! A *mark* is a box together with the points that stand in it: a turn has one of at most 124 results, however many
//! throws lead to it. A joker is a further Kniffel, which brings points beside its box and is bound to some boxes.
//!
//! Rules: docs/rules/kniffel.md §6, §8; the rules themselves are in the crate `kniffel` and nowhere else.

use kniffel::{Category, CategorySet, Kniffel, PhaseName, Raw, RawPlayer, Rules, Sheet, score};

use crate::lattice::{Lattice, N_THROWS};

/// More than there are marks; a power of two, so that a number can be cut to it instead of being checked.
pub(crate) const MAX_MARKS: usize = 128;

/// Points by throw and box.
#[derive(Debug)]
pub(crate) struct Scores {
    pub(crate) rules: Rules,
    /// The number of the mark that a throw makes in a box.
    pub(crate) mark: Box<[[u8; Category::COUNT]; N_THROWS]>,
    /// The points of each mark.
    pub(crate) points: Vec<u8>,
    /// Where the marks of each box begin in `points`; the last number is where they end.
    pub(crate) first: [usize; Category::COUNT + 1],
    /// The six throws of five equal dice, by face from 1.
    pub(crate) alike: [usize; 6],
}

impl Scores {
    /// The scores under these options.
    pub(crate) fn new(rules: Rules) -> Self {
        let lattice = Lattice::get();
        let mut mark = Box::new([[0; Category::COUNT]; N_THROWS]);
        let mut points = Vec::new();
        let mut first = [0; Category::COUNT + 1];
        for (index, category) in Category::ALL.into_iter().enumerate() {
            let of_throws = lattice.throws.map(|dice| score(dice, category, rules));
            let mut different = of_throws.to_vec();
            different.sort_unstable();
            different.dedup();
            for (marks, points_of_throw) in mark.iter_mut().zip(of_throws) {
                let place = different.partition_point(|points| *points < points_of_throw);
                marks[index] = (points.len() + place) as u8;
            }
            points.extend(different);
            first[index + 1] = points.len();
        }
        let mut alike = [0; 6];
        for (throw, dice) in lattice.throws.iter().enumerate() {
            if let Some(face) = dice.five_alike() {
                alike[usize::from(face) - 1] = throw;
            }
        }
        Self { rules, mark, points, first, alike }
    }

    /// The different points that a box can hold, ascending.
    pub(crate) fn of_box(&self, category: Category) -> &[u8] {
        &self.points[self.first[category.index()]..self.first[category.index() + 1]]
    }

    /// A sheet on which these boxes are filled, Kniffel with 50 if wanted and else everything as low as it can be.
    ///
    /// It stands for all sheets with the same boxes when the rules are asked what a joker may do.
    pub(crate) fn example(&self, filled: CategorySet, kniffel: bool) -> Sheet {
        let lowest = |category: Category| {
            let of_box = self.of_box(category);
            let high = kniffel && category == Category::Kniffel;
            if high { of_box.last() } else { of_box.first() }.copied().map(u16::from)
        };
        let scores: [Option<u16>; Category::COUNT] = Category::ALL
            .map(|category| filled.contains(category).then(|| lowest(category).unwrap_or_default()));
        let player = RawPlayer {
            is_ready: true,
            is_connected: true,
            scores,
            total: scores.iter().flatten().sum(),
            ..RawPlayer::default()
        };
        let raw = Raw {
            rules: self.rules,
            phase: PhaseName::Rolling,
            round: filled.len() as u8 + 1,
            current_player_index: 0,
            dice: [1; 5],
            kept_dice: [false; 5],
            rolls_remaining: 3,
            players: vec![player],
            winners: vec![],
        };
        // The upper boxes hold 0 and the others a possible number, so that the rules accept the sheet. Were it
        // otherwise, the tests on every set of boxes would say so.
        Kniffel::try_from_raw(&raw).ok().and_then(|game| game.sheets().first().copied()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mark_has_the_points_that_the_rules_give() {
        for five in [false, true] {
            let rules = Rules { five_of_a_kind_is_full_house: five, extra_kniffel: true };
            let scores = Scores::new(rules);
            assert!(scores.points.len() <= MAX_MARKS, "{}", scores.points.len());
            for (throw, dice) in Lattice::get().throws.iter().enumerate() {
                for category in Category::ALL {
                    let mark = usize::from(scores.mark[throw][category.index()]);
                    assert_eq!(scores.points[mark], score(*dice, category, rules));
                    let marks = scores.first[category.index()]..scores.first[category.index() + 1];
                    assert!(marks.contains(&mark));
                }
            }
            for (face, throw) in (1..).zip(scores.alike) {
                assert_eq!(Lattice::get().throws[throw].faces(), [face; 5]);
            }
        }
    }

    #[test]
    fn an_example_has_exactly_the_boxes_that_are_wanted() {
        let scores = Scores::new(Rules { extra_kniffel: true, ..Rules::default() });
        for bits in 0..(1_u16 << 13) - 1 {
            let filled: CategorySet =
                Category::ALL.into_iter().filter(|category| bits >> category.index() & 1 == 1).collect();
            for kniffel in [false, true] {
                let sheet = scores.example(filled, kniffel);
                assert_eq!(sheet.filled(), filled);
                assert_eq!(sheet.upper_sum(), 0);
                if filled.contains(Category::Kniffel) {
                    assert_eq!(sheet.points(Category::Kniffel), Some(if kniffel { 50 } else { 0 }));
                }
            }
        }
    }
}
