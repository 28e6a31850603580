//! A deck that is settled before the first card is bought, and proved card by card.
//!
//! The order of all cards follows from the seed. The *root* of a Merkle tree over them is published at the start of the game;
//! who buys a card gets its *proof*: its salt, and the hashes beside its way up to the root. So a card is
//! checked when it is bought, and tells nothing about the others. Kinds are numbers; what they mean is the game's affair.
//!
//! Published: docs/fairness.md §8 (order) and §15 (tree).

use std::fmt;

use crate::{Fair, Hash};

/// The purpose from which the order is drawn; the index is how many cards were bought before.
const ORDER: &str = "deck";
/// The purpose from which each card has its salt.
const SALT: &str = "deck_salt";
const LEAF: u8 = 0;
const NODE: u8 = 1;

/// All cards in the order in which they will be bought.
#[derive(Clone, PartialEq, Eq)]
pub struct Deck {
    cards: Vec<(u8, [u8; 32])>,
    /// Hashes of the cards, then of pairs of those, and so on up to the root.
    levels: Vec<Vec<Hash>>,
}

/// What shows that a card was where it was when the deck was settled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// How many cards were bought before it.
    pub index: u32,
    /// Its kind.
    pub kind: u8,
    /// What keeps the hash of an unseen card from being guessed.
    pub salt: [u8; 32],
    /// The hashes beside the way to the root, from the bottom up. Where there is nothing beside, none is listed.
    pub path: Vec<Hash>,
}

impl Deck {
    /// The deck of a seed, with so many cards of each kind, numbered from 0.
    #[must_use]
    pub fn new<const KINDS: usize>(fair: &Fair, counts: [u8; KINDS]) -> Self {
        const { assert!(KINDS <= 256, "a kind is one byte") };
        let mut left = counts;
        let n: u32 = counts.iter().map(|&count| u32::from(count)).sum();
        let cards: Vec<_> = (0..n)
            .map(|index| {
                let mut place = fair.ticket(ORDER, index.into(), n - index);
                let mut kind = 0;
                while kind + 1 < KINDS && place >= u32::from(left[kind]) {
                    place -= u32::from(left[kind]);
                    kind += 1;
                }
                left[kind] = left[kind].saturating_sub(1);
                (kind as u8, fair.stream(SALT, index.into()).block(0))
            })
            .collect();
        let leaves = (0..n).zip(&cards).map(|(index, &(kind, salt))| leaf(index, kind, &salt)).collect();
        Self { levels: levels(leaves), cards }
    }

    /// What is published at the start of the game. Of no cards it is 32 zero bytes.
    #[must_use]
    pub fn root(&self) -> Hash {
        self.levels.last().and_then(|top| top.first()).copied().unwrap_or(Hash([0; 32]))
    }

    /// The kinds in the order in which they will be bought.
    pub fn kinds(&self) -> impl Iterator<Item = u8> {
        self.cards.iter().map(|&(kind, _)| kind)
    }

    /// For whoever buys the card with this index, and for nobody else before the game is over.
    #[must_use]
    pub fn proof(&self, index: u32) -> Option<Proof> {
        let &(kind, salt) = self.cards.get(index as usize)?;
        let mut at = index as usize;
        let mut path = Vec::new();
        for level in &self.levels {
            path.extend(level.get(at ^ 1));
            at /= 2;
        }
        Some(Proof { index, kind, salt, path })
    }
}

/// Shows the root, which everybody may know.
impl fmt::Debug for Deck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Deck({})", self.root())
    }
}

impl Proof {
    /// Whether the card belongs to a deck of `cards` with this root.
    #[must_use]
    pub fn fits(&self, root: &Hash, cards: u32) -> bool {
        let (mut at, mut width) = (self.index, cards);
        if at >= width {
            return false;
        }
        let mut hash = leaf(self.index, self.kind, &self.salt);
        let mut path = self.path.iter();
        while width > 1 {
            if at ^ 1 < width {
                let Some(beside) = path.next() else { return false };
                hash = if at % 2 == 1 { node(beside, &hash) } else { node(&hash, beside) };
            }
            at /= 2;
            width = width.div_ceil(2);
        }
        path.next().is_none() && hash == *root
    }
}

