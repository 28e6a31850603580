//! Refusals: their texts, their codes, the order of the checks, and the order of the legal actions.

use std::collections::BTreeSet;

use game::{Game, Legal, Seat};
use kniffel::{Action, Category, Kniffel, Refusal, Rules};

use crate::scene::{act, begun, keep, roll, table, turn};

const ROLL: &str = "roll";

/// An action from a word: `roll`, `roll x----`, a category's name, `ready`, `away`, `back`.
#[track_caller]
fn action(words: &str) -> Action {
    match words.split_whitespace().collect::<Vec<_>>()[..] {
        ["ready"] => Action::PlayerReady,
        ["away"] => Action::PlayerDisconnect,
        ["back"] => Action::PlayerReconnect,
        [ROLL] => Action::RollDice { kept: keep("-----") },
        [ROLL, kept] => Action::RollDice { kept: keep(kept) },
        [name] => match Category::from_name(name) {
            Some(category) => Action::ChooseCategory { category },
            None => panic!("no category {name}"),
        },
        _ => panic!("no action: {words}"),
    }
}

/// Rows of `seat: action: text`; the text is `ok` where the action is legal.
#[track_caller]
fn check(game: &Kniffel, rows: &str) {
    for row in rows.lines().map(str::trim).filter(|row| !row.is_empty()) {
        let [seat, words, text] = row.splitn(3, ": ").collect::<Vec<_>>()[..] else {
            panic!("not a row: {row}")
        };
        let seat = Seat(seat.parse().unwrap_or_else(|_| panic!("no seat: {row}")));
        let answer = game
            .is_valid(seat, &action(words.trim()))
            .map_or_else(|refusal| refusal.to_string(), |()| "ok".into());
        assert_eq!(answer, text.trim(), "{row}");
    }
}

/// docs/rules/kniffel.md §10.1, §3.1.
#[test]
fn while_waiting() {
    let mut game = table(3, Rules::default());
    act(&mut game, 1, Action::PlayerReady);
    act(&mut game, 2, Action::PlayerDisconnect);
    check(
        &game,
        "
        0: ready:      ok
        1: ready:      You are already ready
        2: ready:      ok
        3: ready:      No such seat at this table
        0: roll:       Not in rolling phase
        0: roll x----: Not in rolling phase
        9: roll:       Not in rolling phase
        0: chance:     Not in rolling phase
        0: away:       ok
        2: away:       You are already marked as away
        2: back:       ok
        0: back:       You are already at the table
        3: away:       No such seat at this table
        255: back:     No such seat at this table
        ",
    );
}

/// docs/rules/kniffel.md §10.1: phase before turn, turn before rolls, rolls before arguments, arguments before category.
#[test]
fn while_rolling() {
    let mut game = begun(2, Rules::default());
    turn(&mut game, "12345", Category::Chance);
    turn(&mut game, "12345", Category::Chance);
    check(
        &game,
        "
        0: ready:      Not in waiting phase
        7: ready:      Not in waiting phase
        0: roll:       ok
        0: roll x----: Nothing to keep before the first roll
        0: chance:     Roll at least once before scoring
        0: ones:       Roll at least once before scoring
        1: roll:       Not your turn
        1: roll x----: Not your turn
        1: chance:     Not your turn
        2: ones:       Not your turn
        255: roll:     Not your turn
        1: away:       ok
        1: back:       You are already at the table
        2: away:       No such seat at this table
        ",
    );
    roll(&mut game, "-----", "12345");
    check(
        &game,
        "0: roll x----: ok \n 0: roll xxxxx: ok \n 0: chance: Category already scored \n 0: ones: ok",
    );
    roll(&mut game, "-----", "12345");
    roll(&mut game, "-----", "12345");
    check(
        &game,
        "
        0: roll:       No rolls remaining
        0: roll xxxxx: No rolls remaining
        0: chance:     Category already scored
        0: ones:       ok
        1: roll:       Not your turn
        ",
    );
}

/// docs/rules/kniffel.md §10.1.
#[test]
fn codes_are_stable_and_texts_are_distinct() {
    let all = [
        (Refusal::GameOver, "game_over"),
        (Refusal::NotWaiting, "not_waiting"),
        (Refusal::NotRolling, "not_rolling"),
        (Refusal::NotYourTurn, "not_your_turn"),
        (Refusal::NoRollsRemaining, "no_rolls_remaining"),
        (Refusal::RollFirst, "roll_first"),
        (Refusal::NothingToKeep, "nothing_to_keep"),
        (Refusal::CategoryScored, "category_scored"),
        (Refusal::JokerOwnBox, "joker_own_box"),
        (Refusal::JokerLowerBox, "joker_lower_box"),
        (Refusal::NoSuchSeat, "no_such_seat"),
        (Refusal::AlreadyReady, "already_ready"),
        (Refusal::AlreadyAway, "already_away"),
        (Refusal::AlreadyPresent, "already_present"),
    ];
    for (refusal, code) in all {
        assert_eq!(refusal.code(), code);
    }
    assert_eq!(all.iter().map(|(refusal, _)| refusal.to_string()).collect::<BTreeSet<_>>().len(), all.len());
}

/// The legal actions in words.
fn listed(game: &Kniffel, seat: u8) -> String {
    let word = |action| match action {
        Action::PlayerReady => "ready".to_owned(),
        Action::RollDice { kept } => format!("{kept:?}").replace("Keep ", ""),
        Action::ChooseCategory { category } => category.name().to_owned(),
        Action::PlayerDisconnect => "away".to_owned(),
        Action::PlayerReconnect => "back".to_owned(),
    };
    game.legal(Seat(seat)).iter().map(word).collect::<Vec<_>>().join(" ")
}

/// docs/rules/kniffel.md §10.2.
#[test]
fn the_order_of_legal_actions_never_changes() {
    let mut game = table(2, Rules::default());
    assert_eq!(listed(&game, 0), "ready away");
    act(&mut game, 0, Action::PlayerReady);
    act(&mut game, 0, Action::PlayerDisconnect);
    assert_eq!(
        (listed(&game, 0), listed(&game, 1), listed(&game, 2)),
        ("back".into(), "ready away".into(), String::new())
    );
    act(&mut game, 1, Action::PlayerReady);
    assert_eq!((listed(&game, 0), listed(&game, 1)), ("----- back".into(), "away".into()));
    turn(&mut game, "12345", Category::Fives);
    turn(&mut game, "12345", Category::Chance);
    roll(&mut game, "-----", "12345");
    let keeps = "----- x---- -x--- xx--- --x-- x-x-- -xx-- xxx-- ---x- x--x- -x-x- xx-x- --xx- x-xx- -xxx- xxxx- \
        ----x x---x -x--x xx--x --x-x x-x-x -xx-x xxx-x ---xx x--xx -x-xx xx-xx --xxx x-xxx -xxxx xxxxx";
    let boxes = "ones twos threes fours sixes three_of_a_kind four_of_a_kind full_house small_straight \
        large_straight kniffel chance";
    assert_eq!(listed(&game, 0), format!("{keeps} {boxes} back"));
    roll(&mut game, "-----", "12345");
    roll(&mut game, "-----", "12345");
    assert_eq!(listed(&game, 0), format!("{boxes} back"));
    let legal = game.legal(Seat(0));
    assert_eq!((legal.len(), legal.n_moves(), legal.categories().len()), (13, 12, 12));
    assert!(legal.iter().take(12).all(|action| !action.is_presence()));
}
