//! Resources and hands of them.
//!
//! A *hand* is a count of each of the five resources: what a player holds, what the bank has left, what something
//! costs. It is packed into one word, a byte per kind, so that "can pay", "pay" and "collect" are single operations.
//!
//! Rules: docs/rules/catan.md §2.

use std::fmt;

/// One of the five resources, in the order that all lists use.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Resource {
    /// From the forest.
    Wood = 0,
    /// From the hills.
    Brick = 1,
    /// From the pasture.
    Sheep = 2,
    /// From the fields.
    Wheat = 3,
    /// From the mountains.
    Ore = 4,
}

impl Resource {
    /// All five, in order.
    pub const ALL: [Self; 5] = [Self::Wood, Self::Brick, Self::Sheep, Self::Wheat, Self::Ore];

    /// The resource with this number; numbers beyond the last name the last.
    #[must_use]
    #[inline]
    pub(crate) const fn from_index(index: usize) -> Self {
        Self::ALL[if index < 5 { index } else { 4 }]
    }

    /// The place in every list of resources.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The name on the wire and in sentences.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wood => "wood",
            Self::Brick => "brick",
            Self::Sheep => "sheep",
            Self::Wheat => "wheat",
            Self::Ore => "ore",
        }
    }

    /// The resource with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|r| r.name() == name)
    }
}

impl fmt::Display for Resource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The top bit of each of the five bytes: it stays set in a subtraction exactly where nothing had to be borrowed.
const GUARD: u64 = 0x80_8080_8080;

/// A count of each resource, each from 0 to 127.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Hand(u64);

impl Hand {
    /// No cards.
    pub const EMPTY: Self = Self(0);
    /// What the bank holds before the first card is paid out (§2.2).
    pub const FULL_BANK: Self = Self::of([19; 5]);
    /// The largest count of one kind that a hand can express. A table has 19.
    pub const MAX: u8 = 127;

    /// A hand of these counts (wood, brick, sheep, wheat, ore), if none exceeds [`Hand::MAX`].
    #[must_use]
    pub const fn new(counts: [u8; 5]) -> Option<Self> {
        let mut i = 0;
        while i < 5 {
            if counts[i] > Self::MAX {
                return None;
            }
            i += 1;
        }
        Some(Self::of(counts))
    }

    /// As [`Hand::new`], for counts that are small by construction.
    pub(crate) const fn of(counts: [u8; 5]) -> Self {
        Self(u64::from_le_bytes([counts[0], counts[1], counts[2], counts[3], counts[4], 0, 0, 0]))
    }

    /// A hand from a word with a byte a kind, none above [`Hand::MAX`].
    #[inline]
    pub(crate) const fn from_packed(word: u64) -> Self {
        Self(word)
    }

    /// `n` cards of one kind, at most [`Hand::MAX`].
    #[must_use]
    #[inline]
    pub const fn some(resource: Resource, n: u8) -> Self {
        let n = if n > Self::MAX { Self::MAX } else { n };
        Self((n as u64) << (8 * resource as u32))
    }

    /// One card.
    #[must_use]
    #[inline]
    pub const fn one(resource: Resource) -> Self {
        Self(1 << (8 * resource as u32))
    }

    /// How many cards of one kind.
    #[must_use]
    #[inline]
    pub const fn get(self, resource: Resource) -> u8 {
        (self.0 >> (8 * resource as u32)) as u8
    }

    /// The counts in order.
    #[must_use]
    #[inline]
    pub const fn counts(self) -> [u8; 5] {
        let b = self.0.to_le_bytes();
        [b[0], b[1], b[2], b[3], b[4]]
    }

    /// How many cards in all.
    #[must_use]
    #[inline]
    pub const fn total(self) -> u32 {
        const PAIRS: u64 = 0x00ff_00ff_00ff;
        let pairs = (self.0 & PAIRS) + (self.0 >> 8 & PAIRS);
        (pairs.wrapping_mul(0x0001_0001_0001) >> 32) as u32 & 0xffff
    }

    /// Whether there is no card.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether all of `cost` is in this hand.
    #[must_use]
    #[inline]
    pub const fn covers(self, cost: Self) -> bool {
        ((self.0 | GUARD) - cost.0) & GUARD == GUARD
    }

    /// The kinds (bit 0 is wood) of which this hand has at least as many as `other`.
    #[inline]
    pub(crate) const fn at_least(self, other: Self) -> u8 {
        // The guard bits of the five bytes, gathered into five neighbouring bits.
        let guards = (((self.0 | GUARD) - other.0) & GUARD) >> 7;
        (guards.wrapping_mul(0x0001_0204_0810) >> 32) as u8 & 0x1f
    }

