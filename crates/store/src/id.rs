//! Names of tables and players, and the number that says who owns a table.
//!
//! An *id* is text that the server chose; the store compares it and looks no further. An *epoch* counts the owners that a
//! table has had: whoever writes names the epoch it was given, and a former owner's is refused (`docs/storage.md` §4).

use std::fmt;
use std::sync::Arc;

macro_rules! id {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(Arc<str>);

        impl $name {
            /// The id as it was given.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self(text.into())
            }
        }

        impl From<String> for $name {
            fn from(text: String) -> Self {
                Self(text.into())
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
    /// A table. Copies are cheap.
    TableId
}
id! {
    /// A player: a person, not a seat. Copies are cheap.
    PlayerId
}

/// What is kept of a player's secret token.
pub type TokenHash = [u8; 32];

/// Which owner of a table writes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Epoch(pub u64);

impl Epoch {
    /// Of the owner that creates the table.
    pub const FIRST: Self = Self(1);
}

impl fmt::Display for Epoch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
