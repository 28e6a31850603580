//! Faults that similar tables really had; the numbers are those of the list they were collected in.

use game::{Game, Legal, Seat, Viewer};
use roulette::{Action, Bet, BetType, NamedBet, Number, TABLE};

use crate::script::{Scene, named};

// Negative amounts that mint chips. Fractions cannot even be written: amounts are integers from the door on.
#[test]
fn pitfall_13_negative_amounts_mint_no_chips() {
    let mut scene = Scene::of(1);
    scene.refuse("0 bet -1 red; 0 bet -1000 straight 5; 0 bet -9223372036854775808 low", "negative_amount");
    scene.refuse("0 bet 0 red", "below_minimum");
    // What would be negative if it were cut to 32 bits, or small if it wrapped around.
    scene.refuse("0 bet 4294967297 red; 0 bet 9223372036854775807 red", "amount_too_large");
    scene.play("0 bet 10 red").refuse("0 bet 4294967295 red", "over_maximum");
    assert_eq!((scene.chips(0), scene.game.at_stake()), (990, 10));
}

// Actions that still work after the end.
#[test]
fn pitfall_14_nothing_works_after_the_end() {
    let mut scene = Scene::of(2);
    scene.play("0 bet 10 red; 1 away; 0 close");
    for who in ["0", "1", "2", "table", "11", "255"] {
        for what in [
            "bet 1 red",
            "remove 0",
            "spin 1",
            "settle",
            "end",
            "next",
            "close",
            "join",
            "away",
            "back",
            "leave",
        ] {
            scene.refuse(&format!("{who} {what}"), "table_closed");
        }
    }
    for seat in 0..=u8::MAX {
        assert!(scene.game.legal(Seat(seat)).is_empty());
    }
}

// Squares and columns over the zero that are none, and bets with zero that are refused although they exist.
#[test]
fn pitfall_20_bets_around_the_zero() {
    for text in ["corner 0-1-3-4", "corner 0-2-3-4", "street 0-1-3", "split 0-4", "line 0-1-2-3-4-5"] {
        assert_eq!(named(1, text).bet().unwrap_err().code(), "not_on_layout", "{text}");
    }
    let column_from_zero: Vec<i64> = (0..=33).step_by(3).collect();
    let column = NamedBet { kind: BetType::Column, numbers: column_from_zero, identifier: None, amount: 1 };
    assert_eq!(column.bet().unwrap_err().code(), "not_on_layout");
    for text in ["split 0-1", "split 0-2", "split 0-3", "street 0-1-2", "street 0-2-3", "corner 0-1-2-3"] {
        let bet = named(1, text).bet().unwrap();
        assert_eq!(bet.to_string(), text);
        let factor = u64::from(bet.kind().pays()) + 1;
        assert_eq!(bet.payout(1, Number::ZERO), factor, "{text}");
        Scene::of(1).play(&format!("0 bet 1 {text}"));
    }
}

// Numbers that are none.
#[test]
fn pitfall_21_numbers_that_are_not_on_the_wheel() {
    for number in [i64::MIN, -37, -1, 37, 38, 255, 256, 293, 65_536, i64::MAX] {
        let given = NamedBet { kind: BetType::Straight, numbers: vec![number], identifier: None, amount: 1 };
        assert_eq!(given.bet().unwrap_err().code(), "number_not_on_wheel", "{number}");
        // Two wrongs that would add up to something right.
        let given = NamedBet { kind: BetType::Split, numbers: vec![number, 3], identifier: None, amount: 1 };
        assert_eq!(given.bet().unwrap_err().code(), "number_not_on_wheel", "{number}");
    }
    assert!((37..=u8::MAX).all(|number| Number::new(number).is_none()));
    assert!((157..1_000).all(|index| Bet::from_index(index).is_none()));
}

// Anyone, even someone not at the table, starts the next round.
#[test]
fn pitfall_22_only_host_and_table_start_the_next_round() {
    let mut scene = Scene::of(3);
    scene.play("2 bet 1 red; 2 leave; 0 spin 1; table settle; table end");
    for seat in (1..=u8::MAX).filter(|&seat| Seat(seat) != TABLE) {
        let before = scene.game.clone();
        assert!(scene.game.is_valid(Seat(seat), &Action::NextRound).is_err(), "{seat}");
        assert!(!scene.game.legal(Seat(seat)).contains(&Action::NextRound), "{seat}");
        assert!(scene.game.apply(Seat(seat), &Action::NextRound, None, &mut Vec::new()).is_err(), "{seat}");
        assert_eq!(scene.game, before);
    }
    assert_eq!(scene.game.is_valid(TABLE, &Action::NextRound), Ok(()));
    scene.play("0 next");
}

// Results in the history before the wheel stops.
#[test]
fn pitfall_26_the_history_waits_for_the_ball() {
    let mut scene = Scene::of(1);
    scene.play("0 bet 5 red; 0 spin 7");
    let view = scene.game.view(Viewer::Spectator);
    // docs/rules/roulette.md §8.2: the page needs the number for the wheel, and nothing else tells it.
    assert_eq!(view.winning_number.map(Number::get), Some(7));
    assert!(view.result_history.is_empty());
    assert_eq!((view.players[0].chips, view.players[0].total_returned), (995, None));
    assert_eq!(view.players[0].bets[0].returned, None);
    assert_eq!(view.house, 0);
    scene.play("table settle");
    let view = scene.game.view(Viewer::Spectator);
    assert_eq!(view.result_history, [Number::new(7).unwrap()]);
    assert_eq!((view.players[0].chips, view.players[0].total_returned), (1_005, Some(10)));
    assert_eq!((view.players[0].bets[0].returned, view.house), (Some(10), -5));
    scene.play("table end; 0 next");
    let view = scene.game.view(Viewer::Spectator);
    assert_eq!((view.winning_number, view.players[0].total_returned), (None, None));
}
