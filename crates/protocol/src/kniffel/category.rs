//! The thirteen boxes of a sheet.

use crate::mirror::mirror;

mirror! {
    /// One of the thirteen boxes.
    Category as "KniffelCategory" of kniffel::Category {
        /// The sum of the ones.
        Ones,
        /// The sum of the twos.
        Twos,
        /// The sum of the threes.
        Threes,
        /// The sum of the fours.
        Fours,
        /// The sum of the fives.
        Fives,
        /// The sum of the sixes.
        Sixes,
        /// All dice, if three are equal.
        ThreeOfAKind,
        /// All dice, if four are equal.
        FourOfAKind,
        /// 25 for a triple and a pair.
        FullHouse,
        /// 30 for four in a row.
        SmallStraight,
        /// 40 for five in a row.
        LargeStraight,
        /// 50 for five equal dice.
        Kniffel,
        /// All dice, whatever they show.
        Chance,
    }
}
