//! The scheme: from a seed to one key per purpose.
//!
//! HKDF-SHA-256 (RFC 5869) makes one secret of the seed, whatever its length, and from that a *key* for every
//! *purpose* (dice, deck, board …), so that knowing the numbers of one purpose tells nothing about another.
//! Every text in here is part of what a seed means. A scheme is never changed; a different one gets the
//! next number in its texts.
//!
//! Published: docs/fairness.md §1, §3 and §6.

use std::fmt;

use game::{Chance, Luck};
use hkdf::Hkdf;
use sha2::Sha256;

use crate::seed::{Seed, to_hex};
use crate::stream::{BLOCK, Stream};

/// The number of the scheme that this crate computes; a seed means nothing without it.
pub const SCHEME_VERSION: u32 = 1;

pub(crate) const SALT: &[u8] = b"stammtisch/fair/1";
const STREAM: &[u8] = b"stammtisch/fair/1/stream/";
const FINGERPRINT: &[u8] = b"stammtisch/fair/1/fingerprint";

/// A seed made ready to draw from.
#[derive(Clone)]
pub struct Fair {
    hkdf: Hkdf<Sha256>,
}

impl Fair {
    /// Gets a seed ready.
    #[must_use]
    pub fn new(seed: &Seed) -> Self {
        Self { hkdf: extract(SALT, seed.as_bytes()) }
    }

    /// The numbers that the seed holds for this purpose and index, from the first.
    #[must_use]
    pub fn stream(&self, purpose: &str, index: u64) -> Stream {
        Stream::new(&self.key(purpose), index)
    }

    /// What luck decides for the action at this position of the log, counted from 0.
    ///
    /// The same question gets the same answer however often it is asked: neither a crash nor an undone move is
    /// a second throw.
    pub fn draw<C: Chance>(&self, chance: &C, position: u64) -> C::Outcome {
        let purpose = chance.purpose();
        game::draw(chance, &mut self.stream(purpose.name, purpose.index.unwrap_or(position)))
    }

    /// The first number below `bound` that the seed holds for this purpose and index.
    #[must_use]
    pub fn ticket(&self, purpose: &str, index: u64, bound: u32) -> u32 {
        self.stream(purpose, index).below(bound)
    }

    pub(crate) fn key(&self, purpose: &str) -> [u8; BLOCK] {
        expand(&self.hkdf, &[STREAM, purpose.as_bytes()])
    }

    /// Tells two seeds apart in a log without telling either.
    pub(crate) fn fingerprint(&self) -> [u8; 4] {
        expand(&self.hkdf, &[FINGERPRINT])
    }
}

/// Shows the seed's fingerprint, as [`Seed`] does.
impl fmt::Debug for Fair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Fair(#{})", to_hex(&self.fingerprint()))
    }
}

fn extract(salt: &[u8], seed: &[u8]) -> Hkdf<Sha256> {
    Hkdf::new(Some(salt), seed)
}

/// HKDF-Expand, its info given in parts.
pub(crate) fn expand<const N: usize>(hkdf: &Hkdf<Sha256>, info: &[&[u8]]) -> [u8; N] {
    const { assert!(N <= 255 * 32, "HKDF gives no more") };
    let mut bytes = [0; N];
    hkdf.expand_multi_info(info, &mut bytes).expect("the length was checked when this was compiled");
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Purpose;

    /// RFC 5869 through the two functions that keys are made with.
    #[track_caller]
    fn check_hkdf<const N: usize>(seed: &[u8], salt: &[u8], info: &[u8], expected: &str) {
        let hkdf = extract(salt, seed);
        assert_eq!(to_hex(&expand::<N>(&hkdf, &[info])), expected);
        let (front, back) = info.split_at(info.len() / 3);
        assert_eq!(to_hex(&expand::<N>(&hkdf, &[front, back])), expected, "info in parts is the same info");
    }

    fn counting<const N: usize>(from: u8) -> [u8; N] {
        std::array::from_fn(|i| from + i as u8)
    }

    #[test]
    fn hkdf_known_answers() {
        check_hkdf::<42>(
            &[0x0b; 22],
            &counting::<13>(0),
            &counting::<10>(0xf0),
            "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865",
        );
        check_hkdf::<82>(
            &counting::<80>(0),
            &counting::<80>(0x60),
            &counting::<80>(0xb0),
            "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09\
             da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87",
        );
        check_hkdf::<42>(
            &[0x0b; 22],
            &[],
            &[],
            "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8",
        );
    }

    #[test]
    fn the_texts_carry_the_number_of_the_scheme() {
        let salt = format!("stammtisch/fair/{SCHEME_VERSION}");
        assert_eq!(SALT, salt.as_bytes());
        assert_eq!(STREAM, format!("{salt}/stream/").as_bytes());
        assert_eq!(FINGERPRINT, format!("{salt}/fingerprint").as_bytes());
    }

    /// A die with a thousand sides, so that an equal answer is no accident.
    struct Die(Purpose);

    impl Chance for Die {
        type Outcome = u32;

        fn total(&self) -> u32 {
            1_000
        }

        fn pick(&self, ticket: u32) -> u32 {
            ticket + 1
        }

        fn weight(&self, outcome: &u32) -> u32 {
            u32::from((1..=1_000).contains(outcome))
        }

        fn each(&self, visit: &mut dyn FnMut(u32, u32)) {
            (1..=1_000).for_each(|outcome| visit(outcome, 1));
        }

        fn purpose(&self) -> Purpose {
            self.0
        }
    }

    /// fairness.md §6: a purpose is indexed by the position in the log, unless it counts by itself.
    #[test]
    fn a_draw_takes_its_index_from_the_log_or_from_the_purpose() {
        let fair = Fair::new(&Seed::from([9; 32]));
        let first = |name, index| fair.stream(name, index).below(1_000) + 1;
        let dice = Die(Purpose::by_position("dice"));
        let deck = Die(Purpose { name: "deck", index: Some(4) });
        for position in [0, 1, 77] {
            assert_eq!(fair.draw(&dice, position), first("dice", position));
            assert_eq!(fair.draw(&dice, position), first("dice", position), "asked again");
            assert_eq!(fair.draw(&deck, position), first("deck", 4));
        }
        assert_ne!(first("dice", 0), first("dice", 1));
        assert_ne!(first("dice", 4), first("deck", 4));
    }

    #[test]
    fn debug_output_shows_nothing_but_the_fingerprint() {
        let seed = Seed::from([9; 32]);
        let fair = Fair::new(&seed);
        let shown = format!("{fair:?}");
        assert_eq!(shown, format!("Fair(#{})", to_hex(&fair.fingerprint())));
        assert_eq!(shown.len(), "Fair(#)".len() + 8);
        assert_ne!(shown, format!("{:?}", Fair::new(&Seed::from([8; 32]))));
    }
}
