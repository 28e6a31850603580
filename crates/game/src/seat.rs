//! Seats, sets of seats, and viewers.
//!
//! A *seat* is a place at the table, numbered from 0. A *viewer* is whoever looks: a seat, or a
//! spectator who may know only what every seat may know.

use std::fmt;

/// A place at the table, numbered from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat's number as an index into a list of players.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}

/// A set of at most sixteen seats, iterated in ascending order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SeatSet(u16);

impl SeatSet {
    /// Nobody.
    pub const EMPTY: Self = Self(0);

    /// The seats whose bits are set: bit 0 is seat 0.
    #[must_use]
    #[inline]
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// One bit per seat.
    #[must_use]
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Seats 0 to `n` − 1.
    #[must_use]
    #[inline]
    pub const fn first(n: u8) -> Self {
        if n >= 16 { Self(u16::MAX) } else { Self((1 << n) - 1) }
    }

    /// Only this seat.
    #[must_use]
    #[inline]
    pub const fn only(seat: Seat) -> Self {
        if seat.0 < 16 { Self(1 << seat.0) } else { Self(0) }
    }

    /// Whether the seat is in the set.
    #[must_use]
    #[inline]
    pub const fn contains(self, seat: Seat) -> bool {
        seat.0 < 16 && self.0 >> seat.0 & 1 == 1
    }

    /// The set with this seat added. A seat beyond the sixteenth changes nothing.
    #[must_use]
    #[inline]
    pub const fn with(self, seat: Seat) -> Self {
        Self(self.0 | Self::only(seat).0)
    }

    /// The set with this seat taken out.
    #[must_use]
    #[inline]
    pub const fn without(self, seat: Seat) -> Self {
        Self(self.0 & !Self::only(seat).0)
    }

    /// How many seats there are.
    #[must_use]
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether nobody is in the set.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The lowest seat, if there is one.
    #[must_use]
    #[inline]
    pub const fn lowest(self) -> Option<Seat> {
        if self.0 == 0 { None } else { Some(Seat(self.0.trailing_zeros() as u8)) }
    }

    /// The seats in ascending order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let seat = rest.lowest()?;
            rest.0 &= rest.0 - 1;
            Some(seat)
        })
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|s| s.0)).finish()
    }
}

/// Whoever looks at a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Viewer {
    /// The player in this seat.
    Seat(Seat),
    /// Somebody who only watches.
    Spectator,
}

impl Viewer {
    /// Whether this viewer sits in `seat`.
    #[must_use]
    pub fn is(self, seat: Seat) -> bool {
        self == Self::Seat(seat)
    }

    /// The seat, unless this is somebody who only watches.
    #[must_use]
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Self::Seat(seat) => Some(seat),
            Self::Spectator => None,
        }
    }

    /// Every seat of a table of `n`, then the spectator.
    pub fn all(n: usize) -> impl Iterator<Item = Self> {
        (0..n.min(16)).map(|i| Self::Seat(Seat(i as u8))).chain([Self::Spectator])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_keeps_what_was_put_in_and_iterates_upwards() {
        let set: SeatSet = [Seat(5), Seat(0), Seat(15), Seat(5)].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [Seat(0), Seat(5), Seat(15)]);
        assert_eq!(set.len(), 3);
        assert!(set.contains(Seat(15)) && !set.contains(Seat(1)));
        assert_eq!(set.without(Seat(0)).lowest(), Some(Seat(5)));
    }

    #[test]
    fn a_seat_that_no_table_has_is_in_no_set() {
        assert!(!SeatSet::first(16).contains(Seat(16)));
        assert_eq!(SeatSet::EMPTY.with(Seat(200)), SeatSet::EMPTY);
        assert_eq!(SeatSet::only(Seat(16)), SeatSet::EMPTY);
        assert_eq!(SeatSet::first(3).bits(), 0b111);
        assert_eq!(SeatSet::first(16).len(), 16);
    }

    #[test]
    fn viewers_are_the_seats_and_one_spectator() {
        let all: Vec<_> = Viewer::all(2).collect();
        assert_eq!(all, [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Spectator]);
        assert_eq!(Viewer::all(99).count(), 17, "a set holds sixteen seats");
        assert!(all[1].is(Seat(1)) && !all[1].is(Seat(0)) && !Viewer::Spectator.is(Seat(0)));
    }
}
