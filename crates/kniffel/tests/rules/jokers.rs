//! A further Kniffel: where it may go, what it brings, and when it is none.

use game::{Game, Seat};
use kniffel::{Action, Category, CategorySet, Dice, Entry, Event, Kniffel, Refusal, Rules, Sheet};

use crate::scene::{OPTIONS, act, begun, roll, throws, turn};

const EXTRA: Rules = OPTIONS[2];

fn choice(category: Category) -> Action {
    Action::ChooseCategory { category }
}

/// A table for one where the boxes were filled with these throws.
fn after(rules: Rules, turns: &[(&str, Category)]) -> Kniffel {
    let mut game = begun(1, rules);
    for (faces, category) in turns {
        turn(&mut game, faces, *category);
    }
    game
}

fn answers(game: &Kniffel) -> Vec<(Category, Result<(), Refusal>)> {
    Category::ALL.into_iter().map(|category| (category, game.is_valid(Seat(0), &choice(category)))).collect()
}

/// docs/rules/kniffel.md §8.1, §8.2.
#[test]
fn a_joker_goes_into_its_own_upper_box_first() {
    let mut game = after(EXTRA, &[("66666", Category::Kniffel)]);
    roll(&mut game, "-----", "44444");
    for (category, answer) in answers(&game) {
        let expected = if category == Category::Fours {
            Ok(())
        } else if category == Category::Kniffel {
            Err(Refusal::CategoryScored)
        } else {
            Err(Refusal::JokerOwnBox)
        };
        assert_eq!(answer, expected, "{category:?}");
    }
    let events = act(&mut game, 0, choice(Category::Fours));
    let entry = Entry { points: 20, extra_kniffel: true };
    let scored =
        Event::CategoryScored { seat: Seat(0), category: Category::Fours, entry, upper_bonus: false };
    assert_eq!(events[0], scored);
    assert_eq!((game.sheets()[0].n_extra_kniffels(), game.sheets()[0].total()), (1, 50 + 20 + 50));
}

/// docs/rules/kniffel.md §8.3.
#[test]
fn then_into_any_lower_box_at_full_value() {
    for (category, points) in [
        (Category::ThreeOfAKind, 20),
        (Category::FourOfAKind, 20),
        (Category::FullHouse, 25),
        (Category::SmallStraight, 30),
        (Category::LargeStraight, 40),
        (Category::Chance, 20),
    ] {
        let mut game = after(EXTRA, &[("66666", Category::Kniffel), ("11145", Category::Fours)]);
        roll(&mut game, "-----", "44444");
        for (category, answer) in answers(&game) {
            let expected = if [Category::Kniffel, Category::Fours].contains(&category) {
                Err(Refusal::CategoryScored)
            } else if category.face().is_some() {
                Err(Refusal::JokerLowerBox)
            } else {
                Ok(())
            };
            assert_eq!(answer, expected, "{category:?}");
        }
        act(&mut game, 0, choice(category));
        assert_eq!(game.sheets()[0].points(category), Some(points));
        assert_eq!(game.sheets()[0].total(), 50 + 4 + u16::from(points) + 50);
    }
}

/// docs/rules/kniffel.md §8.4.
#[test]
fn else_for_a_zero_elsewhere() {
    let lower = CategorySet::LOWER.iter().filter(|category| *category != Category::Kniffel);
    let mut turns = vec![("66666", Category::Kniffel), ("11145", Category::Fours)];
    turns.extend(lower.map(|category| ("11236", category)));
    let mut game = after(EXTRA, &turns);
    let before = game.sheets()[0].total();
    roll(&mut game, "-----", "44444");
    for (category, answer) in answers(&game) {
        let is_free = category.face().is_some_and(|face| face != 4);
        assert_eq!(answer, if is_free { Ok(()) } else { Err(Refusal::CategoryScored) }, "{category:?}");
    }
    act(&mut game, 0, choice(Category::Sixes));
    assert_eq!(game.sheets()[0].points(Category::Sixes), Some(0));
    assert_eq!(game.sheets()[0].total(), before + 50);
}

