//! A contest is played for the share of the win, as counting and trying everything also find it.

use kniffel::{Category, Dice, Kniffel, Rules, Sheet};
use solver::{Aim, Futures};

use crate::naive::tried;
use crate::scene::{OPTIONS, all_but, sheet, solution};

/// The share of a total among these, counted as the rules do.
fn share(total: u16, others: &[u16]) -> f64 {
    let most = others.iter().copied().max().unwrap_or(0);
    let level: u8 = others.iter().map(|other| u8::from(*other == total)).sum();
    if most > total { 0.0 } else { 1.0 / f64::from(1 + level) }
}

/// A full sheet with this total, from 5 to 174.
fn full(rules: Rules, total: u16) -> Sheet {
    // What the boxes hold, in the order of the sheet: the upper ones up to five times, the kinds nothing, chance five ones.
    let whole = [1, 2, 3, 4, 5, 6, u16::MAX, u16::MAX, 25, 30, 40, 50, 5];
    let mut missing = total - 5;
    let boxes = Category::ALL.into_iter().zip(whole).rev().map(|(category, whole)| {
        if category == Category::Chance {
            return (category, whole);
        }
        let most = if category.face().is_some() { 5 } else { 1 };
        let points = (missing / whole).min(most) * whole;
        missing -= points;
        (category, points)
    });
    let sheet = crate::scene::full(&boxes.collect::<Vec<_>>(), rules);
    assert_eq!(sheet.total(), total);
    sheet
}

#[test]
fn against_finished_sheets_a_total_has_its_share() {
    let rules = OPTIONS[0];
    let futures = Futures::late(solution(rules), 0);
    for totals in [vec![], vec![60], vec![60, 60], vec![40, 60, 50], vec![60; 7], vec![31, 60, 60, 31, 60]] {
        let others: Vec<Sheet> = totals.iter().map(|total| full(rules, *total)).collect();
        let aim = Aim::new(solution(rules), &futures, &others);
        for total in 0..400 {
            let share = share(total, &totals);
            let worth = aim.worth(total);
            // A point more is worth a very little beside it.
            assert!((share..share + 0.001).contains(&(worth + 1e-12)), "{total} against {totals:?}: {worth}");
            assert!(aim.worth(total + 1) > worth);
        }
    }
}

/// Every combination of what the others' sheets may become, one by one.
#[test]
fn against_sheets_that_grow_a_total_has_the_mean_of_its_shares() {
    for rules in OPTIONS {
        let futures = Futures::late(solution(rules), 2);
        let others = [
            sheet(&all_but(&[Category::Fours], 50, 50, rules)),
            sheet(&all_but(&[Category::FullHouse], 55, 50, rules)),
            sheet(&all_but(&[Category::Twos, Category::LargeStraight], 58, 0, rules)),
        ];
        let [first, second, third] = others
            .map(|sheet| solution(rules).outlook(&sheet, Dice::PLACEHOLDER, 3).totals().collect::<Vec<_>>());
        let aim = Aim::new(solution(rules), &futures, &others);
        for total in (60..260).step_by(3).chain([130, 140]) {
            let mut mean = 0.0;
            for (a, p) in &first {
                for (b, q) in &second {
                    for (c, r) in &third {
                        mean += p * q * r * share(total, &[*a, *b, *c]);
                    }
                }
            }
            assert!((aim.worth(total) - mean).abs() < 5e-4, "{total}: {} and {mean}", aim.worth(total));
        }
    }
}

#[track_caller]
fn check(game: &Kniffel, reach: usize, lead: i32) {
    let rules = game.rules();
    let own = sheet(game);
    let futures = Futures::late(solution(rules), 1);
    // Somebody who may end a little below or above what this sheet ends with on average.
    let mean = f64::from(own.total()) + solution(rules).value(&own);
    let near = u16::try_from(mean as i32 - lead).expect("points").clamp(5, 170);
    let others = [full(rules, near), sheet(&all_but(&[Category::Chance], near.min(60), 50, rules))];
    let aim = Aim::new(solution(rules), &futures, &others);
    let plan = solution(rules).contest(&futures, &own, &aim, reach).expect("a turn");
    let naive = tried(game, &|total| aim.worth(total));
    assert!((plan.value() - naive).abs() < 1e-9, "{own:?}, {lead}: {} and {naive}", plan.value());
}

#[test]
fn the_last_turn_is_as_good_as_trying_everything() {
    for rules in OPTIONS {
        for free in Category::ALL {
            for lead in [-15, 0, 15] {
                check(&all_but(&[free], 60, 50, rules), 1, lead);
            }
        }
    }
}

#[test]
fn the_last_two_turns_are_as_good_as_trying_everything() {
    use Category::{FullHouse, LargeStraight, Sixes, ThreeOfAKind, Twos};
    for rules in [OPTIONS[1], OPTIONS[2]] {
        for (free, kniffel) in
            [([Sixes, FullHouse], 50), ([Twos, ThreeOfAKind], 0), ([Category::Kniffel, LargeStraight], 0)]
        {
            check(&all_but(&free, 45, kniffel, rules), 2, -10);
        }
    }
}

/// Each turn that is played for the aim is worth at least what it is worth to play it for the mean.
#[test]
fn looking_further_never_hurts() {
    use Category::{Chance, Fives, FullHouse, SmallStraight};
    let rules = OPTIONS[2];
    let (solution, futures) = (solution(rules), Futures::late(solution(rules), 4));
    for (upper_sum, others) in [(30, 25), (40, 55), (58, 45)] {
        let own = sheet(&all_but(&[Fives, FullHouse, SmallStraight, Chance], upper_sum, 50, rules));
        let others = sheet(&all_but(&[Fives, SmallStraight, FullHouse], others, 50, rules));
        let aim = Aim::new(solution, &futures, &[others, others]);
        let by_mean = aim.worth_of(solution, &futures, &own);
        let values =
            [1, 2, 3].map(|reach| solution.contest(&futures, &own, &aim, reach).expect("a turn").value());
        assert!(
            by_mean < values[0] && values[0] < values[1] && values[1] < values[2],
            "{by_mean} {values:?}"
        );
        assert!(values[2] < by_mean + 0.05, "{by_mean} {values:?}");
    }
}

#[test]
fn without_others_a_contest_is_for_the_mean() {
    let rules = OPTIONS[0];
    let futures = Futures::late(solution(rules), 3);
    let aim = Aim::new(solution(rules), &futures, &[]);
    let game = all_but(&[Category::Fours, Category::LargeStraight, Category::Chance], 50, 0, rules);
    let own = sheet(&game);
    let contest = solution(rules).contest(&futures, &own, &aim, 3).expect("a turn");
    let plan = solution(rules).plan(&own).expect("a turn");
    for (dice, _) in crate::scene::throws() {
        for rolls in 0..3 {
            assert_eq!(contest.choice(dice, rolls), plan.choice(dice, rolls), "{dice:?}, {rolls}");
        }
    }
}

#[test]
fn a_full_sheet_has_no_turn() {
    let rules = OPTIONS[0];
    let futures = Futures::late(solution(rules), 0);
    let aim = Aim::new(solution(rules), &futures, &[]);
    assert!(solution(rules).contest(&futures, &full(rules, 100), &aim, 1).is_none());
}
