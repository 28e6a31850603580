//! What a throw is worth: a table to read, and every throw against a second formulation.
//!
//! The second formulation works on the sorted faces with patterns, the first on counts.

use kniffel::{Category, Dice, Rules, score};

use crate::scene::{OPTIONS, dice, throws};

#[track_caller]
fn check(rules: Rules, rows: &str) {
    for row in rows.lines().map(str::trim).filter(|row| !row.is_empty()) {
        let [faces, name, points] = row.split_whitespace().collect::<Vec<_>>()[..] else {
            panic!("not a row: {row}");
        };
        let category = Category::from_name(name).unwrap_or_else(|| panic!("no category {name}"));
        let thrown = Dice::new(dice(faces)).unwrap_or_else(|| panic!("no dice {faces}"));
        assert_eq!(score(thrown, category, rules).to_string(), points, "{row}");
    }
}

/// docs/rules/kniffel.md §6.1.
#[test]
fn upper_section() {
    check(
        Rules::default(),
        "
        11213  ones    3
        22345  twos    4
        33333  threes 15
        12356  fours   0
        55125  fives  15
        66666  sixes  30
        ",
    );
}

/// docs/rules/kniffel.md §6.2, §6.3.
#[test]
fn lower_section() {
    check(
        Rules::default(),
        "
        33312  three_of_a_kind  12
        33122  three_of_a_kind   0
        44446  three_of_a_kind  22
        44446  four_of_a_kind   22
        44466  four_of_a_kind    0
        55555  four_of_a_kind   25
        33366  full_house       25
        33666  full_house       25
        33636  full_house       25
        33333  full_house        0
        33344  full_house       25
        33345  full_house        0
        33445  full_house        0
        12346  small_straight   30
        23455  small_straight   30
        34563  small_straight   30
        12345  small_straight   30
        12356  small_straight    0
        12345  large_straight   40
        65432  large_straight   40
        12346  large_straight    0
        66666  kniffel          50
        66665  kniffel           0
        66666  chance           30
        12346  chance           16
        ",
    );
}

/// docs/rules/kniffel.md §6.3.
#[test]
fn five_equal_dice_are_a_full_house_only_by_option() {
    let rules = Rules { five_of_a_kind_is_full_house: true, ..Rules::default() };
    check(
        rules,
        "33333 full_house 25 \n 33366 full_house 25 \n 33336 full_house 0 \n 33333 small_straight 0",
    );
}

/// The score from the sorted faces.
fn by_pattern(dice: Dice, category: Category, rules: Rules) -> u32 {
    let mut sorted = dice.faces().map(u32::from);
    sorted.sort_unstable();
    let sum = sorted.iter().sum();
    let face = |face| sorted.iter().filter(|&&n| n == face).sum();
    let contains = |row: &[u32]| row.iter().all(|n| sorted.contains(n));
    // Equal faces lie side by side: from the first to the last of them.
    let equal = |first: usize, last: usize| sorted[first] == sorted[last];
    let two_three = equal(0, 1) && equal(2, 4) && !equal(1, 2);
    let three_two = equal(0, 2) && equal(3, 4) && !equal(2, 3);
    match category {
        Category::Ones => face(1),
        Category::Twos => face(2),
        Category::Threes => face(3),
        Category::Fours => face(4),
        Category::Fives => face(5),
        Category::Sixes => face(6),
        Category::ThreeOfAKind if equal(0, 2) || equal(1, 3) || equal(2, 4) => sum,
        Category::FourOfAKind if equal(0, 3) || equal(1, 4) => sum,
        Category::FullHouse if two_three || three_two => 25,
        Category::FullHouse if equal(0, 4) && rules.five_of_a_kind_is_full_house => 25,
        Category::SmallStraight
            if contains(&[1, 2, 3, 4]) || contains(&[2, 3, 4, 5]) || contains(&[3, 4, 5, 6]) =>
        {
            30
        }
        Category::LargeStraight if sorted == [1, 2, 3, 4, 5] || sorted == [2, 3, 4, 5, 6] => 40,
        Category::Kniffel if equal(0, 4) => 50,
        Category::Chance => sum,
        Category::ThreeOfAKind
        | Category::FourOfAKind
        | Category::FullHouse
        | Category::SmallStraight
        | Category::LargeStraight
        | Category::Kniffel => 0,
    }
}

/// docs/rules/kniffel.md §6.1, §6.2, §6.3, §1.2.
#[test]
fn every_category_over_all_7776_throws_against_a_second_formulation() {
    let mut compared = 0;
    for rules in OPTIONS {
        for dice in throws() {
            let mut sorted = dice.faces();
            sorted.sort_unstable();
            let sorted = Dice::new(sorted).expect("the same faces");
            for category in Category::ALL {
                let points = score(dice, category, rules);
                assert_eq!(u32::from(points), by_pattern(dice, category, rules), "{dice:?} {category:?}");
                assert_eq!(
                    points,
                    score(sorted, category, rules),
                    "the order matters: {dice:?} {category:?}"
                );
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 4 * 7776 * 13);
}

/// Counted by hand: 6 · 5 · C(5,2) full houses, 2 · 5! large straights, 6 Kniffels, and so on.
#[test]
fn the_number_of_throws_that_fit_a_pattern() {
    let fitting = |category| throws().filter(|&dice| score(dice, category, Rules::default()) > 0).count();
    assert_eq!(fitting(Category::Kniffel), 6);
    assert_eq!(fitting(Category::FourOfAKind), 6 * 5 * 5 + 6);
    assert_eq!(fitting(Category::ThreeOfAKind), 6 * 10 * 25 + 6 * 5 * 5 + 6);
    assert_eq!(fitting(Category::FullHouse), 300);
    assert_eq!(fitting(Category::LargeStraight), 240);
    assert_eq!(fitting(Category::SmallStraight), 1200);
    assert_eq!(fitting(Category::Ones), 7776 - 3125);
    assert_eq!(fitting(Category::Chance), 7776);
}

/// docs/rules/kniffel.md §10.3.
#[test]
fn pitfall_18_a_category_nobody_defined_names_nothing() {
    for name in
        ["", "yahtzee", "Ones", "ones ", " ones", "sevens", "fullHouse", "full house", "upper_bonus", "13"]
    {
        assert_eq!(Category::from_name(name), None, "{name:?}");
    }
    for index in [13, 14, 255, 256, usize::MAX] {
        assert_eq!(Category::from_index(index), None);
    }
    assert_eq!(
        Category::ALL.map(Category::name).join(" "),
        "ones twos threes fours fives sixes three_of_a_kind \
        four_of_a_kind full_house small_straight large_straight kniffel chance"
    );
}
