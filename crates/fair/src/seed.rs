//! Seeds: the one secret of a game.
//!
//! A *seed* is 1 to 64 bytes, written in hex. Tables use 32 bytes of entropy; other lengths exist so that people
//! can type a seed of their own. Every byte and the length count: `00` and `0000` are two seeds. Until the
//! game is over nobody may see it, so it is shown only where [`Seed::to_hex`] is asked for by name.
//!
//! Published: docs/fairness.md §2.

use std::fmt::{self, Write};
use std::str::FromStr;

use crate::Fair;

const LONGEST: usize = 64;

/// The secret that decides all luck of one game.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed {
    /// Zero behind `len`.
    bytes: [u8; LONGEST],
    len: usize,
}

/// What is wrong with a text that should be a seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SeedFault {
    /// There is nothing.
    #[error("a seed needs at least two hex digits")]
    Empty,
    /// Half a byte is left over.
    #[error("a seed needs an even number of hex digits, two for each byte")]
    OddDigits,
    /// More than 64 bytes.
    #[error("a seed has at most 128 hex digits")]
    TooLong,
    /// Something else than 0–9, a–f, A–F.
    #[error("a seed is written in hex digits, but character {place} is {found:?}")]
    NotHex {
        /// Which character, from 1.
        place: usize,
        /// What stands there.
        found: char,
    },
}

impl Seed {
    /// Reads hex digits of either case, with nothing before, between or behind them.
    ///
    /// # Errors
    /// The first fault from the left.
    pub fn from_hex(text: &str) -> Result<Self, SeedFault> {
        let mut bytes = [0; LONGEST];
        let mut digits = 0;
        for found in text.chars() {
            let digit = found.to_digit(16).ok_or(SeedFault::NotHex { place: digits + 1, found })?;
            let byte = bytes.get_mut(digits / 2).ok_or(SeedFault::TooLong)?;
            *byte = *byte << 4 | digit as u8;
            digits += 1;
        }
        match digits {
            0 => Err(SeedFault::Empty),
            _ if digits % 2 == 1 => Err(SeedFault::OddDigits),
            _ => Ok(Self { bytes, len: digits / 2 }),
        }
    }

    /// The seed itself, in lower-case hex. Who reads it knows all luck of the game, past and to come.
    #[must_use]
    pub fn to_hex(&self) -> String {
        to_hex(self.as_bytes())
    }

    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}

impl FromStr for Seed {
    type Err = SeedFault;

    fn from_str(text: &str) -> Result<Self, SeedFault> {
        Self::from_hex(text)
    }
}

/// A seed of the usual length, which has no way to be wrong.
impl From<[u8; 32]> for Seed {
    fn from(entropy: [u8; 32]) -> Self {
        let mut bytes = [0; LONGEST];
        bytes[..32].copy_from_slice(&entropy);
        Self { bytes, len: 32 }
    }
}

/// Shows a fingerprint: enough to tell seeds apart, too little to draw from. There is no `Display`, so that a
/// seed cannot slip into a message. (A seed that is short enough to guess is guessed with or without this.)
impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seed(#{})", to_hex(&Fair::new(self).fingerprint()))
    }
}

pub(crate) fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hex_of_every_length_reads_and_writes_back() {
        for len in 1..=LONGEST {
            let hex = "0123456789abcdef".repeat(12)[len..3 * len].to_owned();
            let seed = Seed::from_hex(&hex).unwrap();
            assert_eq!(seed.as_bytes().len(), len);
            assert_eq!(seed.to_hex(), hex);
            assert_eq!(hex.to_uppercase().parse::<Seed>().unwrap(), seed);
        }
    }

    #[test]
    fn every_byte_reads_as_itself() {
        for byte in 0..=u8::MAX {
            assert_eq!(Seed::from_hex(&format!("{byte:02X}")).unwrap().as_bytes(), [byte]);
        }
    }

    #[test]
    fn the_length_is_part_of_the_seed() {
        let [one, two] = ["00", "0000"].map(|hex| Seed::from_hex(hex).unwrap());
        assert_ne!(one, two);
        assert_ne!(Fair::new(&one).key("dice"), Fair::new(&two).key("dice"));
    }

    #[test]
    fn thirty_two_bytes_are_a_seed() {
        let seed = Seed::from(std::array::from_fn(|i| i as u8));
        assert_eq!(seed.to_hex(), "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f");
        assert_eq!(Seed::from_hex(&seed.to_hex()), Ok(seed));
    }

    #[test]
    fn faults_are_told() {
        let too_long = "ab".repeat(64) + "a";
        for (text, message) in [
            ("", "a seed needs at least two hex digits"),
            ("abc", "a seed needs an even number of hex digits, two for each byte"),
            (&too_long, "a seed has at most 128 hex digits"),
            ("0x12", "a seed is written in hex digits, but character 2 is 'x'"),
            ("0g", "a seed is written in hex digits, but character 2 is 'g'"),
            ("12 34", "a seed is written in hex digits, but character 3 is ' '"),
            ("äb", "a seed is written in hex digits, but character 1 is 'ä'"),
            ("1\n", "a seed is written in hex digits, but character 2 is '\\n'"),
            ("+1", "a seed is written in hex digits, but character 1 is '+'"),
            ("１２", "a seed is written in hex digits, but character 1 is '１'"),
        ] {
            assert_eq!(Seed::from_hex(text).unwrap_err().to_string(), message, "{text:?}");
        }
    }

    #[test]
    fn debug_output_does_not_show_the_seed() {
        let seed = Seed::from([0xa5; 32]);
        let shown = format!("{seed:?}");
        assert_eq!(shown, format!("Seed(#{})", to_hex(&Fair::new(&seed).fingerprint())));
        assert!(!shown.contains("a5a5"));
    }
}
