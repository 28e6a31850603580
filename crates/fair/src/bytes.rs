//! Thirty-two bytes: open ones that may be shown, and secret ones that may not.
//!
//! A [`Hash`] is what SHA-256 gives, and is made to be published. A [`Secret`] is a seed of the server or of a seat until it
//! is revealed, and shows itself only where it is asked for by name. Both are written as 64 digits of lower-case hex and
//! in no other way, so that a file has one spelling for them.
//!
//! Published: docs/fairness.md §12.

use std::fmt;

use sha2::{Digest, Sha256};

use crate::seed::to_hex;

/// Bytes in a hash and in a secret.
pub const BYTES: usize = 32;

/// What SHA-256 gives; meant to be seen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hash(pub [u8; BYTES]);

/// Entropy of the server or of a seat.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; BYTES]);

/// The text is not 64 digits of lower-case hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("32 bytes are written as 64 digits 0 to 9 and a to f")]
pub struct HexFault;

impl Hash {
    /// SHA-256 of these parts, one behind the other.
    pub(crate) fn of(parts: &[&[u8]]) -> Self {
        let mut hasher = Sha256::new();
        for part in parts {
            hasher.update(part);
        }
        Self(hasher.finalize().into())
    }

    /// Reads 64 digits.
    ///
    /// # Errors
    /// [`HexFault`] for any other text.
    pub fn from_hex(text: &str) -> Result<Self, HexFault> {
        from_hex(text).map(Self)
    }

    /// Writes 64 digits.
    #[must_use]
    pub fn to_hex(&self) -> String {
        to_hex(&self.0)
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_hex())
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hash({self})")
    }
}

impl Secret {
    /// What stands for a seat that adds nothing.
    pub const ZERO: Self = Self([0; BYTES]);

    /// Reads 64 digits.
    ///
    /// # Errors
    /// [`HexFault`] for any other text.
    pub fn from_hex(text: &str) -> Result<Self, HexFault> {
        from_hex(text).map(Self)
    }

    /// The secret itself, as 64 digits.
    #[must_use]
    pub fn to_hex(&self) -> String {
        to_hex(&self.0)
    }

    /// The secret itself.
    #[must_use]
    pub const fn bytes(&self) -> &[u8; BYTES] {
        &self.0
    }
}

impl From<[u8; BYTES]> for Secret {
    fn from(bytes: [u8; BYTES]) -> Self {
        Self(bytes)
    }
}

/// Shows nothing. There is no `Display`, so that a secret cannot slip into a message.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

fn from_hex(text: &str) -> Result<[u8; BYTES], HexFault> {
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Ok(byte - b'0'),
        b'a'..=b'f' => Ok(byte - b'a' + 10),
        _ => Err(HexFault),
    };
    let mut bytes = [0; BYTES];
    if text.len() != 2 * BYTES {
        return Err(HexFault);
    }
    for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
        *byte = digit(pair[0])? << 4 | digit(pair[1])?;
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_reads_and_writes_back() {
        for byte in 0..=u8::MAX {
            let mut bytes = [0; BYTES];
            bytes[usize::from(byte) % BYTES] = byte;
            let hash = Hash(bytes);
            assert_eq!(Hash::from_hex(&hash.to_hex()), Ok(hash));
            assert_eq!(Secret::from_hex(&hash.to_hex()).unwrap().bytes(), &bytes);
            assert_eq!(Secret::from(bytes).to_hex(), hash.to_string());
        }
    }

    /// docs/fairness.md §12: one spelling.
    #[test]
    fn any_other_spelling_is_refused() {
        let good = "0123456789abcdef".repeat(4);
        assert!(Hash::from_hex(&good).is_ok());
        for bad in ["", &good[1..], &format!("{good}0"), &good.to_uppercase(), &good.replace('3', "g")] {
            assert_eq!(Hash::from_hex(bad), Err(HexFault), "{bad}");
            assert_eq!(Secret::from_hex(bad), Err(HexFault), "{bad}");
        }
        // As many bytes, but not as many digits.
        assert_eq!(Hash::from_hex(&format!("{}é", &good[2..])), Err(HexFault));
    }

    /// FIPS 180-4: the hash of "abc", in whatever parts it comes.
    #[test]
    fn parts_are_hashed_as_one() {
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        for parts in [&[&b"abc"[..]][..], &[b"a", b"", b"bc"]] {
            assert_eq!(Hash::of(parts).to_hex(), abc);
        }
    }

    #[test]
    fn debug_output_shows_hashes_and_no_secrets() {
        assert_eq!(format!("{:?}", Secret::from([0xa5; BYTES])), "Secret(..)");
        assert_eq!(format!("{:?}", Hash([0xa5; BYTES])), format!("Hash({})", "a5".repeat(BYTES)));
    }
}
