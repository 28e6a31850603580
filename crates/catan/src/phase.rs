//! Phases: what the game waits for.
//!
//! A phase carries the data that only it needs, so that a debt without a seven or a victim without a thief cannot be
//! written down. Whose turn it is stands beside it, since nearly every phase needs it.
//!
//! Rules: docs/rules/catan.md §5–§9, §11.4, §16.

use game::SeatSet;

use crate::grid::Vertex;

/// What the game waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// A roll for the first player, by the seat whose turn it is.
    RollForFirst(FirstRolls),
    /// A piece of the setup.
    Setup {
        /// The turn of the draft.
        turn: u8,
        /// The settlement just placed, while its road is due.
        settlement: Vertex,
    },
    /// The roll, or a development card before it.
    BeforeRoll,
    /// Cards that a seven demands, from the seats that owe any.
    Discarding(Debts),
    /// The robber's new place.
    MovingRobber(Resume),
    /// The choice of a victim.
    Stealing {
        /// Whom the mover may choose; at least two.
        candidates: Candidates,
        /// Where the turn goes on.
        resume: Resume,
    },
    /// Free roads.
    RoadBuilding {
        /// How many may still be built: 2 or 1.
        left: u8,
        /// Where the turn goes on.
        resume: Resume,
    },
    /// Building, trading, cards, the end of the turn.
    Main,
    /// Nothing: the seat whose turn it is has won.
    Ended,
}

/// Where a turn goes on after the robber or a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Resume {
    /// A card was played before the roll: the roll is still to come.
    BeforeRoll,
    /// After the roll.
    Main,
}

impl From<Resume> for Phase {
    #[inline]
    fn from(resume: Resume) -> Self {
        match resume {
            Resume::BeforeRoll => Self::BeforeRoll,
            Resume::Main => Self::Main,
        }
    }
}

/// The roll for the first player: who is still in, and what they rolled in this round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FirstRolls {
    /// Sums by seat; 0 for a seat that has not rolled in this round.
    pub(crate) sums: [u8; 4],
    /// Bit per seat that rolls in this round.
    pub(crate) contenders: u8,
}

impl FirstRolls {
    /// Nobody has rolled yet.
    pub(crate) const fn among(contenders: u8) -> Self {
        Self { sums: [0; 4], contenders }
    }

    /// Who rolls in this round.
    #[must_use]
    pub const fn contenders(self) -> SeatSet {
        SeatSet::from_bits(self.contenders as u16)
    }

    /// The sums of this round by seat; 0 for a seat that has not rolled.
    #[must_use]
    pub const fn sums(self) -> [u8; 4] {
        self.sums
    }

    /// The next contender who has not rolled, in ascending order.
    pub(crate) fn next(self) -> Option<u8> {
        (0..4).find(|&s| self.contenders >> s & 1 == 1 && self.sums[s as usize] == 0)
    }

    /// Those with the highest sum, as bits.
    pub(crate) fn highest(self) -> u8 {
        let best = self.sums.into_iter().max().unwrap_or(0);
        (0..4u8).filter(|&s| self.sums[s as usize] == best).fold(0, |bits, s| bits | 1 << s)
    }
}

/// How many cards each seat still owes. Never all zero: the last payment ends the phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Debts([u8; 4]);

impl Debts {
    /// The debts, unless nobody owes anything.
    #[must_use]
    pub fn new(owed: [u8; 4]) -> Option<Self> {
        (owed != [0; 4]).then_some(Self(owed))
    }

    /// What a seat owes; a seat that does not exist owes nothing.
    #[must_use]
    pub fn owed_by(self, seat: game::Seat) -> u8 {
        self.0.get(seat.index()).copied().unwrap_or(0)
    }

    /// By seat.
    #[must_use]
    pub const fn by_seat(self) -> [u8; 4] {
        self.0
    }

    /// Who owes.
    #[must_use]
    pub fn seats(self) -> SeatSet {
        SeatSet::from_bits((0..4).filter(|&s| self.0[s] > 0).fold(0, |bits, s| bits | 1 << s))
    }

    /// What is left when `seat` has paid.
    pub(crate) fn paid_by(mut self, seat: game::Seat) -> Option<Self> {
        if let Some(debt) = self.0.get_mut(seat.index()) {
            *debt = 0;
        }
        Self::new(self.0)
    }
}

/// The seats a thief may choose from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidates(u8);

impl Candidates {
    pub(crate) const fn from_bits(bits: u8) -> Self {
        Self(bits)
    }

    pub(crate) const fn bits(self) -> u8 {
        self.0
    }

    /// As a set of seats.
    #[must_use]
    pub const fn seats(self) -> SeatSet {
        SeatSet::from_bits(self.0 as u16)
    }
}
