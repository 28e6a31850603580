//! Whole games of novice and expert, and what each does with dice that are easy to judge.

use std::sync::Arc;

use game::{Game, Legal, Seat, Viewer, draw};
use kniffel::{Action, Category, Keep, Kniffel, Outcome, Rules, Setup};
use solver::{Choice, solve};

use super::{Expert, Novice, solution};
use crate::{Bot, Dice};

fn table(players: u8, rules: Rules) -> Kniffel {
    Kniffel::create(&Setup { players, rules }).expect("a table")
}

/// Plays to the end; every choice must be legal.
fn finish(game: &mut Kniffel, bots: &mut [Box<dyn Bot<Kniffel>>], luck: &mut Dice) {
    while let Some(seat) = game.to_move().lowest() {
        let legal = game.legal(seat);
        let action = bots[seat.index()].choose(&game.view(Viewer::Seat(seat)), &legal).expect("a move");
        assert!(legal.contains(&action) && !action.is_presence(), "{action:?} in {game:?}");
        let outcome = game.chance(seat, &action).map(|chance| draw(&chance, luck));
        let mut events = Vec::new();
        game.apply(seat, &action, outcome, &mut events).expect("a legal move");
        for bot in &mut *bots {
            for event in &events {
                bot.hear(event);
            }
        }
    }
}

/// The mean and its standard error over games of one bot alone.
fn mean(bot: impl Fn() -> Box<dyn Bot<Kniffel>>, rules: Rules, n: u32) -> (f64, f64) {
    let mut totals = Vec::new();
    for number in 0..n {
        let mut game = table(1, rules);
        finish(&mut game, &mut [bot()], &mut Dice::of_game(5, number.into()));
        totals.push(f64::from(game.sheets()[0].total()));
    }
    let mean = totals.iter().sum::<f64>() / f64::from(n);
    let variance = totals.iter().map(|total| (total - mean).powi(2)).sum::<f64>() / f64::from(n - 1);
    println!("{n} games, {rules:?}: mean {mean:.2}");
    (mean, (variance / f64::from(n)).sqrt())
}

#[test]
fn the_novice_plays_decently_under_every_option() {
    for (five_of_a_kind_is_full_house, extra_kniffel) in [(false, false), (true, true)] {
        let rules = Rules { five_of_a_kind_is_full_house, extra_kniffel };
        let (mean, _) = mean(|| Box::new(Novice), rules, 10_000);
        assert!((195.0..225.0).contains(&mean), "{rules:?}: {mean}");
    }
}

#[test]
fn the_expert_has_the_best_mean() {
    let exact = solution(Rules::default()).start();
    let (mean, error) = mean(|| Box::<Expert>::default(), Rules::default(), 5_000);
    assert!((mean - exact).abs() < 3.0 * error, "{mean}, not {exact}, error {error}");
}

#[test]
fn the_expert_beats_the_novice_more_often_than_not_from_either_seat() {
    let mut won = 0;
    for number in 0..400_u64 {
        let first = number.is_multiple_of(2);
        let expert: Box<dyn Bot<Kniffel>> = Box::<Expert>::default();
        let novice: Box<dyn Bot<Kniffel>> = Box::new(Novice);
        let mut bots = if first { [expert, novice] } else { [novice, expert] };
        let mut game = table(2, Rules::default());
        finish(&mut game, &mut bots, &mut Dice::of_game(9, number));
        won += u32::from(game.ended().is_some_and(|winners| winners.contains(Seat(u8::from(!first)))));
    }
    assert!(won > 250, "{won} of 400");
}

/// This game with the first seat's dice as wanted and this many rolls left.
fn rolled(rules: Rules, faces: [u8; 5], rolls: u8) -> Kniffel {
    let mut game = table(1, rules);
    game.apply(Seat(0), &Action::PlayerReady, None, &mut Vec::new()).expect("ready");
    let mut kept = Keep::NONE;
    for _ in rolls..3 {
        game.apply(Seat(0), &Action::RollDice { kept }, Some(Outcome { dice: faces }), &mut Vec::new())
            .expect("a roll");
        kept = Keep::ALL;
    }
    game
}

fn ask(bot: &mut impl Bot<Kniffel>, game: &Kniffel, seat: Seat) -> Option<Action> {
    bot.choose(&game.view(Viewer::Seat(seat)), &game.legal(seat))
}

#[test]
fn the_expert_does_what_is_advised_with_every_throw() {
    let rules = Rules { extra_kniffel: true, ..Rules::default() };
    // One bot for all, so that a plan left from another turn would be noticed.
    let mut expert = Expert::default();
    let mut luck = Dice::new(4);
    for _ in 0..40 {
        let mut game = table(1, rules);
        while let Some(seat) = game.to_move().lowest() {
            let action = ask(&mut expert, &game, seat).expect("a move");
            if let kniffel::Phase::Rolling { dice, rolls_remaining, .. } = game.phase() {
                let advice = solution(rules).advise(&game.sheets()[0], dice, rolls_remaining);
                let best = match advice.expect("a turn").best {
                    Choice::Roll(kept) => Action::RollDice { kept },
                    Choice::Score(category) => Action::ChooseCategory { category },
                };
                assert_eq!(action, best);
            }
            let outcome = game.chance(seat, &action).map(|chance| draw(&chance, &mut luck));
            game.apply(seat, &action, outcome, &mut Vec::new()).expect("a legal move");
        }
    }
}

