//! Advice agrees with the values, with itself from roll to roll, and with what the rules allow.

use game::{Chance, Game, Legal, Seat, Unheard};
use kniffel::{Action, Category, Dice, Keep, Kniffel, Outcome, Rules, Sheet};
use solver::{Advice, Choice};

use crate::scene::{OPTIONS, all_but, sheet, solution, throws, with};

/// Sheets from the first turn to the last, with and without a Kniffel.
fn positions(rules: Rules) -> Vec<Kniffel> {
    use Category::{Chance, Fives, Fours, LargeStraight, Ones, Sixes, ThreeOfAKind, Threes, Twos};
    vec![
        with(&[], rules),
        with(&[(Category::Kniffel, 50)], rules),
        with(&[(Category::Kniffel, 0), (Ones, 3), (Sixes, 18)], rules),
        with(&[(Category::Kniffel, 50), (Fives, 20), (Chance, 25), (ThreeOfAKind, 22), (Twos, 6)], rules),
        all_but(&[Ones, Twos, Threes, LargeStraight], 45, 50, rules),
        all_but(&[Fours, Fives], 40, 50, rules),
        all_but(&[Category::Kniffel, Sixes], 62, 0, rules),
        all_but(&[Chance], 63, 50, rules),
    ]
}

fn advise(rules: Rules, sheet: &Sheet, dice: Dice, rolls: u8) -> Advice {
    solution(rules).advise(sheet, dice, rolls).expect("a turn to play")
}

#[track_caller]
fn close(one: f64, other: f64) {
    assert!((one - other).abs() < 1e-9, "{one} and {other}");
}

/// This game with these dice on the table and this many rolls left.
fn rolled(game: &Kniffel, dice: Dice, rolls: u8) -> Kniffel {
    let mut game = *game;
    let mut kept = Keep::NONE;
    for _ in rolls..3 {
        let outcome = Some(Outcome { dice: dice.faces() });
        game.apply(Seat(0), &Action::RollDice { kept }, outcome, &mut Unheard).expect("a roll");
        kept = Keep::ALL;
    }
    game
}

#[test]
fn the_best_of_everything_allowed_is_the_value_and_is_advised() {
    for rules in OPTIONS {
        for game in positions(rules) {
            let sheet = sheet(&game);
            for ((dice, _), rolls) in
                throws().into_iter().flat_map(|throw| [0, 1, 2].map(|rolls| (throw, rolls)))
            {
                let advice = advise(rules, &sheet, dice, rolls);
                let keeps = advice.keeps.iter().map(|(kept, _)| Action::RollDice { kept: *kept });
                let boxes = advice
                    .categories
                    .iter()
                    .map(|(category, _)| Action::ChooseCategory { category: *category });
                let named: Vec<Action> = keeps.chain(boxes).collect();
                let legal = rolled(&game, dice, rolls).legal(Seat(0));
                let listed: Vec<Action> = (0..legal.n_moves()).filter_map(|index| legal.get(index)).collect();
                assert_eq!(named, listed);
                let values = advice.keeps.iter().map(|(_, value)| *value);
                let values = values.chain(advice.categories.iter().map(|(_, value)| *value));
                close(values.fold(f64::NEG_INFINITY, f64::max), advice.value);
                close(worth(&advice, advice.best), advice.value);
            }
        }
    }
}

/// What the advice says that a choice is worth.
fn worth(advice: &Advice, choice: Choice) -> f64 {
    let found = match choice {
        Choice::Roll(kept) => advice.keeps.iter().find(|(other, _)| *other == kept).map(|(_, value)| *value),
        Choice::Score(category) => {
            advice.categories.iter().find(|(other, _)| *other == category).map(|(_, value)| *value)
        }
    };
    found.expect("the choice is among those that are allowed")
}