fn leaf(index: u32, kind: u8, salt: &[u8; 32]) -> Hash {
    Hash::of(&[&[LEAF], &index.to_be_bytes(), &[kind], salt])
}

fn node(left: &Hash, right: &Hash) -> Hash {
    Hash::of(&[&[NODE], &left.0, &right.0])
}

/// From the leaves up to the root. What has nothing beside it moves up as it is.
fn levels(leaves: Vec<Hash>) -> Vec<Vec<Hash>> {
    let mut levels = vec![leaves];
    while let Some(below) = levels.last().filter(|level| level.len() > 1) {
        let above = below
            .chunks(2)
            .map(|pair| match pair {
                [left, right] => node(left, right),
                _ => pair[0],
            })
            .collect();
        levels.push(above);
    }
    levels
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;

    fn fair() -> Fair {
        Fair::new(&Seed::from([5; 32]))
    }

    /// The root by recursion, which knows nothing of levels: the left part is the largest power of two below the whole.
    fn root(hashes: &[Hash]) -> Hash {
        if let [one] = hashes {
            return *one;
        }
        let (left, right) = hashes.split_at(hashes.len().next_power_of_two() / 2);
        node(&root(left), &root(right))
    }

    /// §15, for every size up to one that has all shapes in it.
    #[test]
    fn every_card_is_proved_and_no_other_is() {
        for n in 1..=40_u8 {
            let deck = Deck::new(&fair(), [n]);
            let leaves: Vec<Hash> =
                (0..u32::from(n)).map(|i| leaf(i, 0, &fair().stream(SALT, i.into()).block(0))).collect();
            assert_eq!(deck.root(), root(&leaves), "{n} cards");
            for index in 0..u32::from(n) {
                let proof = deck.proof(index).unwrap();
                let fits = |proof: &Proof| proof.fits(&deck.root(), n.into());
                assert!(fits(&proof), "card {index} of {n}");
                for other in (0..u32::from(n)).filter(|&other| other != index) {
                    assert!(
                        !fits(&Proof { index: other, ..proof.clone() }),
                        "card {index} of {n} as {other}"
                    );
                }
                assert!(!fits(&Proof { index: n.into(), ..proof.clone() }));
                assert!(!fits(&Proof { kind: 1, ..proof.clone() }));
                assert!(!fits(&Proof { salt: [0; 32], ..proof.clone() }));
                assert!(!proof.fits(&Hash([0; 32]), n.into()));
                for place in 0..proof.path.len() {
                    let mut changed = proof.clone();
                    changed.path[place].0[31] ^= 1;
                    assert!(!fits(&changed));
                }
                let (mut longer, mut shorter) = (proof.clone(), proof.clone());
                longer.path.push(Hash([0; 32]));
                assert!(!fits(&longer));
                assert!(shorter.path.pop().is_none() || !fits(&shorter));
            }
            assert_eq!(deck.proof(n.into()), None);
        }
        assert_eq!(Deck::new(&fair(), [0, 0]).root(), Hash([0; 32]));
    }

    #[test]
    fn a_deck_has_the_cards_it_is_made_of() {
        let counts = [14, 5, 2, 2, 2];
        let kinds: Vec<u8> = Deck::new(&fair(), counts).kinds().collect();
        for (kind, &count) in counts.iter().enumerate() {
            assert_eq!(kinds.iter().filter(|&&k| usize::from(k) == kind).count(), usize::from(count));
        }
        assert!(!kinds.is_sorted(), "it is shuffled");
        assert_ne!(kinds, Deck::new(&Fair::new(&Seed::from([6; 32])), counts).kinds().collect::<Vec<_>>());
        let deck = Deck::new(&fair(), counts);
        assert_eq!(format!("{deck:?}"), format!("Deck({})", deck.root()));
    }
}
