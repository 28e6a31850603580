//! Thirty-two bytes as text: seeds, commitments, digests.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserializer, Error};
use serde::{Deserialize, Serialize, Serializer};

/// Thirty-two bytes, written as 64 hex digits in small letters; nothing else is read.
///
/// Debug output hides them, since they may be a secret.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Bytes32(pub [u8; 32]);

impl Bytes32 {
    /// In hex.
    #[must_use]
    pub fn to_hex(self) -> String {
        self.with_hex(str::to_owned)
    }

    /// Does something with the hex digits, without an allocation.
    fn with_hex<T>(self, then: impl FnOnce(&str) -> T) -> T {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let mut digits = [0; 64];
        for (pair, byte) in digits.chunks_exact_mut(2).zip(self.0) {
            pair[0] = DIGITS[usize::from(byte >> 4)];
            pair[1] = DIGITS[usize::from(byte & 15)];
        }
        // There is nothing but digits and letters in it.
        then(str::from_utf8(&digits).unwrap_or_default())
    }

    /// From hex, small letters only, so that every value has one writing.
    #[must_use]
    pub fn from_hex(text: &str) -> Option<Self> {
        let digits = text.as_bytes();
        if digits.len() != 64 {
            return None;
        }
        let digit = |byte: u8| match byte {
            b'0'..=b'9' => Some(byte - b'0'),
            b'a'..=b'f' => Some(byte - b'a' + 10),
            _ => None,
        };
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = digit(pair[0])? << 4 | digit(pair[1])?;
        }
        Some(Self(bytes))
    }
}

impl std::fmt::Debug for Bytes32 {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Bytes32(..)")
    }
}

impl Serialize for Bytes32 {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.with_hex(|digits| serializer.serialize_str(digits))
    }
}

impl<'de> Deserialize<'de> for Bytes32 {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        Self::from_hex(&text)
            .ok_or_else(|| D::Error::custom("expected 64 hex digits in small letters (32 bytes)"))
    }
}

impl JsonSchema for Bytes32 {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Bytes32".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^[0-9a-f]{64}$" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_reads_back_and_has_one_writing() {
        for byte in 0..=u8::MAX {
            let bytes = Bytes32([byte; 32]);
            let hex = bytes.to_hex();
            assert_eq!(hex, format!("{byte:02x}").repeat(32));
            assert_eq!(Bytes32::from_hex(&hex), Some(bytes));
            assert_eq!(serde_json::from_str::<Bytes32>(&format!("\"{hex}\"")).unwrap(), bytes);
            let upper = hex.to_uppercase();
            assert_eq!(Bytes32::from_hex(&upper), (upper == hex).then_some(bytes));
        }
        for wrong in ["", "00", &"0".repeat(63), &"0".repeat(65), &"g".repeat(64), &"ä".repeat(32)] {
            assert_eq!(Bytes32::from_hex(wrong), None);
        }
    }

    #[test]
    fn debug_output_hides_them() {
        assert!(!format!("{:?}", Bytes32([0xab; 32])).contains("ab"));
    }
}
