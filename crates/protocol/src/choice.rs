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

/// Reads a field that may be null, so that "null" and "not there" stay two things.
pub(crate) fn nullable<'de, T, D>(deserializer: D) -> Result<Option<Option<T>>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    Option::deserialize(deserializer).map(Some)
}
