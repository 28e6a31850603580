//! The chain: secrets that are published one by one, each proved by the one before.
//!
//! A *link* is 32 bytes; hashing link i gives link i − 1. The last link follows from the server's seed, and link 0, the
//! *anchor*, is published as the commitment. Whoever knows link i − 1 can check link i at once, and nobody can compute it in
//! advance but the one who knows the seed. So every spin of a roulette wheel can be checked as soon as it is over.
//!
//! Published: docs/fairness.md §16.

use std::fmt;

use crate::{Context, Hash, Secret};

const END: &[u8] = b"stammtisch/fair/1/chain\0";
/// Short enough for text, link and padding to fit into one block of SHA-256.
const LINK: &[u8] = b"stammtisch/fair/1/link\0";

/// How many links there are behind the anchor, and so how many draws a game with a chain can have.
pub const LENGTH: u32 = 65_536;
/// Every so many links one is kept, so that none is further than that from one that is known.
const STRIDE: u32 = 256;
const _: () = assert!(LENGTH.is_multiple_of(STRIDE));

/// All links of one game.
#[derive(Clone, PartialEq, Eq)]
pub struct Chain {
    /// Links 0, 256, 512, …, [`LENGTH`].
    kept: Vec<Hash>,
}

impl Chain {
    /// The chain that a server's seed holds for a game. Walks its whole length once.
    #[must_use]
    pub fn new(context: &Context, seed: &Secret) -> Self {
        let last = Hash::of(&[END, &context.to_bytes(), seed.bytes()]);
        #[cfg(feature = "probe")]
        let chain = memory::recall(last, Self::ending_in);
        #[cfg(not(feature = "probe"))]
        let chain = Self::ending_in(last);
        chain
    }

    fn ending_in(last: Hash) -> Self {
        let mut link = last;
        let mut kept = vec![link];
        for _ in 0..LENGTH / STRIDE {
            link = back(link, STRIDE);
            kept.push(link);
        }
        kept.reverse();
        Self { kept }
    }

    /// Link 0: what is published before the first draw.
    #[must_use]
    pub fn anchor(&self) -> Hash {
        self.kept[0]
    }

    /// The link of the draw with this number, from 1; `None` beyond the end. A secret until that draw is over.
    #[must_use]
    pub fn link(&self, number: u32) -> Option<Hash> {
        let after = number.div_ceil(STRIDE);
        let known = self.kept.get(after as usize)?;
        Some(back(*known, after * STRIDE - number))
    }
}

/// Whether a link is the one behind `previous`.
#[must_use]
pub fn follows(previous: &Hash, link: &Hash) -> bool {
    back(*link, 1) == *previous
}

fn back(link: Hash, steps: u32) -> Hash {
    (0..steps).fold(link, |link, _| Hash::of(&[LINK, &link.0]))
}

/// Shows the anchor, which everybody may know.
impl fmt::Debug for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Chain({})", self.anchor())
    }
}

/// For probes, which begin the same few games a million times: chains that were walked before.
#[cfg(feature = "probe")]
mod memory {
    use std::cell::RefCell;
    use std::collections::BTreeMap;

    use super::{Chain, Hash};

    /// As many as an evening's seeds can be, eight kibibytes each.
    const MOST: usize = 512;

    thread_local! {
        static CHAINS: RefCell<Option<BTreeMap<Hash, Chain>>> = const { RefCell::new(None) };
    }

    /// From now on this thread walks no chain twice. Without this nothing is kept.
    pub fn remember() {
        CHAINS.with_borrow_mut(|chains| {
            chains.get_or_insert_default();
        });
    }

    pub(super) fn recall(last: Hash, walk: impl Fn(Hash) -> Chain) -> Chain {
        CHAINS.with_borrow_mut(|chains| {
            let Some(chains) = chains else { return walk(last) };
            if chains.len() == MOST && !chains.contains_key(&last) {
                chains.clear();
            }
            chains.entry(last).or_insert_with(|| walk(last)).clone()
        })
    }
}

#[cfg(feature = "probe")]
pub use memory::remember;

#[cfg(test)]
mod tests {
    use super::*;

    /// §16: computed link by link, without anything kept.
    #[test]
    fn every_link_hashes_to_the_one_before() {
        let context = Context::new("t", 1).unwrap();
        let chain = Chain::new(&context, &Secret::from([3; 32]));
        let mut expected = Hash::of(&[END, b"\x01t\x00\x00\x00\x01", &[3; 32]]);
        for number in (0..=LENGTH).rev() {
            // Walking to a link costs up to 255 steps, so most are compared only where something could go wrong.
            if number % STRIDE < 2 || number % STRIDE == STRIDE - 1 || number < 600 {
                assert_eq!(chain.link(number), Some(expected), "link {number}");
            }
            let before = Hash::of(&[LINK, &expected.0]);
            assert!(follows(&before, &expected));
            assert!(!follows(&expected, &before) && !follows(&expected, &expected));
            expected = before;
        }
        assert_eq!(chain.link(0), Some(chain.anchor()));
        for beyond in [LENGTH + 1, LENGTH + STRIDE, LENGTH + STRIDE + 1, u32::MAX] {
            assert_eq!(chain.link(beyond), None, "link {beyond}");
        }
        assert_eq!(format!("{chain:?}"), format!("Chain({})", chain.anchor()));
    }

    #[test]
    fn a_step_is_one_block_of_the_hash() {
        assert!(LINK.len() + 32 + 9 <= 64);
    }
}