    /// This hand and `more`, if no count exceeds [`Hand::MAX`].
    #[must_use]
    #[inline]
    pub(crate) const fn plus(self, more: Self) -> Self {
        Self(self.0 + more.0)
    }

    /// This hand without `less`, which it must cover.
    #[must_use]
    #[inline]
    pub(crate) const fn minus(self, less: Self) -> Self {
        Self(self.0.wrapping_sub(less.0))
    }

    /// What of `wanted` is missing from this hand.
    #[must_use]
    pub fn missing(self, wanted: Self) -> Self {
        let (have, want) = (self.counts(), wanted.counts());
        Self::of(std::array::from_fn(|i| want[i].saturating_sub(have[i])))
    }

    /// Whether a kind is in both hands.
    #[must_use]
    pub fn shares_a_kind(self, other: Self) -> bool {
        Resource::ALL.into_iter().any(|r| self.get(r) > 0 && other.get(r) > 0)
    }

    /// The kind of the card with this number, counting through the hand from wood to ore.
    #[must_use]
    #[inline]
    pub fn card_at(self, number: u32) -> Resource {
        let mut left = number;
        for resource in Resource::ALL {
            let n = u32::from(self.get(resource));
            if left < n {
                return resource;
            }
            left -= n;
        }
        Resource::Ore
    }
}

impl FromIterator<(Resource, u8)> for Hand {
    /// Counts beyond [`Hand::MAX`] are cut off there.
    fn from_iter<I: IntoIterator<Item = (Resource, u8)>>(cards: I) -> Self {
        let mut counts = [0u8; 5];
        for (resource, n) in cards {
            let count = &mut counts[resource.index()];
            *count = count.saturating_add(n).min(Self::MAX);
        }
        Self::of(counts)
    }
}

impl fmt::Display for Hand {
    /// `2 wheat, 3 ore`; an empty hand is `nothing`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("nothing");
        }
        let mut separator = "";
        for resource in Resource::ALL {
            let n = self.get(resource);
            if n > 0 {
                write!(f, "{separator}{n} {resource}")?;
                separator = ", ";
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hand({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every combination of a few telling counts, against plain arithmetic on arrays.
    #[test]
    fn packed_hands_agree_with_arrays() {
        const COUNTS: [u8; 5] = [0, 1, 3, 19, 127];
        let all: Vec<[u8; 5]> = (0..3125usize)
            .map(|i| [i % 5, i / 5 % 5, i / 25 % 5, i / 125 % 5, i / 625].map(|d| COUNTS[d]))
            .collect();
        for a in &all {
            let hand = Hand::new(*a).expect("in range");
            assert_eq!(hand.counts(), *a);
            assert_eq!(hand.total(), a.iter().map(|&n| u32::from(n)).sum::<u32>());
            for b in all.iter().step_by(7) {
                let other = Hand::new(*b).expect("in range");
                let covered: Vec<bool> = a.iter().zip(b).map(|(x, y)| x >= y).collect();
                assert_eq!(hand.covers(other), covered.iter().all(|&c| c), "{a:?} {b:?}");
                for (i, &c) in covered.iter().enumerate() {
                    assert_eq!(hand.at_least(other) >> i & 1 == 1, c, "{a:?} {b:?}");
                }
                assert_eq!(hand.missing(other).is_empty(), hand.covers(other));
            }
        }
    }

    #[test]
    fn too_many_cards_of_a_kind_are_no_hand() {
        for kind in 0..5 {
            let mut counts = [0; 5];
            counts[kind] = 128;
            assert_eq!(Hand::new(counts), None);
        }
        assert_eq!(Hand::some(Resource::Ore, 255).get(Resource::Ore), 127);
    }

    #[test]
    fn cards_are_numbered_from_wood_to_ore() {
        let hand = Hand::of([2, 0, 1, 0, 1]);
        let kinds: Vec<_> = (0..4).map(|i| hand.card_at(i)).collect();
        assert_eq!(kinds, [Resource::Wood, Resource::Wood, Resource::Sheep, Resource::Ore]);
    }

    #[test]
    fn a_hand_reads_like_a_list() {
        assert_eq!(Hand::of([0, 0, 0, 2, 3]).to_string(), "2 wheat, 3 ore");
        assert_eq!(Hand::EMPTY.to_string(), "nothing");
    }
}
