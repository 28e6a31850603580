//! The wheel: the order of its pockets, and the chance of each.
//!
//! A *pocket* is a place on the wheel, counted clockwise from the zero. For luck the order does not matter: a
//! ticket is the number itself, so anybody can check a draw without a picture of the wheel.
//!
//! Rules: docs/rules/roulette.md §1.1, §1.5.

use game::{Chance, Purpose};

use crate::Number;

/// The numbers as they follow each other on the wheel, clockwise from the zero.
pub const WHEEL_ORDER: [Number; Number::COUNT as usize] = {
    const ORDER: [u8; Number::COUNT as usize] = [
        0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10, 5, 24, 16, 33, 1, 20, 14, 31,
        9, 22, 18, 29, 7, 28, 12, 35, 3, 26,
    ];
    let mut numbers = [Number::ZERO; Number::COUNT as usize];
    let mut pocket = 0;
    while pocket < numbers.len() {
        numbers[pocket] = Number::at_most(ORDER[pocket]);
        pocket += 1;
    }
    numbers
};

/// In which pocket each number lies.
const POCKETS: [u8; Number::COUNT as usize] = {
    let mut pockets = [0; Number::COUNT as usize];
    let mut pocket = 0;
    while pocket < WHEEL_ORDER.len() {
        pockets[WHEEL_ORDER[pocket].get() as usize] = pocket as u8;
        pocket += 1;
    }
    pockets
};

impl Number {
    /// The number's pocket on the wheel, 0 to 36, clockwise from the zero.
    #[must_use]
    pub const fn pocket(self) -> u8 {
        POCKETS[self.get() as usize]
    }
}

/// What luck decided. It comes from the table, so the rules check it like anything else from outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The number at which the ball comes to rest, 0 to 36.
    pub winning_number: u8,
}

impl From<Number> for Outcome {
    #[inline]
    fn from(number: Number) -> Self {
        Self { winning_number: number.get() }
    }
}

/// What luck may decide when the wheel is spun: 37 numbers, one ticket each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Wheel;

impl Chance for Wheel {
    type Outcome = Outcome;

    #[inline]
    fn total(&self) -> u32 {
        u32::from(Number::COUNT)
    }

    #[inline]
    fn pick(&self, ticket: u32) -> Outcome {
        Number::at_most(u8::try_from(ticket).unwrap_or(u8::MAX)).into()
    }

    #[inline]
    fn weight(&self, outcome: &Outcome) -> u32 {
        u32::from(outcome.winning_number < Number::COUNT)
    }

    fn each(&self, visit: &mut dyn FnMut(Outcome, u32)) {
        for number in Number::all() {
            visit(number.into(), 1);
        }
    }

    fn purpose(&self) -> Purpose {
        Purpose::by_position("wheel")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Color;

    // docs/rules/roulette.md §1.1
    #[test]
    fn every_number_has_one_pocket() {
        let mut sorted = WHEEL_ORDER;
        sorted.sort();
        assert!(sorted.iter().copied().eq(Number::all()));
        for (pocket, number) in WHEEL_ORDER.iter().enumerate() {
            assert_eq!(usize::from(number.pocket()), pocket);
        }
        assert_eq!([32, 26, 10].map(|n| Number::new(n).unwrap().pocket()), [1, 36, 18]);
    }

    // docs/rules/roulette.md §1.2: a second witness for both the order and the colors.
    #[test]
    fn red_and_black_take_turns_around_the_wheel() {
        for (pocket, number) in WHEEL_ORDER.iter().enumerate().skip(1) {
            let expected = if pocket % 2 == 1 { Color::Red } else { Color::Black };
            assert_eq!(number.color(), expected, "{number}");
        }
    }

    // docs/rules/roulette.md §1.5
    #[test]
    fn a_ticket_is_the_number() {
        for ticket in 0..37 {
            assert_eq!(u32::from(Wheel.pick(ticket).winning_number), ticket);
        }
        assert_eq!(Wheel.pick(37).winning_number, 36);
        assert_eq!(Wheel.pick(u32::MAX).winning_number, 36);
        assert_eq!((Wheel.purpose().name, Wheel.purpose().index), ("wheel", None));
    }
}
