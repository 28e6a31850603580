//! Small words that the messages of all games share.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

use super::People;
use crate::Seat;
use crate::table::PlayerId;

/// Somebody: the seat, and beside it the player in it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct Who {
    /// The seat.
    pub seat: Seat,
    /// The player, if anybody is there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player_id: Option<PlayerId>,
}

impl People<'_> {
    /// Whoever sits there, with the seat.
    #[must_use]
    pub fn who(&self, seat: game::Seat) -> Who {
        Who { seat: seat.into(), player_id: self.id(seat) }
    }

    /// The id of whoever sits there.
    #[must_use]
    pub fn id(&self, seat: game::Seat) -> Option<PlayerId> {
        self.at(seat).cloned()
    }
}

/// Something that may be done and needs no further word: `true`, or missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Yes;

impl Yes {
    /// `true`, or missing.
    #[must_use]
    pub fn when(allowed: bool) -> Option<Self> {
        allowed.then_some(Self)
    }
}

impl Serialize for Yes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bool(true)
    }
}

impl JsonSchema for Yes {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Yes".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "boolean", "const": true })
    }
}
