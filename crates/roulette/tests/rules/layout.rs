//! The table of all bets against second formulations, and what the bets return.

use roulette::{Bet, BetType, Number, NumberSet};

/// A number's place on the layout as a rectangle in a plane: zero is three wide, above the first row.
#[derive(Clone, Copy)]
struct Cell {
    left: i32,
    right: i32,
    top: i32,
}

fn cell(n: u8) -> Cell {
    if n == 0 {
        return Cell { left: 0, right: 3, top: 0 };
    }
    let mut cell = Cell { left: 0, right: 1, top: 1 };
    for _ in 1..n {
        if cell.right == 3 {
            cell = Cell { left: 0, right: 1, top: cell.top + 1 };
        } else {
            cell = Cell { left: cell.left + 1, right: cell.right + 1, ..cell };
        }
    }
    cell
}

/// Whether two cells share a side, not only a point.
fn share_a_side(a: Cell, b: Cell) -> bool {
    let side_by_side = a.top == b.top && (a.right == b.left || b.right == a.left);
    let overlap = a.right.min(b.right) - a.left.max(b.left);
    let one_above_the_other = (a.top - b.top).abs() == 1 && overlap > 0;
    side_by_side || one_above_the_other
}

/// The type of inside bet that these numbers are, told from how their cells lie.
fn inside_bet(numbers: &[u8], cells: &[Cell; 37], touching: &[u64; 37]) -> Option<BetType> {
    let set = numbers.iter().fold(0_u64, |set, &n| set | 1 << n);
    // Each shared side is met from both ends.
    let sides = numbers.iter().map(|&n| (touching[usize::from(n)] & set).count_ones()).sum::<u32>() / 2;
    let own = || numbers.iter().map(|&n| cells[usize::from(n)]);
    let width = own().map(|c| c.right).max()? - own().map(|c| c.left).min()?;
    let height = own().map(|c| c.top).max()? - own().map(|c| c.top).min()? + 1;
    match (numbers.len(), sides, width, height) {
        (1, ..) => Some(BetType::Straight),
        (2, 1, ..) => Some(BetType::Split),
        // A row; or three of which each touches each, which takes the wide zero.
        (3, 2, 3, 1) | (3, 3, ..) => Some(BetType::Street),
        // A square; or zero, which touches all of the row below.
        (4, 4, 2, 2) | (4, 5, 3, 2) => Some(BetType::Corner),
        (6, 7, 3, 2) => Some(BetType::Line),
        _ => None,
    }
}

/// Calls `visit` with every set of `size` numbers, in ascending order.
fn every_subset(size: usize, visit: &mut impl FnMut(&[u8])) {
    fn grow(size: usize, chosen: &mut Vec<u8>, visit: &mut impl FnMut(&[u8])) {
        if chosen.len() == size {
            visit(chosen);
            return;
        }
        for n in chosen.last().map_or(0, |&last| last + 1)..37 {
            chosen.push(n);
            grow(size, chosen, visit);
            chosen.pop();
        }
    }
    grow(size, &mut Vec::new(), visit);
}

// docs/rules/roulette.md §2.1, §2.2: all 2.8 million sets of up to six numbers.
#[test]
fn inside_bets_are_exactly_those_that_the_geometry_allows() {
    let cells: [Cell; 37] = std::array::from_fn(|n| cell(n as u8));
    let touching: [u64; 37] = std::array::from_fn(|a| {
        (0..37).filter(|&b| b != a && share_a_side(cells[a], cells[b])).fold(0, |set, b| set | 1 << b)
    });
    let mut by_geometry = Vec::new();
    for size in 1..=6 {
        every_subset(size, &mut |numbers| {
            if let Some(kind) = inside_bet(numbers, &cells, &touching) {
                by_geometry.push((kind, numbers.to_vec()));
            }
        });
    }
    let mut laid: Vec<_> = Bet::all()
        .filter(|bet| !bet.kind().is_outside())
        .map(|bet| (bet.kind(), bet.numbers().iter().map(Number::get).collect::<Vec<_>>()))
        .collect();
    by_geometry.sort();
    laid.sort();
    assert_eq!(laid.len(), 145);
    assert_eq!(laid, by_geometry);
}

