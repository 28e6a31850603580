//! Enums that say their variant in a field: `{"type": "steal", "victim": 2}`.
//!
//! serde can read such enums by itself, but then its faults do not say in which field they are. [`tagged!`] derives
//! everything else and reads the tag first, then the fields of that variant with their names.

use serde::Deserialize;
use serde::de::{Deserializer, Error};
use serde_json::{Map, Value};

use crate::Json;
use crate::fault::Fault;
use crate::read::from_value;

/// Takes an object apart into its tag and its other fields.
pub(crate) fn split<'de, K, D>(deserializer: D, tag: &'static str) -> Result<(K, Fields), D::Error>
where
    K: for<'a> Deserialize<'a>,
    D: Deserializer<'de>,
{
    let Json(value) = Json::deserialize(deserializer)?;
    let Value::Object(mut fields) = value else {
        return Err(D::Error::custom(format_args!("expected an object with the field `{tag}`")));
    };
    let Some(kind) = fields.remove(tag) else { return Err(D::Error::missing_field(tag)) };
    let kind = from_value(&kind).map_err(|fault: Fault| D::Error::custom(fault.under(tag)))?;
    Ok((kind, Fields(fields)))
}

/// The fields of an object without its tag.
pub(crate) struct Fields(Map<String, Value>);

impl Fields {
    /// Reads them.
    pub(crate) fn read<T: for<'a> Deserialize<'a>, E: Error>(self) -> Result<T, E> {
        from_value(&Value::Object(self.0)).map_err(E::custom)
    }
}

/// Defines an enum whose variant is named by a field.
macro_rules! tagged {
    (
        $(#[$meta:meta])*
        pub enum $name:ident by $tag:tt {
            $( $(#[$variant_meta:meta])* $variant:ident {
                $( $(#[$field_meta:meta])* $field:ident : $ty:ty ),* $(,)?
            } ),* $(,)?
        }
    ) => {
        #[derive(Clone, PartialEq, Debug, serde::Serialize, schemars::JsonSchema)]
        $(#[$meta])*
        #[serde(tag = $tag, rename_all = "snake_case", rename_all_fields = "camelCase", deny_unknown_fields)]
        pub enum $name {
            $( $(#[$variant_meta])* $variant { $( $(#[$field_meta])* $field: $ty ),* } ),*
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                #[derive(serde::Deserialize)]
                #[serde(rename_all = "snake_case")]
                enum Kind { $( $variant ),* }

                let (kind, fields) = $crate::tagged::split(deserializer, $tag)?;
                Ok(match kind {
                    $( Kind::$variant => {
                        #[derive(serde::Deserialize)]
                        #[serde(rename_all = "camelCase", deny_unknown_fields)]
                        struct Variant { $( $(#[$field_meta])* $field: $ty ),* }

                        let Variant { $( $field ),* } = fields.read()?;
                        Self::$variant { $( $field ),* }
                    } ),*
                })
            }
        }
    };
}

pub(crate) use tagged;
