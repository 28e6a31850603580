//! The outlook is a distribution with the right mean, and the one that playing by the plan through the game gives.

use std::collections::BTreeMap;

use game::{Chance, Game, Seat, Unheard};
use kniffel::{Action, Category, Dice, Kniffel, Phase, Rules, Sheet};
use solver::{BANDS, Choice, Outlook};

use crate::scene::{OPTIONS, all_but, sheet, solution, throws};

#[track_caller]
fn check_sound(outlook: &Outlook, mean: f64) {
    let sum: f64 = outlook.totals().map(|(_, chance)| chance).sum();
    assert!((sum - 1.0).abs() < 1e-12, "{sum}");
    assert!(
        outlook
            .totals()
            .all(|(total, chance)| chance > 0.0 && (outlook.chance(total) - chance).abs() < 1e-15)
    );
    assert!((outlook.mean() - mean).abs() < 1e-9, "{} and {mean}", outlook.mean());
    let bands = outlook.bands();
    assert!((bands.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    let mut low = 0;
    for (high, band) in BANDS.into_iter().chain([u16::MAX]).zip(bands) {
        let chance: f64 = (low..high).map(|total| outlook.chance(total)).sum();
        assert!((chance - band).abs() < 1e-12, "from {low} to {high}: {chance} and {band}");
        low = high;
    }
}

#[test]
fn chances_add_up_to_one_and_their_mean_is_the_value() {
    use Category::{Fives, FourOfAKind, Fours, FullHouse, Ones, Sixes, Twos};
    for rules in OPTIONS {
        for game in [
            all_but(&[Ones, Twos, Fours, Sixes, Category::Kniffel, FullHouse], 25, 0, rules),
            all_but(&[Fours, Fives, FourOfAKind, FullHouse], 40, 50, rules),
        ] {
            let sheet = sheet(&game);
            let before = solution(rules).outlook(&sheet, Dice::PLACEHOLDER, 3);
            check_sound(&before, f64::from(sheet.total()) + solution(rules).value(&sheet));
            for faces in [[4, 4, 4, 4, 4], [1, 2, 4, 5, 6]] {
                let dice = Dice::new(faces).expect("dice");
                for rolls in 0..3 {
                    let value = solution(rules).advise(&sheet, dice, rolls).expect("a turn").value;
                    check_sound(&solution(rules).outlook(&sheet, dice, rolls), value);
                }
            }
        }
    }
}

/// Over the whole game, where the space is largest.
#[test]
fn the_outlook_of_a_new_sheet_has_the_mean_of_the_game() {
    let outlook = solution(OPTIONS[2]).outlook(&Sheet::default(), Dice::PLACEHOLDER, 3);
    check_sound(&outlook, solution(OPTIONS[2]).start());
}

/// The law of total probability: before the roll it is the mixture of what it is after.
#[test]
fn before_a_roll_the_outlook_is_the_mixture_of_those_after_it() {
    let rules = OPTIONS[2];
    let sheet = sheet(&all_but(&[Category::Sixes, Category::FullHouse, Category::Chance], 45, 50, rules));
    let mut mixed: BTreeMap<u16, f64> = BTreeMap::new();
    for (dice, chance) in throws() {
        for (total, share) in solution(rules).outlook(&sheet, dice, 2).totals() {
            *mixed.entry(total).or_default() += chance * share;
        }
    }
    let before = solution(rules).outlook(&sheet, Dice::PLACEHOLDER, 3);
    assert_eq!(before.totals().count(), mixed.len());
    for (total, chance) in mixed {
        assert!((before.chance(total) - chance).abs() < 1e-12);
    }
}

/// Plays by the plan through the game itself, along every outcome.
fn played(game: &Kniffel, rules: Rules, chance: f64, totals: &mut BTreeMap<u16, f64>) {
    let sheet = sheet(game);
    let Phase::Rolling { dice, rolls_remaining, .. } = game.phase() else {
        *totals.entry(sheet.total()).or_default() += chance;
        return;
    };
    let plan = solution(rules).plan(&sheet).expect("a turn");
    let action = match plan.choice(dice, rolls_remaining) {
        Choice::Roll(kept) => Action::RollDice { kept },
        Choice::Score(category) => Action::ChooseCategory { category },
    };
    let mut next = |outcome, share: f64| {
        let mut game = *game;
        game.apply(Seat(0), &action, outcome, &mut Unheard).expect("the plan is legal");
        played(&game, rules, chance * share, totals);
    };
    match game.chance(Seat(0), &action) {
        None => next(None, 1.0),
        Some(luck) => {
            let total = f64::from(luck.total());
            luck.each(&mut |outcome, weight| next(Some(outcome), f64::from(weight) / total));
        }
    }
}

#[test]
fn playing_by_the_plan_through_the_game_gives_the_same_totals() {
    for (free, upper_sum, rules) in [
        (vec![Category::Fours], 50, OPTIONS[0]),
        (vec![Category::FullHouse], 20, OPTIONS[1]),
        (vec![Category::LargeStraight], 63, OPTIONS[2]),
    ] {
        let mut game = all_but(&free, upper_sum, 50, rules);
        // From the middle of a turn, so that not every pair of rolls has to be written out.
        let faces = [3, 3, 4, 4, 6];
        let kept = kniffel::Keep::NONE;
        let outcome = Some(kniffel::Outcome { dice: faces });
        game.apply(Seat(0), &Action::RollDice { kept }, outcome, &mut Unheard).expect("a roll");
        let mut totals = BTreeMap::new();
        played(&game, rules, 1.0, &mut totals);
        let outlook = solution(rules).outlook(&sheet(&game), Dice::new(faces).expect("dice"), 2);
        assert_eq!(outlook.totals().count(), totals.len());
        for (total, chance) in totals {
            assert!((outlook.chance(total) - chance).abs() < 1e-12, "{free:?}, {total}");
        }
    }
}

#[test]
fn a_full_sheet_has_one_outlook() {
    let rules = Rules::default();
    let mut game = all_but(&[Category::Chance], 20, 0, rules);
    let outcome = Some(kniffel::Outcome { dice: [6; 5] });
    game.apply(Seat(0), &Action::RollDice { kept: kniffel::Keep::NONE }, outcome, &mut Unheard)
        .expect("a roll");
    game.apply(Seat(0), &Action::ChooseCategory { category: Category::Chance }, None, &mut Unheard)
        .expect("free");
    let full = sheet(&game);
    let outlook = solution(rules).outlook(&full, Dice::PLACEHOLDER, 0);
    assert_eq!(outlook.totals().collect::<Vec<_>>(), [(full.total(), 1.0)]);
    assert_eq!(full.total(), 50);
    assert!((outlook.bands()[0] - 1.0).abs() < 1e-15);
}
