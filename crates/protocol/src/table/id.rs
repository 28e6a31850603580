//! Names that the server gives out: of players, of tables, and the short codes that people read to each other.
//!
//! An *id* is made of letters and digits in a writing without look-alikes (no i, l, o, u), so that it survives being
//! read aloud and needs no escaping anywhere.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Digits and letters without look-alikes: 32 of them, five bits each.
const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// What is wrong with a text that should be an id.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "an id of this kind has {length} characters, each a digit or a small letter other than i, l, o and u"
)]
pub struct IdFault {
    length: usize,
}

fn letters<const N: usize>(bytes: [u8; N]) -> [u8; N] {
    bytes.map(|byte| LETTERS[usize::from(byte % 32)])
}

fn check<const N: usize>(text: &str) -> Result<[u8; N], IdFault> {
    let letters = <[u8; N]>::try_from(text.as_bytes()).ok();
    letters.filter(|letters| letters.iter().all(|byte| LETTERS.contains(byte))).ok_or(IdFault { length: N })
}

macro_rules! id {
    ($(#[$meta:meta])* $name:ident, $length:literal) => {
        // Letters are kept in place: a move names half a dozen ids, and none of them costs an allocation.
        $(#[$meta])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, JsonSchema)]
        #[schemars(with = "String")]
        #[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
        pub struct $name(
            #[cfg_attr(feature = "typescript", ts(as = "String"))]
            [u8; $length],
        );

        impl $name {
            /// How many characters it has.
            pub const LENGTH: usize = $length;

            /// An id from random bytes, five bits of each.
            #[must_use]
            pub fn from_entropy(bytes: [u8; $length]) -> Self {
                Self(letters(bytes))
            }

            /// The id as text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                // There is nothing but letters and digits in it.
                str::from_utf8(&self.0).unwrap_or_default()
            }
        }

        impl TryFrom<String> for $name {
            type Error = IdFault;

            fn try_from(text: String) -> Result<Self, IdFault> {
                text.parse()
            }
        }

        impl std::str::FromStr for $name {
            type Err = IdFault;

            fn from_str(text: &str) -> Result<Self, IdFault> {
                check(text).map(Self)
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> Self {
                id.as_str().to_owned()
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({:?})"), self.as_str())
            }
        }
    };
}

id! {
    /// A player, as everybody may know: not a secret. 80 random bits.
    PlayerId, 16
}
id! {
    /// A table. Who knows it may come in, so it carries 80 random bits.
    TableId, 16
}
id! {
    /// The short code of a table that people read to each other: 30 random bits, so asking is limited.
    JoinCode, 6
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_reads_back_and_nothing_else_reads() {
        let id = TableId::from_entropy(std::array::from_fn(|i| (i * 37) as u8));
        assert_eq!(id.as_str().parse::<TableId>(), Ok(id.clone()));
        assert_eq!(id.as_str().len(), 16);
        for wrong in [
            "",
            "0",
            "0123456789abcdei",
            "0123456789abcdeF",
            "0123456789abcde",
            "0123456789abcdef0",
            "0123456789abcde/",
        ] {
            assert!(wrong.parse::<TableId>().is_err(), "{wrong}");
        }
        assert!("äbcdef".parse::<JoinCode>().is_err());
    }

    #[test]
    fn every_letter_is_used() {
        let all: std::collections::BTreeSet<char> = (0..=255)
            .flat_map(|byte| JoinCode::from_entropy([byte; 6]).as_str().chars().collect::<Vec<_>>())
            .collect();
        assert_eq!(all.len(), 32);
    }
}
