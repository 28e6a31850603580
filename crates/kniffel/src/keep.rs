//! Keeps: which of the five dice stay when the others are thrown again.
//!
//! A keep is one of 32 sets of places. Its number has one bit for each place, the first die at bit 0, and gives
//! the order of the legal actions: from "throw all" to "keep all".
//!
//! Rules: docs/rules/kniffel.md §4.

/// A set of dice to keep, by their places.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Keep(u8);

impl Keep {
    /// How many keeps there are.
    pub const COUNT: usize = 32;
    /// All five dice are thrown.
    pub const NONE: Self = Self(0);
    /// All five dice stay.
    pub const ALL: Self = Self(31);

    /// The keep with this number.
    #[must_use]
    #[inline]
    pub const fn from_number(number: usize) -> Option<Self> {
        if number < Self::COUNT { Some(Self(number as u8)) } else { None }
    }

    /// The number of this keep, from 0 to 31.
    #[must_use]
    #[inline]
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    /// Whether the die at this place stays.
    #[must_use]
    #[inline]
    pub const fn holds(self, place: usize) -> bool {
        place < 5 && self.0 >> place & 1 == 1
    }

    /// How many dice are thrown.
    #[must_use]
    #[inline]
    pub const fn n_thrown(self) -> u32 {
        5 - self.0.count_ones()
    }

    /// Place by place, whether the die stays.
    #[must_use]
    pub fn to_array(self) -> [bool; 5] {
        [0, 1, 2, 3, 4].map(|place| self.holds(place))
    }
}

impl From<[bool; 5]> for Keep {
    fn from(kept: [bool; 5]) -> Self {
        Self((0..5).map(|place| u8::from(kept[place]) << place).sum())
    }
}

impl std::fmt::Debug for Keep {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Keep ")?;
        (0..5).try_for_each(|place| f.write_str(if self.holds(place) { "x" } else { "-" }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_32_keeps_and_each_is_found_by_its_number_and_its_places() {
        for number in 0..32 {
            let keep = Keep::from_number(number).unwrap();
            assert_eq!(keep.number(), number);
            assert_eq!(Keep::from(keep.to_array()), keep);
            assert_eq!(keep.to_array().iter().filter(|kept| !**kept).count(), keep.n_thrown() as usize);
            assert!(!keep.holds(5) && !keep.holds(usize::MAX));
        }
        assert_eq!(Keep::from_number(32), None);
        assert_eq!(Keep::from([true, false, false, false, false]).number(), 1);
        assert_eq!((Keep::NONE.n_thrown(), Keep::ALL.n_thrown()), (5, 0));
        assert_eq!(format!("{:?}", Keep::from([true, false, false, true, true])), "Keep x--xx");
    }
}
