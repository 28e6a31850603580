//! A choice of rules: the name of a profile, or an object with changes to one.

use std::fmt;
use std::marker::PhantomData;

use schemars::JsonSchema;
use serde::de::value::{MapAccessDeserializer, StrDeserializer};
use serde::de::{Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize};

/// Either the name of something or an object that describes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(inline)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Choice<N, O> {
    /// By name.
    Named(N),
    /// Described.
    Described(O),
}

impl<'de, N: Deserialize<'de>, O: Deserialize<'de>> Deserialize<'de> for Choice<N, O> {
    // Written by hand, since a derived untagged enum answers every fault with the same empty sentence.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NameOrObject<N, O>(PhantomData<(N, O)>);

        impl<'de, N: Deserialize<'de>, O: Deserialize<'de>> Visitor<'de> for NameOrObject<N, O> {
            type Value = Choice<N, O>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a name or an object")
            }

            fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<Self::Value, E> {
                N::deserialize(StrDeserializer::new(name)).map(Choice::Named)
            }

            fn visit_map<A: MapAccess<'de>>(self, entries: A) -> Result<Self::Value, A::Error> {
                O::deserialize(MapAccessDeserializer::new(entries)).map(Choice::Described)
            }
        }

        deserializer.deserialize_any(NameOrObject(PhantomData))
    }
}

/// A value that may be said to be null, which is something else than not being said.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Nullable<T>(pub Option<T>);

impl<T> Nullable<T> {
    /// Reads a field of this type that may also be missing: serde would take null for missing.
    pub(crate) fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Self>, D::Error>
    where
        T: Deserialize<'de>,
    {
        Self::deserialize(deserializer).map(Some)
    }
}