#[test]
fn before_the_first_roll_the_mean_over_all_throws_is_the_value_of_the_sheet() {
    for rules in OPTIONS {
        for game in positions(rules) {
            let sheet = sheet(&game);
            let start = f64::from(sheet.total()) + solution(rules).value(&sheet);
            let mean: f64 =
                throws().iter().map(|(dice, chance)| chance * advise(rules, &sheet, *dice, 2).value).sum();
            close(mean, start);
            let advice = advise(rules, &sheet, Dice::PLACEHOLDER, 3);
            close(advice.value, start);
            assert_eq!(advice.best, Choice::Roll(Keep::NONE));
            assert_eq!(advice.keeps, [(Keep::NONE, advice.value)]);
            assert!(advice.categories.is_empty());
        }
    }
}

/// By every single outcome of every keep of some throws.
#[test]
fn a_keep_is_worth_the_mean_of_what_may_come_of_it() {
    let rules = OPTIONS[2];
    for game in positions(rules) {
        let sheet = sheet(&game);
        for faces in [[1, 3, 4, 4, 6], [5, 5, 2, 5, 5], [6, 6, 6, 6, 6]] {
            let dice = Dice::new(faces).expect("dice");
            for rolls in [1, 2] {
                let game = rolled(&game, dice, rolls);
                let plan = solution(rules).plan(&sheet).expect("a turn to play");
                for (kept, value) in advise(rules, &sheet, dice, rolls).keeps {
                    let chance = game.chance(Seat(0), &Action::RollDice { kept }).expect("dice are thrown");
                    let mut sum = 0.0;
                    chance.each(&mut |outcome, weight| {
                        let dice = Dice::new(outcome.dice).expect("dice");
                        sum += f64::from(weight) * plan.value_of(dice, rolls - 1);
                    });
                    close(f64::from(sheet.total()) + sum / f64::from(chance.total()), value);
                }
            }
        }
    }
}

/// What a box is worth: what the sheet holds afterwards and what is still to come then.
#[test]
fn a_box_is_worth_the_sheet_that_it_leads_to() {
    for rules in OPTIONS {
        for game in positions(rules) {
            for (dice, _) in throws() {
                for (category, value) in advise(rules, &sheet(&game), dice, 0).categories {
                    let mut game = rolled(&game, dice, 0);
                    game.apply(Seat(0), &Action::ChooseCategory { category }, None, &mut Unheard)
                        .expect("a free box");
                    let sheet = sheet(&game);
                    close(f64::from(sheet.total()) + solution(rules).value(&sheet), value);
                }
            }
        }
    }
}

#[test]
fn choices_that_every_player_knows() {
    let rules = Rules::default();
    let new = Sheet::default();
    let best = |faces: [u8; 5], rolls| advise(rules, &new, Dice::new(faces).expect("dice"), rolls).best;
    let keep = |places: [bool; 5]| Choice::Roll(Keep::from(places));
    assert_eq!(best([6, 6, 6, 6, 6], 2), Choice::Score(Category::Kniffel));
    assert_eq!(best([2, 3, 4, 5, 6], 2), Choice::Score(Category::LargeStraight));
    assert_eq!(best([6, 2, 6, 6, 6], 1), keep([true, false, true, true, true]));
    assert_eq!(best([5, 1, 5, 2, 5], 2), keep([true, false, true, false, true]));
}

#[test]
fn a_full_sheet_asks_for_no_advice_and_odd_counts_of_rolls_do_no_harm() {
    let rules = Rules::default();
    let mut game = rolled(&all_but(&[Category::Chance], 20, 0, rules), Dice::PLACEHOLDER, 2);
    game.apply(Seat(0), &Action::ChooseCategory { category: Category::Chance }, None, &mut Unheard)
        .expect("free");
    let full = sheet(&game);
    assert_eq!(solution(rules).advise(&full, Dice::PLACEHOLDER, 2), None);
    assert!(solution(rules).plan(&full).is_none());
    close(solution(rules).value(&full), 0.0);
    let advice = advise(rules, &Sheet::default(), Dice::PLACEHOLDER, 200);
    assert!(advice.keeps.is_empty() && advice.categories.is_empty());
}
