//! Bets as players name them.

use roulette::{Action, Bet, BetType, NamedBet, Refusal};

use crate::script::named;

fn bet(kind: BetType, numbers: &[i64]) -> NamedBet {
    NamedBet { kind, numbers: numbers.to_vec(), identifier: None, amount: 1 }
}

// docs/rules/roulette.md §2.4
#[test]
fn numbers_may_come_in_any_order() {
    for expected in Bet::all() {
        let mut given = expected.named(1);
        assert_eq!(given.bet(), Ok(expected));
        given.numbers.reverse();
        assert_eq!(given.bet(), Ok(expected), "{given:?}");
        for _ in 0..given.numbers.len() {
            given.numbers.rotate_left(1);
            assert_eq!(given.bet(), Ok(expected), "{given:?}");
        }
        let middle = given.numbers.len() / 2;
        given.numbers.sort_by_key(|n| (n * 7 + 3) % 11);
        given.numbers[..middle].reverse();
        assert_eq!(given.bet(), Ok(expected), "{given:?}");
    }
}

// docs/rules/roulette.md §2.5
#[test]
fn a_dozen_or_a_column_has_an_identifier() {
    for kind in BetType::ALL {
        for identifier in [i64::MIN, -1, 0, 1, 2, 3, 4, 257, i64::MAX] {
            let given = NamedBet { kind, numbers: vec![], identifier: Some(identifier), amount: 1 };
            let first = i64::from(kind == BetType::Column) * 2 + 1;
            match given.bet() {
                Ok(bet) => {
                    assert!(kind.has_identifier() && (1..=3).contains(&identifier), "{given:?}");
                    assert_eq!(bet.kind(), kind);
                    assert_eq!(bet.identifier().map(i64::from), Some(identifier));
                    let lowest = i64::from(bet.numbers().iter().next().unwrap().get());
                    let step = if first == 1 { 12 } else { 1 };
                    assert_eq!(lowest, 1 + (identifier - 1) * step);
                }
                Err(fault) if kind.has_identifier() => {
                    assert!(!(1..=3).contains(&identifier));
                    assert_eq!(fault.code(), "unknown_identifier");
                }
                Err(fault) => assert_eq!(fault.code(), "bet_has_no_identifier"),
            }
        }
    }
}

// docs/rules/roulette.md §2.4: every pair, and every triple and quadruple of neighbors-to-be, but the real ones.
#[test]
fn whatever_is_not_on_the_layout_is_refused() {
    let mut accepted = [0; 2];
    for a in 0..37 {
        for b in 0..37 {
            match bet(BetType::Split, &[a, b]).bet() {
                Ok(_) => accepted[0] += 1,
                Err(fault) => {
                    assert_eq!(fault.code(), if a == b { "number_repeated" } else { "not_on_layout" });
                }
            }
            for c in 0..37 {
                accepted[1] += u32::from(bet(BetType::Street, &[a, b, c]).bet().is_ok());
            }
        }
    }
    // 60 splits in 2 orders, 14 streets in 6.
    assert_eq!(accepted, [120, 84]);
}

// docs/rules/roulette.md §2.4–§2.6
#[test]
fn every_refusal_says_why() {
    let mut table = Vec::new();
    for text in [
        "straight",
        "straight 37",
        "straight 1-2",
        "split 1-1",
        "split 1-5",
        "split 3-4",
        "split 1-2-3",
        "split 37-37",
        "street 1-2",
        "street 2-3-4",
        "street 0-1-3",
        "corner 0-1-3-4",
        "corner 3-4-6-7",
        "line 1-2-3-7-8-9",
        "line 4-5-6-7-8",
        "dozen",
        "dozen 0",
        "dozen 4",
        "dozen 1-2-3-4-5-6-7-8-9-10-11-13",
        "column 0-3-6-9-12-15-18-21-24-27-30-33",
        "red 1",
        "high 19-20",
    ] {
        let fault = named(1, text).bet().unwrap_err();
        table.push(format!("{text:<40} {:<22} {fault}", fault.code()));
    }
    for given in [
        NamedBet { identifier: Some(1), ..bet(BetType::Red, &[]) },
        NamedBet { identifier: Some(1), ..bet(BetType::Split, &[1, 2]) },
        NamedBet { identifier: Some(1), ..bet(BetType::Dozen, &(1..=12).collect::<Vec<_>>()) },
        NamedBet { identifier: Some(9), ..bet(BetType::Column, &[]) },
        bet(BetType::Straight, &[-1]),
        bet(BetType::Straight, &[256]),
        bet(BetType::Split, &[1, 1, i64::MAX]),
    ] {
        let fault = given.bet().unwrap_err();
        let text = format!("{} {:?} {:?}", given.kind, given.numbers, given.identifier);
        table.push(format!("{text:<40} {:<22} {fault}", fault.code()));
    }
    insta::assert_snapshot!(table.join("\n"));
}

// docs/rules/roulette.md §2.4: the same numbers in another order get the same answer.
#[test]
fn the_order_does_not_change_the_fault() {
    for (numbers, code) in [
        ([1, 1, 40], "number_not_on_wheel"),
        ([40, 1, 1], "number_not_on_wheel"),
        ([5, 5, 6], "number_repeated"),
        ([5, 6, 5], "number_repeated"),
    ] {
        let fault = bet(BetType::Split, &numbers).bet().unwrap_err();
        assert_eq!(fault.code(), code, "{numbers:?}");
    }
}

// docs/rules/roulette.md §2.6
#[test]
fn an_even_money_bet_is_its_type() {
    for kind in BetType::ALL {
        let given = bet(kind, &[]).bet();
        assert_eq!(given.is_ok(), kind.is_even_money(), "{kind}");
        assert!(given.is_err() || given.is_ok_and(|bet| bet.kind() == kind && bet.numbers().len() == 18));
    }
}

// docs/rules/roulette.md §9.3
#[test]
fn amounts_are_checked_before_they_are_added_up() {
    for (amount, expected) in [
        (i64::MIN, Err("negative_amount")),
        (-1, Err("negative_amount")),
        (0, Ok(0)),
        (1, Ok(1)),
        (i64::from(u32::MAX), Ok(u32::MAX)),
        (i64::from(u32::MAX) + 1, Err("amount_too_large")),
        (i64::MAX, Err("amount_too_large")),
    ] {
        let placed = named(amount, "red").place().map_err(Refusal::code);
        let red = named(1, "red").bet().unwrap();
        assert_eq!(placed, expected.map(|amount| Action::PlaceBet { bet: red, amount }));
    }
}
