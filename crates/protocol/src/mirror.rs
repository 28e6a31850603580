//! Enums of the rules crates, mirrored on the wire.
//!
//! A mirror has the same variants as its source. A new variant there does not compile here until it has a name on the
//! wire.

/// Mirrors an enum of the rules crate.
macro_rules! mirror {
    ($(#[$meta:meta])* $name:ident as $schema:literal of $source:path { $( $(#[$variant_meta:meta])* $variant:ident ),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
        #[serde(rename_all = "snake_case")]
        #[schemars(rename = $schema)]
        #[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = $schema))]
        pub enum $name { $( $(#[$variant_meta])* $variant ),* }

        impl From<$source> for $name {
            fn from(value: $source) -> Self {
                use $source as Source;
                match value { $( Source::$variant => Self::$variant ),* }
            }
        }

        impl From<$name> for $source {
            fn from(value: $name) -> Self {
                match value { $( $name::$variant => Self::$variant ),* }
            }
        }
    };
}

pub(crate) use mirror;
