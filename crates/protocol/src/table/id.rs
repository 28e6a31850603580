//! Names that the server gives out: of players, of tables, and the short codes that people read to each other.
//!
//! An *id* is made of letters and digits in a writing without look-alikes (no i, l, o, u), so that it survives being
//! read aloud and needs no escaping anywhere.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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

fn letters<const N: usize>(bytes: [u8; N]) -> String {
    bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}

fn check(text: &str, length: usize) -> Result<(), IdFault> {
    let fine = text.len() == length && text.bytes().all(|byte| LETTERS.contains(&byte));
    if fine { Ok(()) } else { Err(IdFault { length }) }
}

macro_rules! id {
    ($(#[$meta:meta])* $name:ident, $length:literal) => {
        $(#[$meta])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
        #[serde(try_from = "String", into = "String")]
        #[schemars(with = "String")]
        #[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
        pub struct $name(String);

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
                &self.0
            }
        }

        impl TryFrom<String> for $name {
            type Error = IdFault;

            fn try_from(text: String) -> Result<Self, IdFault> {
                check(&text, $length).map(|()| Self(text))
            }
        }

        impl std::str::FromStr for $name {
            type Err = IdFault;

            fn from_str(text: &str) -> Result<Self, IdFault> {
                Self::try_from(text.to_owned())
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> Self {
                id.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
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
