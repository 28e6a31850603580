//! Development cards and counts of them.
//!
//! Rules: docs/rules/catan.md §2.4 (the 25 cards) and §11 (what they do).

use std::fmt;

/// A kind of development card, in the order that all lists use.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum DevCard {
    /// Moves the robber and steals.
    Knight = 0,
    /// Worth a point.
    VictoryPoint = 1,
    /// Two roads for free.
    RoadBuilding = 2,
    /// Two cards from the bank.
    YearOfPlenty = 3,
    /// One kind of resource from everybody.
    Monopoly = 4,
}

impl DevCard {
    /// All five, in order.
    pub const ALL: [Self; 5] =
        [Self::Knight, Self::VictoryPoint, Self::RoadBuilding, Self::YearOfPlenty, Self::Monopoly];

    /// The place in every list of cards.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Knight => "knight",
            Self::VictoryPoint => "victory_point",
            Self::RoadBuilding => "road_building",
            Self::YearOfPlenty => "year_of_plenty",
            Self::Monopoly => "monopoly",
        }
    }

    /// The card with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|c| c.name() == name)
    }
}

impl fmt::Display for DevCard {
    /// The name in sentences: `year of plenty`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Knight => "knight",
            Self::VictoryPoint => "victory point",
            Self::RoadBuilding => "road building",
            Self::YearOfPlenty => "year of plenty",
            Self::Monopoly => "monopoly",
        })
    }
}

/// A count of each kind of development card, each from 0 to 15, packed into four bits a kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct DevCards(u32);

impl DevCards {
    /// No cards.
    pub const EMPTY: Self = Self(0);
    /// The whole deck (§2.4).
    pub const FULL_DECK: Self = Self::of([14, 5, 2, 2, 2]);

    /// These counts (knight, victory point, road building, year of plenty, monopoly), if each is at most 15.
    #[must_use]
    pub fn new(counts: [u8; 5]) -> Option<Self> {
        counts.iter().all(|&n| n <= 15).then(|| Self::of(counts))
    }

    pub(crate) const fn of(counts: [u8; 5]) -> Self {
        Self(
            counts[0] as u32
                | (counts[1] as u32) << 4
                | (counts[2] as u32) << 8
                | (counts[3] as u32) << 12
                | (counts[4] as u32) << 16,
        )
    }

    /// How many cards of one kind.
    #[must_use]
    #[inline]
    pub const fn get(self, card: DevCard) -> u8 {
        (self.0 >> (4 * card as u32)) as u8 & 15
    }

    /// The counts in order.
    #[must_use]
    pub fn counts(self) -> [u8; 5] {
        DevCard::ALL.map(|card| self.get(card))
    }

    /// How many cards in all.
    #[must_use]
    #[inline]
    pub const fn total(self) -> u32 {
        const EVEN: u32 = 0x000f_0f0f;
        let pairs = (self.0 & EVEN) + (self.0 >> 4 & EVEN);
        (pairs + (pairs >> 8) + (pairs >> 16)) & 0xff
    }

    /// Whether there is no card.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// With one more of a kind that has fewer than 15.
    #[inline]
    pub(crate) const fn with(self, card: DevCard) -> Self {
        Self(self.0 + (1 << (4 * card as u32)))
    }

    /// With one less of a kind that is there.
    #[inline]
    pub(crate) const fn without(self, card: DevCard) -> Self {
        Self(self.0.wrapping_sub(1 << (4 * card as u32)))
    }

    /// Without `less`, all of which is there.
    #[inline]
    pub(crate) const fn minus(self, less: Self) -> Self {
        Self(self.0.wrapping_sub(less.0))
    }

    /// The kinds (bit 0 is the knight) of which there is at least one.
    #[inline]
    pub(crate) const fn kinds(self) -> u8 {
        // Each kind's four bits are folded onto the lowest of them; these are then moved together, pair by pair.
        let any = (self.0 | self.0 >> 1 | self.0 >> 2 | self.0 >> 3) & 0x1_1111;
        let pairs = (any | any >> 3) & 0x1_0303;
        let four = (pairs | pairs >> 6) & 0x1_000f;
        (four | four >> 12) as u8 & 0x1f
    }

    /// The kind of the card with this number, counting through the kinds in order.
    #[must_use]
    pub fn card_at(self, number: u32) -> DevCard {
        let mut left = number;
        for card in DevCard::ALL {
            let n = u32::from(self.get(card));
            if left < n {
                return card;
            }
            left -= n;
        }
        DevCard::Monopoly
    }
}

impl fmt::Debug for DevCards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DevCards{:?}", self.counts())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deck_has_twenty_five_cards() {
        assert_eq!(DevCards::FULL_DECK.total(), 25, "§2.4");
        assert_eq!(DevCards::FULL_DECK.counts(), [14, 5, 2, 2, 2]);
    }

    #[test]
    fn counting_adding_and_taking_agree() {
        let mut cards = DevCards::EMPTY;
        for (n, card) in DevCard::ALL.into_iter().cycle().take(40).enumerate() {
            assert_eq!(cards.total() as usize, n);
            cards = cards.with(card);
        }
        assert_eq!(cards.counts(), [8; 5]);
        assert_eq!(cards.without(DevCard::Monopoly).counts(), [8, 8, 8, 8, 7]);
        assert_eq!(cards.minus(DevCards::of([1, 2, 3, 4, 5])).counts(), [7, 6, 5, 4, 3]);
        assert_eq!(DevCards::new([15; 5]).map(DevCards::total), Some(75));
        assert_eq!(DevCards::new([0, 16, 0, 0, 0]), None);
    }

    #[test]
    fn kinds_are_the_counts_that_are_not_zero() {
        for bits in 0..32u8 {
            for n in [1, 7, 8, 15] {
                let counts = std::array::from_fn(|i| if bits >> i & 1 == 1 { n } else { 0 });
                assert_eq!(DevCards::of(counts).kinds(), bits, "{counts:?}");
            }
        }
    }

    #[test]
    fn cards_are_numbered_kind_by_kind() {
        let kinds: Vec<_> = (0..25).map(|i| DevCards::FULL_DECK.card_at(i)).collect();
        for card in DevCard::ALL {
            let n = kinds.iter().filter(|&&k| k == card).count();
            assert_eq!(n, DevCards::FULL_DECK.get(card) as usize);
        }
        assert!(kinds.is_sorted());
    }
}