// docs/rules/roulette.md §1.2, §1.3, §2.2
#[test]
fn outside_bets_cover_what_their_names_say() {
    let range = |from: u8, to: u8, step: usize| NumberSet::of(&(from..=to).step_by(step).collect::<Vec<_>>());
    let red = NumberSet::of(&[1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36]);
    let black = NumberSet::of(&[2, 4, 6, 8, 10, 11, 13, 15, 17, 20, 22, 24, 26, 28, 29, 31, 33, 35]);
    let expected = [
        (BetType::Dozen, range(1, 12, 1)),
        (BetType::Dozen, range(13, 24, 1)),
        (BetType::Dozen, range(25, 36, 1)),
        (BetType::Column, range(1, 34, 3)),
        (BetType::Column, range(2, 35, 3)),
        (BetType::Column, range(3, 36, 3)),
        (BetType::Red, red),
        (BetType::Black, black),
        (BetType::Odd, range(1, 35, 2)),
        (BetType::Even, range(2, 36, 2)),
        (BetType::Low, range(1, 18, 1)),
        (BetType::High, range(19, 36, 1)),
    ];
    let laid: Vec<_> = Bet::all().filter(|bet| bet.kind().is_outside()).collect();
    assert!(laid.iter().map(|bet| (bet.kind(), bet.numbers())).eq(expected));
    let identifiers: Vec<_> = laid.iter().map(|bet| bet.identifier()).collect();
    assert_eq!(identifiers[..6], [Some(1), Some(2), Some(3), Some(1), Some(2), Some(3)]);
    assert_eq!(identifiers[6..], [None; 6]);
}

// docs/rules/roulette.md §2.2, §2.3
#[test]
fn there_are_157_bets_and_151_without_those_that_join_zero() {
    let counts = |with_zero_bets: bool| {
        BetType::ALL.map(|kind| {
            Bet::all().filter(|bet| bet.kind() == kind && (with_zero_bets || !bet.joins_zero())).count()
        })
    };
    assert_eq!(counts(true), [37, 60, 14, 23, 11, 3, 3, 1, 1, 1, 1, 1, 1]);
    assert_eq!(counts(false), [37, 57, 12, 22, 11, 3, 3, 1, 1, 1, 1, 1, 1]);
    assert_eq!((Bet::COUNT, Bet::COUNT_WITHOUT_ZERO_BETS), (157, 151));
    // Those six are the last ones, so a table without them has a shorter list.
    assert!(Bet::all().all(|bet| bet.joins_zero() == (bet.index() >= 151)));
}

// docs/rules/roulette.md §2.7: bots and logs rely on the numbers; a difference here breaks both.
#[test]
fn every_bet_keeps_its_number() {
    let table: Vec<_> = Bet::all().map(|bet| format!("{:>3}  {bet}", bet.index())).collect();
    insta::assert_snapshot!(table.join("\n"));
}

// docs/rules/roulette.md §3.1, §3.3
#[test]
fn every_bet_returns_exactly_36_of_37() {
    for bet in Bet::all() {
        for amount in [1, 7, 10_000, 1_000_000, u32::MAX] {
            let returned: u64 = Number::all().map(|number| bet.payout(amount, number)).sum();
            assert_eq!(returned, 36 * u64::from(amount), "{amount} on {bet}");
        }
    }
}

// docs/rules/roulette.md §3.1: 35, 17, 11, 8, 5, 2 and 1 to 1.
#[test]
fn winners_get_their_stake_and_their_pay() {
    for bet in Bet::all() {
        let pays = match bet.kind() {
            BetType::Straight => 35,
            BetType::Split => 17,
            BetType::Street => 11,
            BetType::Corner => 8,
            BetType::Line => 5,
            BetType::Dozen | BetType::Column => 2,
            BetType::Red | BetType::Black | BetType::Odd | BetType::Even | BetType::Low | BetType::High => 1,
        };
        for number in Number::all() {
            let expected = if bet.numbers().contains(number) { 10 + 10 * pays } else { 0 };
            assert_eq!(bet.payout(10, number), expected, "{bet} on {number}");
        }
    }
}

// docs/rules/roulette.md §3.2
#[test]
fn zero_loses_every_outside_bet() {
    let winners: Vec<_> =
        Bet::all().filter(|bet| bet.payout(1, Number::ZERO) > 0).map(|bet| bet.to_string()).collect();
    let expected = "straight 0|split 0-1|split 0-2|split 0-3|street 0-1-2|street 0-2-3|corner 0-1-2-3";
    assert_eq!(winners.join("|"), expected);
}
