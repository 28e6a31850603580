//! Faults: what is wrong with a state that came from outside.
//!
//! A sentence for whoever wrote the state; all faults of a state are reported at once.

use game::Seat;

use crate::Category;

/// One thing that is wrong with a raw state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// Too few or too many players.
    #[error("a table has 1 to 8 players, not {0}")]
    Players(usize),
    /// No such round, or one that does not fit the phase.
    #[error("round {0} is not possible here")]
    Round(u8),
    /// No such player, or one that does not fit the phase.
    #[error("current player {0} is not possible here")]
    CurrentPlayer(u8),
    /// Not a number of rolls, or one that does not fit the phase.
    #[error("{0} rolls remaining are not possible here")]
    Rolls(u8),
    /// A die that does not show 1 to 6.
    #[error("die {place} shows {face}")]
    Die {
        /// Which of the five, from 0.
        place: usize,
        /// What it shows.
        face: u8,
    },
    /// Something other than five ones before the first throw of the game.
    #[error("the dice show 1 1 1 1 1 before the first roll of the game")]
    DiceBeforeFirstRoll,
    /// Kept dice where nothing can have been kept.
    #[error("no dice are kept before the second roll of a turn, nor after the end")]
    Kept,
    /// All are ready, yet the game waits, or the reverse.
    #[error("the game waits exactly as long as somebody is not ready")]
    Ready,
    /// Too many or too few boxes filled for this round.
    #[error("{seat} has {filled} boxes filled and should have {expected}")]
    Filled {
        /// Whose.
        seat: Seat,
        /// How many are filled.
        filled: usize,
        /// How many should be.
        expected: usize,
    },
    /// Points that no throw brings in this box.
    #[error("{seat} cannot have {points} points in {}", category.name())]
    Score {
        /// Whose.
        seat: Seat,
        /// In which box.
        category: Category,
        /// What stands there.
        points: u16,
    },
    /// More further Kniffels than the sheet can explain.
    #[error("{seat} cannot have {given} further Kniffels, at most {possible}")]
    ExtraKniffels {
        /// Whose.
        seat: Seat,
        /// How many are claimed.
        given: u8,
        /// How many boxes could have taken one.
        possible: u8,
    },
    /// A sum of the upper boxes that does not follow from them.
    #[error("the upper sum of {seat} is {expected}, not {given}")]
    UpperSum {
        /// Whose.
        seat: Seat,
        /// What was given.
        given: u16,
        /// What follows from the boxes.
        expected: u16,
    },
    /// A bonus that does not follow from the upper sum.
    #[error("the upper bonus of {seat} is {expected}, not {given}")]
    UpperBonus {
        /// Whose.
        seat: Seat,
        /// What was given.
        given: u16,
        /// What follows from the boxes.
        expected: u16,
    },
    /// A total that does not follow from the rest.
    #[error("the total of {seat} is {expected}, not {given}")]
    Total {
        /// Whose.
        seat: Seat,
        /// What was given.
        given: u16,
        /// What follows from the rest.
        expected: u16,
    },
    /// Winners that do not follow from the totals, or winners before the end.
    #[error("the winners do not follow from the totals")]
    Winners,
}
