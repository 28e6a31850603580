//! Categories: the thirteen boxes of a sheet, and sets of them.
//!
//! The *upper* boxes count one face each, the *lower* ones ask for a pattern. The order is that of the sheet and
//! of the legal actions.
//!
//! Rules: docs/rules/kniffel.md §6.

/// One of the thirteen boxes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Category {
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

impl Category {
    /// How many there are.
    pub const COUNT: usize = 13;

    /// All of them, in the order of the sheet.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Ones,
        Self::Twos,
        Self::Threes,
        Self::Fours,
        Self::Fives,
        Self::Sixes,
        Self::ThreeOfAKind,
        Self::FourOfAKind,
        Self::FullHouse,
        Self::SmallStraight,
        Self::LargeStraight,
        Self::Kniffel,
        Self::Chance,
    ];

    /// The place on the sheet, from 0.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The category at this place of the sheet.
    #[must_use]
    pub fn from_index(index: usize) -> Option<Self> {
        Self::ALL.get(index).copied()
    }

    /// The upper box that counts this face.
    #[must_use]
    pub const fn of_face(face: u8) -> Option<Self> {
        match face {
            1 => Some(Self::Ones),
            2 => Some(Self::Twos),
            3 => Some(Self::Threes),
            4 => Some(Self::Fours),
            5 => Some(Self::Fives),
            6 => Some(Self::Sixes),
            _ => None,
        }
    }

    /// The face that an upper box counts.
    #[must_use]
    #[inline]
    pub const fn face(self) -> Option<u8> {
        if (self as u8) < 6 { Some(self as u8 + 1) } else { None }
    }

    /// The name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ones => "ones",
            Self::Twos => "twos",
            Self::Threes => "threes",
            Self::Fours => "fours",
            Self::Fives => "fives",
            Self::Sixes => "sixes",
            Self::ThreeOfAKind => "three_of_a_kind",
            Self::FourOfAKind => "four_of_a_kind",
            Self::FullHouse => "full_house",
            Self::SmallStraight => "small_straight",
            Self::LargeStraight => "large_straight",
            Self::Kniffel => "kniffel",
            Self::Chance => "chance",
        }
    }

    /// The category with this name; any other text names nothing.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|category| category.name() == name)
    }
}

/// A set of categories, iterated in the order of the sheet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CategorySet(u16);

impl CategorySet {
    /// None of them.
    pub const EMPTY: Self = Self(0);
    /// All thirteen.
    pub const ALL: Self = Self((1 << Category::COUNT) - 1);
    /// The six upper boxes.
    pub const UPPER: Self = Self((1 << 6) - 1);
    /// The seven lower boxes.
    pub const LOWER: Self = Self(Self::ALL.0 & !Self::UPPER.0);

    /// Only this one.
    #[must_use]
    #[inline]
    pub const fn only(category: Category) -> Self {
        Self(1 << category as u8)
    }

    /// Whether it is in the set.
    #[must_use]
    #[inline]
    pub const fn contains(self, category: Category) -> bool {
        self.0 & Self::only(category).0 != 0
    }

    /// The set with this one added.
    #[must_use]
    #[inline]
    pub const fn with(self, category: Category) -> Self {
        Self(self.0 | Self::only(category).0)
    }

    /// Those in both sets.
    #[must_use]
    #[inline]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Those that are not in the set.
    #[must_use]
    #[inline]
    pub const fn complement(self) -> Self {
        Self(!self.0 & Self::ALL.0)
    }

    /// How many there are.
    #[must_use]
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The one with this number in the set, from 0.
    #[must_use]
    #[inline]
    pub fn get(self, index: usize) -> Option<Category> {
        let mut rest = self.0;
        for _ in 0..index.min(Category::COUNT) {
            rest &= rest.wrapping_sub(1);
        }
        Category::from_index(rest.trailing_zeros() as usize)
    }

    /// The categories in the order of the sheet.
    pub fn iter(self) -> impl Iterator<Item = Category> {
        Category::ALL.into_iter().filter(move |&category| self.contains(category))
    }
}

impl FromIterator<Category> for CategorySet {
    fn from_iter<I: IntoIterator<Item = Category>>(categories: I) -> Self {
        categories.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl std::fmt::Debug for CategorySet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_category_is_found_by_its_place_its_face_and_its_name() {
        for (index, category) in Category::ALL.into_iter().enumerate() {
            assert_eq!(category.index(), index);
            assert_eq!(Category::from_index(index), Some(category));
            assert_eq!(Category::from_name(category.name()), Some(category));
            assert_eq!(category.face().is_some(), index < 6);
            if let Some(face) = category.face() {
                assert_eq!(usize::from(face), index + 1);
                assert_eq!(Category::of_face(face), Some(category));
            }
        }
        assert_eq!((Category::of_face(0), Category::of_face(7)), (None, None));
    }

    #[test]
    fn every_set_counts_and_lists_exactly_its_members() {
        for bits in 0..=CategorySet::ALL.0 {
            let set = CategorySet(bits);
            let members: Vec<_> = set.iter().collect();
            assert_eq!(members.len(), set.len());
            assert_eq!(members.is_empty(), set.is_empty());
            assert_eq!(members.iter().copied().collect::<CategorySet>(), set);
            for (index, member) in members.iter().enumerate() {
                assert_eq!(set.get(index), Some(*member));
            }
            assert_eq!(set.get(members.len()), None);
            assert_eq!(set.get(usize::MAX), None);
            assert_eq!(set.complement().len() + set.len(), 13);
            assert!(set.complement().and(set).is_empty());
        }
        assert_eq!(CategorySet::UPPER.iter().filter_map(Category::face).sum::<u8>(), 21);
        assert_eq!(CategorySet::LOWER, CategorySet::UPPER.complement());
    }
}
