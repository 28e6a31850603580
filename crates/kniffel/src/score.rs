//! What a throw is worth in a category.
//!
//! This is the plain table of the score sheet. What a sheet adds to it (the upper bonus, a further Kniffel as a
//! joker) is in `sheet.rs`.
//!
//! Rules: docs/rules/kniffel.md §6.1, §6.2, §6.3.

use crate::{Category, Dice, KNIFFEL, Rules};

/// The points of a box that holds either all of them or none, whatever the dice add up to.
#[inline]
pub(crate) const fn fixed(category: Category) -> Option<u8> {
    // By number, since most categories are none of these.
    const FIXED: [u8; Category::COUNT] = [0, 0, 0, 0, 0, 0, 0, 0, 25, 30, 40, KNIFFEL, 0];
    let points = FIXED[category.index()];
    if points > 0 { Some(points) } else { None }
}

/// The points that the dice bring in this category, jokers aside.
#[must_use]
#[inline]
pub fn score(dice: Dice, category: Category, rules: Rules) -> u8 {
    let counts = dice.counts();
    let at_least = |n| counts.iter().any(|&count| count >= n);
    let has_exactly = |n| counts.contains(&n);
    let only_if = |holds: bool, points: u8| if holds { points } else { 0 };
    let all_if = |holds| only_if(holds, fixed(category).unwrap_or(0));
    match category {
        Category::Ones => counts[0],
        Category::Twos => counts[1] * 2,
        Category::Threes => counts[2] * 3,
        Category::Fours => counts[3] * 4,
        Category::Fives => counts[4] * 5,
        Category::Sixes => counts[5] * 6,
        Category::ThreeOfAKind => only_if(at_least(3), dice.sum()),
        Category::FourOfAKind => only_if(at_least(4), dice.sum()),
        Category::FullHouse => {
            let five = rules.five_of_a_kind_is_full_house && has_exactly(5);
            all_if(five || has_exactly(3) && has_exactly(2))
        }
        Category::SmallStraight => all_if(longest_row(counts) >= 4),
        Category::LargeStraight => all_if(longest_row(counts) >= 5),
        Category::Kniffel => all_if(has_exactly(5)),
        Category::Chance => dice.sum(),
    }
}

/// How many faces in a row are shown at least once, at best.
#[inline]
fn longest_row(counts: [u8; 6]) -> u8 {
    let mut row = 0;
    let mut longest = 0;
    for count in counts {
        row = if count > 0 { row + 1 } else { 0 };
        longest = longest.max(row);
    }
    longest
}

/// Whether some throw brings exactly these points in this category.
///
/// The options and jokers change which throw brings them, never which numbers can stand in a box.
pub(crate) fn is_possible(points: u16, category: Category) -> bool {
    let is_sum = (5..=30).contains(&points);
    if let Some(all) = fixed(category) {
        points == 0 || points == u16::from(all)
    } else if let Some(face) = category.face().map(u16::from) {
        points.is_multiple_of(face) && points / face <= 5
    } else if category == Category::Chance {
        is_sum
    } else {
        // Every sum from 5 to 30 occurs with three and even with four equal dice.
        points == 0 || is_sum
    }
}