#[test]
fn an_expert_at_a_table_with_other_options_plays_by_those() {
    let rules = Rules { five_of_a_kind_is_full_house: true, ..Rules::default() };
    let mut by_default = Expert::new(Arc::new(solve(Rules::default(), 2)));
    let mut game = rolled(rules, [6; 5], 0);
    // With the Kniffel box taken, five sixes go where they count: as sixes here, whatever else they may be.
    game.apply(Seat(0), &Action::ChooseCategory { category: Category::Kniffel }, None, &mut Vec::new())
        .expect("free");
    let outcome = Some(Outcome { dice: [1; 5] });
    game.apply(Seat(0), &Action::RollDice { kept: Keep::NONE }, outcome, &mut Vec::new()).expect("a roll");
    let ours = ask(&mut Expert::default(), &game, Seat(0));
    assert_eq!(ask(&mut by_default, &game, Seat(0)), ours);
    assert_eq!(ours, Some(Action::ChooseCategory { category: Category::FullHouse }), "25 beat five ones");
}

#[test]
fn bots_say_ready_wait_for_others_and_stop_at_the_end() {
    let waiting = table(2, Rules::default());
    assert_eq!(ask(&mut Novice, &waiting, Seat(1)), Some(Action::PlayerReady));
    assert_eq!(ask(&mut Expert::default(), &waiting, Seat(0)), Some(Action::PlayerReady));
    let mut begun = waiting;
    for seat in [Seat(0), Seat(1)] {
        begun.apply(seat, &Action::PlayerReady, None, &mut Vec::new()).expect("ready");
    }
    let first = Some(Action::RollDice { kept: Keep::NONE });
    assert_eq!((ask(&mut Novice, &begun, Seat(0)), ask(&mut Novice, &begun, Seat(1))), (first, None));
    let mut expert = Expert::default();
    assert_eq!((ask(&mut expert, &begun, Seat(0)), ask(&mut expert, &begun, Seat(1))), (first, None));
    let mut ended = table(1, Rules::default());
    finish(&mut ended, &mut [Box::new(Novice)], &mut Dice::new(1));
    assert_eq!((ask(&mut Novice, &ended, Seat(0)), ask(&mut expert, &ended, Seat(0))), (None, None));
}

/// Being away is no reason to play otherwise, and coming back is not the bot's business.
#[test]
fn absence_changes_nothing() {
    let mut game = rolled(Rules::default(), [2, 3, 3, 5, 6], 1);
    let (novice, expert) = (ask(&mut Novice, &game, Seat(0)), ask(&mut Expert::default(), &game, Seat(0)));
    game.apply(Seat(0), &Action::PlayerDisconnect, None, &mut Vec::new()).expect("away");
    assert_eq!(
        (ask(&mut Novice, &game, Seat(0)), ask(&mut Expert::default(), &game, Seat(0))),
        (novice, expert)
    );
}

/// What the novice does with these dice on an empty sheet: `x` for each die kept, or a category.
#[track_caller]
fn check_novice(faces: [u8; 5], rolls: u8, wanted: &str) {
    let game = rolled(Rules::default(), faces, rolls);
    let does = match ask(&mut Novice, &game, Seat(0)) {
        Some(Action::RollDice { kept }) => {
            kept.to_array().map(|kept| if kept { 'x' } else { '-' }).iter().collect()
        }
        Some(Action::ChooseCategory { category }) => category.name().to_owned(),
        other => format!("{other:?}"),
    };
    assert_eq!(does, wanted, "{faces:?} with {rolls} left");
}

#[test]
fn the_novice_goes_by_what_lies_there() {
    check_novice([4, 4, 4, 4, 4], 2, "kniffel");
    check_novice([3, 6, 3, 6, 6], 2, "full_house");
    check_novice([2, 3, 4, 5, 6], 1, "large_straight");
    // A small straight is safe while the fifth die is thrown again.
    check_novice([1, 2, 3, 4, 4], 1, "xxxx-");
    check_novice([1, 2, 3, 4, 4], 0, "small_straight");
    check_novice([1, 3, 4, 5, 1], 2, "-xxx-");
    check_novice([1, 3, 4, 5, 1], 1, "x---x");
    check_novice([2, 2, 6, 5, 5], 2, "xx-xx");
    check_novice([6, 6, 1, 2, 6], 2, "xx--x");
    check_novice([1, 1, 2, 4, 6], 0, "ones");
    check_novice([6, 6, 5, 6, 6], 0, "four_of_a_kind");
}
