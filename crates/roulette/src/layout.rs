//! The layout: the table of all 157 bets.
//!
//! The layout is a grid of twelve rows of three with zero above the first row, as wide as the row. The table is
//! laid from that geometry by the compiler; no bet is typed in. The six bets that *join zero* to other numbers
//! come last, so that a table without them has simply a shorter list.
//!
//! Rules: docs/rules/roulette.md §2.1–§2.3, §2.7.

use crate::{Bet, BetType, Color, Half, Number, NumberSet, Parity};

const ROWS: u8 = 12;
const COLUMNS: u8 = 3;

/// A line of the table.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    pub(crate) kind: BetType,
    pub(crate) numbers: NumberSet,
}

/// All bets.
pub(crate) static LAYOUT: [Entry; Bet::COUNT] = lay();

/// The number of the first bet that joins zero to other numbers.
pub(crate) const FIRST_ZERO_BET: usize = {
    let mut index = 0;
    while !Bet::joins_zero(at_index(index)) {
        index += 1;
    }
    index
};

const fn at_index(index: usize) -> Bet {
    match Bet::from_index(index) {
        Some(bet) => bet,
        None => Bet::FIRST,
    }
}

/// The number at this place of the grid, both counted from 0.
const fn at(row: u8, column: u8) -> Number {
    Number::at_most(row * COLUMNS + column + 1)
}

/// A row's numbers.
const fn row(row: u8) -> NumberSet {
    NumberSet::EMPTY.with(at(row, 0)).with(at(row, 1)).with(at(row, 2))
}

/// The numbers from here on, `width` columns wide and `height` rows high.
const fn block(top: u8, left: u8, width: u8, height: u8) -> NumberSet {
    let mut set = NumberSet::EMPTY;
    let mut i = 0;
    while i < width * height {
        set = set.with(at(top + i / width, left + i % width));
        i += 1;
    }
    set
}

/// The numbers of an outside bet; `identifier` is read for dozens and columns only.
const fn outside(kind: BetType, identifier: u8) -> NumberSet {
    let mut set = NumberSet::EMPTY;
    let mut n = 0;
    while n < Number::COUNT {
        let number = Number::at_most(n);
        let covered = match kind {
            BetType::Dozen => matches!(number.dozen(), Some(dozen) if dozen == identifier),
            BetType::Column => matches!(number.column(), Some(column) if column == identifier),
            BetType::Red => matches!(number.color(), Color::Red),
            BetType::Black => matches!(number.color(), Color::Black),
            BetType::Odd => matches!(number.parity(), Some(Parity::Odd)),
            BetType::Even => matches!(number.parity(), Some(Parity::Even)),
            BetType::Low => matches!(number.half(), Some(Half::Low)),
            BetType::High => matches!(number.half(), Some(Half::High)),
            BetType::Straight | BetType::Split | BetType::Street | BetType::Corner | BetType::Line => false,
        };
        if covered {
            set = set.with(number);
        }
        n += 1;
    }
    set
}

struct Table {
    entries: [Entry; Bet::COUNT],
    len: usize,
}

impl Table {
    const fn add(&mut self, kind: BetType, numbers: NumberSet) {
        self.entries[self.len] = Entry { kind, numbers };
        self.len += 1;
    }

    /// Every block of this size, row by row.
    const fn add_blocks(&mut self, kind: BetType, width: u8, height: u8) {
        let mut top = 0;
        while top + height <= ROWS {
            let mut left = 0;
            while left + width <= COLUMNS {
                self.add(kind, block(top, left, width, height));
                left += 1;
            }
            top += 1;
        }
    }
}

/// Lays the table. More or fewer bets than places do not compile.
const fn lay() -> [Entry; Bet::COUNT] {
    let nothing = Entry { kind: BetType::Straight, numbers: NumberSet::EMPTY };
    let mut table = Table { entries: [nothing; Bet::COUNT], len: 0 };
    let zero = NumberSet::EMPTY.with(Number::ZERO);

    table.add(BetType::Straight, zero);
    table.add_blocks(BetType::Straight, 1, 1);
    table.add_blocks(BetType::Split, 2, 1);
    table.add_blocks(BetType::Split, 1, 2);
    table.add_blocks(BetType::Street, COLUMNS, 1);
    table.add_blocks(BetType::Corner, 2, 2);
    table.add_blocks(BetType::Line, COLUMNS, 2);

    let mut identifier = 1;
    while identifier <= 3 {
        table.add(BetType::Dozen, outside(BetType::Dozen, identifier));
        identifier += 1;
    }
    identifier = 1;
    while identifier <= 3 {
        table.add(BetType::Column, outside(BetType::Column, identifier));
        identifier += 1;
    }
    let mut i = 0;
    while i < BetType::ALL.len() {
        if BetType::ALL[i].is_even_money() {
            table.add(BetType::ALL[i], outside(BetType::ALL[i], 0));
        }
        i += 1;
    }

    let mut column = 0;
    while column < COLUMNS {
        table.add(BetType::Split, zero.with(at(0, column)));
        column += 1;
    }
    column = 0;
    while column + 1 < COLUMNS {
        table.add(BetType::Street, zero.with(at(0, column)).with(at(0, column + 1)));
        column += 1;
    }
    table.add(BetType::Corner, row(0).with(Number::ZERO));

    assert!(table.len == Bet::COUNT);
    table.entries
}

// No two bets are the same; checked by the compiler.
const _: () = {
    let table = lay();
    let mut i = 0;
    while i < table.len() {
        assert!(table[i].numbers.len() == table[i].kind.size() as usize);
        let mut j = 0;
        while j < i {
            assert!(!table[i].numbers.same(table[j].numbers));
            j += 1;
        }
        i += 1;
    }
};
