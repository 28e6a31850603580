//! Ids of places: texts of two whole numbers, `"q,r"` for a hex and `"x,y"` for a vertex or an edge.
//!
//! Any text is an id; one that names nothing becomes *nowhere*, which the rules refuse with their own sentence.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An id of one kind of place.
macro_rules! place {
    ($(#[$meta:meta])* $name:ident as $schema:literal of $place:path) => {
        $(#[$meta])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
        #[serde(transparent)]
        #[schemars(rename = $schema)]
        #[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = $schema))]
        pub struct $name(pub String);

        impl $name {
            /// The place that is meant, or nowhere.
            #[must_use]
            pub fn place(&self) -> $place {
                <$place>::parse(&self.0).unwrap_or(<$place>::NOWHERE)
            }
        }

        impl From<$place> for $name {
            fn from(place: $place) -> Self {
                Self(place.to_string())
            }
        }
    };
}

place! {
    /// A hex, `"q,r"`: land within two, sea within three steps of `"0,0"`.
    HexId as "CatanHexId" of catan::Hex
}

place! {
    /// A vertex, `"x,y"`.
    VertexId as "CatanVertexId" of catan::Vertex
}

place! {
    /// An edge, `"x,y"`.
    EdgeId as "CatanEdgeId" of catan::Edge
}
