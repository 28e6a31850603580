//! The same values by a second, naive way: every action that the game lists, every outcome that it allows, from the top.
//!
//! Nothing here knows a score, a lattice or a class of states; it asks the contract of the crate `game` only.

use std::collections::HashMap;

use game::{Chance, Game, Legal, Seat, Unheard};
use kniffel::{Action, Category, Kniffel, Phase, Rules, Sheet};

use crate::scene::{OPTIONS, all_but, sheet, solution};

const SEAT: Seat = Seat(0);

/// What is known already: by sheet, rolls left and the dice on the table, and the same for dice that are kept.
struct Known<'a> {
    /// What a final total is worth.
    worth: &'a dyn Fn(u16) -> f64,
    dice: HashMap<(Sheet, u8, Vec<u8>), f64>,
    kept: HashMap<(Sheet, u8, Vec<u8>), f64>,
}

/// What the game is worth if everything is tried, and a final total is worth this.
pub(crate) fn tried(game: &Kniffel, worth: &dyn Fn(u16) -> f64) -> f64 {
    total(game, &mut Known { worth, dice: HashMap::new(), kept: HashMap::new() })
}

/// The mean worth of the final total if everything is tried.
fn total(game: &Kniffel, known: &mut Known) -> f64 {
    let Phase::Rolling { rolls_remaining, dice, .. } = game.phase() else {
        return (known.worth)(sheet(game).total());
    };
    let mut faces = dice.faces().to_vec();
    faces.sort_unstable();
    let key = (sheet(game), rolls_remaining, if rolls_remaining == 3 { vec![] } else { faces });
    if let Some(value) = known.dice.get(&key) {
        return *value;
    }
    let legal = game.legal(SEAT);
    let moves = (0..legal.n_moves()).filter_map(|index| legal.get(index));
    let value = moves.map(|action| after(game, action, known)).fold(f64::NEG_INFINITY, f64::max);
    known.dice.insert(key, value);
    value
}

/// The mean worth of the final total after an action.
fn after(game: &Kniffel, action: Action, known: &mut Known) -> f64 {
    let Phase::Rolling { rolls_remaining, dice, .. } = game.phase() else { unreachable!("a game under way") };
    let next = |outcome| {
        let mut game = *game;
        game.apply(SEAT, &action, outcome, &mut Unheard).expect("a legal action");
        game
    };
    let Action::RollDice { kept } = action else { return total(&next(None), known) };
    let mut faces: Vec<u8> =
        (0..5).filter(|place| kept.holds(*place)).map(|place| dice.faces()[place]).collect();
    faces.sort_unstable();
    let key = (sheet(game), rolls_remaining, faces);
    if let Some(value) = known.kept.get(&key) {
        return *value;
    }
    let chance = game.chance(SEAT, &action).expect("dice are thrown");
    let mut sum = 0.0;
    chance.each(&mut |outcome, weight| sum += f64::from(weight) * total(&next(Some(outcome)), known));
    let value = sum / f64::from(chance.total());
    known.kept.insert(key, value);
    value
}

#[track_caller]
fn check(free: &[Category], upper_sum: u16, kniffel: u16, rules: Rules) {
    let game = all_but(free, upper_sum, kniffel, rules);
    let naive = tried(&game, &|total| f64::from(total));
    let solved = f64::from(sheet(&game).total()) + solution(rules).value(&sheet(&game));
    assert!(
        (naive - solved).abs() < 1e-9,
        "{free:?}, {upper_sum}, {kniffel}, {rules:?}: {naive} and {solved}"
    );
}

#[test]
fn one_free_box_is_worth_what_trying_everything_says() {
    for rules in OPTIONS {
        for free in Category::ALL {
            for (upper_sum, kniffel) in [(38, 50), (60, 0), (75, 50)] {
                check(&[free], upper_sum, kniffel, rules);
            }
        }
    }
}

#[test]
fn two_free_boxes_are_worth_what_trying_everything_says() {
    use Category::{
        Chance, Fives, FourOfAKind, FullHouse, LargeStraight, Ones, Sixes, SmallStraight, Threes, Twos,
    };
    for rules in [OPTIONS[0], OPTIONS[3]] {
        check(&[Ones, Sixes], 40, 50, rules);
        check(&[Threes, Fives], 44, 50, rules);
        check(&[Twos, LargeStraight], 60, 50, rules);
        check(&[FullHouse, SmallStraight], 63, 50, rules);
        check(&[FourOfAKind, Chance], 10, 0, rules);
    }
    // A Kniffel now makes the next one a joker.
    for rules in OPTIONS {
        check(&[Category::Kniffel, Sixes], 50, 0, rules);
        check(&[Category::Kniffel, FullHouse], 63, 0, rules);
    }
    check(&[Category::Kniffel, LargeStraight], 30, 0, OPTIONS[2]);
}