/// docs/rules/kniffel.md §8.5.
#[test]
fn without_a_scored_kniffel_or_the_option_five_equal_dice_are_like_any_throw() {
    for (rules, first) in [
        (EXTRA, ("12345", Category::Kniffel)),
        (EXTRA, ("12345", Category::Chance)),
        (Rules::default(), ("66666", Category::Kniffel)),
    ] {
        let mut game = after(rules, &[first]);
        let before = game.sheets()[0].total();
        roll(&mut game, "-----", "44444");
        for (category, answer) in answers(&game) {
            let expected = if category == first.1 { Err(Refusal::CategoryScored) } else { Ok(()) };
            assert_eq!(answer, expected, "{category:?}");
        }
        act(&mut game, 0, choice(Category::LargeStraight));
        assert_eq!(game.sheets()[0].points(Category::LargeStraight), Some(0));
        assert_eq!((game.sheets()[0].total(), game.sheets()[0].n_extra_kniffels()), (before, 0));
    }
}

/// docs/rules/kniffel.md §8.1: the Kniffel that fills the Kniffel box is not a further one.
#[test]
fn the_first_kniffel_brings_50_and_no_more() {
    let game = after(EXTRA, &[("44444", Category::Kniffel)]);
    assert_eq!((game.sheets()[0].total(), game.sheets()[0].n_extra_kniffels()), (50, 0));
}

/// docs/rules/kniffel.md §8.1: every one of them counts, up to twelve in a game.
#[test]
fn every_further_kniffel_counts() {
    let upper = ["11111", "22222", "33333", "44444", "55555", "66666"].into_iter().zip(Category::ALL);
    let lower = CategorySet::LOWER.iter().filter(|category| *category != Category::Kniffel);
    let mut turns = vec![("66666", Category::Kniffel)];
    turns.extend(upper);
    turns.extend(lower.map(|category| ("66666", category)));
    let game = after(EXTRA, &turns);
    assert_eq!(game.sheets()[0].n_extra_kniffels(), 12);
    // The highest total there is: 50, 105 + 35 above, 30 + 30 + 25 + 30 + 40 + 30 below, and twelve times 50.
    assert_eq!(game.sheets()[0].total(), 50 + 140 + 185 + 600);
    assert!(game.ended().is_some());
}

/// Where dice may go, straight from the paragraphs of §8.
fn by_the_book(sheet: &Sheet, dice: Dice, rules: Rules) -> Vec<Category> {
    let free: Vec<_> =
        Category::ALL.into_iter().filter(|category| sheet.points(*category).is_none()).collect();
    let faces = dice.faces();
    if !rules.extra_kniffel || sheet.points(Category::Kniffel) != Some(50) || faces != [faces[0]; 5] {
        return free;
    }
    let own: Vec<_> =
        free.iter().copied().filter(|category| category.index() + 1 == faces[0].into()).collect();
    let lower: Vec<_> = free.iter().copied().filter(|category| category.index() > 5).collect();
    [own, lower, free].into_iter().find(|boxes| !boxes.is_empty()).unwrap_or_default()
}

/// docs/rules/kniffel.md §8, over every set of filled boxes, all 7776 throws reduced to those that differ in it.
#[test]
fn open_boxes_over_every_set_of_filled_ones() {
    let telling: Vec<Dice> =
        throws().filter(|dice| dice.five_alike().is_some() || dice.faces() == [1, 1, 1, 1, 2]).collect();
    assert_eq!(telling.len(), 7);
    for rules in OPTIONS {
        for kniffel in ["12345", "66666"] {
            for filled in 0..1_u16 << 12 {
                let boxes = Category::ALL.into_iter().filter(|category| *category != Category::Kniffel);
                let chosen = (0..).zip(boxes).filter(|(bit, _)| filled >> bit & 1 == 1);
                // Alternating throws, since five ones would be jokers themselves.
                let mut game =
                    after(Rules { extra_kniffel: false, ..rules }, &[(kniffel, Category::Kniffel)]);
                for (_, category) in chosen {
                    turn(&mut game, "11236", category);
                }
                let sheet = game.sheets()[0];
                for &dice in &telling {
                    let open: Vec<_> = sheet.open(dice, rules).iter().collect();
                    assert_eq!(open, by_the_book(&sheet, dice, rules), "{sheet:?} {dice:?} {rules:?}");
                }
            }
        }
    }
}
